"""Charts of the shares of a rule set, each with a summary sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.options import TableFormat
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.stats.rule_statistics import shares
from whistclub.stats.rule_statistics.shares import MORE_THAN_HALF, Kinds, Share

# Shares of fewer hands are not compared.
ENOUGH = 20


def charts(form: TableFormat, kinds: Kinds) -> list[ReportTable]:
    """The charts that have data."""
    if form is TableFormat.THREE_WITH_WIDOW:
        drawn = [_tricks("taken", _("Tricks of the player who took the widow first"), shares.tricks("taken", kinds))]
    else:
        low = shares.tricks("low", kinds, least=MORE_THAN_HALF)
        drawn = [
            _whiskers("seat", _("Grands made by seat"), shares.by_seat(form, kinds)),
            _whiskers("score", _("Grands made by score at the start of the hand"), shares.by_score(kinds)),
            _tricks("tricks", _("Tricks of the side that granded"), shares.tricks("tricks", kinds)),
            _whiskers("granding", _("Grand bids by seat"), shares.granding(form, kinds)),
            _tricks("low", _("Low hands: tricks of the losing side"), low),
            _whiskers("solos", _("Solos made"), shares.solos(kinds)),
        ]
    for chart in drawn:
        chart.key = f"{form.value}-{chart.key}"
    return [chart for chart in drawn if chart.rows]


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


def _whiskers(key: str, title: str, found: Sequence[Share]) -> ReportTable:
    return ReportTable(
        key,
        title,
        [_("Where"), _("Share"), _("At least"), _("At most")],
        [each.bar for each in found],
        kind="bars",
        summary=_compared(found),
        whisker=True,
    )


def _tricks(key: str, title: str, found: Sequence[Share]) -> ReportTable:
    return ReportTable(
        key,
        title,
        [_("Tricks"), _("Share")],
        [[Cell(each.name), share(each.part, each.whole)] for each in found],
        kind="bars",
        summary=_usual(found),
        upright=True,
    )


def _compared(bars: Sequence[Share]) -> str:
    """Whether the highest share is clearly above the lowest; shares of few hands are left out."""
    if len(bars) < 2:
        return ""
    found = [each for each in bars if each.whole >= ENOUGH]
    if len(found) < 2:
        return _("Too few hands to compare yet.")
    most, least = max(found, key=_seen), min(found, key=_seen)
    if most.likely[0] > least.likely[1]:
        # By simulation: of three to five equal shares, about one chart in thirty shows such a gap.
        text = _("Highest: {most} {more}; lowest: {least} {fewer}. Unlikely to be chance.")
        return text.format(most=_within(most), more=most.text, least=_within(least), fewer=least.text)
    return _("No clear difference yet – could be chance.")


def _usual(found: Sequence[Share]) -> str:
    if not found:
        return ""
    whole = found[0].whole
    mean = sum(int(each.name) * each.part for each in found) / whole
    most = max(found, key=_seen)
    text = ngettext(
        "Average {mean}; most often {most} ({share} of {times} hand).",
        "Average {mean}; most often {most} ({share} of {times} hands).",
        whole,
    )
    return text.format(mean=number(mean, 1).text, most=most.name, share=most.text, times=number(whole).text)


def _seen(each: Share) -> float:
    return each.part / each.whole


def _within(each: Share) -> str:
    """The name, in lower case for use inside a sentence."""
    return each.name[:1].lower() + each.name[1:]
