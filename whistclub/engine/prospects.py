"""What the next hand can bring: the game after every outcome, what each side needs, what would win it."""

from collections.abc import Sequence
from dataclasses import dataclass

from whistclub.engine.entries import Entry
from whistclub.engine.game import GameState, advance, last_state
from whistclub.engine.hand import Contract
from whistclub.engine.options import RuleOptions
from whistclub.engine.scoring import Outcome, score_table


@dataclass(frozen=True, slots=True)
class Preview:
    """What the game would be if the next hand came out so."""

    outcome: Outcome
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    over: bool
    winner: int | None
    draw: bool


@dataclass(frozen=True, slots=True)
class WinningOutcome:
    """A way for `winner` to win the game with the next hand: `side` declares in `contract` (None: nobody does), and
    `counted` takes from `least` to `most` tricks. With three sides the others' tricks decide too: then these are the
    tricks with which it can happen.
    """

    winner: int
    contract: Contract
    side: int | None
    counted: int
    least: int
    most: int


def what_next(options: RuleOptions, first_dealer: int, entries: Sequence[Entry]) -> tuple[Preview, ...]:
    """The game after every line of the score table, in the table's order, for one fold of the book so far.

    After the end the next hand is surplus, and every preview shows the game as it ended. Raises InvalidInput with all
    of `game_problems`.
    """
    state = last_state(options, first_dealer, entries)
    previews = []
    for outcome in score_table(options):
        after = advance(state, outcome, options)
        previews.append(Preview(outcome, after.totals, after.stars, after.over, after.winner, after.draw))
    return tuple(previews)


def needed(state: GameState, options: RuleOptions) -> tuple[int | None, ...]:
    """Points by side that are missing to the target, at least 1; None where the game has no target or is over."""
    if options.target is None or state.over:
        return (None,) * len(state.totals)
    return tuple(max(1, options.target - total) for total in state.totals)


def hands_left(state: GameState, options: RuleOptions) -> int | None:
    """How many hands the limit still allows, at least 1 while the game goes on; None without a limit."""
    if options.max_hands is None or state.over:
        return None
    return max(1, options.max_hands - state.hands_scored)


def chances(previews: Sequence[Preview]) -> tuple[WinningOutcome, ...]:
    """Every way to win with the next hand but a solo, in the order of the score table.

    A solo scores nothing: at the hand limit it leaves the leader ahead. Not to be asked of a game that is over.
    """
    found: list[WinningOutcome] = []
    for preview in previews:
        outcome = preview.outcome
        if preview.winner is None or outcome.contract.is_solo:
            continue
        counted = _counted(outcome, preview.winner)
        tricks = outcome.tricks[counted]
        _widen(found, WinningOutcome(preview.winner, outcome.contract, outcome.side, counted, tricks, tricks))
    return tuple(found)


def _counted(outcome: Outcome, winner: int) -> int:
    """Whose tricks a chance is told by: the declarers', with three sides and in a low hand the winner's."""
    if outcome.side is None or outcome.contract is Contract.WIDOW:
        return winner
    return outcome.side


def _widen(found: list[WinningOutcome], one: WinningOutcome) -> None:
    """Add a chance, or its tricks to those of the same kind that they continue."""
    for index, known in enumerate(found):
        kind = (known.winner, known.contract, known.side, known.counted)
        continues = known.least - 1 <= one.least and one.most <= known.most + 1
        if continues and kind == (one.winner, one.contract, one.side, one.counted):
            found[index] = WinningOutcome(*kind, min(known.least, one.least), max(known.most, one.most))
            return
    found.append(one)
