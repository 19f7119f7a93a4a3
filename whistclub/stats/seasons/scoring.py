"""Who has how much in a season: what each party brings, which parties count, ranks. Values only."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from whistclub.stats.models import Season

# Sums of thirds and halves in binary: what differs by less is the same.
DIGITS = 6


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """What an organiser chooses for a season; the fields are those of `Season`."""

    name: str
    first_day: date
    last_day: date
    scoring: str
    best_parties: int | None

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"first_day": self.first_day.isoformat(), "last_day": self.last_day.isoformat()}


def settings_from_json(data: dict[str, Any]) -> SeasonSettings:
    """The settings that `to_json` wrote."""
    days = {name: date.fromisoformat(data[name]) for name in ("first_day", "last_day")}
    return SeasonSettings(**data | days)


def settings_of(season: Season) -> SeasonSettings:
    return SeasonSettings(season.name, season.first_day, season.last_day, str(season.scoring), season.best_parties)


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
    """One player in a season. `brought` is what each party brought, in their order; those in `counting` count."""

    player: int
    rank: int
    total: float
    brought: dict[int, float]
    counting: frozenset[int]
    wins: float

    @property
    def best_party(self) -> int:
        """The first of the parties that brought most."""
        return max(self.brought, key=lambda party: self.brought[party])


def lines(parties: Sequence[int], places: Iterable[PartyResult], *, scoring: str, best: int | None) -> list[Line]:
    """Everybody who came to one of these parties, the best first; whoever has as much shares the rank."""
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
    ahead = _ahead(row[0] for row in rows)
    return [
        Line(player, ahead[total] + 1, total, brought, counting, wins)
        for total, player, brought, counting, wins in rows
    ]


def the_best(brought: dict[int, float], best: int | None) -> frozenset[int]:
    """The parties that count: those that brought most, of equal ones the earlier."""
    ordered = sorted(brought, key=lambda party: -round(brought[party], DIGITS))
    return frozenset(ordered[:best])


def running(line: Line, parties: Sequence[int], best: int | None) -> list[float]:
    """What somebody had after each party of the season."""
    so_far: dict[int, float] = {}
    totals = []
    for party in parties:
        if party in line.brought:
            so_far[party] = line.brought[party]
        totals.append(round(sum(so_far[each] for each in the_best(so_far, best)), DIGITS))
    return totals


def _worth(places: Sequence[PartyResult], scoring: str) -> dict[PartyResult, float]:
    if scoring == Season.Scoring.POINTS:
        return {place: place.points for place in places}
    if scoring == Season.Scoring.WINS:
        return {place: place.wins for place in places}
    ranks: dict[int, Counter[int]] = {}
    for place in places:
        ranks.setdefault(place.party, Counter())[place.rank] += 1
    return {place: _for_place(place.rank, ranks[place.party]) for place in places}


def _for_place(rank: int, people: Counter[int]) -> float:
    """One for coming, one for everybody ranked below, half a one for everybody of the same rank: whatever the ties,
    a party of as many people brings as much in all.
    """
    below = sum(count for other, count in people.items() if other > rank)
    return 1 + below + (people[rank] - 1) / 2


def _ahead(totals: Iterable[float]) -> dict[float, int]:
    """How many have more than each total; the totals come from the highest to the lowest."""
    ahead: dict[float, int] = {}
    for place, total in enumerate(totals):
        ahead.setdefault(total, place)
    return ahead
