"""Append, correct or remove an entry, and store the result of the game that follows from it."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from whistclub.engine.game import GameResult, GameState
from whistclub.engine.hand import Hand, hand_problems
from whistclub.play import replay
from whistclub.play.actions.locking import log_event, raise_revision
from whistclub.play.actions.refusals import InvalidHand
from whistclub.play.models import KEPT_LAST, REDEAL, TAKEN_OUT, EntryRecord, Game, GameEvent
from whistclub.play.replay import GameEntries
from whistclub.play.text.hands import problem_sentences

STORED_FIELDS = (
    "totals",
    "stars",
    "winner",
    "reason",
    "hands_scored",
    "dealer",
    "entries",
    "state",
    "finished_at",
    "revision",
    "last_hand",
    "ended_early",
    "conceded_by",
    "locked",
    "used_at",
    "paper_result",
    "awaits_statistics",
)


@dataclass(frozen=True, slots=True)
class EntrySubmission:
    """An entry as a phone sends it. `tricks` is empty for a redeal.

    `uid` is the phone's own name for this entry, the same each time it is sent; `replaces` is the uid of the entry it
    was made to correct, as the phone knew it. `after` is that of the last entry
    the phone showed, None where it does not say. `waited` is the time between the tap and the arrival, by the
    phone. `position` and `notes` are as in the row.
    """

    uid: UUID
    position: int
    contract: str
    declarer: int | None
    tricks: tuple[int, ...]
    replaces: UUID | None = None
    notes: dict[str, Any] = field(default_factory=dict)
    waited: timedelta = timedelta()
    after: UUID | None = None

    @property
    def is_redeal(self) -> bool:
        return self.contract == REDEAL

    @property
    def is_taken_out(self) -> bool:
        return self.is_redeal and TAKEN_OUT in self.notes

    def is_same_entry_as(self, hand: EntryRecord) -> bool:
        mine = (self.position, self.contract, self.declarer, list(self.tricks), self.notes)
        return not hand.removed and mine == (hand.position, hand.contract, hand.declarer, hand.tricks, hand.sent_notes)

    def may_repeat(self, last: EntryRecord) -> bool:
        """Whether the last entry says the same, and is not the one that the phone showed as the last."""
        return self.after not in (None, last.uid) and replace(self, position=last.position).is_same_entry_as(last)


def redeal(uid: UUID, position: int, *, deal_passes: bool, replaces: UUID | None = None) -> EntrySubmission:
    """The cards were thrown in and dealt again."""
    return EntrySubmission(uid, position, REDEAL, None, (), replaces, {"deal_passes": True} if deal_passes else {})


def taken_out(uid: UUID, position: int, *, replaces: UUID | None = None) -> EntrySubmission:
    """The entry at this position counts as never played."""
    return EntrySubmission(uid, position, REDEAL, None, (), replaces, {TAKEN_OUT: True})


def validate_entry(entry: EntrySubmission, game: Game) -> None:
    """Raises InvalidHand with every problem the engine finds."""
    if entry.is_redeal:
        return
    rules = game.rules
    hand = replay.value(entry.contract, entry.declarer, entry.tricks, entry.notes)
    assert isinstance(hand, Hand)
    problems = hand_problems(hand, rules)
    if problems:
        raise InvalidHand(problem_sentences(problems, rules))


def keep_last_hand(game: Game, entries: GameEntries, entry: EntrySubmission, old: EntryRecord) -> EntrySubmission:
    """The bell, or an early end, named the last hand by its number: one taken out before it, or put back, moves that.

    If the last hand itself is taken out, a later one has its number; the note `KEPT_LAST` tells when it is put back.
    Returns the entry with that note, if it gets it. Does not save.
    """
    last = game.last_hand
    if last is None:
        return entry
    number = 1 + sum(each.position < old.position and not each.is_redeal for each in entries.current_entries)
    if entry.is_taken_out and not old.is_redeal:
        if number >= last:
            return replace(entry, notes=entry.notes | {KEPT_LAST: True})
        game.end_after(last - 1)
    elif old.is_taken_out and not entry.is_redeal and (number < last or (number == last and not old.kept_last)):
        game.end_after(last + 1)
    return entry


def forget_last_hand(game: Game) -> None:
    """Let hands count without a last one, as before it was named. Does not save the game.

    The next last hand is another one, so nothing that was taken out had kept it.
    """
    game.end_after(None)
    game.hands.filter(current=True, notes__has_key=KEPT_LAST).update(notes={TAKEN_OUT: True})


def append(game: Game, entry: EntrySubmission, *, by_seat: int | None, at: datetime) -> EntryRecord:
    """Add an entry after the last one without reading those before it.

    Raises InvalidHand; IntegrityError when the id is known or the position has an entry already.
    """
    validate_entry(entry, game)
    hand = _insert(game, entry, by_seat=by_seat, at=at)
    _apply_bell(game, entry, at)
    store_result(game, replay.append(game, replay.played(hand)), entries=entry.position, by_seat=by_seat, at=at)
    return hand


def write(
    game: Game,
    entries: GameEntries,
    entry: EntrySubmission,
    *,
    replaces: EntryRecord | None,
    by_seat: int | None,
    at: datetime,
    removed: bool = False,
) -> EntryRecord:
    """Add the row, retire the one it replaces, replay the game and store its result."""
    if replaces:
        replaces.current = False
        replaces.save(update_fields=["current"])
    hand = _insert(game, entry, replaces=replaces, removed=removed, by_seat=by_seat, at=at)
    if not removed and entry.position == game.entries + 1:
        _apply_bell(game, entry, at)
    replay_and_store(game, entries.with_entry(hand), by_seat=by_seat, at=at)
    return hand


def replay_and_store(
    game: Game,
    entries: GameEntries | None = None,
    *,
    at: datetime,
    by_seat: int | None = None,
    by_user: int | None = None,
) -> None:
    """Replay a game after anything about it has changed and store its result; `entries` are read if not given."""
    entries = entries or replay.read(game)
    result = replay.fold(game, entries)
    store_result(game, result, entries=len(entries.current_entries), at=at, by_seat=by_seat, by_user=by_user)


def store_result(
    game: Game,
    result: GameResult | GameState,
    *,
    entries: int,
    at: datetime,
    by_seat: int | None = None,
    by_user: int | None = None,
) -> None:
    """Store a result with the end or the reopening of the game that follows from it, for the log and for statistics.

    Every change of a result comes through here. A stopped game stays so, unless its result was typed from paper.
    """
    was_finished = game.state == Game.State.FINISHED
    game.apply_result(result, entries=entries)
    if game.state != Game.State.STOPPED or game.paper_result is not None:
        game.state = Game.State.FINISHED if result.over else Game.State.IN_PROGRESS
        if not result.over:
            game.finished_at = None
            if was_finished:
                log_event(game, GameEvent.Kind.REOPENED, at=at, by_seat=by_seat, by_user=by_user)
        elif not was_finished:
            game.finished_at = at
            log_event(game, GameEvent.Kind.ENDED, at=at, by_seat=by_seat, by_user=by_user)
    # A correction after the end does not keep the pads open: they stop with the game.
    if by_user is not None or not (was_finished and game.state == Game.State.FINISHED):
        game.used_at = at
    store_game(game, was_finished=was_finished)


def store_game(game: Game, *, was_finished: bool) -> None:
    """Save a game as it is now, raise its revision, and let statistics know of its end, or of a change after it."""
    raise_revision(game, is_result=was_finished or game.state != Game.State.IN_PROGRESS)
    if was_finished or game.state == Game.State.FINISHED:
        game.awaits_statistics = True
    game.save(update_fields=list(STORED_FIELDS))


def _apply_bell(game: Game, entry: EntrySubmission, at: datetime) -> None:
    """The first hand entered after the bell is the one that was being played: the last.

    A hand that waited on an offline phone counts as entered when it was tapped.
    """
    if game.last_hand is None and game.bell_has_rung(at - entry.waited) and not entry.is_redeal:
        game.end_after(game.hands_scored + 1)


def _insert(
    game: Game,
    entry: EntrySubmission,
    *,
    by_seat: int | None,
    at: datetime,
    replaces: EntryRecord | None = None,
    removed: bool = False,
) -> EntryRecord:
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
