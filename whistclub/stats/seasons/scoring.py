"""Scores a season: what each party contributes, which parties count, ranks. Values only."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from hashlib import sha256
from typing import Any

from whistclub.stats.models import Season

# Sums of thirds and halves are inexact in binary: totals are equal if they agree to this many digits.
DIGITS = 6
# What groups are called, the top one first; there can be as many as letters.
LETTERS = "ABCD"
# The keys of the players in each group.
Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """What an organiser chooses for a season; the fields are those of `Season`.

    `groups` and `moving` are new in this version: changes logged before have none.
    """

    name: str
    first_day: date
    last_day: date
    scoring: str
    best_parties: int | None
    groups: Groups = ()
    moving: int = 0

    @property
    def mark_of_groups(self) -> str:
        """Different for other groups."""
        return sha256(repr((self.groups, self.moving)).encode()).hexdigest()[:20]

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"first_day": self.first_day.isoformat(), "last_day": self.last_day.isoformat()}


def settings_from_json(data: dict[str, Any]) -> SeasonSettings:
    """The settings that `to_json` wrote."""
    days = {name: date.fromisoformat(data[name]) for name in ("first_day", "last_day")}
    return SeasonSettings(**data | days | {"groups": _as_tuples(data.get("groups", ()))})


def settings_of(season: Season) -> SeasonSettings:
    return SeasonSettings(
        season.name,
        season.first_day,
        season.last_day,
        str(season.scoring),
        season.best_parties,
        _as_tuples(season.groups),
        season.moving,
    )


def _as_tuples(groups: Iterable[Iterable[int]]) -> Groups:
    return tuple(tuple(group) for group in groups)


@dataclass(frozen=True, slots=True)
class PartyResult:
    """One player in the standings of one party; `party` is its key."""

    party: int
    player: int
    rank: int
    wins: float
    points: float


@dataclass(frozen=True, slots=True)
class Line:
    """One player in a season. `brought` is the result of each party in order; those of `counting` count."""

    player: int
    rank: int
    total: float
    brought: dict[int, float]
    counting: frozenset[int]
    wins: float

    @property
    def best_party(self) -> int:
        """The first of the parties with the highest result."""
        return max(self.brought, key=lambda party: self.brought[party])


def lines(parties: Sequence[int], places: Iterable[PartyResult], *, scoring: str, best: int | None) -> list[Line]:
    """Everyone who came to one of these parties, best first; equal totals share a rank."""
    found = list(places)
    worth = _worth(found, scoring)
    came: dict[int, dict[int, PartyResult]] = {}
    for place in found:
        came.setdefault(place.player, {})[place.party] = place
    rows = []
    for player, mine in came.items():
        brought = {party: worth[mine[party]] for party in parties if party in mine}
        counting = the_best(brought, best)
        total = round(sum(brought[party] for party in counting), DIGITS)
        rows.append((total, player, brought, counting, round(sum(place.wins for place in mine.values()), DIGITS)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return ranked(Line(player, 0, total, brought, counting, wins) for total, player, brought, counting, wins in rows)


def ranked(found: Iterable[Line]) -> list[Line]:
    """These lines, best first, with their ranks among themselves."""
    some = list(found)
    ahead = _ahead(line.total for line in some)
    return [replace(line, rank=ahead[line.total] + 1) for line in some]


def the_best(brought: dict[int, float], best: int | None) -> frozenset[int]:
    """The parties that count: those with the highest results, the earlier of equal ones."""
    ordered = sorted(brought, key=lambda party: -round(brought[party], DIGITS))
    return frozenset(ordered[:best])


def running(line: Line, parties: Sequence[int], best: int | None) -> list[float]:
    """The player's total after each party of the season."""
    so_far: dict[int, float] = {}
    totals = []
    for party in parties:
        if party in line.brought:
            so_far[party] = line.brought[party]
        totals.append(round(sum(so_far[each] for each in the_best(so_far, best)), DIGITS))
    return totals


def _worth(places: Sequence[PartyResult], scoring: str) -> dict[PartyResult, float]:
    kind = Season.Scoring(scoring)
    match kind:
        case kind.POINTS:
            return {place: place.points for place in places}
        case kind.WINS:
            return {place: place.wins for place in places}
        case kind.PLACES:
            ranks: dict[int, Counter[int]] = {}
            for place in places:
                ranks.setdefault(place.party, Counter())[place.rank] += 1
            return {place: _for_place(place.rank, ranks[place.party]) for place in places}


def _for_place(rank: int, people: Counter[int]) -> float:
    """One point for attending, one for each player ranked below, half a point for each tied player: the points of all
    players add up to the same whatever the ties.
    """
    below = sum(count for other, count in people.items() if other > rank)
    return 1 + below + (people[rank] - 1) / 2


def _ahead(totals: Iterable[float]) -> dict[float, int]:
    """For each total how many are higher; the totals are sorted, highest first."""
    ahead: dict[float, int] = {}
    for place, total in enumerate(totals):
        ahead.setdefault(total, place)
    return ahead
