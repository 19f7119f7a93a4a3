"""Who pays whom at the end of an evening, in play money (RULES.md §1.6, A15)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

# All subsets of so many people are looked through: 16384, some hundredths of a second.
MOST_PROVEN = 14

# A person and what he is to receive; less than nothing is owed.
Balance = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Settled:
    """A game that is over: the people of each side, and cents by side as `game.settlement` gives them."""

    sides: tuple[tuple[int, ...], ...]
    cents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """`cents` is always more than nothing."""

    payer: int
    payee: int
    cents: int


def balances(games: Iterable[Settled]) -> dict[int, int]:
    """What each player has won (or, below zero, lost) in all the games, in cents, by number; who is even is in it too.

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

    Whoever owes exactly what another is owed pays him all of it, which never makes the payments more. If at most
    `MOST_PROVEN` people with a balance are then left, no settlement has fewer payments than this one. With more left
    it is short, fewer payments than people, but the fewest are not proven.

    Raises InvalidInput with `balances_not_zero`, its limit being their sum and zero.
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

    Taking such a pair out of one group, or out of two and joining what is left of them, never makes fewer groups
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
    left = {person for people in waiting.values() for person in people}
    return payments, [balance for balance in balances if balance[0] in left]


def _most_groups(balances: Sequence[Balance]) -> list[list[Balance]]:
    """The people parted into as many groups as can be, each of which sums to zero.

    People who pay each other, however indirectly, sum to zero, and to join n people takes n - 1 payments. So the
    fewest payments are the people less the most such groups. A set of people is a number, one bit for each.
    """
    everybody = (1 << len(balances)) - 1
    sums = [0] * (everybody + 1)
    # most[people]: how many groups they hold, those who are in no group being put aside.
    most = [0] * (everybody + 1)
    for people in range(1, everybody + 1):
        lowest = people & -people
        sums[people] = sums[people ^ lowest] + balances[lowest.bit_length() - 1][1]
        most[people] = max(most[people ^ bit] for bit in _bits(people)) + (not sums[people])
    groups: list[list[Balance]] = []
    people = everybody
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
