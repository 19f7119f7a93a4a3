"""An evening tried out with made-up results, and taken away again."""

import pytest
from django.apps import apps

from tests.builders import NOON, refusal_of
from tests.party.builders import LATER, friday, key, next_round, party_state, play, play_round
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating, timer
from whistclub.party.actions.rehearsal import fill_round, rehearse, remove_rehearsal
from whistclub.party.models import Party
from whistclub.party.results import table_standings
from whistclub.play import replay
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(olga):
    return friday(olga, count=9, own_prizes=("Best hat",))


def fill(of, by, seed=1):
    fill_round(of, seed=seed, by=by, at=LATER)
    return party_state(of)


def rows():
    """How many rows there are of everything."""
    return {
        model._meta.label: model.objects.count()
        for name in ("party", "play")
        for model in apps.get_app_config(name).get_models()
    }


# The copy


def test_a_rehearsal_has_the_settings_of_the_party(made, olga):
    copy = Party.objects.get(pk=rehearse(made, by=olga, at=NOON).pk)
    same = ("name", "preset", "options", "movement", "top", "round_end", "planned_rounds", "order", "prizes")
    assert [getattr(copy, each) for each in same] == [getattr(made, each) for each in same]


def test_a_rehearsal_has_the_people_currently_present(made, olga):
    people.check_out(made, key(made, "P2"), by=olga, at=NOON)
    copy = rehearse(made, by=olga, at=NOON)
    assert [(each.number, each.player.name) for each in copy.entrants.all()] == [
        (number, f"P{name}") for number, name in enumerate([1, 3, 4, 5, 6, 7, 8, 9], start=1)
    ]


def test_a_rehearsal_of_a_finished_party_starts_from_the_beginning(made, olga):
    play_round(made, olga, (5, 3), (5, 3))
    party_lifecycle.finish(made, by=olga, at=LATER)
    copy = rehearse(made, by=olga, at=LATER)
    assert (copy.state, copy.finished_at) == (Party.State.GATHERING, None)
    assert next_round(copy, olga).current.round.number == 1


# Made-up results


def test_simulated_hands_agree_with_the_games(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    next_round(copy, olga)
    fill(copy, olga)
    for game in Game.objects.all():
        result = replay.fold(game, replay.read(game))
        assert (list(result.totals), result.winner, result.hands_scored) == (
            game.totals,
            game.winner,
            game.hands_scored,
        )
        assert result.over
        assert result.hands_scored == game.hands.count()


def test_tables_that_are_done_keep_their_results(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    table_state = next_round(copy, olga).current.table(1)
    play(table_state, (0, 13), (0, 13))
    results.type_result(copy, 1, 2, (5, 7), by=olga, at=NOON)
    found = fill(copy, olga)
    assert [each.game.totals for each in found.current.tables] == [[14, 0], [5, 7]]


@pytest.mark.parametrize(
    "settings",
    [
        {"preset": "neuralplay", "round_end": "target", "hands": None},
        {"preset": "tuppi", "round_end": "bell", "hands": None},
        {"preset": "askov", "hands": 12},
        {"preset": "norwegian", "hands": 12, "to_target": False},
    ],
    ids=lambda settings: settings["preset"],
)
def test_every_kind_of_round_can_be_simulated(olga, settings):
    made = friday(olga, count=8, tie="extra", **settings)
    copy = rehearse(made, by=olga, at=NOON)
    next_round(copy, olga)
    assert fill(copy, olga).current.missing == []


def test_a_whole_evening_can_be_rehearsed(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    for number in range(1, 5):
        next_round(copy, olga)
        found = fill(copy, olga, seed=number)
        for table_state in found.current.needs_cut(found.movement):
            results.record_cut(copy, number, table_state.number, 0, by=olga, at=NOON)
    party_lifecycle.finish(copy, by=olga, at=LATER)
    assert [len(table_standings(party_state(each))) for each in (copy, made)] == [9, 9]
    assert [sum(line.games for line in table_standings(party_state(each))) for each in (copy, made)] == [32, 0]


def test_the_real_party_refuses_random_results(made, olga):
    next_round(made, olga)
    with refusal_of("not_a_rehearsal") as refusal:
        fill(made, olga)
    assert refusal.value.sentence == "This is not a rehearsal: only rehearsals can have made-up results."
    assert (EntryRecord.objects.count(), len(party_state(made).current.missing)) == (0, 2)


# Taking it away


def test_a_rehearsal_is_deleted_without_trace(made, olga):
    next_round(made, olga)
    play(party_state(made).current.table(1), (0, 9))
    before = rows()
    copy = rehearse(made, by=olga, at=NOON)
    for number in (1, 2):
        next_round(copy, olga)
        fill(copy, olga)
        for table_state in party_state(copy).current.needs_cut(party_state(copy).movement):
            results.record_cut(copy, number, table_state.number, 0, by=olga, at=NOON)
    next_round(copy, olga)
    timer.ring(copy, by=olga, at=LATER)
    play(party_state(copy).current.table(1), (0, 9))
    people.leave_now(copy, key(copy, "P1"), substitute=None, by=olga, at=LATER)
    fill(copy, olga)
    seating.undo_round(copy, 3, sure=True, by=olga, at=LATER)
    seating.make_draft(copy, by=olga, at=LATER)
    assert remove_rehearsal(copy) == made
    # Only the line in the log of the real party that a rehearsal was begun is left.
    assert rows() == before | {"party.LogEntry": before["party.LogEntry"] + 1}
