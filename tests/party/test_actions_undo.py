"""Taking rounds back."""

import pytest

from tests.builders import NOON, high, link
from tests.party.builders import LATER, friday, friday_playing, key, logged, next_round, party_state, play, seats, typed
from whistclub.party.actions import people, results, seating
from whistclub.party.actions.lifecycle import finish
from whistclub.party.models import Party, Round
from whistclub.party.refusals import ConfirmationRequired, StalePartyState
from whistclub.party.results import table_standings
from whistclub.play.entries import record_hand, undo_hand
from whistclub.play.models import Game
from whistclub.play.refusals import Closed

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


def test_unplayed_games_stay_reachable_but_are_locked(olga):
    made = friday(olga, count=8)
    game = next_round(made, olga).current.table(1).game
    undo(made, olga)
    assert [(each.state, each.locked) for each in Game.objects.all()] == [(Game.State.STOPPED, True)] * 2
    with pytest.raises(Closed):
        record_hand(link(game), high(1, 0, 9), by_seat=0, at=NOON)


def test_undoing_the_first_round_returns_to_check_in(olga):
    made = friday_playing(olga, count=8)
    undo(made, olga)
    assert Party.objects.get(pk=made.pk).state == Party.State.GATHERING


def test_undoing_a_later_round_reopens_the_previous_one(olga):
    made = after_two_rounds(olga)
    found = undo(made, olga)
    assert rounds(made) == [(1, "running"), (2, "undone")]
    assert (found.current.round.number, found.party.state) == (1, Party.State.PLAYING)


def test_results_of_the_previous_round_are_still_listed(olga):
    made = after_two_rounds(olga)
    found = undo(made, olga)
    assert [table_state.game.totals for table_state in found.current.tables] == [[5, 3], [5, 3]]
    assert found.current.missing == []


def test_discarding_hands_requires_confirmation(olga):
    made = friday(olga, count=12)
    found = next_round(made, olga)
    play(found.current.table(1), (0, 9))
    play(found.current.table(3), (0, 9), (1, 8))
    with pytest.raises(ConfirmationRequired) as refusal:
        undo(made, olga)
    assert refusal.value.sentences == ["Table 1: 1 hand.", "Table 3: 2 hands."]
    assert rounds(made) == [(1, "running")]


def test_asking_does_not_change_anything(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    game = play(table_state, (0, 9))
    before = made.log.count(), Party.objects.get(pk=made.pk).revision
    with pytest.raises(ConfirmationRequired):
        undo(made, olga)
    assert (made.log.count(), Party.objects.get(pk=made.pk).revision) == before
    assert Game.objects.get(pk=game.pk).state == Game.State.RUNNING


def test_a_typed_result_is_reported_too(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (5, 3))
    with pytest.raises(ConfirmationRequired) as refusal:
        undo(made, olga)
    assert refusal.value.sentences == ["Table 1: result 5–3."]


def test_hands_of_a_round_undone_are_kept_in_stopped_closed_games(olga):
    made = friday(olga, count=8)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9), (1, 8))
    undo(made, olga, sure=True)
    game = Game.objects.get(pk=table_state.game.pk)
    assert (game.state, game.locked) == (Game.State.STOPPED, True)
    assert (game.hands.count(), game.totals) == (2, [3, 2])


def test_phones_of_an_undone_round_are_read_only(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 9))
    undo(made, olga, sure=True)
    with pytest.raises(Closed):
        play(table_state, (0, 9))


def test_a_removed_hand_does_not_keep_a_game_alive(olga):
    made = friday(olga, count=4)
    table_state = next_round(made, olga).current.table(1)
    game = play(table_state, (0, 9))
    undo_hand(link(game), game.hands.get().uid, by_seat=0, at=NOON)
    undo(made, olga, sure=True)
    assert not Game.objects.filter(state=Game.State.RUNNING).exists()
    assert not Game.objects.filter(locked=False).exists()


def test_an_undone_round_does_not_count(olga):
    made = friday(olga, count=5)
    table_state = next_round(made, olga).current.table(1)
    play(table_state, (0, 13), (0, 13))
    found = undo(made, olga, sure=True)
    assert [(line.games, line.points, line.sat_out) for line in table_standings(found)] == [(0, 0, 0)] * 5


def test_what_was_lost_is_logged(olga):
    made = friday(olga, count=4)
    play(next_round(made, olga).current.table(1), (0, 9))
    undo(made, olga, sure=True)
    last = logged(made)[-1]
    assert (last.sentence, last.before) == ("Round 1 undone", "Table 1: 1 hand.")


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


def test_an_undone_first_round_can_be_redrawn_with_other_players(olga):
    made = friday_playing(olga, count=4)
    undo(made, olga)
    people.check_out(made, key(made, "P4"), by=olga, at=LATER)
    people.check_in(made, ["Zoe"], by=olga, at=LATER)
    assert seats(next_round(made, olga)) == [["P1+P2", "P3+Zoe"]]


def test_a_player_who_left_in_an_undone_round_is_still_gone(olga):
    made = friday_playing(olga, count=5)
    people.leave_now(made, key(made, "P1"), substitute=key(made, "P5"), by=olga, at=LATER)
    undo(made, olga)
    assert [entrant.player.name for entrant in party_state(made).present] == ["P2", "P3", "P4", "P5"]


def test_two_organisers_who_undo_at_once_take_one_round_back(olga):
    made = after_two_rounds(olga)
    seating.undo_round(made, 2, sure=True, by=olga, at=LATER)
    with pytest.raises(StalePartyState):
        seating.undo_round(made, 2, sure=True, by=olga, at=LATER)
    assert rounds(made) == [(1, "running"), (2, "undone")]


def test_nothing_can_be_undone_before_the_first_round(olga):
    made = friday(olga, count=4)
    seating.make_draft(made, by=olga, at=NOON)
    with pytest.raises(StalePartyState):
        undo(made, olga, sure=True)
    assert party_state(made).draft


def test_a_finished_party_must_be_reopened_first(olga):
    made = friday_playing(olga, count=4)
    typed(made, olga, (5, 3))
    finish(made, by=olga, at=LATER)
    with pytest.raises(StalePartyState):
        undo(made, olga, sure=True)


def test_results_of_a_round_undone_cannot_be_changed(olga):
    made = after_two_rounds(olga)
    undo(made, olga)
    with pytest.raises(StalePartyState):
        results.type_result(made, 2, 1, (5, 3), by=olga, at=LATER)
