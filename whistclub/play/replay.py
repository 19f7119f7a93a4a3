"""From the rows of a game to the engine's values and back to what they say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from whistclub.engine import entries as engine_book
from whistclub.engine.game import EndReason, GameResult, GameState, play_game, settlement, sole_leader, step
from whistclub.engine.hand import Contract, notes_from_mapping
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.play.models import REDEAL, AdjustmentRecord, Confirmation, EntryRecord, Game


@dataclass(frozen=True, slots=True)
class GameEntries:
    """The rows of a game: all entries ever made, all adjustments, what other sides said of entries."""

    hands: list[EntryRecord]
    adjustments: list[AdjustmentRecord] = field(default_factory=list)
    confirmations: list[Confirmation] = field(default_factory=list)

    @property
    def current_entries(self) -> list[EntryRecord]:
        """The rows that count, by place; the last may be a bid that waits for its tricks."""
        return sorted((hand for hand in self.hands if hand.current), key=lambda hand: hand.position)

    @property
    def waiting(self) -> EntryRecord | None:
        """The bid saved before its tricks, if there is one."""
        return next((hand for hand in self.hands if hand.current and hand.tricks is None), None)

    @property
    def complete(self) -> list[EntryRecord]:
        """The entries that are folded: current rows but for a bid that waits."""
        return [hand for hand in self.current_entries if hand.tricks is not None]

    @property
    def rows(self) -> list[EntryRecord | AdjustmentRecord]:
        """Everything that is folded, each adjustment after the entry it belongs to."""
        hands = self.complete
        valid = [each for each in self.adjustments if each.undone_at is None]
        found: list[EntryRecord | AdjustmentRecord] = []
        for place in range(len(hands) + 1):
            found += hands[place - 1 : place] if place else []
            # Entries may have been taken out since: then the last that is left.
            found += [each for each in valid if min(each.after, len(hands)) == place]
        return found

    def with_entry(self, hand: EntryRecord) -> "GameEntries":
        return replace(self, hands=[*self.hands, hand])


def read(game: Game) -> GameEntries:
    """Two queries, three where another side is asked."""
    confirmations = Confirmation.objects.filter(hand__game=game) if game.requires_confirmation else []
    return GameEntries(
        list(game.hands.all()), list(game.adjustments.select_related("by_user", "undone_by")), list(confirmations)
    )


def value(
    contract: str, declarer: int | None, tricks: Iterable[int], notes: dict[str, Any]
) -> PlayedHand | engine_book.Redeal:
    """The engine's value of an entry."""
    if contract == REDEAL:
        return engine_book.Redeal(deal_passes=bool(notes.get("deal_passes")))
    return PlayedHand(Contract(contract), declarer, tuple(tricks), notes_from_mapping(notes))


def played(hand: EntryRecord) -> PlayedHand | engine_book.Redeal:
    """The engine's value of a row that has its tricks."""
    return value(hand.contract, hand.declarer, hand.tricks, hand.notes)


def entries(book: GameEntries) -> list[engine_book.Entry]:
    """The engine's values of all rows that are folded."""
    return [
        played(row) if isinstance(row, EntryRecord) else engine_book.Adjustment(tuple(row.points)) for row in book.rows
    ]


def append(game: Game, entry: engine_book.Entry) -> GameState:
    """The game with one more entry after all that were folded: one step from what the last fold said.

    Only for a running game, whose every entry counts. The same as folding them all, for a cost that does not grow.
    """
    before = GameState(game.dealer, tuple(game.totals), tuple(game.stars), game.hands_scored)
    return step(before, entry, game.rules)


def fold(game: Game, book: GameEntries) -> GameResult:
    """What the whole book says: rows, totals, end, winner, next dealer; giving up ends it, and paper outweighs it."""
    return folded(game, entries(book))


def folded(game: Game, found: Sequence[engine_book.Entry]) -> GameResult:
    """As `fold`, for the engine's values of the book."""
    result = play_game(game.rules, game.first_dealer, found)
    if game.paper_result is None:
        return result if game.conceded_by is None else _conceded(game, result)
    totals = tuple(game.paper_result)
    winner = sole_leader(totals)
    # A slip of paper says points; stars were in hands that no longer count.
    stars = (0,) * len(totals)
    return replace(
        result,
        totals=totals,
        stars=stars,
        over=True,
        reason=EndReason.PAPER,
        winner=winner,
        draw=winner is None,
        settlement=settlement(winner, stars, game.rules),
    )


def _conceded(game: Game, result: GameResult) -> GameResult:
    """The game as the side that conceded it leaves it: the points stay, the other side has won."""
    winner = 1 - game.conceded_by
    return replace(
        result,
        over=True,
        reason=EndReason.CONCEDED,
        winner=winner,
        draw=False,
        settlement=settlement(winner, result.stars, game.rules),
    )
