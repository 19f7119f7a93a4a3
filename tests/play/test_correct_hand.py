"""Putting a hand of a game right."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from tests.builders import NOON, high, link, low, play_out, record, refusal_of
from whistclub.engine.game import EntryStatus
from whistclub.play import queries
from whistclub.play.entries import EntrySubmission, Recorded, correct_hand
from whistclub.play.games import end_without_result, renew_link
from whistclub.play.log import log_lines
from whistclub.play.models import Game, GameEvent
from whistclub.play.refusals import EntryConflict, InvalidHand, LinkGone

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

LATER = NOON + timedelta(minutes=5)


def correct(game: Game, entry: EntrySubmission, *, by_seat: int | None = 1) -> Recorded:
    return correct_hand(link(game), entry, by_seat=by_seat, at=LATER)


def standing(game: Game, number: int) -> UUID:
    """The entry that counts for this number."""
    return game.hands.get(position=number, current=True).uid


def test_the_old_hand_stays_and_no_longer_counts(game):
    old = record(game, high(1, 0, 9)).hand
    new = correct(game, high(1, 0, 8, replaces=old.uid)).hand
    old.refresh_from_db()
    game.refresh_from_db()
    assert (old.tricks, old.current, new.replaces, new.current) == ([9, 4], False, old, True)
    assert game.totals == [2, 0]


def test_the_history_says_who_changed_what_when(game):
    old = record(game, high(1, 0, 9)).hand
    correct(game, high(1, 0, 8, replaces=old.uid), by_seat=1)
    newest = log_lines(queries.game_view(game))[0]
    assert (newest.at, newest.who) == (LATER, "Bob’s phone")
    assert newest.what == "Hand 1: Ann granded, made 8: Ann & Clara\N{NO-BREAK SPACE}+2."
    assert newest.old == "Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3."


def test_a_correction_can_reopen_a_finished_game(game):
    play_out(game)
    correct(game, high(5, 0, 6, replaces=standing(game, 5)))
    game.refresh_from_db()
    assert (game.state, game.winner, game.finished_at, game.reason) == (Game.State.RUNNING, None, None, "")
    assert game.events.get(kind=GameEvent.Kind.REOPENED).at == LATER


def test_a_correction_can_change_the_winner(game):
    record(game, high(1, 1, 12), high(2, 1, 12), high(3, 1, 7))
    correct(game, high(1, 0, 13, replaces=standing(game, 1)))
    correct(game, high(2, 0, 13, replaces=standing(game, 2)))
    game.refresh_from_db()
    assert (game.state, game.winner, game.totals) == (Game.State.FINISHED, 0, [14, 0])


def test_a_game_ended_earlier_by_a_correction_keeps_its_later_hands_as_surplus(game):
    record(game, high(1, 0, 12), high(2, 0, 7), high(3, 1, 8), high(4, 1, 9))
    correct(game, high(2, 0, 13, replaces=standing(game, 2)))
    game.refresh_from_db()
    sheet = queries.game_view(game)
    assert (game.state, game.totals, game.hands_scored) == (Game.State.FINISHED, [13, 0], 2)
    assert [row.status for row in sheet.result.rows] == [
        EntryStatus.SCORED,
        EntryStatus.SCORED,
        EntryStatus.AFTER_END,
        EntryStatus.AFTER_END,
    ]


def test_surplus_hands_count_again_when_the_end_is_corrected_away(game):
    record(game, high(1, 0, 12), high(2, 0, 7), high(3, 1, 8))
    correct(game, high(2, 0, 13, replaces=standing(game, 2)))
    correct(game, high(2, 0, 7, replaces=standing(game, 2)))
    game.refresh_from_db()
    assert (game.state, game.totals) == (Game.State.RUNNING, [7, 2])


def test_a_correction_without_changes_stores_nothing(game):
    old = record(game, high(1, 0, 9)).hand
    revision = Game.objects.get().revision
    same = correct(game, high(1, 0, 9, replaces=old.uid))
    game.refresh_from_db()
    assert (same.hand, same.is_new, game.hands.count(), game.revision) == (old, False, 1, revision)


def test_a_correction_sent_twice_is_stored_once(game):
    old = record(game, high(1, 0, 9)).hand
    entry = high(1, 0, 8, replaces=old.uid)
    first = correct(game, entry)
    again = correct(game, entry)
    assert (again.hand, again.is_new, game.hands.count()) == (first.hand, False, 2)


def test_a_hand_corrected_meanwhile_is_refused_with_the_current_entry(game):
    old = record(game, high(1, 0, 9)).hand
    theirs = correct(game, high(1, 0, 8, replaces=old.uid)).hand
    with pytest.raises(EntryConflict) as refusal:
        correct(game, high(1, 0, 7, replaces=old.uid))
    assert refusal.value.theirs == theirs
    assert game.hands.count() == 2


def test_an_unrecorded_hand_cannot_be_corrected(game):
    with refusal_of("page_is_old"):
        correct(game, high(1, 0, 9))


def test_an_impossible_correction_is_refused(game):
    old = record(game, high(1, 0, 9)).hand
    with pytest.raises(InvalidHand):
        correct(game, replace(high(1, 0, 8, replaces=old.uid), tricks=(8, 8)))
    assert game.hands.count() == 1


def test_the_id_of_another_entry_is_refused(game):
    old = record(game, high(1, 0, 9)).hand
    with refusal_of("uid_used"):
        correct(game, high(1, 0, 8, uid=old.uid, replaces=old.uid))


def test_a_replaced_link_corrects_nothing(game, olga):
    old, before = record(game, high(1, 0, 9)).hand, link(game)
    renew_link(game, by=olga, at=NOON)
    with pytest.raises(LinkGone):
        correct_hand(before, high(1, 0, 8, replaces=old.uid), by_seat=0, at=LATER)


def test_a_correction_raises_the_revision_by_one(game):
    recorded = record(game, high(1, 0, 9))
    corrected = correct(game, high(1, 0, 8, replaces=recorded.hand.uid))
    assert corrected.game.revision == recorded.game.revision + 1


def test_a_stopped_game_stays_stopped_when_a_hand_is_corrected(game, olga):
    record(game, high(1, 0, 9), low(2, 9))
    end_without_result(game, by=olga, at=NOON)
    correct(game, high(1, 0, 8, replaces=standing(game, 1)))
    game.refresh_from_db()
    assert (game.state, game.totals) == (Game.State.STOPPED, [2, 3])
