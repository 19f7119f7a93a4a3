"""What a season says, as a value."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from whistclub.stats.models import Season


@dataclass(frozen=True, slots=True)
class Plan:
    """A season's evenings, what a party brings (see Season.Counts), how many of somebody's parties count."""

    name: str
    first_day: date
    last_day: date
    counts: str
    best: int | None

    def stored(self) -> dict[str, Any]:
        return asdict(self) | {"first_day": self.first_day.isoformat(), "last_day": self.last_day.isoformat()}


def stored_plan(said: dict[str, Any]) -> Plan:
    """The same from what was stored."""
    days = {name: date.fromisoformat(said[name]) for name in ("first_day", "last_day")}
    return Plan(**said | days)


def plan_of(season: Season) -> Plan:
    return Plan(season.name, season.first_day, season.last_day, str(season.counts), season.best)
