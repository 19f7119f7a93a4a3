"""Rounds one after the other: announced, seated by the ladder, and taken back."""

import pytest

from tests.builders import NOON, refusal_of
from tests.party.builders import LATER, draft, friday, friday_playing, next_round, party_state, play, seats, typed
from whistclub.party.actions import results, seating
from whistclub.party.models import Party
from whistclub.party.movements import reasons_text
from whistclub.party.state import StalePartyState
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def test_a_second_organiser_announcing_sees_it_is_done(olga):
    made = friday(olga, count=4)
    draft(made, olga)
    seating.announce(made, by=olga, at=NOON)
    with pytest.raises(StalePartyState):
        seating.announce(made, by=olga, at=NOON)
    assert Game.objects.count() == 1


def test_only_the_draft_that_was_looked_at_is_announced(olga):
    made = friday(olga, count=8)
    looked_at = draft(made, olga, seed=1).draft.round.pk
    now = draft(made, olga, seed=2).draft.round.pk
    with pytest.raises(StalePartyState):
        seating.announce(made, draft=looked_at, by=olga, at=NOON)
    seating.announce(made, draft=now, by=olga, at=NOON)
    assert party_state(made).current.round.seed == 2


FIRST, SECOND = (5, 3), (3, 5)


def reason_texts(found):
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return {assignment.entrant.player.name: reasons_text(assignment, names) for assignment in found.current.assignments}


def table_numbers(found):
    return {assignment.entrant.player.name: assignment.table for assignment in found.current.assignments}


# Small parties, written out from RULES.md §2.1. P1+P2 and P3+P4 begin at the top table.


def test_everyone_moves_by_the_rule_all_evening(olga):
    made, tables = friday(olga, count=16), 4
    next_round(made, olga)
    for number in range(1, 5):
        scores = [FIRST if (table * number) % 3 else SECOND for table in range(tables)]
        before = typed(made, olga, *scores)
        due = {}
        for table_state in before.current.tables:
            for side in (0, 1):
                goal = (
                    max(1, table_state.number - 1)
                    if side == table_state.winner
                    else min(tables, table_state.number + 1)
                )
                due |= dict.fromkeys(table_state.names(side), goal)
        assert table_numbers(next_round(made, olga)) == due


def test_everyone_is_told_how_they_moved_and_with_whom(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, FIRST, SECOND)
    texts = reason_texts(next_round(made, olga))
    assert texts["P1"] == "Won at the top table, stays; stays with P2."
    assert texts["P7"] == "Won at table 2, moves up; stays with P8."
    assert texts["P3"] == "Lost at table 1, moves down; first time with P5."
    assert texts["P5"] == "Lost at the last table, stays; first time with P3."


def undo(of, by, *, sure=False):
    current = party_state(of).current
    seating.undo_round(of, current.round.number if current else 1, sure=sure, by=by, at=LATER)
    return party_state(of)


def rounds(of):
    return [(each.number, each.state) for each in of.rounds.order_by("pk")]


def after_two_rounds(by, count=8):
    made = friday_playing(by, count=count)
    typed(made, by, (5, 3), (5, 3))
    next_round(made, by)
    return made


def test_an_unplayed_round_is_undone_without_confirmation(olga):
    made = friday_playing(olga, count=8)
    found = undo(made, olga)
    assert (found.announced, rounds(made)) == ([], [(1, "undone")])


def test_discarding_hands_requires_confirmation(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    play(found.current.table(1), (0, 9))
    play(found.current.table(3), (0, 9), (1, 8))
    with refusal_of("would_lose", r"Table 1: 1 hand\. Table 3: 2 hands\."):
        undo(made, olga)
    assert rounds(made) == [(1, "running")]


def test_hands_of_a_round_undone_are_kept_in_stopped_closed_games(olga):
    made = friday(olga, count=8)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9), (1, 8))
    undo(made, olga, sure=True)
    game = Game.objects.get(pk=table_state.game.pk)
    assert (game.state, game.locked) == (Game.State.STOPPED, True)
    assert (game.entries.count(), game.totals) == (2, [3, 2])


def test_rounds_can_be_undone_back_to_check_in(olga):
    made = after_two_rounds(olga)
    typed(made, olga, (5, 3), (3, 5))
    next_round(made, olga)
    undo(made, olga)
    undo(made, olga, sure=True)
    found = undo(made, olga, sure=True)
    assert (found.announced, found.party.state) == ([], Party.State.GATHERING)
    with pytest.raises(StalePartyState):
        undo(made, olga, sure=True)


def test_seating_after_an_undo_gives_the_same_result(olga):
    made = after_two_rounds(olga, count=10)
    before = seats(party_state(made))
    undo(made, olga)
    assert seats(next_round(made, olga)) == before


def test_two_organisers_who_undo_at_once_take_one_round_back(olga):
    made = after_two_rounds(olga)
    seating.undo_round(made, 2, sure=True, by=olga, at=LATER)
    with pytest.raises(StalePartyState):
        seating.undo_round(made, 2, sure=True, by=olga, at=LATER)
    assert rounds(made) == [(1, "running"), (2, "undone")]


def test_results_of_a_round_undone_cannot_be_changed(olga):
    made = after_two_rounds(olga)
    undo(made, olga)
    with pytest.raises(StalePartyState):
        results.type_result(made, 2, 1, (5, 3), by=olga, at=LATER)
