"""How hands go: shares of the hands of a table format."""

from collections.abc import Mapping

from django.db.models import Sum

from whistclub.engine.options import TableFormat
from whistclub.stats import confidence
from whistclub.stats.filters import FORMS, Filters
from whistclub.stats.models import PlayerGame
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.web.formatting import format_range

COUNTED = ("hands", "grands", "grands_made", "lows", "solos", "solos_made", "takes", "takes_made")


def hands_tables(chosen: Filters) -> list[ReportTable]:
    """A table for each table format, the one played most first. One query."""
    parts = chosen.narrow(PlayerGame.objects.filter(club=chosen.club))
    sums = parts.values("form").annotate(**{f"sum_{name}": Sum(name) for name in COUNTED})
    found = [(TableFormat(row["form"]), {name: row[f"sum_{name}"] for name in COUNTED}) for row in sums]
    found.sort(key=lambda item: (-item[1]["hands"] // item[0].seats, item[0]))
    head = ["Statistic", "Share %", "Likely range", "Times", "Out of"]
    tables = []
    for form, counts in found:
        title = "How hands go" if len(found) == 1 else f"How hands go: {FORMS[form]}"
        rows = [_row(name, part, whole) for name, part, whole in _shares(form, counts) if whole]
        tables.append(ReportTable(f"hands-{form}", title, head, rows, labelled=head[2:]))
    return [table for table in tables if table.rows]


def _shares(form: TableFormat, counts: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Name, part and whole. Every seat counts a hand and a low hand; a bid is counted by who made it."""
    hands, lows = counts["hands"] // form.seats, counts["lows"] // form.seats
    if form is TableFormat.THREE_WITH_WIDOW:
        taken = counts["takes"]
        return [("Widow taken", taken, hands), ("Widow taken, nothing lost", counts["takes_made"], taken)]
    grands, solos = counts["grands"], counts["solos"]
    found = [
        ("Grand bids", grands, hands),
        ("Grands made", counts["grands_made"], grands),
        ("Low hands", lows, hands),
    ]
    return [*found, ("Solos", solos, hands), ("Solos made", counts["solos_made"], solos)] if solos else found


def _row(name: str, part: int, whole: int) -> list[Cell]:
    return [Cell(name), share(part, whole), Cell(_likely(part, whole)), number(part), number(whole)]


def _likely(part: int, whole: int) -> str:
    """The 95 % likely range of the true share; empty where it is too wide to say anything."""
    likely = confidence.wilson_interval(part, whole)
    if likely is None or whole < confidence.LEAST_COUNT:
        return ""
    low, high = (100 * end for end in likely)
    return f"{format_range(low, high, 0 if round(high) - round(low) > 1 else 1)}%"
