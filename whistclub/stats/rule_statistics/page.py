"""What the rules do: how often what happens in the hands of one rule set."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.options import TableFormat
from whistclub.stats.filters import FORMS, Choice, rules_title
from whistclub.stats.models import RulesRollup
from whistclub.stats.reports import ReportTable, number
from whistclub.stats.rule_statistics.charts import charts, numbers
from whistclub.stats.rule_statistics.rule_sets import rule_sets
from whistclub.stats.rule_statistics.shares import Share, overall
from whistclub.stats.scopes import ALL, Period, period_of_year
from whistclub.stats.viewer import Viewer

Span = RulesRollup.Span


@dataclass(frozen=True, slots=True)
class FormPart:
    """What happened where so many sit at the table; `paper` are the games of which only the result is known."""

    form: TableFormat
    games: int
    hands: int
    paper: int
    figures: list[Share]
    charts: list[ReportTable]
    numbers: ReportTable

    @property
    def title(self) -> str:
        return str(FORMS[self.form])

    @property
    def said(self) -> str:
        games = ngettext("{number} game", "{number} games", self.games).format(number=number(self.games).text)
        hands = ngettext("{number} hand", "{number} hands", self.hands).format(number=number(self.hands).text)
        said = _("{games} with {hands}").format(games=games, hands=hands)
        if self.games > self.paper and self.hands:
            each = number(self.hands / (self.games - self.paper), 1).text
            said = _("{said}, {each} a game").format(said=said, each=each)
        if not self.paper:
            return f"{said}."
        paper = ngettext(
            "Of {number} game only the result is known.", "Of {number} games only the results are known.", self.paper
        ).format(number=number(self.paper).text)
        return f"{said}. {paper}"


@dataclass(frozen=True, slots=True)
class RulesPage:
    choices: list[Choice]
    rules: str
    period: Period
    years: list[int]
    parts: list[FormPart]

    @property
    def title(self) -> str:
        return _("What the rules do")

    @property
    def rules_title(self) -> str:
        return rules_title(self.rules) if self.rules else ""

    @property
    def periods(self) -> list[Choice]:
        return [Choice(ALL.key, _("All time")), *(Choice(str(year), str(year)) for year in self.years)]

    @property
    def summary(self) -> str:
        if not self.parts:
            return _("No game that counts yet.")
        return f"{self.rules_title}: {self.parts[0].said}"

    @property
    def tables(self) -> list[ReportTable]:
        return [table for part in self.parts for table in (part.numbers, *part.charts)]


def rules_page(visit: Viewer, rules: str | None, period: str | None) -> RulesPage:
    """The rule set that was asked for, else the one most played; of all time, or of a year. Three queries."""
    sets = rule_sets(visit.club)
    chosen = sets.known(rules) or (sets.choices[0].value if sets.choices else "")
    years = sets.years.get(chosen, [])
    span = next((period_of_year(year) for year in years if str(year) == period), ALL)
    tallies = RulesRollup.objects.filter(club=visit.club, rules=chosen)
    tallies = tallies.filter(span=Span.EVER) if span is ALL else tallies.filter(span=Span.YEAR, first=span.first)
    parts = [_part(each) for each in tallies.order_by("-games", "form")]
    return RulesPage(sets.choices, chosen, span, years, parts)


def _part(tally: RulesRollup) -> FormPart:
    form, kinds = TableFormat(tally.form), tally.rule_counters
    return FormPart(
        form=form,
        games=tally.games,
        hands=kinds.get("hands", 0),
        paper=tally.games - kinds.get("played", 0),
        figures=overall(form, kinds),
        charts=charts(form, kinds),
        numbers=numbers(form, kinds),
    )
