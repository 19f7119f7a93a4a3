"""Who pays whom, at the end of a game and of an evening (RULES.md §1.6, A15)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from whistclub.engine.options import RuleOptions
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

# Up to this number of people all subsets are tried: 16384 of them, in some hundredths of a second.
MOST_PROVEN = 14

# A player and the cents they are to receive; below zero they owe.
Balance = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Settled:
    """A game that is over: the people of each side, and cents by side as `settlement` gives them."""

    sides: tuple[tuple[int, ...], ...]
    cents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` pays `payee`; `cents` is always above zero."""

    payer: int
    payee: int
    cents: int


def settlement(winner: int | None, stars: tuple[int, ...], options: RuleOptions) -> tuple[int, ...]:
    """Cents by side: every loser pays the winner one stake, and one more for each star of the winner (Pagat,
    RULES.md A15).

    The losers' stars count for nothing (RULES.md A13); nothing is paid without a winner. Also settles a conceded game.
    """
    if winner is None:
        return (0,) * len(stars)
    paid = options.stake * (1 + stars[winner])
    losers = len(stars) - 1
    return tuple(paid * losers if side == winner else -paid for side in range(len(stars)))


def balances(games: Iterable[Settled]) -> dict[int, int]:
    """What each player has won (or, below zero, lost) in all the games, in cents, by number; those at zero included.

    A side's amount is that of each of its players: every loser pays one winner (RULES.md A15). With sides of equal size
    the balances sum to zero.
    """
    totals: dict[int, int] = defaultdict(int)
    for game in games:
        for side, cents in zip(game.sides, game.cents, strict=True):
            for person in side:
                totals[person] += cents
    return dict(sorted(totals.items()))


def fewest_payments(balances: Mapping[int, int]) -> tuple[Payment, ...]:
    """Payments that bring everybody to zero, ordered by payer, then payee; the same for the same balances.

    A player who owes exactly what another is owed pays them all of it, which never makes the payments more. If at most
    `MOST_PROVEN` people with a balance then remain, no settlement has fewer payments than this one. With more it is
    still short, fewer payments than people, but not proven to be the shortest.

    Raises InvalidInput with `balances_not_zero`.

    >>> for payment in fewest_payments({1: 45, 2: -15, 3: -45, 4: 15}):
    ...     print(payment)
    Payment(payer=2, payee=4, cents=15)
    Payment(payer=3, payee=1, cents=45)
    """
    total = sum(balances.values())
    if total:
        raise InvalidInput([Problem(ProblemCode.BALANCES_NOT_ZERO, "balances", found=total, expected=0)])
    open_balances = [(person, cents) for person, cents in sorted(balances.items()) if cents]
    payments, rest = _opposites(open_balances)
    groups = _most_groups(rest) if len(rest) <= MOST_PROVEN else [rest]
    for group in groups:
        payments.extend(_largest_first(group))
    return tuple(sorted(payments, key=lambda payment: (payment.payer, payment.payee)))


def _opposites(balances: Sequence[Balance]) -> tuple[list[Payment], list[Balance]]:
    """Payments between people whose balances cancel out, lowest numbers first, and the balances of the others.

    Taking such a pair out of one group, or out of two and joining the rest of them, never makes fewer groups
    (see `_most_groups`).
    """
    waiting: dict[int, list[int]] = defaultdict(list)
    for person, cents in reversed(balances):
        waiting[cents].append(person)
    payments = []
    for owed in [cents for cents in waiting if cents > 0]:
        payees, payers = waiting[owed], waiting.get(-owed, [])
        while payees and payers:
            payments.append(Payment(payers.pop(), payees.pop(), owed))
    remaining = {person for people in waiting.values() for person in people}
    return payments, [balance for balance in balances if balance[0] in remaining]


def _most_groups(balances: Sequence[Balance]) -> list[list[Balance]]:
    """The people split into as many groups as possible, each of which sums to zero.

    People connected by payments sum to zero, and to connect n people takes n - 1 payments. So the fewest payments are
    the number of people less the most such groups. A set of people is a number with one bit for each.
    """
    everyone = (1 << len(balances)) - 1
    sums = [0] * (everyone + 1)
    # most[people]: the number of groups among them, people in no group aside.
    most = [0] * (everyone + 1)
    for people in range(1, everyone + 1):
        lowest = people & -people
        sums[people] = sums[people ^ lowest] + balances[lowest.bit_length() - 1][1]
        most[people] = max(most[people ^ bit] for bit in _bits(people)) + (not sums[people])
    groups: list[list[Balance]] = []
    people = everyone
    while people:
        if not sums[people]:
            groups.append([])
        without = max((people ^ bit for bit in _bits(people)), key=most.__getitem__)
        groups[-1].append(balances[(people ^ without).bit_length() - 1])
        people = without
    return groups


def _bits(people: int) -> Iterable[int]:
    while people:
        lowest = people & -people
        yield lowest
        people ^= lowest


def _largest_first(balances: Iterable[Balance]) -> list[Payment]:
    """The largest debtor pays the largest creditor until all are even: each payment is at least one person's last."""
    creditors = [(-cents, person) for person, cents in balances if cents > 0]
    debtors = [(cents, person) for person, cents in balances if cents < 0]
    heapify(creditors)
    heapify(debtors)
    payments = []
    while debtors:
        owes, payer = heappop(debtors)
        owed, payee = heappop(creditors)
        cents = min(-owes, -owed)
        payments.append(Payment(payer, payee, cents))
        if owes + cents:
            heappush(debtors, (owes + cents, payer))
        if owed + cents:
            heappush(creditors, (owed + cents, payee))
    return payments
