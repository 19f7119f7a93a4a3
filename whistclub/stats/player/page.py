"""A player’s page."""

from dataclasses import dataclass

from django.urls import reverse

from whistclub.club.models import Player
from whistclub.engine.rating import displayed_rating
from whistclub.stats import pairs
from whistclub.stats.filters import Choice, Filters
from whistclub.stats.measures import OF_A_PLAYER, TOTALS, Measure
from whistclub.stats.models import PlayerStanding
from whistclub.stats.player import games
from whistclub.stats.player.answers import Answer, Picture, Played, answers, picture
from whistclub.stats.player.history import best_and_worst, evening_rows
from whistclub.stats.queries import added, club_counters, player_games
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.viewer import Names, Viewer

LATEST = 12


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """`met` are those whom the player can be compared with."""

    player: Player
    filters: Filters
    counts: dict[str, int]
    answers: list[Answer]
    pictures: list[Picture | None]
    numbers: ReportTable
    totals: ReportTable
    evenings: ReportTable
    partners: ReportTable
    opponents: ReportTable
    latest: ReportTable
    met: list[Choice]
    summary: str

    @property
    def title(self) -> str:
        return self.player.name

    @property
    def number_rows(self) -> list[tuple[Picture | None, list[Cell]]]:
        return list(zip(self.pictures, self.numbers.rows, strict=True))

    @property
    def tables(self) -> list[ReportTable]:
        return [
            self.totals,
            self.numbers,
            self.evenings,
            self.partners,
            self.opponents,
            self.latest,
        ]


def player_page(viewer: Viewer, player: Player, filters: Filters) -> PlayerPage:
    """8 queries."""
    parts = player_games(player, filters)
    counts, club = added(parts), club_counters(viewer.club, filters)
    partners, opponents = pairs.with_partners(parts), pairs.against_opponents(parts)
    names = Names(viewer, [*partners, *opponents, *(each for part in parts[-LATEST:] for each in part.opponents)])
    standing = PlayerStanding.objects.filter(player=player, mu__isnull=False).first()
    played = Played(player, filters.is_filtered, parts, counts, club, partners, opponents)
    return PlayerPage(
        player=player,
        filters=filters,
        counts=counts,
        answers=answers(viewer, played, standing, names) if parts else [],
        pictures=[picture(each, counts, club) for each in OF_A_PLAYER if counts.get(each.denominator)],
        numbers=numbers(viewer, player, counts, club),
        totals=totals(counts),
        evenings=best_and_worst(viewer, evening_rows(parts)),
        partners=pairs.record_table(
            viewer, player.pk, partners, names, key="partners", titles=("With", "Partner", "No partners yet.")
        ),
        opponents=pairs.record_table(
            viewer,
            player.pk,
            opponents,
            names,
            key="opponents",
            titles=("Against", "Opponent", "No opponents yet."),
        ),
        latest=games.table("Last games", parts[: -LATEST - 1 : -1], names, key="latest"),
        met=[
            Choice(str(key), names.text(key))
            for key in sorted({*partners, *opponents}, key=names.text)
            if not names.is_secret(key)
        ],
        summary=summary(counts, standing),
    )


def numbers(viewer: Viewer, player: Player, counts: dict[str, int], club: dict[str, int]) -> ReportTable:
    """Every measure with its likely range and the club average."""
    rows = [
        [
            Cell(str(measure.label), measure.file_label, _drilldown_url(viewer, player, measure)),
            measure.cell(counts),
            Cell(measure.sample_text(counts)),
            measure.interval_cell(counts),
            measure.cell(club),
        ]
        for measure in OF_A_PLAYER
        if counts[measure.denominator]
    ]
    head = ["Statistic", "Value", "Based on", "Likely range", "Club average"]
    return ReportTable("numbers", "All figures", head, rows, "No games yet.")


def totals(counts: dict[str, int]) -> ReportTable:
    rows = [
        [Cell(str(measure.label)), measure.cell(counts)]
        for measure in TOTALS
        if measure.shows_zero or measure.value(counts)
    ]
    return ReportTable("totals", "Totals", ["Statistic", "Number"], rows)


def summary(counts: dict[str, int], standing: PlayerStanding | None) -> str:
    if not counts["games"]:
        return "No games yet."
    text = "{won} of {games} games won".format(won=counts["won"], games=counts["games"])
    if standing is None or standing.mu is None:
        return f"{text}."
    return f"{text}; rating {number(displayed_rating(standing.mu)).text}."


def _drilldown_url(viewer: Viewer, player: Player, measure: Measure) -> str:
    if measure.hand_counter is None:
        return reverse("stats:games", args=[viewer.club.slug, player.pk])
    return reverse("play:player_hands", args=[viewer.club.slug, player.pk, measure.hand_counter.counter])
