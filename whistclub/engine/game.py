"""A game: its book folded from the first entry into totals, an end, a winner and a settlement (RULES.md §1.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import add

from whistclub.engine.deal import dealer_after, first_leader
from whistclub.engine.entries import Adjustment, Entry, Redeal, entry_problems
from whistclub.engine.hand import Hand, seat_problems
from whistclub.engine.options import Carry, LimitTie, RuleOptions, options_problems
from whistclub.engine.problems import InvalidInput, Problem
from whistclub.engine.scoring import Outcome, Scorer, score


class EntryStatus(StrEnum):
    """`SURPLUS`: entered after the end; kept, shown, without effect. A correction may bring it back."""

    SCORED = "scored"
    AFTER_END = "surplus"


class EndReason(StrEnum):
    """Why a game is over."""

    TARGET = "target"
    HANDS = "hands"
    PAPER = "paper"  # the scores were typed in as they stood on paper
    CONCEDED = "given_up"  # one of two sides conceded the game (RULES.md §1.6)


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two entries of its book; all that the next one needs to know of those before it.

    `dealer` deals the next hand. `reason` and `winner` are None while the game goes on. `left` says that people played
    on after the end: the result stands, and points adjusted after that are too late.
    """

    dealer: int
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    hands_scored: int = 0
    reason: EndReason | None = None
    winner: int | None = None
    left: bool = False

    @property
    def over(self) -> bool:
        return self.reason is not None

    @property
    def draw(self) -> bool:
        return self.over and self.winner is None


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a book, and the game before and after it. `outcome` is None for what is no hand."""

    entry: Entry
    outcome: Outcome | None
    before: GameState
    after: GameState

    @property
    def surplus(self) -> bool:
        """Whether the entry came after the end of the game."""
        return self.before.left if isinstance(self.entry, Adjustment) else self.before.over


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the score sheet.

    `points` and `stars` are what the entry is worth, `totals` and `total_stars` what the sides have after it: None for
    a surplus one. `leader` is None where no hand was played. `ended`: the game ended with this entry.
    """

    dealer: int
    leader: int | None
    points: tuple[int, ...]
    stars: tuple[int, ...]
    status: EntryStatus
    totals: tuple[int, ...] | None
    total_stars: tuple[int, ...] | None
    ended: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """The whole game so far. `winner` is a side; `settlement` is in cents, by side, and sums to zero."""

    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    over: bool
    reason: EndReason | None
    winner: int | None
    draw: bool
    hands_scored: int
    next_dealer: int
    settlement: tuple[int, ...]


def play_game(options: RuleOptions, first_dealer: int, entries: Sequence[Entry]) -> GameResult:
    """Raises InvalidInput with all of `game_problems`."""
    steps = tuple(game_steps(options, first_dealer, entries))
    state = steps[-1].after if steps else start(options, first_dealer)
    return GameResult(
        rows=tuple(_row(step, options) for step in steps),
        totals=state.totals,
        stars=state.stars,
        over=state.over,
        reason=state.reason,
        winner=state.winner,
        draw=state.draw,
        hands_scored=state.hands_scored,
        next_dealer=state.dealer,
        settlement=settlement(state.winner, state.stars, options),
    )


def last_state(options: RuleOptions, first_dealer: int, entries: Sequence[Entry]) -> GameState:
    """The game after all of its book. Raises InvalidInput with all of `game_problems`."""
    state = start(options, first_dealer)
    for each in game_steps(options, first_dealer, entries):
        state = each.after
    return state


def game_steps(
    options: RuleOptions, first_dealer: int, entries: Sequence[Entry], scorer: Scorer | None = None
) -> Iterator[Step]:
    """The fold of a book, entry by entry. A `scorer` of these very options serves many games of the same rules, and
    vouches for the options. Raises InvalidInput with all of `game_problems`.
    """
    unsound = () if scorer else options_problems(options)
    if unsound or seat_problems("first_dealer", first_dealer, options.form.seats):
        raise InvalidInput(game_problems(options, first_dealer, entries))
    scorer = scorer or Scorer(options)
    state = start(options, first_dealer)
    try:
        for entry in entries:
            outcome = scorer.score(entry) if isinstance(entry, Hand) else None
            after = step(state, entry, options) if outcome is None else advance(state, outcome, options)
            yield Step(entry, outcome, state, after)
            state = after
    except InvalidInput as error:
        raise InvalidInput(game_problems(options, first_dealer, entries)) from error


