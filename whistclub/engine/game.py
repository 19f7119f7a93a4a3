"""A game: its entries replayed from the first one give totals, an end, a winner and a settlement (RULES.md §1.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import add
from typing import NamedTuple

from whistclub.engine.hand import (
    Adjustment,
    Entry,
    Hand,
    Redeal,
    dealer_after,
    entry_problems,
    first_leader,
    seat_problems,
)
from whistclub.engine.options import Carry, LimitTie, RuleOptions, options_problems
from whistclub.engine.problems import InvalidInput, Problem
from whistclub.engine.scoring import Outcome, Scorer, score
from whistclub.engine.winnings import settlement


class EntryStatus(StrEnum):
    """`AFTER_END`: entered after the game had ended; kept and shown without effect. A correction may make it count."""

    SCORED = "scored"
    AFTER_END = "surplus"


class EndReason(StrEnum):
    """Why a game is over."""

    TARGET = "target"
    HANDS = "hands"
    PAPER = "paper"  # the scores were typed in as they stood on paper
    CONCEDED = "given_up"  # one of two sides conceded the game (RULES.md §1.6)


class GameState(NamedTuple):
    """A game between two entries; everything that the next entry depends on.

    `dealer` deals the next hand. `reason` and `winner` are None while the game goes on. `played_on`: hands were
    entered after the end; the result stands, and later adjustments have no effect. It is a tuple, like Step: replaying
    a game makes one of each for every entry, and tuples are made quickly.
    """

    dealer: int
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    hands_scored: int = 0
    reason: EndReason | None = None
    winner: int | None = None
    played_on: bool = False

    @property
    def over(self) -> bool:
        return self.reason is not None

    @property
    def draw(self) -> bool:
        return self.over and self.winner is None


class Step(NamedTuple):
    """One entry, and the game before and after it. `outcome` is None unless the entry is a hand."""

    entry: Entry
    outcome: Outcome | None
    before: GameState
    after: GameState

    @property
    def after_end(self) -> bool:
        """Whether the game had ended before the entry, so that it has no effect."""
        return self.before.played_on if isinstance(self.entry, Adjustment) else self.before.over


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the score sheet.

    `points` and `stars` are the entry's own, `totals` and `total_stars` those of the game after it: None for an entry
    after the end. `leader` led to the first trick; None if the entry is not a hand. `ended`: the game ended with it.
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
    """Replay a whole game. Raises InvalidInput with all of `game_problems`.

    >>> from whistclub.engine.hand import Contract
    >>> options = RuleOptions(target=3)
    >>> hands = [Hand(Contract.HIGH, declarer=0, tricks=(8, 5)), Hand(Contract.HIGH, declarer=1, tricks=(7, 6))]
    >>> result = play_game(options, first_dealer=3, entries=hands)
    >>> [row.totals for row in result.rows], result.winner, result.reason
    ([(2, 0), (3, 0)], 0, <EndReason.TARGET: 'target'>)
    """
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
    """The game after all its entries. Raises InvalidInput with all of `game_problems`."""
    state = start(options, first_dealer)
    for each in game_steps(options, first_dealer, entries):
        state = each.after
    return state


def game_steps(
    options: RuleOptions, first_dealer: int, entries: Sequence[Entry], scorer: Scorer | None = None
) -> Iterator[Step]:
    """Replay entries one by one. A `scorer` made for the same options serves many games, and then the options are not
    checked again. Raises InvalidInput with all of `game_problems`.
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
    """Everything wrong with the options, the first dealer and the entries, these with their positions."""
    return (
        *options_problems(options),
        *seat_problems("first_dealer", first_dealer, options.form.seats),
        *(
            replace(problem, position=position)
            for position, entry in enumerate(entries, start=1)
            for problem in entry_problems(entry, options)
        ),
    )


def start(options: RuleOptions, first_dealer: int) -> GameState:
    """A game before its first hand."""
    zeros = (0,) * options.form.sides
    return GameState(dealer=first_dealer, totals=zeros, stars=zeros)


