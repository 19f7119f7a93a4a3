"""Everything that a player's page says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Player
from whistclub.engine.rating import shown, sure_within
from whistclub.stats.filters import Filters
from whistclub.stats.measures import DEFENDED, LOWS, MADE, OF_A_PLAYER, POINTS, WON, Kind, Measure
from whistclub.stats.models import PlayerStanding
from whistclub.stats.names import Names
from whistclub.stats.player import club_average
from whistclub.stats.player.calendar import Calendar, calendar
from whistclub.stats.player.evenings import best_and_worst, evening_rows
from whistclub.stats.player.rating_chart import rating_line
from whistclub.stats.player.streaks import Runs, runs, said
from whistclub.stats.queries import games, meetings
from whistclub.stats.queries.parts import PlayerGameRow, added, parts_of
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.viewer import Viewer

FIRST = (WON, POINTS, MADE, DEFENDED, LOWS)
FORM_GAMES = 10
LATEST = 12


# How many of what a mean is taken from, in words.
FROM: dict[str, Callable[[int], str]] = {
    "games": lambda n: ngettext("{n} game", "{n} games", n).format(n=number(n).text),
    "grands": lambda n: ngettext("{n} grand", "{n} grands", n).format(n=number(n).text),
    "defended": lambda n: ngettext("{n} hand", "{n} hands", n).format(n=number(n).text),
    "lows": lambda n: ngettext("{n} low hand", "{n} low hands", n).format(n=number(n).text),
    "takes": lambda n: ngettext("{n} widow", "{n} widows", n).format(n=number(n).text),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a player beside the club's; `x` places it on a line from 0 to 100, with the interval around it."""

    measure: Measure
    text: str
    within: str
    of: str
    club: str
    href: str
    likely: tuple[float, float] | None
    club_share: float | None
    share: float | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    player: Player
    filters: Filters
    counts: dict[str, int]
    rating: Cell | None
    sure: int
    figures: list[Figure]
    numbers: ReportTable
    totals: ReportTable
    form: Sequence[PlayerGameRow]
    runs: Runs
    evenings: ReportTable
    rating_line: ReportTable
    calendar: Calendar
    partners: ReportTable
    opponents: ReportTable
    latest: ReportTable
    summary: str

    @property
    def title(self) -> str:
        return self.player.name

    @property
    def tiles(self) -> list[Figure]:
        """The figures that people ask for first."""
        return [figure for figure in self.figures if figure.measure in FIRST]

    @property
    def number_rows(self) -> list[tuple[Figure, list[Cell]]]:
        return list(zip(self.figures, self.numbers.rows, strict=True))

    @property
    def runs_said(self) -> str:
        return said(self.runs)

    @property
    def tables(self) -> list[ReportTable]:
        return [
            self.totals,
            self.numbers,
            self.evenings,
            self.rating_line,
            self.partners,
            self.opponents,
            self.latest,
        ]


def player_page(visit: Viewer, player: Player, filters: Filters) -> PlayerPage:
    """Six queries, however many games."""
    parts = parts_of(player, filters)
    counts, club = added(parts), club_average.of_club(visit.club, filters)
    partners, opponents = meetings.with_partners(parts), meetings.against_opponents(parts)
    names = Names(visit, [*partners, *opponents, *(each for part in parts[-LATEST:] for each in part.opponents)])
    standing = PlayerStanding.objects.filter(player=player, mu__isnull=False).first()
    return PlayerPage(
        player=player,
        filters=filters,
        counts=counts,
        rating=number(shown(standing.mu)) if standing else None,
        sure=sure_within(standing.sigma) if standing else 0,
        figures=[figure(visit, player, each, counts, club) for each in OF_A_PLAYER if counts.get(each.of)],
        numbers=numbers(visit, player, counts, club),
        totals=totals(counts),
        form=parts[-FORM_GAMES:],
        runs=runs(parts),
        evenings=best_and_worst(visit, evening_rows(parts)),
        rating_line=rating_line(visit, parts),
        calendar=calendar(visit, parts),
        partners=meetings.table(
            visit, player.pk, partners, names, key="partners", titles=(_("With"), _("Partner"), _("No partners yet."))
        ),
        opponents=meetings.table(
            visit,
            player.pk,
            opponents,
            names,
            key="opponents",
            titles=(_("Against"), _("Opponent"), _("No opponents yet.")),
        ),
        latest=games.table(_("Last games"), parts[: -LATEST - 1 : -1], names, key="latest"),
        summary=summary(counts, standing),
    )


