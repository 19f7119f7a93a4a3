"""The evenings of a club, as a list; what pages call one."""

from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.formats import date_format

from whistclub.club.models import Club
from whistclub.stats.models import PartyFact, PartyRank
from whistclub.stats.queries import Evening, with_players
from whistclub.stats.queries import evenings as evenings_of
from whistclub.stats.reports import Cell, ReportTable, evening_cell, number
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import join_list, plural

ON_A_PAGE = 10
PLAYING = "A party is still being played."


def day_href(club: Club, day: date) -> str:
    return reverse("stats:day", args=[club.slug, day.isoformat()])


def day_title(day: date) -> str:
    return date_format(day, "l j F Y")


def totals_text(day: Evening) -> str:
    """Number of games, hands and players, in a sentence."""
    parts = [plural(day.games, "{number} game", "{number} games").format(number=number(day.games).text)]
    if day.hands:
        parts.append(plural(day.hands, "{number} hand", "{number} hands").format(number=number(day.hands).text))
    parts.append(plural(day.players, "{number} player", "{number} players").format(number=number(day.players).text))
    return ", ".join(parts) + "."


def evenings(viewer: Viewer, page: str | None) -> tuple[Page[Any], ReportTable]:
    """A page of evenings with their parties and who won them, newest first. 6 queries."""
    club = viewer.club
    pages = Paginator(evenings_of(club), ON_A_PAGE).get_page(page)
    shown = with_players(club, pages.object_list)
    parties: dict[date, list[PartyFact]] = {each.day: [] for each in shown}
    for party in PartyFact.objects.filter(club=club, day__in=list(parties)).order_by("pk"):
        parties[party.day].append(party)
    held = [party for some in parties.values() for party in some]
    first = PartyRank.objects.filter(party__in=held, rank=1).order_by("player__name")
    winners: dict[int, list[int]] = {}
    for fact, player in first.values_list("party", "player"):
        winners.setdefault(fact, []).append(player)
    names = Names(viewer, [player for some in winners.values() for player in some])

    def party_text(party: PartyFact) -> str:
        people = join_list([names.text(player) for player in winners.get(party.pk, [])])
        return f"{party.name}, won by {people}" if people else party.name

    rows = [
        [
            evening_cell(each.day, href=day_href(club, each.day)),
            number(each.games),
            number(each.hands),
            number(each.players),
            Cell("; ".join(map(party_text, parties[each.day]))),
        ]
        for each in shown
    ]
    head = ["Evening", "Games", "Hands", "Players", "Party"]
    return pages, ReportTable("evenings", "Evenings", head, rows, "No evenings yet.", labelled=head[1:4])
