"""Taking rounds back."""

import pytest

from tests.builders import NOON
from tests.party.builders import LATER, friday, friday_playing, next_round, party_state, play, seats, typed
from whistclub.party.actions import results, seating
from whistclub.party.models import Party, Round
from whistclub.party.refusals import ConfirmationRequired, StalePartyState
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


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


def test_undoing_a_later_round_reopens_the_previous_one(olga):
    made = after_two_rounds(olga)
    found = undo(made, olga)
    assert rounds(made) == [(1, "running"), (2, "undone")]
    assert (found.current.round.number, found.party.state) == (1, Party.State.PLAYING)


def test_discarding_hands_requires_confirmation(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    play(found.current.table(1), (0, 9))
    play(found.current.table(3), (0, 9), (1, 8))
    with pytest.raises(ConfirmationRequired) as refusal:
        undo(made, olga)
    assert refusal.value.sentences == ["Table 1: 1 hand.", "Table 3: 2 hands."]
    assert rounds(made) == [(1, "running")]


def test_hands_of_a_round_undone_are_kept_in_stopped_closed_games(olga):
    made = friday(olga, count=8)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9), (1, 8))
    undo(made, olga, sure=True)
    game = Game.objects.get(pk=table_state.game.pk)
    assert (game.state, game.locked) == (Game.State.STOPPED, True)
    assert (game.hands.count(), game.totals) == (2, [3, 2])


def test_a_later_draft_is_dropped(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (5, 3))
    seating.make_draft(made, by=olga, at=NOON)
    found = undo(made, olga, sure=True)
    assert (found.draft, rounds(made)) == (None, [(1, "undone")])


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


def test_an_evening_may_take_another_course_after_an_undo(olga):
    made = after_two_rounds(olga)
    undo(made, olga)
    results.type_result(made, 1, 1, (3, 5), by=olga, at=LATER)
    assert seats(next_round(made, olga))[0] == ["P3+P4", "P5+P6"]
    assert rounds(made) == [(1, "over"), (2, "undone"), (2, "running")]


def test_hand_numbers_continue(olga):
    made = after_two_rounds(olga)
    for _each in range(3):
        undo(made, olga)
        next_round(made, olga)
    typed(made, olga, (5, 3), (5, 3))
    next_round(made, olga)
    assert [round_state.round.number for round_state in party_state(made).announced] == [1, 2, 3]
    assert Round.objects.filter(party=made, number=2, state=Round.State.UNDONE).count() == 3


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
