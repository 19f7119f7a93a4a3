"""The league table of one season."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.inputs import evening_of
from whistclub.stats.models import PartyFact, Season
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.seasons import text as season_text
from whistclub.stats.seasons.groups import Group
from whistclub.stats.seasons.overview import by_name
from whistclub.stats.seasons.scoring import DIGITS, Line, running
from whistclub.stats.seasons.tables import tables_of
from whistclub.stats.viewer import Names, Viewer, party_address
from whistclub.web.formatting import join_list

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
    """One player; `out` tells for each of the `cells` whether it does not count. `move` is where they go at the end:
    "up", "down" or "".
    """

    rank: Cell
    name: Cell
    total: Cell
    cells: list[Cell]
    out: list[bool]
    move: str

    @property
    def marked(self) -> list[tuple[Cell, bool]]:
        return list(zip(self.cells, self.out, strict=True))


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The table of a group, or the only one; `rows` are prepared for the template."""

    table: ReportTable
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """`columns` are those of each group’s table; `summaries` say who leads, a sentence for each group."""

    season: Season
    facts: str
    explained: list[str]
    columns: list[Column]
    groups: list[GroupTable]
    chart: ReportTable | None
    summaries: list[str]

    @property
    def title(self) -> str:
        return self.season.name

    @property
    def summary(self) -> str:
        return " ".join(self.summaries)

    @property
    def tables(self) -> list[ReportTable]:
        return [group.table for group in self.groups] + ([self.chart] if self.chart else [])


def season_page(viewer: Viewer, season: Season, *, at: datetime) -> SeasonPage:
    """3 queries; 4 with groups."""
    [table] = tables_of(viewer.club, [season])
    parties, groups = table.parties, table.groups
    everyone = [line for group in groups for line in group.lines]
    names = Names(viewer, [player for group in groups for player in group.everyone])
    columns = _columns(season, parties)
    over = season.last_day < evening_of(at, viewer.club)
    people = ngettext("{n} person", "{n} people", len(everyone)).format(n=len(everyone))
    facts = [season_text.span(season.first_day, season.last_day), season_text.parties(len(parties)), people]
    first = by_name(_listed(groups[0].lines, names), names)[:IN_CHART]
    return SeasonPage(
        season=season,
        facts=" · ".join(facts if parties else facts[:1]),
        explained=season_text.explained(season),
        columns=columns,
        groups=[_group_table(season, group, parties, columns, names) for group in groups],
        chart=_chart(season, parties, first, names) if len(parties) > 1 and first else None,
        summaries=_summaries(season, groups, names, over=over),
    )


def _listed(some: Iterable[Line], names: Names) -> list[Line]:
    return [line for line in some if not names.is_secret(line.player)]


def _group_table(
    season: Season, group: Group, parties: Sequence[PartyFact], columns: Sequence[Column], names: Names
) -> GroupTable:
    moves = dict.fromkeys(group.up, "up") | dict.fromkeys(group.down, "down")
    listed = by_name(_listed(group.lines, names), names)
    rows = [_row(season, line, parties, names, moves.get(line.player, "")) for line in listed]
    goes = {row.move: [Cell(str(season_text.MOVES.get(row.move, "")))] if moves else [] for row in rows}
    table = ReportTable(
        key=f"group-{group.letter.lower()}" if group.letter else "season",
        title=season_text.group_name(group.letter) if group.letter else _("Table"),
        columns=[_("Rank"), *(column.text for column in columns), *([_("Moves")] if moves else [])],
        rows=[[row.rank, row.name, row.total, *row.cells, *goes[row.move]] for row in rows],
        empty=_("No players are listed.") if parties else _("The table starts with the first finished party."),
        note=" ".join(_notes(group, rows, names)),
    )
    return GroupTable(table, rows)


def _columns(season: Season, parties: Sequence[PartyFact]) -> list[Column]:
    """The columns after the rank."""
    plain = [_("Player"), str(season_text.HEADS[season.scoring]), _("Parties")]
    plain += [_("Counted")] if season.best_parties else []
    plain += [] if season.scoring == Season.Scoring.WINS else [_("Games won")]
    plain.append(_("Best party"))
    years = {party.day.year for party in parties}
    head = "j M" if len(years) == 1 else "j M y"
    own = [Column(date_format(party.day, head), _address(party), party.name) for party in _with_column(parties)]
    return [Column(text) for text in plain] + own


def _row(season: Season, line: Line, parties: Sequence[PartyFact], names: Names, move: str) -> Row:
    best = next(_address(party) for party in parties if party.pk == line.best_party)
    came = len(line.brought)
    cells = [Cell(_("{n} of {all}").format(n=came, all=len(parties)), came)]
    cells += [number(len(line.counting))] if season.best_parties else []
    cells += [] if season.scoring == Season.Scoring.WINS else [season_text.amount(line.wins)]
    cells.append(season_text.amount(line.brought[line.best_party], href=best))
    own = _with_column(parties)
    out = [False] * len(cells) + [party.pk in line.brought and party.pk not in line.counting for party in own]
    cells += [_party_cell(line, party.pk) for party in own]
    return Row(number(line.rank), names.cell(line.player), season_text.amount(line.total), cells, out, move)


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


def _notes(group: Group, rows: Sequence[Row], names: Names) -> Iterator[str]:
    """What is below the table of a group."""
    if any(any(row.out) for row in rows):
        yield _("In brackets: not counted.")
    if len(rows) < len(group.lines):
        yield _("Hidden players keep their rank.")
    if absent := sorted(names.text(player) for player in group.absent if not names.is_secret(player)):
        yield _("Not at any party so far: {names}.").format(names=join_list(absent))
    if tied := sorted(names.text(player) for player in group.undecided if not names.is_secret(player)):
        yield _("Tied for moving up or down: {names}. The organiser decides.").format(names=join_list(tied))


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
    title = _("{what} after each party").format(what=season_text.HEADS[season.scoring])
    summary = _("Standing of the top {n} after each party.").format(n=len(first))
    if len(first) == 1:
        summary = _("Standing after each party.")
    return ReportTable("running", title, columns, rows, kind="line", summary=summary)


def _summaries(season: Season, groups: Sequence[Group], names: Names, *, over: bool) -> list[str]:
    """Who leads or won, for each group that has begun."""
    found = []
    for group in groups:
        if group.lines:
            sentence = _leading(season, group.lines, names, over=over)
            found.append(season_text.of_group(group.letter, sentence) if group.letter else sentence)
    return found or [_("No party of this season is finished yet.")]


def _leading(season: Season, everyone: Sequence[Line], names: Names, *, over: bool) -> str:
    first = [line for line in everyone if line.rank == 1]
    seen = [names.text(line.player) for line in _listed(first, names)]
    if not seen:
        return _("The winner is hidden.") if over else _("The leader is hidden.")
    called = sorted(seen) + [_("hidden player")] * (len(first) - len(seen))
    second = _listed(everyone[len(first) :], names)
    # The gap to a hidden player would reveal their total.
    near = bool(second) and second[0].rank == len(first) + 1
    ahead = round(first[0].total - second[0].total, DIGITS) if near else None
    return season_text.leading(season, called, first[0].total, ahead, over=over)


def _address(party: PartyFact) -> str:
    return party_address(party.code, party.day)
