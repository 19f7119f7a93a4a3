"""What is won and who pays whom, at the end of a game and of an evening.

Stakes and the payments that settle them (RULES.md §1.6, A15); prizes, which people who tie share; and the pot, which is
paid to places. Money is in cents.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import heapify, heappop, heappush
from itertools import groupby

from whistclub.engine.options import RuleOptions
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode
from whistclub.engine.standings import Line

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


WHOLE = 100  # per cent of the pot


class Prize(StrEnum):
    """`BOOBY` goes to the last of the standings, `LONGEST_TOP` to the player with most rounds at the top table."""

    BEST = "best"
    BOOBY = "booby"
    MOST_GRANDS = "most_grands"
    LONGEST_TOP = "longest_top"
    MOST_SIT_OUTS = "most_sit_outs"


def winners(prize: Prize, lines: Sequence[Line]) -> tuple[int, ...]:
    """The people who win it, lowest number first; empty if nobody has done anything for it.

    A player who has not played a game wins nothing, whatever their sit-outs are worth.
    """
    played = [line for line in lines if line.games]
    match prize:
        case Prize.BEST:
            return _most(played, lambda line: -line.rank)
        case Prize.BOOBY:
            return _last(played)
        case Prize.MOST_GRANDS:
            return _most([line for line in played if line.grands], lambda line: line.grands)
        case Prize.LONGEST_TOP:
            return _most([line for line in played if line.top_rounds], lambda line: line.top_rounds)
        case Prize.MOST_SIT_OUTS:
            return _most([line for line in played if line.sat_out], lambda line: line.sat_out)


def _last(played: Sequence[Line]) -> tuple[int, ...]:
    """The last of those who played at least half as many games as the most: it is no prize for going home early.

    Nobody is both best and last.
    """
    most_games = max((line.games for line in played), default=0)
    best = min((line.rank for line in played), default=0)
    stayed = [line for line in played if 2 * line.games >= most_games]
    last = max((line.rank for line in stayed), default=best)
    return () if last == best else _most(stayed, lambda line: line.rank)


def _most(lines: Sequence[Line], count: Callable[[Line], int]) -> tuple[int, ...]:
    most = max(map(count, lines), default=0)
    return tuple(sorted(line.person for line in lines if count(line) == most))


@dataclass(frozen=True, slots=True)
class Payout:
    """What one place pays: its number from 1 among the shares, and cents by person."""

    share: int
    cents: dict[int, int]


def amounts(pot: int, shares: Sequence[int]) -> tuple[int, ...]:
    """What each share is worth; never more than the pot together.

    Shares in per cent (100 at most) are rounded down to a cent. The cents that rounding left over go to the first
    shares, one each: shares that sum to 100 give away exactly the pot.

    >>> amounts(1001, [50, 30, 20])
    (501, 300, 200)
    """
    parts = [pot * share // WHOLE for share in shares]
    lost = pot * sum(shares) // WHOLE - sum(parts)
    return tuple(part + (number < lost) for number, part in enumerate(parts))


def paid_to_places(amounts: Sequence[int], lines: Iterable[Line]) -> tuple[Payout, ...]:
    """Amounts of the places, best first, paid to those who played; equal places share the amounts of all they fill.

    Two who are first share the first and second amount, and the next is third.
    """
    played = sorted((line for line in lines if line.games), key=lambda line: line.rank)
    payouts, place = [], 0
    for _rank, equals in groupby(played, key=lambda line: line.rank):
        tied = [line.person for line in equals]
        if place < len(amounts):
            payouts.append(Payout(place + 1, shared(sum(amounts[place : place + len(tied)]), tied)))
        place += len(tied)
    return tuple(payouts)


def left_over(pot: int, payouts: Iterable[Payout]) -> int:
    """What nobody gets; never below zero."""
    return pot - sum(sum(payout.cents.values()) for payout in payouts)


def shared(cents: int, people: Sequence[int]) -> dict[int, int]:
    """An amount in equal parts; the cents that are left go to the lowest numbers, one each.

    >>> shared(100, [9, 4, 7])
    {4: 34, 7: 33, 9: 33}
    """
    each, rest = divmod(cents, len(people))
    return {person: each + (number < rest) for number, person in enumerate(sorted(people))}
