"""Standings of an evening: each player's games added up and ranked by chosen criteria; ties share a rank.

RULES.md §2.3.11: games won, then points, then point difference; never the final table, which says more about the draw
than about the evening (RULES.md §3). Values are exact fractions, so that rounding neither makes nor breaks a tie.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

TOP_TABLE = 1
LAST_GROUP = 1_000


class Worth(StrEnum):
    """What a sit-out counts. `AVERAGE`: the player's own wins, stars, points and difference per game played."""

    HALF = "half"
    NOTHING = "nothing"
    WIN = "win"
    AVERAGE = "average"


class Criterion(StrEnum):
    """What may decide a rank: an attribute of `Line`; more is better in all of them.

    `WINS_AND_STARS`: a star of a side that won counts as one more game won, for rules with solos (RULES.md A13).
    """

    WINS = "wins"
    WINS_AND_STARS = "wins_and_stars"
    POINTS = "points"
    DIFFERENCE = "difference"
    TOP = "top_rounds"


class Result(StrEnum):
    """What a game was to one player.

    `DRAWN` is also a table that was ruled a draw (RULES.md §2.3.6c). `LOST` is a game played and not won, also by one
    whose partner left and the others won by walkover (RULES.md §2.3.6b).
    """

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Played(NamedTuple):
    """One player's part in one game; a substitute's game is theirs, not that of the player who left (RULES.md §2.3.6a).

    `grands_made` are those the player declared, `stars` those of their side. Tables count from the
    top, which is 1.
    """

    person: int
    round: int
    table: int
    result: Result
    points_for: int = 0
    points_against: int = 0
    grands_made: int = 0
    stars: int = 0


class SitOut(NamedTuple):
    """A sit-out, even if the player then took another player's chair."""

    person: int
    round: int


class Line(NamedTuple):
    """One player in the standings. Ranks are shared as in sport: 1, 1, 3.

    `games` and `won` are games as they were played. `wins`, `stars`, `points` and `difference` decide ranks: a draw is
    half a win, stars count in games won only, and sit-outs are included at their worth.
    """

    person: int
    rank: int
    shared: bool
    games: int
    won: int
    sat_out: int
    wins: Fraction | int
    points: Fraction | int
    difference: Fraction | int
    stars: Fraction | int
    grands: int
    top_rounds: int

    @property
    def wins_and_stars(self) -> Fraction | int:
        return self.wins + self.stars


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose rank has changed."""

    person: int
    old: int
    new: int


USUAL = (Criterion.WINS, Criterion.POINTS, Criterion.DIFFERENCE)

_HALVES_FOR_SITTING_OUT = {
    Worth.HALF: 1,
    Worth.NOTHING: 0,
    Worth.WIN: 2,
    Worth.AVERAGE: 0,  # an average is of what was played, and comes with points
}


def standings(
    people: Sequence[int],
    played: Iterable[Played],
    sat_out: Iterable[SitOut],
    criteria: Sequence[Criterion] = USUAL,
    worth: Worth = Worth.HALF,
) -> tuple[Line, ...]:
    """Each of `people` once, best first, ties by number; games and sit-outs of others are ignored.

    A sit-out counts nothing in a round in which the same player played after all: that round has been counted.

    >>> played = [
    ...     Played(person=1, round=1, table=1, result=Result.WON, points_for=13, points_against=7),
    ...     Played(person=2, round=1, table=1, result=Result.LOST, points_for=7, points_against=13),
    ... ]
    >>> for line in standings([1, 2, 3], played, [SitOut(person=3, round=1)]):
    ...     print(line.rank, line.person, float(line.wins), int(line.difference))
    1 1 1.0 6
    2 3 0.5 0
    3 2 0.0 -6
    """
    games: dict[int, list[Played]] = {person: [] for person in people}
    for part in played:
        if part.person in games:
            games[part.person].append(part)
    rounds_out: dict[int, set[int]] = {person: set() for person in people}
    for sit_out in sat_out:
        if sit_out.person in rounds_out:
            rounds_out[sit_out.person].add(sit_out.round)
    lines = [_unranked(person, games[person], rounds_out[person], worth) for person in sorted(games)]
    return _ranked(lines, criteria)


def divided(lines: Sequence[Line], groups: Mapping[int, int]) -> tuple[Line, ...]:
    """The same with all of group 0 before those of group 1, and so on; who is in no group comes last."""
    found: list[Line] = []
    for group in sorted({*groups.values(), LAST_GROUP}):
        inside = [line for line in lines if groups.get(line.person, LAST_GROUP) == group]
        for _rank, equals in groupby(inside, key=lambda line: line.rank):
            tied = tuple(equals)
            rank = len(found) + 1
            found.extend(line._replace(rank=rank, shared=len(tied) > 1) for line in tied)
    return tuple(found)


def moves(before: Iterable[Line], after: Iterable[Line]) -> tuple[Move, ...]:
    """The players of both standings whose rank changed, in the order of the new ones."""
    old = {line.person: line.rank for line in before}
    return tuple(
        Move(line.person, old[line.person], line.rank) for line in after if old.get(line.person, line.rank) != line.rank
    )


def _unranked(person: int, parts: Sequence[Played], rounds_out: set[int], worth: Worth) -> Line:
    games = len(parts)
    results = [part.result for part in parts]
    won, drawn = results.count(Result.WON), results.count(Result.DRAWN)
    points = against = stars = grands = 0
    for part in parts:
        points += part.points_for
        against += part.points_against
        grands += part.grands_made
        if part.result is Result.WON:
            stars += part.stars
    sat_out = len(rounds_out - {part.round for part in parts}) if rounds_out else 0
    # A player who has not played yet has no average.
    stretch: Fraction | int = 1 + Fraction(sat_out, games) if worth is Worth.AVERAGE and games else 1
    return Line(
        person=person,
        rank=0,
        shared=False,
        games=games,
        won=won,
        sat_out=sat_out,
        wins=_half((2 * won + drawn) * stretch + sat_out * _HALVES_FOR_SITTING_OUT[worth]),
        points=points * stretch,
        difference=(points - against) * stretch,
        stars=stars * stretch,
        grands=grands,
        top_rounds=len({part.round for part in parts if part.table == TOP_TABLE}),
    )


def _half(doubled: Fraction | int) -> Fraction | int:
    """Whole numbers stay whole: they are compared ten times as fast."""
    return doubled // 2 if doubled % 2 == 0 else Fraction(doubled) / 2


def _ranked(lines: Iterable[Line], criteria: Sequence[Criterion]) -> tuple[Line, ...]:
    """Equal lines stay in the order in which they come."""
    keyed = [([getattr(line, criterion) for criterion in criteria], line) for line in lines]
    ranked: list[Line] = []
    for _values, group in groupby(sorted(keyed, key=itemgetter(0), reverse=True), key=itemgetter(0)):
        tied = [line for _key, line in group]
        rank = len(ranked) + 1
        ranked.extend(line._replace(rank=rank, shared=len(tied) > 1) for line in tied)
    return tuple(ranked)
