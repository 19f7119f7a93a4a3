"""Recording a hand."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tests import builders
from tests.builders import NOON, high, link, low, play_out, record, refusal_of
from whistclub.engine.hand import Contract
from whistclub.play.entries import EntrySubmission, record_hand
from whistclub.play.games import end_without_result, renew_link
from whistclub.play.models import Game, GameEvent
from whistclub.play.refusals import Closed, EntryConflict, InvalidHand, LinkGone

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def completed(bid: EntrySubmission, row: int, own: int) -> EntrySubmission:
    return high(bid.position, bid.declarer, own, replaces=row)


def test_a_new_hand_is_written_as_it_was_entered(game):
    hand = record(game, high(1, 0, 9), by_seat=2).hand
    hand.refresh_from_db()
    assert (hand.position, hand.contract, hand.declarer, hand.tricks) == (1, "high", 0, [9, 4])
    assert (hand.current, hand.removed, hand.by_seat, hand.recorded_at) == (True, False, 2, NOON)


def test_a_new_hand_counts_in_the_game(game):
    record(game, high(1, 0, 9), low(2, 9))
    game.refresh_from_db()
    assert (game.totals, game.hands_scored, game.winner) == ([3, 3], 2, None)


def test_a_hand_sent_twice_is_stored_once(game):
    entry = high(1, 0, 9)
    first = record(game, entry)
    again = record(game, entry)
    assert (again.hand, first.is_new, again.is_new) == (first.hand, True, False)
    assert game.hands.count() == 1


def test_a_hand_resent_much_later_is_recognised(game):
    entry = high(1, 0, 9)
    record(game, entry, high(2, 1, 8), high(3, 2, 7))
    assert not record(game, entry).is_new
    assert game.hands.count() == 3


def test_resending_a_hand_after_the_end_is_not_an_error(game):
    last = high(5, 0, 9)
    record(game, *(high(number, 0, 9) for number in range(1, 5)), last)
    assert not record(game, last).is_new


def test_reusing_an_id_for_other_content_is_refused(game):
    entry = high(1, 0, 9)
    record(game, entry)
    with refusal_of("uid_used"):
        record(game, replace(entry, tricks=(8, 5)))
    assert game.hands.get().tricks == [9, 4]


def test_an_id_of_another_game_is_refused(game, prairie, olga):
    other = builders.game(prairie, olga, names=("Edith", "Frank", "Greta", "Henrik"))
    entry = high(1, 0, 9)
    record(other, entry)
    with refusal_of("uid_used"):
        record(game, entry)
    assert game.hands.count() == 0


def test_a_second_phone_with_the_same_hand_number_sees_the_recorded_hand(game):
    theirs = record(game, high(1, 0, 9)).hand
    with pytest.raises(EntryConflict) as refusal:
        record(game, high(1, 1, 8))
    assert refusal.value.theirs == theirs
    assert game.hands.count() == 1


def test_a_used_hand_number_is_refused_with_the_recorded_hand(game):
    first = record(game, high(1, 0, 9)).hand
    record(game, high(2, 1, 8))
    with pytest.raises(EntryConflict) as refusal:
        record(game, high(1, 3, 7))
    assert refusal.value.theirs == first


def test_a_hand_number_that_skips_ahead_is_refused(game):
    with refusal_of("earlier_entry_removed"):
        record(game, high(2, 0, 9))
    assert game.hands.count() == 0


@pytest.mark.parametrize(
    "entry, sentences",
    [
        (
            EntrySubmission(uuid4(), 1, Contract.HIGH, None, (14, -3)),
            [
                "Choose who granded, or “All red: low”.",
                "A side takes from 0 to 13 tricks.",
                "The tricks add up to 11, but a hand has 13.",
            ],
        ),
        (
            EntrySubmission(uuid4(), 1, Contract.LOW, 0, (6,)),
            ["Nobody grands in a low hand.", "Enter the tricks of every side."],
        ),
        (
            EntrySubmission(uuid4(), 1, Contract.HIGH, 7, (9, 5)),
            ["That seat is empty.", "The tricks add up to 14, but a hand has 13."],
        ),
        (
            EntrySubmission(uuid4(), 1, Contract.SOLA_NOLA, 0, (0,)),
            ["These rules do not have that bid."],
        ),
    ],
)
def test_an_impossible_hand_is_refused_with_every_fault(game, entry, sentences):
    with pytest.raises(InvalidHand) as refusal:
        record(game, entry)
    assert refusal.value.sentences == sentences
    assert game.hands.count() == 0


def test_a_finished_game_accepts_no_hand(game):
    over = play_out(game)
    with pytest.raises(Closed) as refusal:
        record(game, high(over.hands_scored + 1, 0, 9))
    assert refusal.value.sentence == "The game is over. This hand was not saved."


def test_a_stopped_game_takes_no_hand(game, olga):
    end_without_result(game, by=olga, at=NOON)
    with pytest.raises(Closed) as refusal:
        record(game, high(1, 0, 9))
    assert refusal.value.sentence == "The organiser has ended this game without a result. This hand was not saved."
    Game.objects.update(party_code="abcd2345")
    with pytest.raises(Closed) as refusal:
        record(game, high(1, 0, 9))
    assert refusal.value.sentence == "This game was abandoned. This hand was not saved."


def test_a_replaced_link_writes_nothing(game, olga):
    old = link(game)
    renew_link(game, by=olga, at=NOON)
    with pytest.raises(LinkGone):
        record_hand(old, high(1, 0, 9), by_seat=0, at=NOON)
    assert game.hands.count() == 0


def test_every_change_raises_the_revision_by_one(game):
    before = game.revision
    assert record(game, high(1, 0, 9)).game.revision == before + 1
    assert record(game, high(2, 0, 8)).game.revision == before + 2


def test_repeats_and_refusals_do_not_change_the_revision(game):
    entry = high(1, 0, 9)
    revision = record(game, entry).game.revision
    record(game, entry)
    with pytest.raises(EntryConflict):
        record(game, high(1, 1, 9))
    game.refresh_from_db()
    assert game.revision == revision


def test_the_hand_that_reaches_the_target_ends_the_game(game):
    record(game, *(high(number, 0, 9) for number in range(1, 6)))
    game.refresh_from_db()
    assert (game.state, game.winner, game.reason, game.totals) == (Game.State.FINISHED, 0, "target", [15, 0])
    assert game.finished_at == NOON


def test_the_end_of_a_game_is_logged(game):
    record(game, *(high(number, 0, 9) for number in range(1, 5)))
    record(game, high(5, 0, 9), by_seat=3)
    ended = game.events.get(kind=GameEvent.Kind.ENDED)
    assert (ended.by_seat, ended.at) == (3, NOON)
