"""Prizes of an evening, derived from standings; players who tie share a prize."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from whistclub.engine.standings import Line


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
