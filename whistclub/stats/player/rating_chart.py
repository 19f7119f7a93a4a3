"""A player's rating over time."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.engine.rating import DISPLAYED_NEWCOMER, displayed_margin, displayed_rating
from whistclub.stats.queries.parts import PlayerGameRow
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.viewer import Viewer

# More points than that nobody can tell apart on a phone.
MOST_POINTS = 180


def rating_line(visit: Viewer, parts: Sequence[PlayerGameRow]) -> ReportTable:
    """The rating after each evening, with the span it lies in nineteen times in twenty; of many evenings, of every so
    many, the last one always.
    """
    last: dict[str, PlayerGameRow] = {part.day.isoformat(): part for part in parts if part.mu is not None}
    evenings = list(last.values())
    step = -(-len(evenings) // MOST_POINTS) or 1
    # From the last evening backwards.
    chosen = evenings[::-1][::step][::-1]
    rows = []
    for part in chosen:
        middle, sure = displayed_rating(part.mu), displayed_margin(part.sigma)
        href = reverse("stats:day", args=[visit.club.slug, part.day.isoformat()])
        rows.append([day_cell(part.day, href=href), *(number(each) for each in (middle, middle - sure, middle + sure))])
    return ReportTable(
        key="rating",
        title=_("Rating"),
        columns=[_("Evening"), _("Rating"), _("At least"), _("At most")],
        rows=rows,
        empty=_("The first game brings a rating."),
        kind="band",
        summary=_summary(chosen),
        level=Cell(_("a newcomer"), DISPLAYED_NEWCOMER),
    )


def _summary(parts: Sequence[PlayerGameRow]) -> str:
    if not parts:
        return ""
    if len(parts) == 1:
        return _("{now} after the first evening. The band is where it lies nineteen times in twenty.").format(
            now=number(displayed_rating(parts[0].mu)).text
        )
    first, now = displayed_rating(parts[0].mu), displayed_rating(parts[-1].mu)
    best = max(displayed_rating(part.mu) for part in parts)
    return _("From {first} to {now}; {best} at best. The band is where it lies nineteen times in twenty.").format(
        first=number(first).text, now=number(now).text, best=number(best).text
    )
