"""How hands go: shares of the hands of a rule set, or of all, from the counters of the engine; the rule sets played."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.engine.options import TableFormat
from whistclub.stats import confidence
from whistclub.stats.filters import FORMS, Choice, rules_title
from whistclub.stats.models import RulesRollup
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.web.formatting import format_range

Span = RulesRollup.Span
Kinds = Mapping[str, int]
SOLOS = (Contract.SOLA_NOLA, Contract.GRAND_DIX)


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`."""

    name: str
    part: int
    whole: int

    @property
    def likely_text(self) -> str:
        """The 95 % likely range of the true share; empty where it is too wide to say anything."""
        likely = confidence.wilson_interval(self.part, self.whole)
        if likely is None or self.whole < confidence.LEAST_COUNT:
            return ""
        low, high = (100 * end for end in likely)
        return f"{format_range(low, high, 0 if round(high) - round(low) > 1 else 1)}%"

    @property
    def cells(self) -> list[Cell]:
        return [
            Cell(self.name),
            share(self.part, self.whole),
            Cell(self.likely_text),
            number(self.part),
            number(self.whole),
        ]


def hands_tables(club: Club, rules: str) -> list[ReportTable]:
    """How hands go under these rules, or under all of them for "", the table format played most first. One query."""
    rows = RulesRollup.objects.filter(club=club, span=Span.EVER)
    if rules:
        rows = rows.filter(rules=rules)
    found: dict[str, Counter[str]] = {}
    for form, counters in rows.order_by("form", "rules").values_list("form", "rule_counters"):
        found.setdefault(form, Counter()).update(counters)
    ordered = sorted(found.items(), key=lambda item: (-item[1]["hands"], item[0]))
    head = ["Statistic", "Share", "Likely range", "Times", "Out of"]
    file_head = [head[0], "Share %", *head[2:]]
    tables = []
    for form, kinds in ordered:
        title = "How hands go"
        if len(ordered) > 1:
            title = f"How hands go: {FORMS[TableFormat(form)]}"
        shares = [each.cells for each in overall(TableFormat(form), kinds)]
        tables.append(ReportTable(f"hands-{form}", title, head, shares, file_columns=file_head, labelled=head[2:]))
    return [table for table in tables if table.rows]


def overall(form: TableFormat, kinds: Kinds) -> list[Share]:
    """The main shares; those of nothing are missing."""
    hands = kinds.get("hands", 0)
    if form is TableFormat.THREE_WITH_WIDOW:
        taken = kinds.get(Contract.WIDOW, 0)
        found = [
            Share("Widow taken", taken, hands),
            Share("Widow taken, nothing lost", kinds.get(f"{Contract.WIDOW}_made", 0), taken),
        ]
    else:
        granded = kinds.get(Contract.HIGH, 0)
        solos = sum(kinds.get(solo, 0) for solo in SOLOS)
        found = [
            Share("Grand bids", granded, hands),
            Share("Grands made", kinds.get(f"{Contract.HIGH}_made", 0), granded),
            Share("Low hands", kinds.get(Contract.LOW, 0), hands),
        ]
        if solos:
            solos_made = sum(kinds.get(f"{solo}_made", 0) for solo in SOLOS)
            found += [Share("Solos", solos, hands), Share("Solos made", solos_made, solos)]
    return [each for each in found if each.whole]


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