def figure(visit: Viewer, player: Player, measure: Measure, counts: dict, club: dict) -> Figure:
    likely, share = measure.likely(counts), None
    if measure.kind is Kind.SHARE:
        share = 100 * (measure.value(counts) or 0)
    club_value = measure.value(club)
    return Figure(
        measure=measure,
        text=measure.cell(counts).text,
        within=measure.likely_cell(counts).text,
        of=said_of(measure, counts),
        club=measure.cell(club).text,
        href=_behind(visit, player, measure),
        likely=(100 * likely[0], 100 * likely[1]) if likely and share is not None else None,
        club_share=100 * club_value if club_value is not None and share is not None else None,
        share=share,
    )


def said_of(measure: Measure, counts: dict) -> str:
    """What a share is a share of, and how many a mean is taken from."""
    if measure.kind is not Kind.SHARE:
        return str(FROM[measure.of](counts[measure.of]))
    whole = number(counts[measure.of]).text
    part = number(counts["won"] + counts["drawn"] / 2, 1 if counts["drawn"] % 2 else 0).text
    part = part if measure.key == "won" else number(counts[measure.top]).text
    return _("{part} of {whole}").format(part=part, whole=whole)


def numbers(visit: Viewer, player: Player, counts: dict, club: dict) -> ReportTable:
    """Every measure with how sure it is, and the club's beside it."""
    rows = [
        [
            Cell(str(measure.title), href=_behind(visit, player, measure)),
            measure.cell(counts),
            Cell(said_of(measure, counts)),
            measure.likely_cell(counts),
            measure.cell(club),
        ]
        for measure in OF_A_PLAYER
        if counts[measure.of]
    ]
    head = [_("Statistic"), _("Value"), _("Based on"), _("Likely range"), _("Club average")]
    return ReportTable("numbers", _("Details"), head, rows, _("No games yet."))


def totals(counts: dict) -> ReportTable:
    """What there is to count."""
    lost = counts["games"] - counts["won"] - counts["drawn"]
    told = [
        (_("Games"), counts["games"]),
        (_("Won"), counts["won"]),
        (_("Drawn"), counts["drawn"]),
        (_("Lost"), lost),
        (_("Hands"), counts["hands"]),
        (_("Points"), counts["points"]),
        (_("Opponents’ points"), counts["points_against"]),
        (_("Stars"), counts["stars"]),
        (_("Grands"), counts["grands"]),
        (_("Grands made"), counts["grands_made"]),
        (_("Hands defended"), counts["defended"]),
        (_("Grands set"), counts["defended_set"]),
        (_("Low hands"), counts["lows"]),
        (_("Low hands won"), counts["lows_won"]),
        (_("Solos"), counts["solos"]),
        (_("Solos made"), counts["solos_made"]),
        (_("Widows taken"), counts["takes"]),
    ]
    needed = {_("Games"), _("Won"), _("Lost"), _("Hands"), _("Points"), _("Opponents’ points")}
    rows = [[Cell(name), number(value)] for name, value in told if value or name in needed]
    return ReportTable("totals", _("Totals"), [_("Statistic"), _("Number")], rows)


def summary(counts: dict, standing: PlayerStanding | None) -> str:
    if not counts["games"]:
        return _("No games yet.")
    said = _("{won} of {games} games won").format(won=counts["won"], games=counts["games"])
    if standing is None:
        return f"{said}."
    return _("{said}; rating {rating}.").format(said=said, rating=number(shown(standing.mu)).text)


def _behind(visit: Viewer, player: Player, measure: Measure) -> str:
    if not measure.hands:
        return reverse("stats:games", args=[visit.club.slug, player.pk])
    return reverse("play:hands_behind", args=[visit.club.slug, player.pk, measure.hands])
