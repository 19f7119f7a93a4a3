"""The first page of statistics: the newest evening, who is on top, all evenings with who won."""

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page as Pages
from django.core.paginator import Paginator
from django.http import QueryDict
from django.urls import reverse

from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.evening import is_long_past
from whistclub.stats.filters import Filters, filters
from whistclub.stats.measures import ENOUGH
from whistclub.stats.models import GameFact, PartyFact, PartyRank, PlayerGame
from whistclub.stats.queries import (
    Evening,
    evenings,
    in_rankings,
    player_evenings,
    ranked_players,
    ranks_if_one_party,
    rated,
    with_players,
)
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, evening_cell, number, rank_text, shared_ranks
from whistclub.stats.viewer import Names, Viewer, day_address, day_title
from whistclub.web.formatting import format_number, format_signed, join_list, number_of, plural

BEST = 5
ON_A_PAGE = 10
# Players named as the best of the newest evening.
WINNERS = 3


class Newest(NamedTuple):
    """The newest evening with games. `winners` are its best, once its parties are over: rank, name and figures."""

    title: str
    href: str
    text: str
    winners: list[tuple[str, Cell, str]]


@dataclass(slots=True)
class ResultsPage(Page):
    newest: Newest | None = None
    is_first: bool = True


def results_page(viewer: Viewer, query: QueryDict) -> ResultsPage:
    """The evenings that match the filters; their first page without filters has the newest, and who is on top."""
    chosen, newest = filters(viewer.club, query), _newest(viewer)
    pages, table = _evenings(viewer, chosen, query.get("page"))
    is_first = pages.number == 1 and not chosen.is_filtered
    summary = f"{number_of(pages.paginator.count, 'evening', 'evenings')}." if newest else "No games yet."
    if newest and is_first:
        summary = f"{newest.title}: {newest.text}"
    tables = [_highest_ratings(viewer), table] if is_first else [table]
    more: dict[str, Any] = {"filters": chosen, "pages": pages, "newest": newest, "is_first": is_first}
    return ResultsPage("Results", tables if newest else [], summary=summary, **more)


def _newest(viewer: Viewer) -> Newest | None:
    facts = GameFact.objects.filter(club=viewer.club)
    found = next(iter(with_players(viewer.club, evenings(facts)[:1])), None)
    if found is None:
        return None
    codes = set(facts.filter(day=found.day).values_list("party_code", flat=True))
    parties = PartyFact.objects.filter(club=viewer.club, code__in=codes)
    is_over = parties.count() == len(codes - {""}) or is_long_past(found.day)
    if ranks := ranks_if_one_party(codes - {""}, PartyRank.objects.filter(party__in=parties)):
        best = [each for each in ranks.values() if each.rank <= WINNERS]
        names = Names(viewer, [each.player_id for each in best])
        winners = [
            (rank_text(each.rank, shared=each.shared), names.cell(each.player_id), figures_text(each)) for each in best
        ]
    else:
        winners = _winners(viewer, found.day) if is_over else []
    return Newest(
        day_title(found.day), day_address(viewer.club, found.day), totals_text(found, is_over=is_over), winners
    )


def _winners(viewer: Viewer, day: date) -> list[tuple[str, Cell, str]]:
    """Those with the most games won; equals by difference of points. Two queries."""
    best = player_evenings(in_rankings(viewer, PlayerGame.objects.filter(club=viewer.club)), day)
    names = Names(viewer, [each.player for each in best])
    best.sort(key=lambda each: (each.order, names.text(each.player)))
    return [
        (
            rank,
            names.cell(each.player),
            f"{each.won} of {each.games} won,{f' {each.drawn} drawn,' if each.drawn else ''} "
            f"{format_signed(each.difference)}",
        )
        for rank, each in list(zip(shared_ranks([each.order for each in best]), best, strict=True))[:WINNERS]
        if each.won or each.drawn
    ]


def _highest_ratings(viewer: Viewer) -> ReportTable:
    best = [each for each in rated(ranked_players(viewer)) if each.has_enough_games][:BEST]
    rows = [
        [
            Cell(each.name, href=reverse("stats:player", args=[viewer.club.slug, each.player])),
            number(displayed_rating(each.mu)),
            Cell(f"± {displayed_margin(each.sigma)}"),
        ]
        for each in best
    ]
    head = ["Player", "Rating", "Could be off by"]
    return ReportTable("best", "Highest ratings", head, rows, f"Nobody has played {ENOUGH} games yet.")


def figures_text(rank: PartyRank) -> str:
    """ "5 of 6 games won, 62 points" """
    games, points = plural(rank.games, "game", "games"), plural(round(rank.points), "point", "points")
    return f"{rank.won} of {rank.games} {games} won, {format_number(rank.points)} {points}"


def totals_text(evening: Evening, *, is_over: bool) -> str:
    """Number of games, hands and players, in a sentence; whether a party is still being played."""
    hands = [number_of(evening.hands, "hand", "hands")] if evening.hands else []
    found = [number_of(evening.games, "game", "games"), *hands, number_of(evening.players, "player", "players")]
    return f"{', '.join(found)}.{'' if is_over else ' A party is still being played.'}"


def _evenings(viewer: Viewer, chosen: Filters, page: str | None) -> tuple[Pages[Any], ReportTable]:
    """A page of evenings with their parties and who won them, newest first."""
    club = viewer.club
    pages = Paginator(evenings(chosen.narrow(GameFact.objects.filter(club=club))), ON_A_PAGE).get_page(page)
    shown = with_players(club, pages.object_list, chosen.rules)
    parties: dict[date, list[PartyFact]] = {each.day: [] for each in shown}
    for party in PartyFact.objects.filter(club=club, day__in=list(parties)).order_by("pk"):
        parties[party.day].append(party)
    held = [party for some in parties.values() for party in some]
    first = PartyRank.objects.filter(party__in=held, rank=1).order_by("player__folded")
    winners: dict[int, list[int]] = {}
    for fact, player in first.values_list("party", "player"):
        winners.setdefault(fact, []).append(player)
    names = Names(viewer, [player for some in winners.values() for player in some])

    def party_text(party: PartyFact) -> str:
        people = join_list([names.text(player) for player in winners.get(party.pk, [])])
        return f"{party.name}, won by {people}" if people else party.name

    rows = [
        [
            evening_cell(each.day, href=day_address(club, each.day)),
            number(each.games),
            number(each.hands) if each.hands else Cell(""),
            number(each.players),
            Cell("; ".join(map(party_text, parties[each.day]))),
        ]
        for each in shown
    ]
    head = ["Evening", "Games", "Hands", "Players", "Party"]
    if not held:
        head, rows = head[:4], [row[:4] for row in rows]
    note = "An evening opens with all its games." if chosen.rules else ""
    none = "No evenings match this filter."
    return pages, ReportTable("evenings", "Evenings", head, rows, none, note=note, labelled=head[1:4])