def step(state: GameState, entry: Entry, options: RuleOptions) -> GameState:
    """The game after one more entry. Raises InvalidInput with all of `entry_problems`."""
    match entry:
        case Hand():
            return advance(state, score(entry, options), options)
        case Redeal():
            passes = entry.deal_passes
            return state._replace(dealer=dealer_after(state.dealer, options.form)) if passes else state
        case Adjustment():
            if problems := entry_problems(entry, options):
                raise InvalidInput(problems)
            return _adjusted(state, entry, options)


def advance(state: GameState, outcome: Outcome, options: RuleOptions) -> GameState:
    """The game after one more hand with this outcome; once it is over only the deal passes on."""
    dealer = dealer_after(state.dealer, options.form)
    if state.over:
        return state._replace(dealer=dealer, played_on=True)
    totals = _carried(_added(state.totals, outcome.points), options)
    hands_scored = state.hands_scored + 1
    reason, winner = _verdict(totals, hands_scored, options)
    return GameState(dealer, totals, _added(state.stars, outcome.stars), hands_scored, reason, winner)


def sole_leader(totals: tuple[int, ...]) -> int | None:
    """The side with the most points; None if several have the most."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def points_needed(state: GameState, options: RuleOptions) -> tuple[int | None, ...]:
    """Points each side still needs to reach the target, at least 1; None if the game has no target or is over.

    >>> from whistclub.engine.hand import Adjustment
    >>> options = RuleOptions(target=13)
    >>> points_needed(last_state(options, 0, [Adjustment((11, 6))]), options)
    (2, 7)
    """
    if options.target is None or state.over:
        return (None,) * len(state.totals)
    return tuple(max(1, options.target - total) for total in state.totals)


def hands_remaining(state: GameState, options: RuleOptions) -> int | None:
    """Hands the limit still allows, at least 1 while the game goes on; None without a limit or after the end."""
    if options.max_hands is None or state.over:
        return None
    return max(1, options.max_hands - state.hands_scored)


def is_extra_hand(state: GameState, options: RuleOptions) -> bool:
    """Whether the next hand is beyond the hand limit, because the leaders were level at it (`LimitTie.EXTRA`)."""
    return options.max_hands is not None and not state.over and state.hands_scored >= options.max_hands


def _row(step: Step, options: RuleOptions) -> Row:
    before, after, entry, outcome = step.before, step.after, step.entry, step.outcome
    nothing = (0,) * options.form.sides
    leader, points, stars = None, nothing, nothing
    if isinstance(entry, Hand) and outcome is not None:
        points, stars = outcome.points, outcome.stars
        leader = first_leader(entry.contract, entry.declarer, before.dealer, options)
    elif isinstance(entry, Adjustment):
        points = entry.points
    after_end = step.after_end
    return Row(
        dealer=before.dealer,
        leader=leader,
        points=points,
        stars=stars,
        status=EntryStatus.AFTER_END if after_end else EntryStatus.SCORED,
        totals=None if after_end else after.totals,
        total_stars=None if after_end else after.stars,
        ended=after.over and not before.over,
    )


def _adjusted(state: GameState, adjustment: Adjustment, options: RuleOptions) -> GameState:
    """The game after points are adjusted: it may end, go on after all, or have another winner."""
    if state.played_on:
        return state
    totals = _carried(_added(state.totals, adjustment.points), options)
    reason, winner = _verdict(totals, state.hands_scored, options)
    return state._replace(totals=totals, reason=reason, winner=winner)


def _verdict(totals: tuple[int, ...], hands_scored: int, options: RuleOptions) -> tuple[EndReason | None, int | None]:
    """The target counts before the hand limit; sides level at or above the target play on (RULES.md §1.6, A4)."""
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
    """Where only one side may hold points, both go back to zero when both would, new points included (RULES.md A31)."""
    if options.carry is Carry.ONE_SIDE and all(total > 0 for total in totals):
        return (0,) * len(totals)
    return totals


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))
