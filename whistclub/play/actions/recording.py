"""Record a hand, correct it, undo the last one."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError

from whistclub.play import replay
from whistclub.play.actions.entries import EntrySubmission, append, keep_last_hand, validate_entry, write
from whistclub.play.actions.locking import lock_game, require_open, uid_conflicts
from whistclub.play.actions.refusals import (
    AlreadyEntered,
    CorrectedMeanwhile,
    EarlierEntryRemoved,
    GameOver,
    GameStopped,
    LastEntryReplaced,
    NotAsSeen,
    NotTheLast,
    StalePage,
    UidReused,
)
from whistclub.play.links import PadLink
from whistclub.play.models import Confirmation, EntryRecord, Game
from whistclub.web.transactions import write_transaction


@dataclass(frozen=True, slots=True)
class Recorded:
    """The stored row of an entry, and whether it is new (a repeat finds the first one)."""

    game: Game
    hand: EntryRecord
    is_new: bool


def record_hand(link: PadLink, entry: EntrySubmission, *, by_seat: int | None, at: datetime) -> Recorded:
    """Save the next hand, or a redeal.

    Sending the same entry again stores nothing new, nor does what another phone has saved in the same words. Raises
    LinkRevoked, InvalidHand, ResultLocked, PadStopped, GameOver, AlreadyEntered, EarlierEntryRemoved,
    LastEntryReplaced, UidReused; StalePage for an entry to be taken out.
    """
    if entry.is_taken_out:
        raise StalePage
    try:
        with write_transaction():
            game = lock_game(link)
            if not game.locked and game.is_of_now(at) and _is_plain_append(entry, game):
                return Recorded(game, append(game, entry, by_seat=by_seat, at=at), is_new=True)
    except IntegrityError:
        pass  # its id or its position is taken: all entries show by what
    with uid_conflicts(entry.uid), write_transaction():
        game = lock_game(link)
        entries = replay.read(game)
        if repeat := _repeated(entry, entries):
            return Recorded(game, repeat, is_new=False)
        current = entries.current_entries
        saved = current[entry.position - 1] if entry.position <= len(current) else None
        if saved and entry.is_same_entry_as(saved):
            return Recorded(game, saved, is_new=False)
        validate_entry(entry, game)
        require_open(game, at)
        if game.state != Game.State.IN_PROGRESS:
            raise GameOver(game)
        if entry.position > len(current) + 1:
            raise EarlierEntryRemoved
        if saved:
            raise AlreadyEntered(saved)
        last = current[entry.position - 2] if entry.position > 1 else None
        if last and entry.may_repeat(last):
            raise LastEntryReplaced(last)
        hand = write(game, entries, entry, replaces=None, by_seat=by_seat, at=at)
    return Recorded(game, hand, is_new=True)


def correct_hand(link: PadLink, entry: EntrySubmission, *, by_seat: int | None, at: datetime) -> Recorded:
    """Replace an entry by what it should have been, or take it out; the old row stays in the history.

    The game may end, go on, or change its winner; one that was ended early or conceded stays over. Raises LinkRevoked,
    InvalidHand, ResultLocked, PadStopped, CorrectedMeanwhile, StalePage (there is no such entry now), UidReused.
    """
    with uid_conflicts(entry.uid), write_transaction():
        game = lock_game(link)
        entries = replay.read(game)
        if repeat := _repeated(entry, entries):
            return Recorded(game, repeat, is_new=False)
        validate_entry(entry, game)
        require_open(game, at)
        old = next((hand for hand in entries.current_entries if hand.position == entry.position), None)
        if old is None:
            raise StalePage
        if entry.is_same_entry_as(old):
            return Recorded(game, old, is_new=False)
        if entry.replaces != old.uid:
            raise CorrectedMeanwhile(old)
        entry = keep_last_hand(game, entries, entry, old)
        hand = write(game, entries, entry, replaces=old, by_seat=by_seat, at=at)
    return Recorded(game, hand, is_new=True)


def undo_hand(link: PadLink, uid: UUID, last: UUID, *, by_seat: int | None, at: datetime) -> Recorded:
    """Remove the last entry; `last` is the uid of the one the phone saw as the last. Removed already, it is left so.

    A game that was ended early or conceded stays over. Raises LinkRevoked, ResultLocked, PadStopped, GameStopped,
    NotTheLast, NotAsSeen, UidReused.
    """
    with uid_conflicts(uid), write_transaction():
        game = lock_game(link)
        entries = replay.read(game)
        if repeat := _row(uid, entries):
            if repeat is not _removal_of(last, entries):
                raise UidReused
            return Recorded(game, repeat, is_new=False)
        if removed := _removal_of(last, entries):
            return Recorded(game, removed, is_new=False)
        require_open(game, at)
        if game.state == Game.State.STOPPED:
            raise GameStopped(game)
        current = entries.current_entries
        if not current or current[-1].uid != last:
            raise _why_not_undone(last, entries)
        old = current[-1]
        entry = EntrySubmission(uid, old.position, old.contract, old.declarer, old.tricks, notes=old.notes)
        removal = write(game, entries, entry, replaces=old, by_seat=by_seat, at=at, removed=True)
    return Recorded(game, removal, is_new=True)


def _row(uid: UUID, entries: replay.GameEntries) -> EntryRecord | None:
    """The row of an id. Raises UidReused where it is that of a confirmation."""
    if any(each.uid == uid for each in entries.confirmations):
        raise UidReused
    return next((hand for hand in entries.hands if hand.uid == uid), None)


def _repeated(entry: EntrySubmission, entries: replay.GameEntries) -> EntryRecord | None:
    """The row that this entry made before, also if it has been corrected or removed since.

    Raises UidReused when its content is different.
    """
    known = _row(entry.uid, entries)
    if known and not entry.is_same_entry_as(known):
        raise UidReused
    return known


def _why_not_undone(last: UUID, entries: replay.GameEntries) -> StalePage:
    current = entries.current_entries
    seen = next((each for each in current if each.uid == last), None)
    if seen is None:
        return NotAsSeen()
    if _was_renumbered(seen, entries):
        # The page that slept may call it "hand 2", and the newest one may be hand 2 now.
        return NotTheLast(None, None)
    return NotTheLast(_number(seen, current), _number(current[-1], current))


def _was_renumbered(entry: EntryRecord, entries: replay.GameEntries) -> bool:
    """Whether a hand before it was taken out, or put back, after this entry was saved."""
    written = sorted(entries.hands, key=lambda hand: hand.pk)
    moments = range(written.index(entry) + 1, len(written) + 1)
    return len({replay.hand_number_then(written[:moment], entry.position) for moment in moments}) > 1


def _number(entry: EntryRecord, current: list[EntryRecord]) -> int | None:
    """The number of a hand; None of a redeal."""
    hands = [each for each in current if not each.is_redeal]
    return hands.index(entry) + 1 if entry in hands else None


def _removal_of(last: UUID, entries: replay.GameEntries) -> EntryRecord | None:
    """The row with which this entry was removed."""
    key = next((hand.pk for hand in entries.hands if hand.uid == last), None)
    return next((hand for hand in entries.hands if hand.removed and hand.replaces_id == key), None)


def _is_plain_append(entry: EntrySubmission, game: Game) -> bool:
    """Whether this is the ordinary case: an entry after the last one, in a game in progress."""
    follows_last = entry.position == game.entries + 1 and entry.replaces is None
    if not follows_last or game.state != Game.State.IN_PROGRESS:
        return False
    if game.requires_confirmation and Confirmation.objects.filter(uid=entry.uid).exists():
        return False
    if entry.after and not game.hands.filter(position=game.entries, current=True, uid=entry.after).exists():
        return False
    # An adjustment made after an entry that was undone comes after the new entry: only a replay puts it there.
    return not game.adjustments.filter(undone_at=None, after__gt=game.entries).exists()
