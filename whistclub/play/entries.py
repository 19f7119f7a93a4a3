"""Record an entry, correct it, remove it; confirm a hand. The only writer of entries at the table."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

from whistclub.engine.hand import Hand, hand_problems
from whistclub.play import replay
from whistclub.play.changing import (
    EntryConflict,
    InvalidHand,
    changing,
    game_over,
    not_as_seen,
    page_is_old,
    require_open,
)
from whistclub.play.models import EntryRecord, Game, PadLink
from whistclub.play.text import problem_sentences
from whistclub.web.errors import Refused


def record_hand(
    link: PadLink, entry: EntryRecord, *, waited: timedelta = timedelta(), by_seat: int | None, at: datetime
) -> EntryRecord:
    """Save a hand or a redeal: as the next entry, or in the place of the one that was removed just now.

    `waited` is the time since the tap, by the phone. Sending the same entry again stores nothing new, nor does what
    another phone has saved in the same words. Returns what is stored. Raises LinkGone, InvalidHand, Closed,
    EntryConflict; "uid_used".
    """
    with changing(link, by=by_seat, at=at) as game:
        sheet = replay.read(game)
        saved = sheet.at(entry.position)
        if same := _repeated(entry, game) or (saved if saved and entry.is_same_as(saved) else None):
            game.left_alone = True
            return same
        validate_entry(entry, game)
        require_open(game, at)
        removed = sheet.just_removed
        # A game that is over takes back what was just removed from it, and nothing else.
        is_back = removed is not None and entry.is_same_as(removed) and game.state == Game.State.FINISHED
        if game.state != Game.State.RUNNING and not is_back:
            raise game_over(game)
        if saved:
            sentence = "This hand has already been entered on another phone. Yours was not saved."
            raise EntryConflict("already_entered", sentence, saved)
        fills_its_place = removed is not None and entry.position == removed.position
        if entry.position != sheet.next_position and not fills_its_place:
            sentence = "An entry before this one is missing. Yours was not saved."
            raise EntryConflict("earlier_entry_removed", sentence)
        # The first hand entered after the bell is the one that was being played: the last, unless the rules play on
        # at a tie. One that waited on an offline phone counts as entered when it was tapped.
        is_next = entry.position == sheet.next_position and not entry.is_redeal
        if is_next and game.last_position is None and game.bell_has_rung(at - waited):
            game.last_position = entry.position
        return _insert(entry, game, by_seat=by_seat, at=at)


def correct_hand(
    link: PadLink, entry: EntryRecord, *, corrects: UUID | None, by_seat: int | None, at: datetime
) -> EntryRecord:
    """Replace an entry by what it should have been; the old row stays in the history.

    `corrects` is the uid of the one that the phone saw there. The game may end, go on, or change its winner; one that
    was ended early or conceded stays over. Raises LinkGone, InvalidHand, Closed, EntryConflict; "page_is_old" if there
    is no such entry now, "uid_used".
    """
    with changing(link, by=by_seat, at=at) as game:
        if same := _repeated(entry, game):
            game.left_alone = True
            return same
        validate_entry(entry, game)
        require_open(game, at)
        old = replay.read(game).at(entry.position)
        if old is None:
            raise page_is_old()
        if entry.is_same_as(old):
            game.left_alone = True
            return old
        if corrects != old.uid:
            sentence = "This hand has since been corrected on another phone. Your correction was not saved."
            raise EntryConflict("corrected_meanwhile", sentence, old)
        return _insert(entry, game, corrects=old, by_seat=by_seat, at=at)


def remove_entry(
    link: PadLink, entry: UUID, *, must_be_last: bool = False, by_seat: int | None, at: datetime
) -> EntryRecord:
    """Let an entry, by its uid, count as never played; those after it keep their positions.

    Removed already, it stays so. A game that was ended early or conceded stays over. Raises LinkGone, Closed;
    "not_as_seen", "not_the_last".
    """
    with changing(link, by=by_seat, at=at) as game:
        sheet = replay.read(game)
        if removal := sheet.removal_of(entry):
            game.left_alone = True
            return removal
        require_open(game, at)
        if game.state == Game.State.STOPPED:
            # What was entered after an undo could not follow it.
            raise game_over(game, "Nothing was undone.")
        old = next((each for each in sheet.current_entries if each.uid == entry), None)
        if old is None:
            raise not_as_seen()
        if must_be_last and old is not sheet.current_entries[-1]:
            sentence = "Something else has been entered since, so this can no longer be undone."
            raise Refused("not_the_last", f"{sentence} To correct a hand, tap it in the score sheet.")
        removal = EntryRecord(uid=uuid4(), position=old.position, removed=True, current=False)
        removal.contract, removal.declarer = old.contract, old.declarer
        removal.tricks, removal.notes = old.tricks, old.notes
        return _insert(removal, game, corrects=old, by_seat=by_seat, at=at)


def confirm_hand(link: PadLink, hand: UUID, *, agrees: bool, seat: int | None, at: datetime) -> Game:
    """Store whether the player on a seat agrees with an entry, named by its uid; the newest answer counts.

    A hand counts whether it is confirmed or not. Raises LinkGone, Closed; "not_as_seen" (the hand was corrected or
    removed), "cannot_answer" for the side that entered it.
    """
    with changing(link, by=seat, at=at, counts_as_use=False) as game:
        require_open(game, at)
        found = game.entries.filter(uid=hand, current=True).first()
        if found is None:
            raise not_as_seen()
        if seat is None or not game.may_confirm(found, seat):
            raise Refused("cannot_answer", "Only another side’s phone can confirm this hand.", 422)
        newest = found.confirmations.last()
        game.left_alone = newest is not None and (newest.seat, newest.agrees) == (seat, agrees)
        if not game.left_alone:
            found.confirmations.update_or_create(seat=seat, defaults={"agrees": agrees, "at": at})
    return game


def validate_entry(entry: EntryRecord, game: Game) -> None:
    """Raises InvalidHand with every problem the engine finds."""
    if entry.is_redeal:
        return
    hand = replay.played(entry)
    assert isinstance(hand, Hand)
    if problems := hand_problems(hand, game.frozen_rules):
        raise InvalidHand(problem_sentences(problems, game.frozen_rules))


def _repeated(entry: EntryRecord, game: Game) -> EntryRecord | None:
    """The row that this entry made before, also if it has been corrected or removed since.

    "uid_used" when its content, or its game, is different.
    """
    known = EntryRecord.objects.filter(uid=entry.uid).first()
    if known and (known.game_id != game.pk or not entry.is_same_as(known)):
        raise Refused("uid_used", "This page has already saved something else. Reload it and try again.")
    if known:
        known.game = game
    return known


def _insert(
    entry: EntryRecord, game: Game, *, corrects: EntryRecord | None = None, by_seat: int | None, at: datetime
) -> EntryRecord:
    """Store the entry in the place of the one that it corrects."""
    if corrects:
        corrects.current = False
        corrects.save(update_fields=["current"])
    entry.game, entry.corrects, entry.by_seat, entry.recorded_at = game, corrects, game.seat(by_seat), at
    entry.save()
    return entry
