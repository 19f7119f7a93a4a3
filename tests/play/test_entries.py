"""Recording a hand."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from tests.builders import NOON, changed, entry_row, high, link, play_out, record, refusal_of
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.engine.hand import Contract
from whistclub.play import queries
from whistclub.play.changing import Closed, EntryConflict, InvalidHand
from whistclub.play.entries import correct_hand, remove_entry
from whistclub.play.games import continue_game, end_without_result
from whistclub.play.log import log_lines
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.django_db


def test_a_new_hand_is_written_as_it_was_entered(game):
    hand = record(game, high(1, 0, 9), by_seat=2)
    hand.refresh_from_db()
    assert (hand.position, hand.contract, hand.declarer, hand.tricks) == (1, "high", 0, [9, 4])
    assert (hand.current, hand.removed, hand.by_seat, hand.recorded_at) == (True, False, 2, NOON)


def test_reusing_an_id_for_other_content_is_refused(game):
    entry = high(1, 0, 9)
    record(game, entry)
    with refusal_of("uid_used"):
        record(game, changed(entry, tricks=(8, 5)))
    assert game.entries.get().tricks == [9, 4]


def test_a_second_phone_with_the_same_hand_number_sees_the_recorded_hand(game):
    theirs = record(game, high(1, 0, 9))
    with pytest.raises(EntryConflict) as refusal:
        record(game, high(1, 1, 8))
    assert refusal.value.theirs == theirs
    assert game.entries.count() == 1


def test_a_hand_number_that_skips_ahead_is_refused(game):
    with refusal_of("earlier_entry_removed"):
        record(game, high(2, 0, 9))
    assert game.entries.count() == 0


@pytest.mark.parametrize(
    "entry, sentences",
    [
        (
            entry_row(uuid4(), 1, Contract.HIGH, None, (14, -3)),
            [
                "Choose who granded, or “All red: low”.",
                "A side takes from 0 to 13 tricks.",
                "The tricks add up to 11, but a hand has 13.",
            ],
        ),
        (
            entry_row(uuid4(), 1, Contract.LOW, 0, (6,)),
            ["Nobody grands in a low hand.", "Enter the tricks of every side."],
        ),
        (
            entry_row(uuid4(), 1, Contract.HIGH, 7, (9, 5)),
            ["That seat is empty.", "The tricks add up to 14, but a hand has 13."],
        ),
        (entry_row(uuid4(), 1, Contract.SOLA_NOLA, 0, (0,)), ["These rules do not have that bid."]),
    ],
)
def test_an_impossible_hand_is_refused_with_every_fault(game, entry, sentences):
    with pytest.raises(InvalidHand) as refusal:
        record(game, entry)
    assert refusal.value.sentences == sentences
    assert game.entries.count() == 0


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
    assert refusal.value.sentence == "The organiser has ended this game. This hand was not saved."


def test_repeats_and_refusals_do_not_change_the_revision(game):
    entry = high(1, 0, 9)
    revision = record(game, entry).game.revision
    record(game, entry)
    with pytest.raises(EntryConflict):
        record(game, high(1, 1, 9))
    game.refresh_from_db()
    assert game.revision == revision


LATER = NOON + timedelta(minutes=5)
NAMES_NO_HAND = (
    "Something else has been entered since, so this can no longer be undone. To correct a hand, tap it in the score "
    "sheet."
)


def undo(game: Game, last: EntryRecord) -> EntryRecord:
    return remove_entry(link(game), last.uid, must_be_last=True, by_seat=0, at=LATER)


def test_removed_hands_stay_in_the_history(game):
    last = record(game, high(1, 0, 9))
    undo(game, last)
    newest = log_lines(queries.game_view(game))[0]
    assert (newest.at, newest.who, newest.what) == (LATER, "Ann’s phone", "Hand 1 removed")
    assert newest.old == "Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3."
    assert game.entries.filter(removed=True, current=False, corrects=last).count() == 1
    assert not game.entries.get(pk=last.pk).current


def test_undoing_a_hand_that_is_no_longer_the_last_is_refused(game):
    seen = record(game, high(1, 0, 9))
    record(game, high(2, 0, 8))
    with refusal_of("not_the_last") as refused:
        undo(game, seen)
    assert refused.value.sentence == NAMES_NO_HAND
    assert game.entries.filter(removed=True).count() == 0


def test_two_phones_that_undo_the_same_hand_take_out_one(game):
    last = record(game, high(1, 0, 9), high(2, 0, 8))
    first, second = undo(game, last), undo(game, last)
    assert second == first
    assert queries.game_view(game).next_hand_number == 2


def test_a_stopped_game_undoes_nothing_until_it_is_continued(game, olga):
    """A phone sends its undo again then, and the hand that was entered after it."""
    last = record(game, high(1, 0, 9))
    end_without_result(game, by=olga, at=NOON)
    with pytest.raises(Closed) as refused:
        undo(game, last)
    assert refused.value.sentence == "The organiser has ended this game without a result. Nothing was undone."
    game.refresh_from_db()
    assert (game.state, game.totals) == (Game.State.STOPPED, [3, 0])
    continue_game(game, by=olga, at=NOON)
    assert undo(game, last).removed


def test_resending_a_removed_hand_does_not_restore_it(game):
    entry = high(1, 0, 9)
    undo(game, record(game, entry))
    assert record(game, entry) == entry
    game.refresh_from_db()
    assert (game.totals, game.entries.filter(current=True).count()) == ([0, 0], 0)


@pytest.mark.parametrize("seat", ["0", "1", "none"])
@pytest.mark.parametrize(
    "entry", [high(1, 1, 9), entry_row(uuid4(), 1, Contract.LOW, None, (4, 9))], ids=["high", "low"]
)
def test_the_pad_offers_to_restore_exactly_the_removed_hand(game, entry, seat):
    last = record(game, entry)
    undo(game, last)
    pad = phone(seat)
    page = Html(pad.get(pad_url(game)))
    pad.post(pad_url(game, "pad_record"), put_back_form(page))
    back = game.entries.get(current=True)
    assert (back.contract, back.declarer, back.tricks) == (last.contract, last.declarer, last.tricks)


def put_back_form(page: Html) -> dict[str, str]:
    """The hidden fields before the button "Restore it", which stand after those of the entry form."""
    button = page.find("button", css="small")[0]
    fields = page.elements[: page.elements.index(button)]
    names = ("uid", "position", "contract", "bid", "tricks", "viewer_side")
    hidden = [each for each in fields if each.has(type="hidden") and each.attributes.get("name") in names]
    return {each["name"]: each["value"] for each in hidden} | {"save": button["value"]}


def correct(game: Game, entry: EntryRecord, *, corrects: UUID, by_seat: int | None = 1) -> EntryRecord:
    return correct_hand(link(game), entry, corrects=corrects, by_seat=by_seat, at=LATER)


def test_the_old_hand_stays_and_no_longer_counts(game):
    old = record(game, high(1, 0, 9))
    new = correct(game, high(1, 0, 8), corrects=old.uid)
    old.refresh_from_db()
    game.refresh_from_db()
    assert (old.tricks, old.current, new.corrects, new.current) == ([9, 4], False, old, True)
    assert game.totals == [2, 0]


def test_the_history_says_who_changed_what_when(game):
    old = record(game, high(1, 0, 9))
    correct(game, high(1, 0, 8), corrects=old.uid, by_seat=1)
    newest = log_lines(queries.game_view(game))[0]
    assert (newest.at, newest.who) == (LATER, "Bob’s phone")
    assert newest.what == "Hand 1: Ann granded, made 8: Ann & Clara\N{NO-BREAK SPACE}+2."
    assert newest.old == "Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3."


def test_a_correction_without_changes_stores_nothing(game):
    old = record(game, high(1, 0, 9))
    revision = Game.objects.get().revision
    same = correct(game, high(1, 0, 9), corrects=old.uid)
    game.refresh_from_db()
    assert (same, game.entries.count(), game.revision) == (old, 1, revision)


def test_a_hand_corrected_meanwhile_is_refused_with_the_current_entry(game):
    old = record(game, high(1, 0, 9))
    theirs = correct(game, high(1, 0, 8), corrects=old.uid)
    with pytest.raises(EntryConflict) as refusal:
        correct(game, high(1, 0, 7), corrects=old.uid)
    assert refusal.value.theirs == theirs
    assert game.entries.count() == 2
