"""What one can narrow statistics to: a period, a setting, rules. Tallies are kept for each combination."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from whistclub.stats.inputs import KITCHEN, PARTY
from whistclub.stats.models import Season

FORM = "form:"
SEASON = "season:"


@dataclass(frozen=True, slots=True)
class Period:
    """A span of evenings, both ends in it; None: open. `key` names it in tallies; empty where none are kept for it."""

    key: str
    first: date | None = None
    last: date | None = None

    @classmethod
    def of_season(cls, season: Season) -> "Period":
        return cls(f"{SEASON}{season.pk}", season.first_day, season.last_day)

    def holds(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    def narrow(self, rows: Any) -> Any:
        """The rows of a query whose `day` lies in the period."""
        if self.first is not None:
            rows = rows.filter(day__gte=self.first)
        if self.last is not None:
            rows = rows.filter(day__lte=self.last)
        return rows


ALL = Period("all")


def period_of_year(year: int) -> Period:
    return Period(str(year), date(year, 1, 1), date(year, 12, 31))


def setting_scopes(*, party: bool) -> tuple[str, str]:
    """The settings a game counts in: all, and its own."""
    return "", PARTY if party else KITCHEN


def rules_scopes(form: str, rules: str) -> tuple[str, str, str]:
    """The rules a game counts in: all, those of its form, its own."""
    return "", FORM + form, rules