def game_problems(options: RuleOptions, first_dealer: int, entries: Sequence[Entry]) -> tuple[Problem, ...]:
    """Everything wrong with the rules, the first dealer and the book, its entries with their numbers."""
    return (
        *options_problems(options),
        *seat_problems("first_dealer", first_dealer, options.form.seats),
        *(
            replace(problem, position=number)
            for number, entry in enumerate(entries, start=1)
            for problem in entry_problems(entry, options)
        ),
    )


def start(options: RuleOptions, first_dealer: int) -> GameState:
    """A game before its first hand."""
    nil = (0,) * options.form.sides
    return GameState(dealer=first_dealer, totals=nil, stars=nil)


def step(state: GameState, entry: Entry, options: RuleOptions) -> GameState:
    """The game after one more entry of its book. Raises InvalidInput with all of `entry_problems`."""
    match entry:
        case Hand():
            return advance(state, score(entry, options), options)
        case Redeal():
            passes = entry.deal_passes
            return replace(state, dealer=dealer_after(state.dealer, options.form)) if passes else state
        case Adjustment():
            if problems := entry_problems(entry, options):
                raise InvalidInput(problems)
            return _adjusted(state, entry, options)


def advance(state: GameState, outcome: Outcome, options: RuleOptions) -> GameState:
    """The game after one more line of the score table; once it is over only the deal goes on."""
    dealer = dealer_after(state.dealer, options.form)
    if state.over:
        return replace(state, dealer=dealer, left=True)
    totals = _carried(_added(state.totals, outcome.points), options)
    hands_scored = state.hands_scored + 1
    reason, winner = _verdict(totals, hands_scored, options)
    return GameState(dealer, totals, _added(state.stars, outcome.stars), hands_scored, reason, winner)


def sole_leader(totals: tuple[int, ...]) -> int | None:
    """The side with the most points; None if the most is shared."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def settlement(winner: int | None, stars: tuple[int, ...], options: RuleOptions) -> tuple[int, ...]:
    """Cents by side: every loser pays the winner one stake, and one more for each star of the winner (Pagat,
    RULES.md A15).

    The losers' stars are worthless (RULES.md A13); nothing is paid without a winner. Also settles a conceded game.
    """
    if winner is None:
        return (0,) * len(stars)
    paid = options.stake * (1 + stars[winner])
    losers = len(stars) - 1
    return tuple(paid * losers if side == winner else -paid for side in range(len(stars)))


def _row(step: Step, options: RuleOptions) -> Row:
    before, after, entry, outcome = step.before, step.after, step.entry, step.outcome
    nothing = (0,) * options.form.sides
    leader, points, stars = None, nothing, nothing
    if isinstance(entry, Hand) and outcome is not None:
        points, stars = outcome.points, outcome.stars
        leader = first_leader(entry.contract, entry.declarer, before.dealer, options)
    elif isinstance(entry, Adjustment):
        points = entry.points
    surplus = step.surplus
    return Row(
        dealer=before.dealer,
        leader=leader,
        points=points,
        stars=stars,
        status=EntryStatus.AFTER_END if surplus else EntryStatus.SCORED,
        totals=None if surplus else after.totals,
        total_stars=None if surplus else after.stars,
        ended=after.over and not before.over,
    )


def _adjusted(state: GameState, adjustment: Adjustment, options: RuleOptions) -> GameState:
    """The game with other points after its last hand: it may end, go on, or have another winner by it."""
    if state.left:
        return state
    totals = _carried(_added(state.totals, adjustment.points), options)
    reason, winner = _verdict(totals, state.hands_scored, options)
    return replace(state, totals=totals, reason=reason, winner=winner)


def _verdict(totals: tuple[int, ...], hands_scored: int, options: RuleOptions) -> tuple[EndReason | None, int | None]:
    """The target is looked at before the hand limit; level past the target plays on (RULES.md §1.6, A4)."""
    reached = options.target is not None and max(totals) >= options.target
    at_limit = options.max_hands is not None and hands_scored >= options.max_hands
    if not reached and not at_limit:
        return None, None
    leader = sole_leader(totals)
    if reached and leader is not None:
        return EndReason.TARGET, leader
    if at_limit and (leader is not None or options.limit_tie is LimitTie.DRAW):
        return EndReason.HANDS, leader
    return None, None


def _carried(totals: tuple[int, ...], options: RuleOptions) -> tuple[int, ...]:
    """Where only one side may hold points, two that do both go back to nil, the new points too (RULES.md A31)."""
    if options.carry is Carry.ONE_SIDE and all(total > 0 for total in totals):
        return (0,) * len(totals)
    return totals


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))
