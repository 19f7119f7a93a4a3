"""Everything that a player's page says."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.club.models import Player
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.filters import Filters
from whistclub.stats.measures import HIGHLIGHTS, OF_A_PLAYER, TOTALS, Kind, Measure
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

FORM_GAMES = 10
LATEST = 12


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
        return [figure for figure in self.figures if figure.measure in HIGHLIGHTS]

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
        rating=number(displayed_rating(standing.mu)) if standing else None,
        sure=displayed_margin(standing.sigma) if standing else 0,
        figures=[figure(visit, player, each, counts, club) for each in OF_A_PLAYER if counts.get(each.denominator)],
        numbers=numbers(visit, player, counts, club),
        totals=totals(counts),
        form=parts[-FORM_GAMES:],
        runs=runs(parts),
        evenings=best_and_worst(visit, evening_rows(parts)),
        rating_line=rating_line(visit, parts),
        calendar=calendar(visit, parts),
        partners=meetings.table(
            visit, player.pk, partners, names, key="partners", titles=(_("With"), _("Partner"), _("No partner yet."))
        ),
        opponents=meetings.table(
            visit, player.pk, opponents, names, key="opponents", titles=(_("Against"), _("Opponent"), _("Nobody yet."))
        ),
        latest=games.table(_("Last games"), parts[: -LATEST - 1 : -1], names, key="latest"),
        summary=summary(counts, standing),
    )


def figure(visit: Viewer, player: Player, measure: Measure, counts: dict, club: dict) -> Figure:
    likely, share = measure.interval(counts), None
    if measure.kind is Kind.SHARE:
        share = 100 * (measure.value(counts) or 0)
    club_value = measure.value(club)
    return Figure(
        measure=measure,
        text=measure.cell(counts).text,
        within=measure.interval_cell(counts).text,
        of=measure.sample_text(counts),
        club=measure.cell(club).text,
        href=_behind(visit, player, measure),
        likely=(100 * likely[0], 100 * likely[1]) if likely and share is not None else None,
        club_share=100 * club_value if club_value is not None and share is not None else None,
        share=share,
    )


def numbers(visit: Viewer, player: Player, counts: dict, club: dict) -> ReportTable:
    """Every measure with how sure it is, and the club's beside it."""
    rows = [
        [
            Cell(str(measure.label), href=_behind(visit, player, measure)),
            measure.cell(counts),
            Cell(measure.sample_text(counts)),
            measure.interval_cell(counts),
            measure.cell(club),
        ]
        for measure in OF_A_PLAYER
        if counts[measure.denominator]
    ]
    head = [_("Figure"), _("Value"), _("From"), _("Likely between"), _("In the club")]
    return ReportTable("numbers", _("In numbers"), head, rows, _("No game that counts yet."))


def totals(counts: dict) -> ReportTable:
    rows = [
        [Cell(str(measure.label)), measure.cell(counts)]
        for measure in TOTALS
        if measure.shows_zero or measure.value(counts)
    ]
    return ReportTable("totals", _("In all"), [_("What"), _("Number")], rows)


def summary(counts: dict, standing: PlayerStanding | None) -> str:
    if not counts["games"]:
        return _("No game that counts yet.")
    said = _("{won} of {games} games won").format(won=counts["won"], games=counts["games"])
    if standing is None:
        return f"{said}."
    return _("{said}; rating {rating}.").format(said=said, rating=number(displayed_rating(standing.mu)).text)


def _behind(visit: Viewer, player: Player, measure: Measure) -> str:
    if measure.hand_counter is None:
        return reverse("stats:games", args=[visit.club.slug, player.pk])
    return reverse("play:player_hands", args=[visit.club.slug, player.pk, measure.hand_counter.counter])
