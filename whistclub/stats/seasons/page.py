"""The league table of one season."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.inputs import evening_of
from whistclub.stats.models import PartyFact, Season
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.seasons import text as season_text
from whistclub.stats.seasons.overview import by_name, parties_between, places_of
from whistclub.stats.seasons.scoring import DIGITS, Line, lines, running
from whistclub.stats.viewer import Names, Viewer, party_address

# Up to this many parties have a column each.
COLUMNS = 12
IN_CHART = 5


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `href` and `party` are the address and name of its party."""

    text: str
    href: str = ""
    party: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One player; `out` tells for each of the `cells` whether it does not count."""

    rank: Cell
    name: Cell
    total: Cell
    cells: list[Cell]
    out: list[bool]

    @property
    def marked(self) -> list[tuple[Cell, bool]]:
        return list(zip(self.cells, self.out, strict=True))


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """`columns` and `rows` are those of the table, prepared for the template."""

    season: Season
    facts: str
    explained: list[str]
    columns: list[Column]
    rows: list[Row]
    table: ReportTable
    chart: ReportTable | None
    summary: str

    @property
    def title(self) -> str:
        return self.season.name

    @property
    def tables(self) -> list[ReportTable]:
        return [self.table, self.chart] if self.chart else [self.table]


def season_page(viewer: Viewer, season: Season, *, at: datetime) -> SeasonPage:
    """3 queries."""
    parties = parties_between(viewer.club, [season])
    keys = [party.pk for party in parties]
    places = [place for some in places_of(parties).values() for place in some]
    everyone = lines(keys, places, scoring=season.scoring, best=season.best_parties)
    names = Names(viewer, [line.player for line in everyone])
    listed = by_name((line for line in everyone if not names.is_secret(line.player)), names)
    columns = _columns(season, parties)
    rows = [_row(season, line, parties, names) for line in listed]
    table = ReportTable(
        key="season",
        title=_("Table"),
        columns=[_("Rank"), *(column.text for column in columns)],
        rows=[[row.rank, row.name, row.total, *row.cells] for row in rows],
        empty=_("No players are listed.") if parties else _("The table starts with the first finished party."),
        note=_notes(rows, left_out=len(listed) < len(everyone)),
    )
    over = season.last_day < evening_of(at, viewer.club)
    summary = _summary(season, parties, everyone, names, over=over)
    people = ngettext("{n} person", "{n} people", len(everyone)).format(n=len(everyone))
    facts = [season_text.span(season.first_day, season.last_day), season_text.parties(len(parties)), people]
    return SeasonPage(
        season=season,
        facts=" · ".join(facts if parties else facts[:1]),
        explained=season_text.explained(season),
        columns=columns,
        rows=rows,
        table=table,
        chart=_chart(season, parties, listed[:IN_CHART], names) if len(parties) > 1 and listed else None,
        summary=summary,
    )


def _columns(season: Season, parties: Sequence[PartyFact]) -> list[Column]:
    """The columns after the rank."""
    plain = [_("Player"), str(season_text.HEADS[season.scoring]), _("Parties")]
    plain += [_("Counted")] if season.best_parties else []
    plain += [] if season.scoring == Season.Scoring.WINS else [_("Wins")]
    plain.append(_("Best evening"))
    years = {party.day.year for party in parties}
    head = "j M" if len(years) == 1 else "j M y"
    own = [Column(date_format(party.day, head), _address(party), party.name) for party in _with_column(parties)]
    return [Column(text) for text in plain] + own


def _row(season: Season, line: Line, parties: Sequence[PartyFact], names: Names) -> Row:
    best = next(_address(party) for party in parties if party.pk == line.best_party)
    came = len(line.brought)
    cells = [Cell(_("{n} of {all}").format(n=came, all=len(parties)), came)]
    cells += [number(len(line.counting))] if season.best_parties else []
    cells += [] if season.scoring == Season.Scoring.WINS else [season_text.amount(line.wins)]
    cells.append(season_text.amount(line.brought[line.best_party], href=best))
    own = _with_column(parties)
    out = [False] * len(cells) + [party.pk in line.brought and party.pk not in line.counting for party in own]
    cells += [_party_cell(line, party.pk) for party in own]
    return Row(number(line.rank), names.cell(line.player), season_text.amount(line.total), cells, out)


def _with_column(parties: Sequence[PartyFact]) -> Sequence[PartyFact]:
    return parties if len(parties) <= COLUMNS else ()


def _party_cell(line: Line, party: int) -> Cell:
    if party not in line.brought:
        return Cell("")
    return (
        season_text.amount(line.brought[party])
        if party in line.counting
        else season_text.out_of_count(line.brought[party])
    )


def _notes(rows: Sequence[Row], *, left_out: bool) -> str:
    notes = [_("In brackets: not counted.")] if any(any(row.out) for row in rows) else []
    if left_out:
        notes.append(_("Hidden players keep their rank."))
    return " ".join(notes)


def _chart(season: Season, parties: Sequence[PartyFact], first: Sequence[Line], names: Names) -> ReportTable:
    """The totals of the first few after each party."""
    keys = [party.pk for party in parties]
    totals = [running(line, keys, season.best_parties) for line in first]
    days = [party.day for party in parties]
    rows = []
    for place, party in enumerate(parties):
        # Two parties on one day cannot share a point of the time axis: then the axis shows names.
        label = day_cell(party.day, href=_address(party))
        if len(set(days)) < len(days):
            label = Cell(label.text, label.text, label.href)
        rows.append([label, *(season_text.amount(line[place]) for line in totals)])
    columns = [_("Party"), *(names.text(line.player) for line in first)]
    title = _("From party to party")
    summary = _("Standing of the top {n} after each party.").format(n=len(first))
    if len(first) == 1:
        summary = _("Standing after each party.")
    return ReportTable(
        "running", title, columns, rows, kind="line", summary=summary, unit=str(season_text.HEADS[season.scoring])
    )


def _summary(
    season: Season, parties: Sequence[PartyFact], everyone: Sequence[Line], names: Names, *, over: bool
) -> str:
    if not parties or not everyone:
        return _("No party of this season is finished yet.")
    first = [line for line in everyone if line.rank == 1]
    seen = [names.text(line.player) for line in first if not names.is_secret(line.player)]
    if not seen:
        return _("The winner is hidden.") if over else _("The leader is hidden.")
    called = sorted(seen) + [_("hidden player")] * (len(first) - len(seen))
    second = [line for line in everyone[len(first) :] if not names.is_secret(line.player)]
    # The gap to a hidden player would reveal their total.
    near = bool(second) and second[0].rank == len(first) + 1
    ahead = round(first[0].total - second[0].total, DIGITS) if near else None
    return season_text.leading(season, called, first[0].total, ahead, over=over)


def _address(party: PartyFact) -> str:
    return party_address(party.code, party.day)
