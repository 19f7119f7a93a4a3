"""Standings of an evening: each person's games added up, ranked by chosen criteria, true ties sharing a rank.

RULES.md §2.3.11: games won, then points, then point difference; never the table one ends at, which says more
about the draw than about the evening (RULES.md §3). Everything is exact, so that a tie is a tie and nothing else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

TOP_TABLE = 1


class Worth(StrEnum):
    """What a round sat out counts. `AVERAGE`: one's own wins, points and difference per game played."""

    HALF = "half"
    NOTHING = "nothing"
    WIN = "win"
    AVERAGE = "average"


class Criterion(StrEnum):
    """What may decide a rank; more is better in all of them."""

    WINS = "wins"
    POINTS = "points"
    DIFFERENCE = "difference"
    GRANDS = "grands"
    HANDS = "hands"
    TOP = "top"


class Result(StrEnum):
    """What a game was to one person.

    `DRAWN` is also a table given up (RULES.md §2.3.6c). `NO_WIN`: one of his side left, the others won by default
    (RULES.md §2.3.6b); it is a game played and not won, but nobody beat him.
    """

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    NO_WIN = "no_win"


@dataclass(frozen=True, slots=True)
class Played:
    """One person's part in one game; a substitute's game is his, not that of whoever left (RULES.md §2.3.6a).

    `grands_made` are those he declared himself, `hands_won` those of his side. Tables count from the top, which is 1.
    """

    person: int
    round: int
    table: int
    result: Result
    points_for: int = 0
    points_against: int = 0
    grands_made: int = 0
    hands_won: int = 0


@dataclass(frozen=True, slots=True)
class SatOut:
    """A sit-out that was booked, even if the person then took somebody's chair."""

    person: int
    round: int


@dataclass(frozen=True, slots=True)
class Line:
    """One person in the standings. Ranks are shared as in sport: 1, 1, 3.

    `games` is `won` and `drawn` and `lost` and `no_wins` together, games as they were played. `wins`, `points` and
    `difference` are what ranks: a draw is half a win, and the rounds sat out are in at their worth.
    """

    person: int
    rank: int
    shared: bool
    games: int
    won: int
    drawn: int
    lost: int
    no_wins: int
    sat_out: int
    wins: Fraction
    points: Fraction
    difference: Fraction
    grands: int
    hands: int
    top_rounds: int


@dataclass(frozen=True, slots=True)
class Move:
    """A person whose rank is no longer what it was."""

    person: int
    old: int
    new: int


USUAL = (Criterion.WINS, Criterion.POINTS, Criterion.DIFFERENCE)

_WINS_FOR_SITTING_OUT = {
    Worth.HALF: Fraction(1, 2),
    Worth.NOTHING: Fraction(0),
    Worth.WIN: Fraction(1),
    Worth.AVERAGE: Fraction(0),  # an average is of what was played, and comes with points
}


def standings(
    people: Sequence[int],
    played: Iterable[Played],
    sat_out: Iterable[SatOut],
    criteria: Sequence[Criterion] = USUAL,
    worth: Worth = Worth.HALF,
) -> tuple[Line, ...]:
    """Everybody of `people` once, best first, ties by number; games and sit-outs of anybody else are not looked at.

    A sit-out is worth nothing in a round in which the same person played after all: the round has been counted.
    """
    games: dict[int, list[Played]] = {person: [] for person in people}
    for part in played:
        if part.person in games:
            games[part.person].append(part)
    idle: dict[int, set[int]] = {person: set() for person in people}
    for rest in sat_out:
        if rest.person in idle:
            idle[rest.person].add(rest.round)
    lines = [_unranked(person, games[person], idle[person], worth) for person in sorted(games)]
    return _ranked(lines, criteria)


def moves(before: Iterable[Line], after: Iterable[Line]) -> tuple[Move, ...]:
    """What a correction moved: the people of both standings whose rank changed, in the order of the new ones."""
    old = {line.person: line.rank for line in before}
    return tuple(
        Move(line.person, old[line.person], line.rank) for line in after if old.get(line.person, line.rank) != line.rank
    )


def _unranked(person: int, parts: Sequence[Played], idle: set[int], worth: Worth) -> Line:
    games = len(parts)
    results = [part.result for part in parts]
    won, drawn = results.count(Result.WON), results.count(Result.DRAWN)
    sat_out = len(idle - {part.round for part in parts})
    # Whoever has not played yet has no average.
    stretch = 1 + Fraction(sat_out, games) if worth is Worth.AVERAGE and games else Fraction(1)
    points = sum(part.points_for for part in parts)
    return Line(
        person=person,
        rank=0,
        shared=False,
        games=games,
        won=won,
        drawn=drawn,
        lost=results.count(Result.LOST),
        no_wins=results.count(Result.NO_WIN),
        sat_out=sat_out,
        wins=(won + Fraction(drawn, 2)) * stretch + sat_out * _WINS_FOR_SITTING_OUT[worth],
        points=points * stretch,
        difference=(points - sum(part.points_against for part in parts)) * stretch,
        grands=sum(part.grands_made for part in parts),
        hands=sum(part.hands_won for part in parts),
        top_rounds=len({part.round for part in parts if part.table == TOP_TABLE}),
    )


def _ranked(lines: Iterable[Line], criteria: Sequence[Criterion]) -> tuple[Line, ...]:
    """Equal lines stay in the order in which they come."""

    def values(line: Line) -> tuple[Fraction | int, ...]:
        return tuple(_value(line, criterion) for criterion in criteria)

    ranked: list[Line] = []
    for _values, group in groupby(sorted(lines, key=values, reverse=True), key=values):
        tied = tuple(group)
        rank = len(ranked) + 1
        ranked.extend(replace(line, rank=rank, shared=len(tied) > 1) for line in tied)
    return tuple(ranked)


def _value(line: Line, criterion: Criterion) -> Fraction | int:
    match criterion:
        case Criterion.WINS:
            return line.wins
        case Criterion.POINTS:
            return line.points
        case Criterion.DIFFERENCE:
            return line.difference
        case Criterion.GRANDS:
            return line.grands
        case Criterion.HANDS:
            return line.hands
        case Criterion.TOP:
            return line.top_rounds
