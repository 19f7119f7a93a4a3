"""The filters of a statistics page, read from its address."""

from dataclasses import dataclass, field
from datetime import date

from django.http import QueryDict
from django.utils.formats import date_format

from whistclub.club.models import Club
from whistclub.engine.options import TableFormat
from whistclub.rules.summary import title_of
from whistclub.stats.inputs import OWN
from whistclub.stats.models import RulesRollup, Season
from whistclub.stats.scopes import ALL, Period, period_of_year

FORMS = {
    TableFormat.FOUR_IN_PAIRS: "4 in pairs",
    TableFormat.THREE_WITH_WIDOW: "3 with a widow",
    TableFormat.TWO_PLAYERS: "2 players",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select."""

    value: str
    title: str


@dataclass(slots=True)
class Filters:
    """The chosen filters and their choices. Unknown values in the address are ignored.

    `first` and `last` are custom dates; they replace the period. `errors` are sentences about dates that cannot be
    used.
    """

    club: Club
    periods: list[tuple[Period, str]]
    rule_choices: list[Choice]
    period: Period = ALL
    rules: str = ""
    first: date | None = None
    last: date | None = None
    errors: list[str] = field(default_factory=list)

    @property
    def has_custom_dates(self) -> bool:
        return self.first is not None or self.last is not None

    @property
    def span(self) -> Period:
        """The evenings to show: the custom dates if there are any, or the period."""
        return Period("", self.first, self.last) if self.has_custom_dates else self.period

    @property
    def is_filtered(self) -> bool:
        return self.has_custom_dates or self.period != ALL or bool(self.rules)

    @property
    def period_choices(self) -> list[Choice]:
        return [Choice(period.key, title) for period, title in self.periods]

    @property
    def summary(self) -> str:
        """The filters in words, as “2026, Askov”."""
        parts = [_days_text(self.first, self.last) if self.has_custom_dates else dict(self.periods)[self.period]]
        parts += [choice.title for choice in self.rule_choices if self.rules and choice.value == self.rules]
        return ", ".join(parts)


def filters(club: Club, query: QueryDict) -> Filters:
    """The filters of an address. Two queries."""
    seasons = [(Period.of_season(season), season.name) for season in Season.objects.filter(club=club)]
    rollups = RulesRollup.objects.filter(club=club, span__in=[RulesRollup.Span.EVER, RulesRollup.Span.YEAR])
    played = list(rollups.order_by("-games", "rules").values_list("span", "first", "rules"))
    years = sorted({first.year for span, first, _rules in played if span == RulesRollup.Span.YEAR}, reverse=True)
    ever = [rules for span, _first, rules in played if span == RulesRollup.Span.EVER]
    found = Filters(
        club=club,
        periods=[(ALL, "All time"), *seasons, *((period_of_year(year), str(year)) for year in years)],
        rule_choices=_rule_choices(ever),
    )
    found.period = next((each for each, _title in found.periods if each.key == query.get("period")), ALL)
    found.rules = next((each.value for each in found.rule_choices if each.value == query.get("rules")), "")
    found.first, found.last = _day(found, query.get("from")), _day(found, query.get("to"))
    if found.first and found.last and found.first > found.last:
        found.errors.append("The last day is before the first day.")
    return found


def _rule_choices(played: list[str]) -> list[Choice]:
    """Every rule set played, most played first."""
    return [Choice("", "All rules"), *(Choice(rules, rules_title(rules)) for rules in dict.fromkeys(played))]


def rules_title(rules: str) -> str:
    """The name of a rule set, from its key in statistics."""
    return rules.removeprefix(OWN) if rules.startswith(OWN) else title_of(rules)


def _day(found: Filters, text: str | None) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        found.errors.append(f"“{text[:20]}” is not a date. Write it like 2026-11-21.")
        return None


def _days_text(first: date | None, last: date | None) -> str:
    if first and last:
        return "{first} to {last}".format(first=date_format(first, "j M Y"), last=date_format(last, "j M Y"))
    if first:
        return "since {day}".format(day=date_format(first, "j M Y"))
    return "until {day}".format(day=date_format(last, "j M Y")) if last else ""
