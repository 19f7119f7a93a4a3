"""What a hand is worth, and the table of everything it could be worth.

The score table is the contract between the rules and everything else: pages, phones and totals read it, and only this
module knows points per trick. No rule is worked out a second time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND, Contract, Hand, Revoke, contracts, hand_problems
from whistclub.engine.options import FailedStar, RuleOptions
from whistclub.engine.problems import InvalidInput

BOOK = 6  # tricks from the seventh on are odd tricks and count (RULES.md §1.3)
GRAND_NEEDS = BOOK + 1
SOLO_STAR = 1

# Hands that may follow a tie at the hand limit; more than a few are never seen.
MOST_EXTRA_HANDS = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line of the score table.

    `side` declared (in widow: took the widow first); None in low, and in widow if nobody took. `tricks` as in
    Hand. `points` and `stars` are by side. `made`: whether the contract was kept; None where there is none to
    keep.
    """

    contract: Contract
    side: int | None
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    stars: tuple[int, ...]
    made: bool | None


def score(hand: Hand, options: RuleOptions) -> Outcome:
    """What a hand is worth, a penalty for a revoke included. Raises InvalidInput with all of `hand_problems`.

    >>> made = score(Hand(Contract.HIGH, declarer=0, tricks=(9, 4)), RuleOptions())
    >>> made.points, made.made
    ((3, 0), True)
    >>> score(Hand(Contract.LOW, declarer=None, tricks=(4, 9)), RuleOptions()).points
    (0, -3)
    """
    problems = hand_problems(hand, options)
    if problems:
        raise InvalidInput(problems)
    side = None if hand.declarer is None else options.form.side_of(hand.declarer)
    tricks = tricks_after_revoke(hand.contract, hand.tricks, hand.revoke, options)
    return _outcome(hand.contract, side, tricks, options)


class Scorer:
    """Scores hands by one set of rules and remembers each; for replaying many games."""

    def __init__(self, options: RuleOptions) -> None:
        self.options = options
        self._known: dict[Hand, Outcome] = {}

    def score(self, hand: Hand) -> Outcome:
        """As the function `score`. Raises InvalidInput with all of `hand_problems`."""
        outcome = self._known.get(hand)
        if outcome is None:
            outcome = self._known[hand] = score(hand, self.options)
        return outcome


def tricks_after_revoke(
    contract: Contract, tricks: tuple[int, ...], revoke: Revoke | None, options: RuleOptions
) -> tuple[int, ...]:
    """The tricks by side as they score: a revoke moves `revoke_tricks` of them, or as many as there are.

    In a low hand, where tricks do harm, the side that revoked gets them; in any other it gives them.
    """
    if revoke is None or not options.revoke_tricks:
        return tricks
    giver, taker = revoke.by, revoke.against
    if contract is Contract.LOW:
        giver, taker = taker, giver
    moved = min(options.revoke_tricks, tricks[giver])
    change = {giver: -moved, taker: moved}
    return tuple(taken + change.get(side, 0) for side, taken in enumerate(tricks))


def score_table(options: RuleOptions) -> tuple[Outcome, ...]:
    """Every legal outcome once: 42 with two sides, 86 with solos, 420 with the widow (RULES.md §1.5).

    Ordered by contract, then declaring side, then tricks.

    >>> len(score_table(RuleOptions(solos=True)))
    86
    >>> for outcome in score_table(RuleOptions(high_set_award=2))[5:8]:
    ...     print(outcome.contract, outcome.side, outcome.tricks, outcome.points)
    high 0 (5, 8) (0, 4)
    high 0 (6, 7) (0, 2)
    high 0 (7, 6) (1, 0)
    """
    return tuple(
        _outcome(contract, side, tricks, options)
        for contract in contracts(options)
        for side in _declaring_sides(contract)
        for tricks in _trick_splits(contract)
    )


@lru_cache(maxsize=64)
def total_limits(options: RuleOptions) -> tuple[int | None, int | None]:
    """The least and the greatest total that a game can end with; None where the rules set no bound.

    >>> total_limits(RuleOptions(low_award=1, low_penalty=0))
    (0, 19)
    """
    points = [points for line in score_table(options) for points in line.points]
    tops = []
    # Three players may be tied beyond the target and play on.
    if options.target is not None and options.form.sides == 2:
        tops.append(options.target - 1 + max(points))
    if options.max_hands is not None:
        tops.append((options.max_hands + MOST_EXTRA_HANDS) * max(points))
    return (0 if min(points) >= 0 else None), min(tops, default=None)


