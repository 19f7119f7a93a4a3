"""The players of a club, sorted by a statistic, or by name for those who say who they are."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, Sum
from django.http import QueryDict
from django.urls import reverse

from whistclub.club.models import Player
from whistclub.club.names import is_erased
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.filters import Choice, Filters, filters, rules_title
from whistclub.stats.measures import (
    BY_KEY,
    ENOUGH,
    GAMES,
    MADE,
    OF_PLAYERS,
    POINTS,
    RATING,
    WON,
    Counters,
    Kind,
    Measure,
)
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import Rated, all_player_games, in_rankings, ranked_players, rated, summed, sums
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, format_range, number, shared_ranks
from whistclub.stats.results.story import names_text
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import NO_VALUE, number_of, plural

ON_A_PAGE = 50
# Sums within one rule set.
OF_POINTS = "points_"
RATINGS = (
    "How ratings work: everyone starts at 1,000. After each game the winners’ ratings rise and the losers’ fall: more "
    "when the result was a surprise, less when the ratings of everyone at the table predicted it. New players’ ratings "
    "move faster, because less is known about them; so two partners who won the same game may gain different amounts. "
    "Only the result matters, not the margin. When an old result is corrected, later games are rated again. (Method: "
    "openskill, Thurstone-Mosteller model.)"
)


class Leader(NamedTuple):
    """A player with what the list is sorted by; `of_points` are counters within one rule set."""

    rating: Rated
    value: float
    is_ranked: bool
    counts: Counters
    of_points: Counters

    def of(self, measure: Measure) -> Counters:
        return self.of_points if measure.in_points else self.counts


def named_players(viewer: Viewer) -> list[tuple[int, str]]:
    """Who may say who they are: all who have played and have a name that this viewer may see, by name. One query."""
    players = Player.objects.filter(club=viewer.club).filter(Exists(PlayerGame.objects.filter(player=OuterRef("pk"))))
    if not viewer.is_organiser:
        players = players.filter(hidden=False)
    names = [each for each in players.values_list("pk", "name") if not is_erased(each[1])]
    return sorted(names, key=lambda each: (each[1].casefold(), each[0]))


def leaders_page(viewer: Viewer, query: QueryDict) -> Page:
    chosen = filters(viewer.club, query)
    by = BY_KEY.get(query.get("by", ""), RATING)
    least = 1 if by.kind is Kind.TOTAL else ENOUGH
    leaders = _leaders(viewer, chosen, by, least)
    ranks = shared_ranks([each.value for each in leaders if each.is_ranked])
    people = number_of(len(ranks), "player", "players")
    first = [each.rating.name for rank, each in zip(ranks, leaders, strict=False) if rank == ranks[0] and each.value]
    summary = f"{people} ranked." if ranks else "No ranks yet."
    if first:
        summary = f"{names_text(first)} {plural(len(first), 'leads', 'lead')} {people}."
    unranked = len(leaders) - len(ranks)
    pages = Paginator([*zip([*ranks, *[NO_VALUE] * unranked], leaders, strict=True)], ON_A_PAGE)
    shown = pages.get_page(query.get("page"))
    return Page(
        f"Players by {by.label.lower()}",
        [_table(viewer, chosen, by, list(shown.object_list), query)],
        lead=[f"A rank takes {by.amount(least)}."] if unranked else [],
        summary=summary,
        filters=chosen,
        pages=shown,
        notes=_notes(chosen, by) if leaders else [],
        orders=[Choice(each.key, each.label) for each in OF_PLAYERS],
        order=by.key,
    )


def _leaders(viewer: Viewer, chosen: Filters, by: Measure, least: int) -> list[Leader]:
    """All who have a value, best first; equals by games. Those who have played too little for a rank come last."""
    rows = list(_sums(viewer, chosen, _shown(by)))  # before their ratings: a first game may come in between
    ratings = {each.player: each for each in rated(ranked_players(viewer))}
    found = []
    for row in rows:
        rating, counts, of_points = ratings[row["player"]], summed(row), summed(row, OF_POINTS)
        own = of_points if by.in_points else counts
        is_rating = by.kind is Kind.RATING
        value = rating.mu if is_rating else by.value(own)
        is_ranked = rating.has_enough_games if is_rating else own[by.denominator or "games"] >= least
        if value is not None:
            found.append(Leader(rating, value, is_ranked, counts, of_points))
    return sorted(found, key=lambda each: (not each.is_ranked, -each.value, -each.counts["games"], each.rating.player))


def _shown(by: Measure) -> list[Measure]:
    return [by, *(each for each in (RATING, WON, POINTS, MADE, GAMES) if each is not by)]


def _sums(viewer: Viewer, chosen: Filters, measures: Iterable[Measure]) -> Iterable[dict[str, Any]]:
    """The counters of these measures; of those in points within one rule set. One query."""
    of_games, of_points = {"games"}, {"games"}
    for each in measures:
        (of_points if each.in_points else of_games).update(each.counters)
    by_rules = {OF_POINTS + name: Sum(name, filter=Q(rules=chosen.of_one_rule_set.rules)) for name in of_points}
    rows = in_rankings(viewer, all_player_games(chosen)).values("player")
    found: Iterable[dict[str, Any]] = rows.annotate(**sums(of_games), **by_rules).order_by()
    return found


def _table(
    viewer: Viewer, chosen: Filters, by: Measure, found: list[tuple[str, Leader]], query: QueryDict
) -> ReportTable:
    measures = _shown(by)

    def address(player: int) -> str:
        return reverse("stats:player", args=[viewer.club.slug, player]) + chosen.query

    rows = [
        [
            Cell(each.rating.name, href=address(each.rating.player)),
            *(_cell(measure, each) for measure in measures),
            _likely(by, each),
        ]
        for _rank, each in found
    ]
    rules = chosen.of_one_rule_set.rules
    return ReportTable(
        "players",
        "Players",
        ["Player", *(measure.file_label for measure in measures), "Likely range"],
        rows,
        chosen.empty_text("Players appear here after the first finished game.", "players"),
        note="" if chosen.rules or len(chosen.rule_choices) < 3 else f"Points: in games by {rules_title(rules)}.",
        ranks=[rank for rank, _each in found],
        links=["", *(_address(query, "by", measure.key) for measure in measures), ""],
        sorted_by=1,
    )


def _address(query: QueryDict, name: str, value: str) -> str:
    """The first page with this value in its address."""
    query = query.copy()
    query.pop("page", None)
    query[name] = value
    return f"?{query.urlencode()}"


def _cell(measure: Measure, leader: Leader) -> Cell:
    if measure.kind is Kind.RATING:
        return number(displayed_rating(leader.rating.mu))
    return measure.cell(leader.of(measure))


def _likely(measure: Measure, leader: Leader) -> Cell:
    if measure.kind is not Kind.RATING:
        return measure.interval_cell(leader.of(measure))
    middle, sure = displayed_rating(leader.rating.mu), displayed_margin(leader.rating.sigma)
    return Cell(format_range(middle - sure, middle + sure))


def _notes(chosen: Filters, by: Measure) -> list[str]:
    notes = ["Ratings are always current; the other columns follow your filter."] if chosen.is_filtered else []
    notes += [f"{by.label}: {by.help}"] if by.help else []
    notes.append("“Likely range”: we’re 95% sure the true value is in this range; it narrows with more games.")
    return [*notes, RATINGS] if by is RATING else notes
