"""An evening tried out with made-up results."""

import pytest

from tests.builders import NOON, refusal_of
from tests.party.builders import LATER, friday, next_round, party_state, play, rehearse
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import results
from whistclub.party.actions.results import fill_round
from whistclub.party.results import party_standings
from whistclub.play import replay
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(olga):
    return friday(olga, count=9, own_prizes=("Best hat",))


def fill(of, by, seed=1):
    fill_round(of, seed=seed, by=by, at=LATER)
    return party_state(of)


# Made-up results


def test_simulated_hands_agree_with_the_games(made, olga):
    copy = rehearse(made, olga)
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
        assert result.hands_scored == game.entries.count()


def test_tables_that_are_done_keep_their_results(made, olga):
    copy = rehearse(made, olga)
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
    copy = rehearse(made, olga)
    for number in range(1, 5):
        next_round(copy, olga)
        found = fill(copy, olga, seed=number)
        for table_state in found.current.needs_cut(found.movement):
            results.record_cut(copy, number, table_state.number, 0, by=olga, at=NOON)
    party_lifecycle.finish(copy, by=olga, at=LATER)
    assert [len(party_standings(party_state(each))) for each in (copy, made)] == [9, 9]
    assert [sum(line.games for line in party_standings(party_state(each))) for each in (copy, made)] == [32, 0]


def test_the_real_party_refuses_random_results(made, olga):
    next_round(made, olga)
    with refusal_of("not_a_rehearsal") as refusal:
        fill(made, olga)
    assert refusal.value.sentence == "This is not a rehearsal: only rehearsals can have made-up results."
    assert (EntryRecord.objects.count(), len(party_state(made).current.missing)) == (0, 2)
