"""What places win: prizes, derived from standings, where players who tie share one; and shares of the pot, in cents."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from whistclub.engine.standings import Line

WHOLE = 100


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
