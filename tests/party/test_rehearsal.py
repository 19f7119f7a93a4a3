"""An evening tried out with made-up results, and taken away again."""

import pytest
from django.apps import apps

from tests.builders import NOON, high, link, refusal_of
from tests.party.builders import LATER, friday, key, logged, next_round, party_state, play, play_round, typed
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, results, seating, timer
from whistclub.party.actions.rehearsal import fill_round, rehearse, remove_rehearsal
from whistclub.party.models import Party
from whistclub.party.refusals import StalePartyState
from whistclub.party.results import table_standings
from whistclub.play import replay
from whistclub.play.entries import correct_hand
from whistclub.play.models import EntryRecord, Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


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


def test_a_rehearsal_is_marked(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    assert (copy.is_rehearsal, copy.rehearses, made.is_rehearsal) == (True, made, False)


def test_a_rehearsal_has_the_settings_of_the_party(made, olga):
    copy = Party.objects.get(pk=rehearse(made, by=olga, at=NOON).pk)
    same = ("name", "preset", "options", "movement", "top", "round_end", "planned_rounds", "order", "prizes")
    assert [getattr(copy, each) for each in same] == [getattr(made, each) for each in same]


def test_a_rehearsal_has_an_address_of_its_own(made, olga):
    assert rehearse(made, by=olga, at=NOON).code != made.code


def test_a_rehearsal_has_the_people_currently_present(made, olga):
    people.check_out(made, key(made, "P2"), by=olga, at=NOON)
    copy = rehearse(made, by=olga, at=NOON)
    assert [(each.number, each.player.name) for each in copy.entrants.all()] == [
        (number, f"P{name}") for number, name in enumerate([1, 3, 4, 5, 6, 7, 8, 9], start=1)
    ]


def test_a_rehearsal_has_the_same_partners(olga):
    made = friday(olga, count=4, movement="ladder_pairs")
    people.pair_up(made, key(made, "P1"), key(made, "P3"), by=olga, at=NOON)
    copy = rehearse(made, by=olga, at=NOON)
    assert party_state(copy).pairs == [(1, 3)]


def test_a_rehearsal_starts_empty(made, olga):
    play_round(made, olga, (5, 3), (5, 3))
    copy = rehearse(made, by=olga, at=NOON)
    assert (copy.state, party_state(copy).rounds) == (Party.State.GATHERING, [])


def test_a_rehearsal_of_a_finished_party_starts_from_the_beginning(made, olga):
    play_round(made, olga, (5, 3), (5, 3))
    party_lifecycle.finish(made, by=olga, at=LATER)
    copy = rehearse(made, by=olga, at=LATER)
    assert (copy.state, copy.finished_at) == (Party.State.GATHERING, None)
    assert next_round(copy, olga).current.round.number == 1


def test_prizes_that_were_given_are_not_given_in_the_rehearsal(made, olga):
    party_lifecycle.give_prize(made, "Best hat", 1, by=olga, at=NOON)
    copy = rehearse(made, by=olga, at=NOON)
    assert copy.own_prizes == [{"title": "Best hat", "entrant": None}]
    made.refresh_from_db()
    assert made.own_prizes == [{"title": "Best hat", "entrant": 1}]


def test_a_rehearsal_cannot_be_rehearsed(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    with pytest.raises(StalePartyState):
        rehearse(copy, by=olga, at=NOON)


def test_both_logs_record_it(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    assert (logged(made)[-1].sentence, logged(copy)[-1].sentence) == (
        "Rehearsal started",
        "Rehearsal of Friday started",
    )


# Made-up results


def test_every_table_gets_a_result(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    next_round(copy, olga)
    found = fill(copy, olga)
    assert found.current.missing == []
    assert logged(copy)[-1].sentence == "Made-up results filled in for round 1"


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


def test_the_same_seed_simulates_the_same_games(made, olga):
    totals = []
    for _each in range(2):
        copy = rehearse(made, by=olga, at=NOON)
        next_round(copy, olga)
        totals.append([table_state.game.totals for table_state in fill(copy, olga, seed=5).current.tables])
    assert totals[0] == totals[1]


def test_tables_that_are_done_keep_their_results(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    table_state = next_round(copy, olga).current.table(1)
    play(table_state, (0, 13), (0, 13))
    results.type_result(copy, 1, 2, (5, 7), by=olga, at=NOON)
    found = fill(copy, olga)
    assert [each.game.totals for each in found.current.tables] == [[14, 0], [5, 7]]


def test_a_table_in_the_middle_is_played_out_from_there(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    table_state = next_round(copy, olga).current.table(1)
    play(table_state, (0, 9))
    fill(copy, olga)
    game = Game.objects.get(pk=table_state.game.pk)
    first = game.hands.get(position=1)
    assert (first.declarer, first.tricks, game.state) == (0, [9, 4], Game.State.FINISHED)


@pytest.mark.parametrize("preset", ["neuralplay", "askov", "tuppi", "south_dakota", "norwegian"])
@pytest.mark.parametrize("round_end, hands", [("target", None), ("hands", 12), ("bell", None)])
@pytest.mark.parametrize("to_target", [True, False])
def test_every_kind_of_round_can_be_simulated(olga, preset, round_end, hands, to_target):
    made = friday(olga, count=8, preset=preset, round_end=round_end, hands=hands, to_target=to_target, tie="extra")
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


def test_without_a_round_nothing_can_be_simulated(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    with pytest.raises(StalePartyState):
        fill(copy, olga)


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


def test_corrected_hands_of_a_rehearsal_are_deleted_too(made, olga):
    copy = rehearse(made, by=olga, at=NOON)
    table_state = next_round(copy, olga).current.table(1)
    game = play(table_state, (0, 9))
    correct_hand(link(game), high(1, 0, 8, replaces=game.hands.get().uid), by_seat=0, at=NOON)
    remove_rehearsal(copy)
    assert (EntryRecord.objects.count(), Game.objects.count()) == (0, 0)


def test_a_real_party_cannot_be_deleted_as_a_rehearsal(made):
    with refusal_of("not_a_rehearsal"):
        remove_rehearsal(made)
    assert Party.objects.filter(pk=made.pk).exists()


def test_the_real_party_is_unaffected(made, olga):
    next_round(made, olga)
    copy = rehearse(made, by=olga, at=NOON)
    next_round(copy, olga)
    fill(copy, olga)
    remove_rehearsal(copy)
    typed(made, olga, (5, 3), (3, 5))
    assert next_round(made, olga).current.round.number == 2


def test_deleting_one_rehearsal_keeps_the_other(made, olga):
    one, other = (rehearse(made, by=olga, at=NOON) for _each in range(2))
    for copy in (one, other):
        next_round(copy, olga)
        fill(copy, olga)
    remove_rehearsal(one)
    assert party_state(other).current.missing == []
    assert Game.objects.count() == 2
