"""The filters of a statistics page, read from its address."""

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, Max, Min
from django.http import QueryDict

from whistclub.club.models import Club
from whistclub.engine.options import TableFormat
from whistclub.rules.summary import PRESET_CARDS
from whistclub.stats.models import OWN, GameFact, Season
from whistclub.web.formatting import format_date

FORMS = {
    TableFormat.FOUR_IN_PAIRS: "4 in pairs",
    TableFormat.THREE_WITH_WIDOW: "3 with a widow",
    TableFormat.TWO_PLAYERS: "2 players",
}


class Period(NamedTuple):
    """A span of evenings, both ends included; None is open. `key` names it in addresses."""

    key: str
    title: str
    first: date | None = None
    last: date | None = None


ALL = Period("all", "All time")


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select."""

    value: str
    title: str


@dataclass(frozen=True)
class Filters:
    """The chosen filters and their choices. Unknown values in the address are ignored.

    `first` and `last` are custom dates; they replace the period. `errors` are sentences about dates that cannot be
    used.
    """

    club: Club
    periods: list[Period]
    rule_choices: list[Choice]
    period: Period
    rules: str
    first: date | None
    last: date | None
    errors: list[str]

    @property
    def has_custom_dates(self) -> bool:
        return self.first is not None or self.last is not None

    @property
    def span(self) -> Period:
        """The evenings to show: the custom dates if there are any, or the period."""
        return Period("", "", self.first, self.last) if self.has_custom_dates else self.period

    @cached_property
    def of_one_rule_set(self) -> "Filters":
        """The same within one rule set, chosen or played most: points by other rules are of another size. One query."""
        games = self.narrow(GameFact.objects.filter(club=self.club)).values("rules")
        played_most = games.annotate(times=Count("pk")).order_by("-times", "rules").first()
        return replace(self, rules=played_most["rules"] if played_most else self.rules)

    def narrow(self, rows: Any) -> Any:
        """Those rows of games, or of players in games, that match."""
        if self.span.first:
            rows = rows.filter(day__gte=self.span.first)
        if self.span.last:
            rows = rows.filter(day__lte=self.span.last)
        return rows.filter(rules=self.rules) if self.rules else rows

    @property
    def is_filtered(self) -> bool:
        return self.has_custom_dates or self.period != ALL or bool(self.rules)

    def empty_text(self, sentence: str, things: str) -> str:
        """What an empty list says: that no things match, if these are not all; else the sentence."""
        return f"No {things} match this filter." if self.is_filtered else sentence

    @property
    def query(self) -> str:
        """As addresses have them: "?period=2026&rules=askov", or nothing."""
        chosen = {"from": self.first, "to": self.last} if self.has_custom_dates else {"period": self.period.key}
        shown = {name: each for name, each in (chosen | {"rules": self.rules}).items() if each and each != ALL.key}
        return f"?{urlencode(shown)}" if shown else ""

    @property
    def period_choices(self) -> list[Choice]:
        return [Choice(period.key, period.title) for period in self.periods]

    @property
    def summary(self) -> str:
        """The filters in words, as “2026, Askov”."""
        parts = [_days_text(self.first, self.last) if self.has_custom_dates else self.period.title]
        parts += [choice.title for choice in self.rule_choices if self.rules and choice.value == self.rules]
        return ", ".join(parts)


def filters(club: Club, query: QueryDict) -> Filters:
    """The filters of an address. Two queries."""
    seasons = [
        Period(f"season:{each.pk}", each.name, each.first_day, each.last_day)
        for each in Season.objects.filter(club=club)
    ]
    facts = GameFact.objects.filter(club=club).values_list("rules").annotate(Count("pk"), Min("day"), Max("day"))
    found = sorted(facts, key=lambda row: (-row[1], row[0]))
    years = range(max(row[3].year for row in found), min(row[2].year for row in found) - 1, -1) if found else ()
    of_years = [Period(str(year), str(year), date(year, 1, 1), date(year, 12, 31)) for year in years]
    periods, most_played_first = [ALL, *seasons, *of_years], [row[0] for row in found]
    days: dict[str, date] = {}
    errors = []
    for name in ("from", "to"):
        if text := query.get(name):
            try:
                days[name] = date.fromisoformat(text)
            except ValueError:
                errors.append(f"“{text[:20]}” is not a date. Write it like 2026-11-21.")
    if len(days) == 2 and days["from"] > days["to"]:
        errors.append("The last day is before the first day.")
    return Filters(
        club,
        periods,
        [Choice("", "All rules"), *(Choice(rules, rules_title(rules)) for rules in most_played_first)],
        next((each for each in periods if each.key == query.get("period")), ALL),
        next((rules for rules in most_played_first if rules == query.get("rules")), ""),
        days.get("from"),
        days.get("to"),
        errors,
    )


def rules_title(rules: str) -> str:
    """The name of a rule set, from its key in statistics."""
    return rules.removeprefix(OWN) if rules.startswith(OWN) else PRESET_CARDS[rules].title


def _days_text(first: date | None, last: date | None) -> str:
    if first and last:
        return f"{format_date(first)} to {format_date(last)}"
    if first:
        return f"since {format_date(first)}"
    return f"until {format_date(last)}" if last else ""
