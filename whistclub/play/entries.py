"""Record an entry, correct it, remove it; confirm a hand. The only writer of entries at the table."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError

from whistclub.engine.hand import Hand, hand_problems
from whistclub.play import replay
from whistclub.play.changing import changing, require_open
from whistclub.play.models import REDEAL, Confirmation, EntryRecord, Game, PadLink
from whistclub.play.refusals import EntryConflict, InvalidHand, game_over, refused
from whistclub.play.replay import GameEntries
from whistclub.play.text.hands import problem_sentences


@dataclass(frozen=True, slots=True)
class EntrySubmission:
    """An entry as a phone sends it. `tricks` is empty for a redeal.

    `uid` is the phone's own name for this entry, the same each time it is sent; `replaces` is the uid of the entry it
    was made to correct, as the phone knew it. `waited` is the time between the tap and the arrival, by the phone.
    `position` and `notes` are as in the row.
    """

    uid: UUID
    position: int
    contract: str
    declarer: int | None
    tricks: tuple[int, ...]
    replaces: UUID | None = None
    notes: dict[str, Any] = field(default_factory=dict)
    waited: timedelta = timedelta()

    @property
    def is_redeal(self) -> bool:
        return self.contract == REDEAL

    def is_same_entry_as(self, entry: EntryRecord) -> bool:
        mine = (self.position, self.contract, self.declarer, list(self.tricks), self.notes)
        theirs = (entry.position, entry.contract, entry.declarer, entry.tricks, entry.notes)
        return not entry.removed and mine == theirs


def redeal(uid: UUID, position: int, *, deal_passes: bool, replaces: UUID | None = None) -> EntrySubmission:
    """The cards were thrown in and dealt again."""
    return EntrySubmission(uid, position, REDEAL, None, (), replaces, {"deal_passes": True} if deal_passes else {})


@dataclass(frozen=True, slots=True)
class Recorded:
    """The stored row of an entry, and whether it is new (a repeat finds the first one)."""

    game: Game
    hand: EntryRecord
    is_new: bool


def record_hand(link: PadLink, entry: EntrySubmission, *, by_seat: int | None, at: datetime) -> Recorded:
    """Save the next hand, or a redeal; or the entry that was removed just now, at its place.

    Sending the same entry again stores nothing new, nor does what another phone has saved in the same words. Raises
    LinkGone, InvalidHand, Closed, EntryConflict; "uid_used".
    """
    with _uids_taken(entry.uid), changing(link, by=by_seat, at=at) as game:
        rows = replay.read(game)
        saved = rows.at(entry.position)
        if same := _repeated(entry, rows) or (saved if saved and entry.is_same_entry_as(saved) else None):
            game.left_alone = True
            return Recorded(game, same, is_new=False)
        validate_entry(entry, game)
        require_open(game, at)
        if game.state != Game.State.RUNNING:
            raise game_over(game)
        if saved:
            raise EntryConflict("already_entered", saved)
        undone = rows.undone_entry
        if entry.position != rows.next_position and (undone is None or undone.position != entry.position):
            raise EntryConflict("earlier_entry_removed")
        # The first hand entered after the bell is the one that was being played: the last. One that waited on an
        # offline phone counts as entered when it was tapped.
        is_next = entry.position == rows.next_position and not entry.is_redeal
        if is_next and game.last_position is None and game.bell_has_rung(at - entry.waited):
            game.last_position = entry.position
        hand = _insert(game, entry, by_seat=by_seat, at=at)
    return Recorded(game, hand, is_new=True)


def correct_hand(link: PadLink, entry: EntrySubmission, *, by_seat: int | None, at: datetime) -> Recorded:
    """Replace an entry by what it should have been; the old row stays in the history.

    The game may end, go on, or change its winner; one that was ended early or conceded stays over. Raises LinkGone,
    InvalidHand, Closed, EntryConflict; "page_is_old" if there is no such entry now, "uid_used".
    """
    with _uids_taken(entry.uid), changing(link, by=by_seat, at=at) as game:
        rows = replay.read(game)
        old = rows.at(entry.position)
        known = _repeated(entry, rows)
        if not known:
            validate_entry(entry, game)
            require_open(game, at)
            if old is None:
                raise refused("page_is_old")
        if same := known or (old if old and entry.is_same_entry_as(old) else None):
            game.left_alone = True
            return Recorded(game, same, is_new=False)
        assert old is not None
        if entry.replaces != old.uid:
            raise EntryConflict("corrected_meanwhile", old)
        hand = _insert(game, entry, replaces=old, by_seat=by_seat, at=at)
    return Recorded(game, hand, is_new=True)


def undo_hand(link: PadLink, uid: UUID, last: UUID, *, by_seat: int | None, at: datetime) -> Recorded:
    """Remove the last entry; `last` is the uid of the one the phone saw as the last.

    Raises what `remove_entry` does; "not_the_last".
    """
    return remove_entry(link, uid, last, must_be_last=True, by_seat=by_seat, at=at)


def remove_entry(
    link: PadLink, uid: UUID, entry: UUID, *, must_be_last: bool = False, by_seat: int | None, at: datetime
) -> Recorded:
    """Let an entry, by its uid, count as never played; those after it keep their positions.

    Removed already, it stays so. A game that was ended early or conceded stays over. Raises LinkGone, Closed;
    "not_as_seen", "uid_used".
    """
    with _uids_taken(uid), changing(link, by=by_seat, at=at) as game:
        rows = replay.read(game)
        removal, known = rows.removal_of(entry), _row(uid, rows)
        if known and known is not removal:
            raise refused("uid_used")
        if removal:
            game.left_alone = True
            return Recorded(game, removal, is_new=False)
        require_open(game, at)
        if game.state == Game.State.STOPPED:
            # What was entered after an undo could not follow it.
            raise game_over(game, "Nothing was undone.")
        current = rows.current_entries
        old = next((each for each in current if each.uid == entry), None)
        if old is None:
            raise refused("not_as_seen")
        if must_be_last and old is not current[-1]:
            raise refused("not_the_last")
        submission = EntrySubmission(uid, old.position, old.contract, old.declarer, old.tricks, notes=old.notes)
        removal = _insert(game, submission, replaces=old, removed=True, by_seat=by_seat, at=at)
        if old is current[-1] and game.last_position and game.last_position >= old.position:
            # The next entry takes the place of those that were removed before it.
            game.last_position -= old.position - 1 - (current[-2].position if len(current) > 1 else 0)
    return Recorded(game, removal, is_new=True)


def confirm_hand(link: PadLink, uid: UUID, hand: UUID, *, agrees: bool, seat: int | None, at: datetime) -> Game:
    """Store whether the player on a seat agrees with an entry, named by its uid; the newest confirmation counts.

    A hand counts whether it is confirmed or not. The same `uid` again stores nothing new. Raises LinkGone, Closed;
    "not_as_seen" (the hand was corrected or removed), "cannot_answer" for the side that entered it, "uid_used".
    """
    with _uids_taken(uid), changing(link, by=seat, at=at, uses=False) as game:
        if known := Confirmation.objects.filter(uid=uid, hand__game=game).select_related("hand").first():
            if (known.hand.uid, known.agrees) != (hand, agrees):
                raise refused("uid_used")
            game.left_alone = True
            return game
        if game.hands.filter(uid=uid).exists():
            raise refused("uid_used")
        require_open(game, at)
        found = EntryRecord.objects.filter(game=game, uid=hand, current=True).first()
        if found is None:
            raise refused("not_as_seen")
        if seat is None or not may_confirm(game, found, seat):
            raise refused("cannot_answer", status=422)
        Confirmation.objects.create(uid=uid, hand=found, seat=seat, agrees=agrees, at=at)
    return game


def may_confirm(game: Game, hand: EntryRecord, seat: int | None) -> bool:
    """Whether this seat is of another side than the phone that entered the hand."""
    if not game.requires_confirmation or hand.is_redeal or seat is None or seat >= game.form.seats:
        return False
    return hand.by_seat is None or game.form.side_of(hand.by_seat) != game.form.side_of(seat)


def validate_entry(entry: EntrySubmission, game: Game) -> None:
    """Raises InvalidHand with every problem the engine finds."""
    if entry.is_redeal:
        return
    hand = replay.value(entry.contract, entry.declarer, entry.tricks, entry.notes)
    assert isinstance(hand, Hand)
    if problems := hand_problems(hand, game.frozen_rules):
        raise InvalidHand(problem_sentences(problems, game.frozen_rules))


@contextmanager
def _uids_taken(uid: UUID) -> Iterator[None]:
    """An id that another game holds breaks the unique constraint: "uid_used"."""
    try:
        yield
    except IntegrityError as error:
        if any(model.objects.filter(uid=uid).exists() for model in (EntryRecord, Confirmation)):
            raise refused("uid_used") from error
        raise


def _row(uid: UUID, rows: GameEntries) -> EntryRecord | None:
    """The row of an id. "uid_used" where it is that of a confirmation."""
    if any(each.uid == uid for each in rows.confirmations):
        raise refused("uid_used")
    return next((hand for hand in rows.hands if hand.uid == uid), None)


def _repeated(entry: EntrySubmission, rows: GameEntries) -> EntryRecord | None:
    """The row that this entry made before, also if it has been corrected or removed since.

    "uid_used" when its content is different.
    """
    known = _row(entry.uid, rows)
    if known and not entry.is_same_entry_as(known):
        raise refused("uid_used")
    return known


def _insert(
    game: Game,
    entry: EntrySubmission,
    *,
    by_seat: int | None,
    at: datetime,
    replaces: EntryRecord | None = None,
    removed: bool = False,
) -> EntryRecord:
    """Add the row and retire the one it replaces."""
    if replaces:
        replaces.current = False
        replaces.save(update_fields=["current"])
    return EntryRecord.objects.create(
        uid=entry.uid,
        game=game,
        position=entry.position,
        contract=entry.contract,
        declarer=entry.declarer,
        tricks=list(entry.tricks),
        notes=entry.notes,
        replaces=replaces,
        removed=removed,
        current=not removed,
        by_seat=game.seat(by_seat),
        recorded_at=at,
    )
