"""How the rules play out: how often each outcome occurs in the hands of one rule set."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Club
from whistclub.engine.options import TableFormat
from whistclub.stats.filters import FORMS, Choice, rules_title
from whistclub.stats.models import RulesRollup
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.stats.rule_statistics import shares
from whistclub.stats.rule_statistics.shares import MORE_THAN_HALF, Kinds, Share
from whistclub.stats.scopes import ALL, Period, period_of_year
from whistclub.stats.viewer import Viewer

Span = RulesRollup.Span


@dataclass(frozen=True, slots=True)
class FormPart:
    """The statistics of one table format; `paper` is the number of games with only a typed result."""

    form: TableFormat
    games: int
    hands: int
    paper: int
    figures: list[Share]
    chart: ReportTable
    numbers: ReportTable

    @property
    def title(self) -> str:
        return str(FORMS[self.form])

    @property
    def text(self) -> str:
        games = ngettext("{number} game", "{number} games", self.games).format(number=number(self.games).text)
        hands = ngettext("{number} hand", "{number} hands", self.hands).format(number=number(self.hands).text)
        text = _("{games} with {hands}").format(games=games, hands=hands)
        if self.games > self.paper and self.hands:
            each = number(self.hands / (self.games - self.paper), 1).text
            text = _("{text}, {each} per game").format(text=text, each=each)
        if not self.paper:
            return f"{text}."
        paper = ngettext(
            "For {number} game only the result is known.", "For {number} games only the results are known.", self.paper
        ).format(number=number(self.paper).text)
        return f"{text}. {paper}"


@dataclass(frozen=True, slots=True)
class RulesPage:
    choices: list[Choice]
    rules: str
    period: Period
    years: list[int]
    parts: list[FormPart]

    @property
    def title(self) -> str:
        return _("Hands")

    @property
    def rules_title(self) -> str:
        return rules_title(self.rules) if self.rules else ""

    @property
    def periods(self) -> list[Choice]:
        return [Choice(ALL.key, _("All time")), *(Choice(str(year), str(year)) for year in self.years)]

    @property
    def summary(self) -> str:
        if not self.parts:
            return _("No games yet.")
        return f"{self.rules_title}: {self.parts[0].text}"

    @property
    def tables(self) -> list[ReportTable]:
        return [table for part in self.parts for table in (part.numbers, part.chart)]


def rules_page(viewer: Viewer, rules: str | None, period: str | None) -> RulesPage:
    """The rule set in the address, else the most played one; for all time or a year. 3 queries."""
    sets = rule_sets(viewer.club)
    chosen = sets.known(rules) or (sets.choices[0].value if sets.choices else "")
    years = sets.years.get(chosen, [])
    span = next((period_of_year(year) for year in years if str(year) == period), ALL)
    tallies = RulesRollup.objects.filter(club=viewer.club, rules=chosen)
    tallies = tallies.filter(span=Span.EVER) if span.first is None else tallies.filter(span=Span.YEAR, first=span.first)
    parts = [_part(each) for each in tallies.order_by("-games", "form")]
    return RulesPage(sets.choices, chosen, span, years, parts)


def _part(tally: RulesRollup) -> FormPart:
    form, kinds = TableFormat(tally.form), tally.rule_counters
    return FormPart(
        form=form,
        games=tally.games,
        hands=kinds.get("hands", 0),
        paper=tally.games - kinds.get("played", 0),
        figures=shares.overall(form, kinds),
        chart=tricks_chart(form, kinds),
        numbers=numbers(form, kinds),
    )


def tricks_chart(form: TableFormat, kinds: Kinds) -> ReportTable:
    """How many tricks the side that granded took, or the player who took the widow first."""
    if form is TableFormat.THREE_WITH_WIDOW:
        title, found = _("Tricks of the player who took the widow first"), shares.tricks("taken", kinds)
    else:
        title, found = _("Tricks of the side that granded"), shares.tricks("tricks", kinds)
    return ReportTable(
        f"{form.value}-tricks",
        title,
        [_("Tricks"), _("Share")],
        [[Cell(each.name), share(each.part, each.whole)] for each in found],
        kind="bars",
        summary=_usual(found),
    )


def _usual(found: list[Share]) -> str:
    if not found:
        return ""
    whole = found[0].whole
    mean = sum(int(each.name) * each.part for each in found) / whole
    most = max(found, key=lambda each: each.part)
    text = ngettext(
        "Average {mean}; most often {most} ({share} of {times} hand).",
        "Average {mean}; most often {most} ({share} of {times} hands).",
        whole,
    )
    return text.format(mean=number(mean, 1).text, most=most.name, share=most.text, times=number(whole).text)


def numbers(form: TableFormat, kinds: Kinds) -> ReportTable:
    """All shares with their counts."""
    groups: list[tuple[str, list[Share]]] = [("", shares.overall(form, kinds))]
    if form is TableFormat.THREE_WITH_WIDOW:
        groups.append((_("Widow taken, tricks: {name}"), shares.tricks("taken", kinds)))
    else:
        groups += [
            (_("Grands made: {name}"), shares.by_seat(form, kinds)),
            (_("Grands made: {name}"), shares.by_score(kinds)),
            (_("Grand bids: {name}"), shares.granding(form, kinds)),
            (_("Grands, tricks: {name}"), shares.tricks("tricks", kinds)),
            (_("Low hands, tricks: {name}"), shares.tricks("low", kinds, least=MORE_THAN_HALF)),
            (_("Made: {name}"), shares.solos(kinds)),
        ]
    rows = []
    for text, group in groups:
        for each in group:
            first, *others = each.cells
            rows.append([Cell(text.format(name=first.text)) if text else first, *others])
    head = [_("Statistic"), _("Times"), _("Out of"), _("Share"), _("Likely range")]
    return ReportTable(f"{form.value}-numbers", _("Details"), head, rows, _("No hands were recorded."))


@dataclass(frozen=True, slots=True)
class RuleSets:
    """The choices, most played first; `years` in which each was played, latest first."""

    choices: list[Choice]
    years: dict[str, list[int]]

    def known(self, rules: str | None) -> str:
        """The name itself, or "" for a rule set that was never played."""
        return rules if rules in self.years else ""


def rule_sets(club: Club) -> RuleSets:
    """One query."""
    spans = RulesRollup.objects.filter(club=club, span__in=[Span.EVER, Span.YEAR])
    games: dict[str, int] = {}
    years: dict[str, set[int]] = {}
    for rules, span, first, played in spans.values_list("rules", "span", "first", "games"):
        if span == Span.EVER:
            games[rules] = games.get(rules, 0) + played
        else:
            years.setdefault(rules, set()).add(first.year)
    ordered = sorted(games, key=lambda rules: (-games[rules], rules))
    return RuleSets(
        [Choice(rules, rules_title(rules)) for rules in ordered],
        {rules: sorted(years.get(rules, ()), reverse=True) for rules in ordered},
    )
