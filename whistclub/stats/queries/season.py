"""The table of one season."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.inputs import evening_of
from whistclub.stats.models import PartyFact, Season
from whistclub.stats.names import Names
from whistclub.stats.queries.seasons import by_name, parties_between, places_of
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.seasons import text as words
from whistclub.stats.seasons.scoring import DIGITS, Line, lines, running
from whistclub.stats.viewer import Viewer

# So many parties have a column each.
COLUMNS = 12
IN_CHART = 5


@dataclass(frozen=True, slots=True)
class Column:
    """A column, and the address and name of the party it is of."""

    text: str
    href: str = ""
    party: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One player: the rank stands beside the name, in front of the `cells`; those `out` do not count."""

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
    """`columns` and `rows` are those of the table, as they are drawn."""

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


def season_page(visit: Viewer, season: Season, *, at: datetime) -> SeasonPage:
    """Three queries, however many parties and people."""
    parties = parties_between(visit.club, [season])
    keys = [party.pk for party in parties]
    places = [place for some in places_of(parties).values() for place in some]
    everybody = lines(keys, places, scoring=season.scoring, best=season.best_parties)
    names = Names(visit, [line.player for line in everybody])
    listed = by_name((line for line in everybody if not names.is_secret(line.player)), names)
    columns = _columns(season, parties)
    rows = [_row(season, line, parties, names) for line in listed]
    table = ReportTable(
        key="season",
        title=_("Table"),
        columns=[_("Rank"), *(column.text for column in columns)],
        rows=[[row.rank, row.name, row.total, *row.cells] for row in rows],
        empty=_("Nobody is listed.") if parties else _("Its table begins with the first party that is over."),
        note=_notes(rows, left_out=len(listed) < len(everybody)),
    )
    over = season.last_day < evening_of(at, visit.club)
    summary = _summary(season, parties, everybody, names, over=over)
    people = ngettext("{n} person", "{n} people", len(everybody)).format(n=len(everybody))
    facts = [words.span(season.first_day, season.last_day), words.parties(len(parties)), people]
    return SeasonPage(
        season=season,
        facts=" · ".join(facts if parties else facts[:1]),
        explained=words.explained(season),
        columns=columns,
        rows=rows,
        table=table,
        chart=_chart(season, parties, listed[:IN_CHART], names) if len(parties) > 1 and listed else None,
        summary=summary,
    )


def _columns(season: Season, parties: Sequence[PartyFact]) -> list[Column]:
    """Those after the rank."""
    plain = [_("Player"), str(words.HEADS[season.scoring]), _("Parties")]
    plain += [_("Counted")] if season.best_parties else []
    plain += [] if season.scoring == Season.Scoring.WINS else [_("Wins")]
    plain.append(_("Best evening"))
    years = {party.day.year for party in parties}
    head = "j M" if len(years) == 1 else "j M y"
    own = [Column(date_format(party.day, head), _address(party), party.name) for party in _with_column(parties)]
    return [Column(text) for text in plain] + own


def _row(season: Season, line: Line, parties: Sequence[PartyFact], names: Names) -> Row:
    best = next(_address(party) for party in parties if party.pk == line.best_party)
    cells = [number(len(line.brought))]
    cells += [number(len(line.counting))] if season.best_parties else []
    cells += [] if season.scoring == Season.Scoring.WINS else [words.amount(line.wins)]
    cells.append(words.amount(line.brought[line.best_party], href=best))
    own = _with_column(parties)
    out = [False] * len(cells) + [party.pk in line.brought and party.pk not in line.counting for party in own]
    cells += [_party_cell(line, party.pk) for party in own]
    return Row(number(line.rank), names.cell(line.player), words.amount(line.total), cells, out)


def _with_column(parties: Sequence[PartyFact]) -> Sequence[PartyFact]:
    return parties if len(parties) <= COLUMNS else ()


def _party_cell(line: Line, party: int) -> Cell:
    if party not in line.brought:
        return Cell("")
    return words.amount(line.brought[party]) if party in line.counting else words.out_of_count(line.brought[party])


def _notes(rows: Sequence[Row], *, left_out: bool) -> str:
    notes = [_("In brackets: what does not count.")] if any(any(row.out) for row in rows) else []
    if left_out:
        notes.append(_("Who is not listed keeps the rank: it is left out."))
    return " ".join(notes)


def _chart(season: Season, parties: Sequence[PartyFact], first: Sequence[Line], names: Names) -> ReportTable:
    """How the first few came to what they have."""
    keys = [party.pk for party in parties]
    totals = [running(line, keys, season.best_parties) for line in first]
    days = [party.day for party in parties]
    rows = []
    for place, party in enumerate(parties):
        # Two parties of one day cannot stand at one place of a line over days: then each is only named.
        label = day_cell(party.day, href=_address(party))
        if len(set(days)) < len(days):
            label = Cell(label.text, label.text, label.href)
        rows.append([label, *(words.amount(line[place]) for line in totals)])
    columns = [_("Party"), *(names.text(line.player) for line in first)]
    title = _("From party to party")
    summary = _("What counted for the first {n} after each party.").format(n=len(first))
    if len(first) == 1:
        summary = _("What counted after each party.")
    return ReportTable(
        "running", title, columns, rows, kind="line", summary=summary, unit=str(words.HEADS[season.scoring])
    )


def _summary(
    season: Season, parties: Sequence[PartyFact], everybody: Sequence[Line], names: Names, *, over: bool
) -> str:
    if not parties or not everybody:
        return _("No party of this season is over yet.")
    first = [line for line in everybody if line.rank == 1]
    seen = [names.text(line.player) for line in first if not names.is_secret(line.player)]
    if not seen:
        return _("Whoever won it is not listed.") if over else _("Whoever leads is not listed.")
    called = sorted(seen) + [_("somebody")] * (len(first) - len(seen))
    second = [line for line in everybody[len(first) :] if not names.is_secret(line.player)]
    # How far a hidden one is behind would say what he has.
    near = bool(second) and second[0].rank == len(first) + 1
    ahead = round(first[0].total - second[0].total, DIGITS) if near else None
    return words.leading(season, called, first[0].total, ahead, over=over)


def _address(party: PartyFact) -> str:
    return reverse("party:public", args=[party.code])
