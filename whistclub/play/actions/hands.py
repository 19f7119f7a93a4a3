"""What changes the book of a game: record a hand, correct it, take the last one out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError

from whistclub.engine.game import GameResult, State
from whistclub.engine.hand import Contract, bid_problems, hand_problems
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.play import folding
from whistclub.play.actions.locking import locked, refuse_closed, tell
from whistclub.play.actions.refusals import AlreadyEntered, CorrectedMeanwhile, GameClosed, NotAHand, PageIsOld, UidUsed
from whistclub.play.links import PadLink
from whistclub.play.models import Game, GameEvent, Hand
from whistclub.play.words import problem_sentences
from whistclub.web.writing import writing


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand as a phone sends it. `tricks` is None for a bid saved before its result.

    `uid` is the phone's own name for this entry, the same each time it is sent; `replaces` is the row it was made
    to replace (a bid, or the hand being corrected), as the phone knew it.
    """

    uid: UUID
    number: int
    contract: Contract
    declarer: int | None
    tricks: tuple[int, ...] | None
    replaces: int | None = None

    def says_the_same_as(self, hand: Hand) -> bool:
        tricks = None if hand.tricks is None else tuple(hand.tricks)
        mine = (self.number, self.contract, self.declarer, self.tricks)
        return not hand.removed and mine == (hand.number, hand.contract, hand.declarer, tricks)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What came of an entry: the stored row, and whether it is new (a repeat finds the first one)."""

    game: Game
    hand: Hand
    is_new: bool


def record_hand(link: PadLink, entry: Entry, *, by_seat: int | None, at: datetime) -> Recorded:
    """Write the next hand, its bid alone, or the tricks of a bid saved before.

    Sending the same entry again stores nothing new. Raises LinkRevoked, NotAHand, GameClosed, AlreadyEntered,
    PageIsOld, UidUsed.
    """
    try:
        with writing():
            game = locked(link, to_write=False)
            if not game.closed and _comes_next(entry, game):
                return Recorded(game, _append(game, entry, by_seat=by_seat, at=at), is_new=True)
    except IntegrityError:
        pass  # its id or its number is taken: the whole book says by what
    with _uid_conflicts(entry.uid), writing():
        game = locked(link, to_write=False)
        hands = list(game.hands.all())
        if repeat := _repeated(entry, hands):
            return Recorded(game, repeat, is_new=False)
        refuse_closed(game)
        _refuse_impossible(entry, game)
        if game.state != Game.State.RUNNING:
            raise GameClosed(stopped=game.state == Game.State.STOPPED)
        waiting = folding.waiting_bid(hands)
        expected = waiting.number if waiting else len(folding.current(hands)) + 1
        if entry.number > expected:
            raise PageIsOld
        taken = waiting or (folding.current(hands)[entry.number - 1] if entry.number < expected else None)
        if taken and (taken is not waiting or entry.number != expected or entry.replaces != waiting.pk):
            raise AlreadyEntered(folding.current(hands)[entry.number - 1])
        hand = _write(game, hands, entry, replaces=waiting, by_seat=by_seat, at=at)
    return Recorded(game, hand, is_new=True)


def correct_hand(link: PadLink, entry: Entry, *, by_seat: int | None, at: datetime) -> Recorded:
    """Replace a hand in the book by what it should have said; the old row stays in the history.

    The game may end, go on, or change its winner by it. Raises LinkRevoked, NotAHand, CorrectedMeanwhile, PageIsOld
    (there is no such hand now), UidUsed.
    """
    with _uid_conflicts(entry.uid), writing():
        game = locked(link, to_write=False)
        hands = list(game.hands.all())
        if repeat := _repeated(entry, hands):
            return Recorded(game, repeat, is_new=False)
        refuse_closed(game)
        _refuse_impossible(entry, game)
        old = next((hand for hand in folding.complete(hands) if hand.number == entry.number), None)
        if old is None or entry.tricks is None:
            raise PageIsOld
        if entry.says_the_same_as(old):
            return Recorded(game, old, is_new=False)
        if entry.replaces != old.pk:
            raise CorrectedMeanwhile(old)
        hand = _write(game, hands, entry, replaces=old, by_seat=by_seat, at=at)
    return Recorded(game, hand, is_new=True)


def undo_hand(link: PadLink, uid: UUID, last: int, *, by_seat: int | None, at: datetime) -> Recorded:
    """Take the last entry out of the book: `last` is the row the phone saw as the last one.

    Raises LinkRevoked, PageIsOld (another entry is the last one now), UidUsed.
    """
    with _uid_conflicts(uid), writing():
        game = locked(link, to_write=False)
        hands = list(game.hands.all())
        if repeat := next((hand for hand in hands if hand.uid == uid), None):
            if not repeat.removed:
                raise UidUsed
            return Recorded(game, repeat, is_new=False)
        refuse_closed(game)
        standing = folding.current(hands)
        if not standing or standing[-1].pk != last:
            raise PageIsOld
        old = standing[-1]
        entry = Entry(uid, old.number, Contract(old.contract), old.declarer, old.tricks)
        removal = _write(game, hands, entry, replaces=old, by_seat=by_seat, at=at, removed=True)
    return Recorded(game, removal, is_new=True)


@contextmanager
def _uid_conflicts(uid: UUID) -> Iterator[None]:
    """An id that another game holds breaks the unique constraint; say it as UidUsed."""
    try:
        yield
    except IntegrityError as error:
        if Hand.objects.filter(uid=uid).exists():
            raise UidUsed from error
        raise


def _repeated(entry: Entry, hands: list[Hand]) -> Hand | None:
    """The row that this very entry made before. Raises UidUsed when it says something else."""
    known = next((hand for hand in hands if hand.uid == entry.uid), None)
    if known and not entry.says_the_same_as(known):
        raise UidUsed
    return known


def _refuse_impossible(entry: Entry, game: Game) -> None:
    """Raises NotAHand with every problem the engine finds."""
    rules = game.rules
    if entry.tricks is None:
        problems = bid_problems(entry.contract, entry.declarer, rules)
    else:
        problems = hand_problems(PlayedHand(entry.contract, entry.declarer, entry.tricks), rules)
    if problems:
        raise NotAHand(problem_sentences(problems, rules))


def _comes_next(entry: Entry, game: Game) -> bool:
    """Whether this is the ordinary case: the tricks of the hand after the last one, in a game that goes on."""
    follows_last = entry.number == game.hands_scored + 1 and entry.replaces is None
    return follows_last and entry.tricks is not None and game.state == Game.State.RUNNING


def _append(game: Game, entry: Entry, *, by_seat: int | None, at: datetime) -> Hand:
    """Add a hand at the end of the book without reading the book.

    Raises NotAHand; IntegrityError when the id is known or the number has a hand or a bid already.
    """
    _refuse_impossible(entry, game)
    hand = _insert(game, entry, by_seat=by_seat, at=at)
    _hear_bell(game, entry, at)
    _keep(game, folding.append(game, folding.played(hand)), by_seat=by_seat, at=at)
    return hand


def _write(
    game: Game,
    hands: list[Hand],
    entry: Entry,
    *,
    replaces: Hand | None,
    by_seat: int | None,
    at: datetime,
    removed: bool = False,
) -> Hand:
    """Add the row, put aside the one it replaces, fold the game anew, and keep what it says."""
    if replaces:
        replaces.current = False
        replaces.save(update_fields=["current"])
    hand = _insert(game, entry, replaces=replaces, removed=removed, by_seat=by_seat, at=at)
    if not removed and entry.tricks is not None and entry.number == game.hands_scored + 1:
        _hear_bell(game, entry, at)
    _keep(game, folding.fold(game, [*hands, hand]), by_seat=by_seat, at=at)
    return hand


def _hear_bell(game: Game, entry: Entry, at: datetime) -> None:
    """The first hand entered after the bell is the one that was being played: the last."""
    if game.ends_after is None and game.rung(at):
        game.end_after(entry.number)


def _insert(
    game: Game,
    entry: Entry,
    *,
    by_seat: int | None,
    at: datetime,
    replaces: Hand | None = None,
    removed: bool = False,
) -> Hand:
    return Hand.objects.create(
        uid=entry.uid,
        game=game,
        number=entry.number,
        contract=entry.contract,
        declarer=entry.declarer,
        tricks=None if entry.tricks is None else list(entry.tricks),
        replaces=replaces,
        removed=removed,
        current=not removed,
        by_seat=by_seat,
        recorded_at=at,
    )


def _keep(game: Game, result: GameResult | State, *, by_seat: int | None, at: datetime) -> None:
    """Store what the hands now say, with the end or the reopening of the game that follows from it."""
    was_over = game.state == Game.State.FINISHED
    game.take(result)
    if game.state != Game.State.STOPPED:
        game.state = Game.State.FINISHED if result.over else Game.State.RUNNING
        if result.over and not was_over:
            game.finished_at = at
            tell(game, GameEvent.Kind.ENDED, at=at, by_seat=by_seat)
        elif was_over and not result.over:
            game.finished_at = None
            tell(game, GameEvent.Kind.REOPENED, at=at, by_seat=by_seat)
    game.revision += 1
    game.save(
        update_fields=[
            "totals",
            "stars",
            "winner",
            "reason",
            "hands_scored",
            "state",
            "finished_at",
            "revision",
            "ends_after",
        ]
    )
