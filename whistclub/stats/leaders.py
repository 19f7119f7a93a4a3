"""The players of a club, sorted by a statistic, or by name for those who say who they are."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet, Sum
from django.http import QueryDict
from django.urls import reverse

from whistclub.club.shown_names import is_erased
from whistclub.engine.facts import COUNTERS
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.filters import Filters, filters
from whistclub.stats.measures import BY_KEY, GAMES, MADE, OF_PLAYERS, POINTS, RATING, SUM, WON, Kind, Measure
from whistclub.stats.models import BEGINNING, GameFact, PlayerStanding
from whistclub.stats.queries import counted, in_rankings
from whistclub.stats.reports import WHOLE, Cell, ReportTable, number
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_range, plural

ON_A_PAGE = 50
# A share or a mean of fewer games means little.
LEAST = 5


@dataclass(frozen=True, slots=True)
class LeadersPage:
    """A page of players; `ranks` belong to the rows of the table. `fewer` players have too few games to be listed."""

    filters: Filters
    by: Measure
    least: int
    pages: Page[dict[str, Any]]
    ranks: list[int]
    table: ReportTable
    waiting: int
    fewer: int
    measures: tuple[Measure, ...] = OF_PLAYERS

    @property
    def title(self) -> str:
        return f"Players by {str(self.by.label).lower()}"

    @property
    def summary(self) -> str:
        if not self.table.rows:
            return "No players yet."
        return f"{self.table.rows[0][0].text} leads {self.pages.paginator.count} players."

    @property
    def is_empty(self) -> bool:
        """Whether nobody has finished a game: nothing hides anybody."""
        return not (self.table.rows or self.fewer or self.filters.is_filtered)

    @property
    def minimum_text(self) -> str:
        return plural(self.least, "at least {n} game", "at least {n} games").format(n=self.least)

    @property
    def heads(self) -> list[tuple[str, str]]:
        """The columns, each with the key of the measure it sorts by, or ""."""
        keys = ["", self.by.key, *(each.key for each in _others(self.by)), ""]
        return list(zip(self.table.columns, keys, strict=True))

    @property
    def tables(self) -> list[ReportTable]:
        """With a column of ranks, which the page shows next to the names."""
        rows = [[number(rank), *row] for rank, row in self.rows]
        heads = ["Rank", *self.table.columns]
        return [replace(self.table, columns=heads, rows=rows, file_columns=[heads[0], *self.table.file_heads])]

    @property
    def rows(self) -> list[tuple[int, list[Cell]]]:
        return list(zip(self.ranks, self.table.rows, strict=True))


@dataclass(frozen=True, slots=True)
class NamesPage:
    """The names that a visitor may tap to say who they are, with the keys of the players, by name."""

    names: list[tuple[int, str]]

    @property
    def title(self) -> str:
        return "Who are you?"

    @property
    def summary(self) -> str:
        return "Tap your name. On this phone, “Me” then opens your page and your rows are marked in every table."

    @property
    def tables(self) -> list[ReportTable]:
        return []


def names_page(viewer: Viewer) -> NamesPage:
    """All who have played and have a name that this viewer may see; guests too. One query."""
    standings = PlayerStanding.objects.filter(club=viewer.club)
    if not viewer.is_organiser:
        standings = standings.filter(player__hidden=False)
    names = [each for each in standings.values_list("player", "player__name") if not is_erased(each[1])]
    return NamesPage(sorted(names, key=lambda each: (each[1].casefold(), each[0])))


def leaders_page(viewer: Viewer, query: QueryDict, *, whole: bool = False) -> LeadersPage:
    """All players on one page if `whole`. 9 queries."""
    chosen = filters(viewer.club, query)
    by = BY_KEY.get(query.get("by", ""), RATING)
    least, rows = _enough(viewer, chosen, by, query.get("least"))
    pages = Paginator(rows, WHOLE if whole else ON_A_PAGE).get_page(query.get("page"))
    found = _whole(viewer, chosen, list(pages.object_list))
    return LeadersPage(
        filters=chosen,
        by=by,
        least=least,
        pages=pages,
        ranks=_ranks(rows, pages, found),
        table=_table(viewer, by, found),
        waiting=_waiting(viewer),
        fewer=0 if least == 1 else _fewer(viewer, chosen, least),
    )


def _waiting(viewer: Viewer) -> int:
    """How many games still have to be rated."""
    # The condition on started_at makes SQLite use the index of unrated games instead of reading all games of the club.
    return GameFact.objects.filter(club=viewer.club, rated=False, started_at__gt=BEGINNING).count()


def _enough(
    viewer: Viewer, chosen: Filters, by: Measure, text: str | None
) -> tuple[int, QuerySet[Any, dict[str, Any]]]:
    """The minimum number of games, and the players that have it; 1 in a new club, or if the address says so."""
    least = _least(text, by)
    rows = _ordered(viewer, chosen, by, least)
    if least == 1 or rows.exists():
        return least, rows
    return 1, _ordered(viewer, chosen, by, 1)


def _ordered(viewer: Viewer, chosen: Filters, by: Measure, least: int) -> QuerySet[Any, dict[str, Any]]:
    """The players, best first, as rows of only what the sorting needs."""
    needed = {"games"} | by.counters
    rows: QuerySet[Any, dict[str, Any]] = _scope(viewer, chosen).values("player").annotate(**_sums(chosen, needed))
    rows = rows.filter(**{f"{SUM}games__gte": least})
    if by.kind is Kind.RATING:
        rows = rows.filter(player__standing__mu__isnull=False).annotate(value=F("player__standing__mu"))
    else:
        if by.denominator:
            rows = rows.filter(**{f"{SUM}{by.denominator}__gte": least})
        rows = rows.annotate(value=by.expression())
    return rows.order_by("-value", f"-{SUM}games", "player")


def _whole(viewer: Viewer, chosen: Filters, ordered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """These rows with all that the page shows."""
    rows = _scope(viewer, chosen).filter(player__in=[row["player"] for row in ordered])
    rows = rows.values("player", "player__name", "player__standing__mu", "player__standing__sigma")
    found = {row["player"]: row for row in rows.annotate(**_sums(chosen, COUNTERS)).order_by()}
    return [found[row["player"]] | row for row in ordered]


def _sums(chosen: Filters, names: Iterable[str]) -> dict[str, Any]:
    """Rollups are sums already, one per player."""
    return {SUM + name: Sum(name) if chosen.has_custom_dates else F(name) for name in names}


def _scope(viewer: Viewer, chosen: Filters) -> QuerySet[Any]:
    """The counters of the players that this viewer may see in a ranking."""
    return in_rankings(viewer, counted(viewer.club, chosen))


def _fewer(viewer: Viewer, chosen: Filters, least: int) -> int:
    """How many players have fewer games."""
    rows: QuerySet[Any, dict[str, Any]] = _scope(viewer, chosen).values("player").annotate(**_sums(chosen, ["games"]))
    return rows.filter(**{f"{SUM}games__lt": least}).count()


def _ranks(rows: QuerySet[Any, dict[str, Any]], pages: Page[dict[str, Any]], found: list[dict[str, Any]]) -> list[int]:
    """Ranks from 1; ties share a rank, also across pages."""
    ranks: list[int] = []
    for place, row in enumerate(found, start=pages.start_index()):
        if ranks and row["value"] == found[len(ranks) - 1]["value"]:
            ranks.append(ranks[-1])
        elif not ranks and place > 1:
            ranks.append(1 + rows.filter(value__gt=row["value"]).count())
        else:
            ranks.append(place)
    return ranks


def _table(viewer: Viewer, by: Measure, found: list[dict[str, Any]]) -> ReportTable:
    shown_measures = [by, *_others(by)]
    columns = ["Player", *(str(each.label) for each in shown_measures), "Likely range"]
    file_columns = [columns[0], *(each.file_label for each in shown_measures), columns[-1]]
    rows = []
    for row in found:
        counts = {name: row[SUM + name] for name in COUNTERS}
        name = Cell(row["player__name"], href=reverse("stats:player", args=[viewer.club.slug, row["player"]]))
        cells = [_cell(each, row, counts) for each in shown_measures]
        rows.append([name, *cells, _likely(by, row, counts)])
    empty = "No players match this filter."
    return ReportTable("players", "Players", columns, rows, empty, file_columns=file_columns)


def _others(by: Measure) -> list[Measure]:
    """The columns next to the chosen measure."""
    return [each for each in (RATING, WON, POINTS, MADE, GAMES) if each is not by]


def _cell(measure: Measure, row: dict[str, Any], counts: dict[str, int]) -> Cell:
    if measure.kind is not Kind.RATING:
        return measure.cell(counts)
    mu = row["player__standing__mu"]
    return number(None if mu is None else displayed_rating(mu))


def _likely(measure: Measure, row: dict[str, Any], counts: dict[str, int]) -> Cell:
    if measure.kind is not Kind.RATING:
        return measure.interval_cell(counts)
    middle, sure = displayed_rating(row["player__standing__mu"]), displayed_margin(row["player__standing__sigma"])
    return Cell(format_range(middle - sure, middle + sure))


def _least(text: str | None, by: Measure) -> int:
    return 1 if text == "1" or by.kind is Kind.TOTAL else LEAST