def hands_can_bring(points: Sequence[int], hands: int, options: RuleOptions) -> bool:
    """Whether up to this number of hands can bring these points, by side; adjustments and extra hands aside.

    Of both sides together too: what one gets in a hand, the other does not.

    >>> [hands_can_bring(points, 8, RuleOptions(target=None)) for points in ((56, 0), (57, 0), (30, 30), (1, 0))]
    [True, False, False, True]
    """
    each, together = _hand_limits(options)
    return all(
        hands * least <= total <= hands * most
        for (least, most), totals in ((each, points), (together, [sum(points)]))
        for total in totals
    )


@lru_cache(maxsize=64)
def _hand_limits(options: RuleOptions) -> tuple[tuple[int, int], tuple[int, int]]:
    """The least and the most that a hand can bring one side, and all sides together; a hand can bring nothing."""
    lines = [line.points for line in score_table(options)]
    each, together = [point for points in lines for point in points], [sum(points) for points in lines]
    return (min(0, *each), max(0, *each)), (min(0, *together), max(0, *together))


def _declaring_sides(contract: Contract) -> tuple[int | None, ...]:
    match contract:
        case Contract.LOW:
            return (None,)
        case Contract.WIDOW:
            return (None, 0, 1, 2)
        case Contract.HIGH | Contract.SOLA_NOLA | Contract.GRAND_DIX:
            return (0, 1)


def _trick_splits(contract: Contract) -> Iterator[tuple[int, ...]]:
    for first in range(contract.most_tricks + 1):
        if contract.is_solo:
            yield (first,)
        elif contract is Contract.WIDOW:
            for second in range(TRICKS_IN_HAND - first + 1):
                yield (first, second, TRICKS_IN_HAND - first - second)
        else:
            yield (first, TRICKS_IN_HAND - first)


def _outcome(contract: Contract, side: int | None, tricks: tuple[int, ...], options: RuleOptions) -> Outcome:
    """For values already found to be legal."""
    match contract:
        case Contract.LOW:
            return Outcome(contract, None, tricks, _low_points(tricks, options), (0, 0), None)
        case Contract.WIDOW:
            return Outcome(contract, side, tricks, _widow_points(side, tricks, options), (0, 0, 0), None)
        case Contract.HIGH:
            assert side is not None
            made = tricks[side] >= GRAND_NEEDS
            return Outcome(contract, side, tricks, _high_points(side, tricks, options), (0, 0), made)
        case Contract.SOLA_NOLA | Contract.GRAND_DIX:
            assert side is not None
            made = tricks == ((0,) if contract is Contract.SOLA_NOLA else (GRAND_DIX_TRICKS,))
            return Outcome(contract, side, tricks, (0, 0), _solo_stars(side, made, options), made)


def _high_points(declarers: int, tricks: tuple[int, ...], options: RuleOptions) -> tuple[int, int]:
    won = tricks[declarers]
    if won >= GRAND_NEEDS:
        return _by_side(declarers, (won - BOOK) * options.high_made, 0)
    # As many tricks below seven as the defenders have above six: 13 are shared out (RULES.md §0.1).
    short = GRAND_NEEDS - won
    return _by_side(declarers, -short * options.high_set_penalty, short * options.high_set_award)


def _low_points(tricks: tuple[int, ...], options: RuleOptions) -> tuple[int, int]:
    more = 0 if tricks[0] > tricks[1] else 1
    odd = tricks[more] - BOOK
    return _by_side(more, -odd * options.low_penalty, odd * options.low_award)


def _solo_stars(soloists: int, made: bool, options: RuleOptions) -> tuple[int, int]:
    if made:
        return _by_side(soloists, SOLO_STAR, 0)
    defended = options.solo_failed_star is FailedStar.DEFENDERS
    return _by_side(soloists, 0, SOLO_STAR if defended else 0)


def _widow_points(taker: int | None, tricks: tuple[int, ...], options: RuleOptions) -> tuple[int, ...]:
    # Only the first taker owes the higher quota (RULES.md A21).
    return tuple(won - (options.widow_quota if side == taker else options.own_quota) for side, won in enumerate(tricks))


def _by_side(side: int, own: int, others: int) -> tuple[int, int]:
    return (own, others) if side == 0 else (others, own)
