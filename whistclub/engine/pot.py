"""The pot of an evening: cut into shares, which are paid to places. Amounts are in cents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from whistclub.engine.standings import Line

WHOLE = 100


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
