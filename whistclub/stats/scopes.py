"""What statistics can be filtered by: period, setting, rules. Roll-ups are stored for each combination."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from whistclub.stats.inputs import KITCHEN, PARTY
from whistclub.stats.models import Season

FORM = "form:"
SEASON = "season:"


@dataclass(frozen=True, slots=True)
class Period:
    """A span of evenings, both ends included; None is open. `key` names it in roll-ups, empty if none are stored."""

    key: str
    first: date | None = None
    last: date | None = None

    @classmethod
    def of_season(cls, season: Season) -> "Period":
        return cls(f"{SEASON}{season.pk}", season.first_day, season.last_day)

    def holds(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    def narrow(self, rows: Any) -> Any:
        """The rows of a queryset whose `day` is in the period."""
        if self.first is not None:
            rows = rows.filter(day__gte=self.first)
        if self.last is not None:
            rows = rows.filter(day__lte=self.last)
        return rows


ALL = Period("all")


def period_of_year(year: int) -> Period:
    return Period(str(year), date(year, 1, 1), date(year, 12, 31))


def setting_scopes(*, party: bool) -> tuple[str, str]:
    """The settings in which a game counts: all, and its own."""
    return "", PARTY if party else KITCHEN


def rules_scopes(form: str, rules: str) -> tuple[str, str, str]:
    """The rules under which a game counts: all, its table format, its rule set."""
    return "", FORM + form, rules
