"""Leaving in the middle of a game: a substitute takes the chair, or the table is given up."""

import pytest

from tests.builders import refusal_of
from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    logged,
    next_round,
    party_state,
    play,
    present,
    seats,
    sit_outs,
    standings,
    typed,
)
from whistclub.party.actions import people, results, seating
from whistclub.play.changing import Closed
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def leave(of, by, name, substitute=None, *, draw=False):
    chosen = key(of, substitute) if substitute else None
    people.leave_now(of, key(of, name), substitute=chosen, draw=draw, by=by, at=LATER)
    return party_state(of)


def test_a_substitute_takes_the_chair(olga):
    made = friday_playing(olga, count=5)
    found = leave(made, olga, "P2", "P5")
    assert seats(found) == [["P1+P5", "P3+P4"]]
    assert present(made) == ["P1", "P3", "P4", "P5"]


def test_the_game_counts_for_the_substitute(olga):
    made = friday(olga, count=5)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (2, 9))
    leave(made, olga, "P2", "P5")
    play(table_state, (2, 13), (2, 13))
    found = standings(made)
    assert (found["P5"].won, found["P5"].points, found["P5"].grands) == (1, 17, 3)
    assert (found["P2"].games, found["P2"].points) == (0, 0)


def test_a_substitutes_sit_out_stays_recorded(olga):
    made = friday_playing(olga, count=6)
    leave(made, olga, "P2", "P5")
    typed(made, olga, (5, 3))
    # P5 and P6 have sat out; the newest of the others does now.
    assert [assignment.entrant.player.name for assignment in next_round(made, olga).current.sitting_out] == ["P4"]


@pytest.mark.parametrize("who", ["P1", "P3"])
def test_only_a_player_who_sits_out_can_be_a_substitute(olga, who):
    made = friday_playing(olga, count=5)
    with refusal_of("no_substitute"):
        leave(made, olga, "P1", who)
    assert "P1" in present(made)


def test_somebody_who_came_during_the_round_can_substitute_at_once(olga):
    made = friday(olga, count=5)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (2, 9))
    people.check_in(made, ["P6"], by=olga, at=LATER)
    found = leave(made, olga, "P2", "P6")
    assert seats(found) == [["P1+P6", "P3+P4"]]
    assert sit_outs(found) == ["P5"]
    assert logged(made)[-1].after == "P6 takes over the seat."
    play(table_state, (2, 13), (2, 13))
    assert (standings(made)["P6"].points, standings(made)["P6"].sat_out) == (17, 0)


def test_a_player_who_left_and_returned_this_round_does_not_sit_out(olga):
    made = friday_playing(olga, count=5)
    leave(made, olga, "P2", "P5")
    people.check_in(made, ["P2"], by=olga, at=LATER)
    with refusal_of("no_substitute"):
        leave(made, olga, "P1", "P2")


def test_without_a_substitute_the_opponents_win_by_default(olga):
    made = friday_playing(olga, count=4)
    found = leave(made, olga, "P2")
    assert (found.current.table(1).table.walkover_to, found.current.table(1).is_in) == (1, True)
    assert logged(made)[-1].after == "The other pair wins."


def test_the_partner_who_stayed_has_played_and_not_won(olga):
    made = friday_playing(olga, count=4)
    leave(made, olga, "P2")
    found = standings(made)
    assert {name: (line.games, line.wins) for name, line in found.items()} == {
        "P1": (1, 0),
        "P2": (1, 0),
        "P3": (1, 1),
        "P4": (1, 1),
    }


@pytest.mark.parametrize("draw", [False, True])
def test_a_conceded_table_is_locked_and_keeps_its_hands(olga, draw):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9))
    leave(made, olga, "P2", draw=draw)
    game = Game.objects.get(pk=table_state.game.pk)
    assert (game.state, game.locked, game.entries.count()) == (Game.State.STOPPED, True, 1)
    with pytest.raises(Closed):
        play(table_state, (0, 9))


def test_the_draft_follows_when_somebody_leaves_a_table_that_plays_again(olga):
    made = friday_playing(olga, count=9)
    typed(made, olga, (5, 3), (5, 3))
    seating.make_draft(made, by=olga, at=LATER)
    results.reopen_table(made, 1, 1, by=olga, at=LATER)
    found = leave(made, olga, "P1")
    assert found.draft.assignment_of(key(made, "P1")) is None
    assert sit_outs(found) == []
