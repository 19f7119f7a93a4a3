"""A game: hands folded from the first into totals, an end, a winner and a settlement (rule book §1.6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from whistclub.engine.deal import dealer_of, first_leader
from whistclub.engine.hand import Hand, hand_problems, seat_problems
from whistclub.engine.options import Carry, LimitTie, RuleOptions, options_problems
from whistclub.engine.problems import InvalidInput, Problem
from whistclub.engine.scoring import Outcome, score, score_table


class Status(StrEnum):
    """`SURPLUS`: entered after the end; kept, shown, not scored. A correction may bring it back."""

    SCORED = "scored"
    SURPLUS = "surplus"


class Reason(StrEnum):
    """Why a game is over."""

    TARGET = "target"
    HANDS = "hands"
    PAPER = "paper"  # the scores were typed in as they stood on paper


@dataclass(frozen=True, slots=True)
class State:
    """A game between two hands; all that the next hand needs to know of those before it.

    `dealer` deals the next hand. `reason` and `winner` are None while the game goes on.
    """

    dealer: int
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    hands_scored: int = 0
    reason: Reason | None = None
    winner: int | None = None

    @property
    def over(self) -> bool:
        return self.reason is not None

    @property
    def draw(self) -> bool:
        return self.over and self.winner is None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the score sheet.

    `points` and `stars` are what the hand is worth, `totals` and `total_stars` what the sides have after it:
    None for a surplus hand. `ended`: this hand ended the game.
    """

    dealer: int
    leader: int
    points: tuple[int, ...]
    stars: tuple[int, ...]
    status: Status
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
    reason: Reason | None
    winner: int | None
    draw: bool
    hands_scored: int
    next_dealer: int
    settlement: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What the game would be if the next hand came out so."""

    outcome: Outcome
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    over: bool
    winner: int | None
    draw: bool


def play_game(options: RuleOptions, first_dealer: int, hands: Sequence[Hand]) -> GameResult:
    """Raises InvalidInput with all of `game_problems`."""
    state, rows = _fold(options, first_dealer, hands)
    return GameResult(
        rows=rows,
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


def what_next(options: RuleOptions, first_dealer: int, hands: Sequence[Hand]) -> tuple[Preview, ...]:
    """The game after every line of the score table, in the table's order, for one fold of the hands so far.

    After the end the next hand is surplus, and every preview shows the game as it ended. Raises InvalidInput
    with all of `game_problems`.
    """
    state, _rows = _fold(options, first_dealer, hands)
    previews = []
    for outcome in score_table(options):
        after = advance(state, outcome, options)
        previews.append(
            Preview(outcome, after.totals, after.stars, after.over, after.winner, after.draw),
        )
    return tuple(previews)


def game_problems(options: RuleOptions, first_dealer: int, hands: Sequence[Hand]) -> tuple[Problem, ...]:
    """Everything wrong with the rules, the first dealer and the hands, these with their numbers."""
    return (
        *options_problems(options),
        *seat_problems("first_dealer", first_dealer, options.form.seats),
        *(
            replace(problem, hand=number)
            for number, hand in enumerate(hands, start=1)
            for problem in hand_problems(hand, options)
        ),
    )


def start(options: RuleOptions, first_dealer: int) -> State:
    """A game before its first hand."""
    nil = (0,) * options.form.sides
    return State(dealer=first_dealer, totals=nil, stars=nil)


def step(state: State, hand: Hand, options: RuleOptions) -> State:
    """The game after one more hand. Raises InvalidInput with all of `hand_problems`."""
    return advance(state, score(hand, options), options)


def advance(state: State, outcome: Outcome, options: RuleOptions) -> State:
    """The game after one more line of the score table; once it is over only the deal goes on."""
    # The second hand from here is dealt by the next dealer.
    dealer = dealer_of(2, state.dealer, options.form)
    if state.over:
        return replace(state, dealer=dealer)
    totals = _carried(_added(state.totals, outcome.points), options)
    hands_scored = state.hands_scored + 1
    reason, winner = _verdict(totals, hands_scored, options)
    return State(dealer, totals, _added(state.stars, outcome.stars), hands_scored, reason, winner)


def sole_leader(totals: tuple[int, ...]) -> int | None:
    """The side with the most points; None if the most is shared."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def settlement(winner: int | None, stars: tuple[int, ...], options: RuleOptions) -> tuple[int, ...]:
    """Cents by side: every loser pays the winner one stake, and one more for each star of the winner (Pagat,
    A15).

    The losers' stars are worthless (A13); nothing is paid without a winner. Also settles a conceded game.
    """
    if winner is None:
        return (0,) * len(stars)
    paid = options.stake * (1 + stars[winner])
    losers = len(stars) - 1
    return tuple(paid * losers if side == winner else -paid for side in range(len(stars)))


def _fold(options: RuleOptions, first_dealer: int, hands: Sequence[Hand]) -> tuple[State, tuple[Row, ...]]:
    problems = game_problems(options, first_dealer, hands)
    if problems:
        raise InvalidInput(problems)
    state = start(options, first_dealer)
    rows = []
    for hand in hands:
        outcome = score(hand, options)
        after = advance(state, outcome, options)
        rows.append(_row(state, after, outcome, first_leader(hand.contract, hand.declarer, state.dealer, options)))
        state = after
    return state, tuple(rows)


def _row(before: State, after: State, outcome: Outcome, leader: int) -> Row:
    surplus = before.over
    return Row(
        dealer=before.dealer,
        leader=leader,
        points=outcome.points,
        stars=outcome.stars,
        status=Status.SURPLUS if surplus else Status.SCORED,
        totals=None if surplus else after.totals,
        total_stars=None if surplus else after.stars,
        ended=after.over and not surplus,
    )


def _verdict(totals: tuple[int, ...], hands_scored: int, options: RuleOptions) -> tuple[Reason | None, int | None]:
    """The target is looked at before the hand limit; level past the target plays on (rule book §1.6, A4)."""
    leader = sole_leader(totals)
    if options.target is not None and leader is not None and totals[leader] >= options.target:
        return Reason.TARGET, leader
    at_limit = options.max_hands is not None and hands_scored >= options.max_hands
    if at_limit and (leader is not None or options.limit_tie is LimitTie.DRAW):
        return Reason.HANDS, leader
    return None, None


def _carried(totals: tuple[int, ...], options: RuleOptions) -> tuple[int, ...]:
    """Where only one side may hold points, two that do both go back to nil, the new points too (A31)."""
    if options.carry is Carry.ONE_SIDE and all(total > 0 for total in totals):
        return (0,) * len(totals)
    return totals


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))
