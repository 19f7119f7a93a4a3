"""Everything of a club, and the standings of its parties, as files for a spreadsheet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from whistclub.club.access import for_organiser
from whistclub.club.models import Club
from whistclub.club.queries import on_roster
from whistclub.party.access import for_organiser_of_party
from whistclub.party.models import Party
from whistclub.party.standings import Rank, standings_of
from whistclub.play import export
from whistclub.play.models import Game, Seat
from whistclub.play.stats_feed import batches
from whistclub.rules.summary import title_of
from whistclub.stats.inputs import evening_of
from whistclub.stats.models import PlayerGame
from whistclub.web.workbook import FORMATS, table_response

Line = list[Any]
MOST_SEATS, MOST_SIDES = 4, 3
# As a list of past games is read.
GAMES = (
    *("Date", "Time", "Player 1", "Player 2", "Player 3", "Player 4", "Rules", "Points 1", "Points 2", "Points 3"),
    *("Winning side", "How it ended", "Hands played", "Party", "Round", "Table", "In statistics"),
)
PLAYERS = ("Name", "Guest", "Hidden", "Since", "Games", "First evening", "Last evening")
STANDINGS = ("Rank", "Name", "Group", "Partner group", "Won", "Games", "Points", "Difference", "Grands", "Sat out")


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table to download; `rows` begin with the heading."""

    key: str
    title: str
    about: str
    rows: Callable[[Club], Iterator[Line]]


def players(club: Club) -> Iterator[Line]:
    """Everyone on the roster by name, with what statistics know. Two queries."""
    yield list(PLAYERS)
    by_player = PlayerGame.objects.filter(club=club).values("player").order_by()
    known = by_player.annotate(Count("pk"), Min("day"), Max("day")).values_list(
        "player", "pk__count", "day__min", "day__max"
    )
    found = {player: [games, first.isoformat(), last.isoformat()] for player, games, first, last in known}
    zone = ZoneInfo(club.time_zone)
    for player in on_roster(club).order_by("name").iterator():
        since = player.joined_at.astimezone(zone).date().isoformat()
        yield [player.name, _yes(player.guest), _yes(player.hidden), since, *found.get(player.pk, [0, "", ""])]


def games(club: Club) -> Iterator[Line]:
    """All finished games in order of play; the columns are those of a list of past games, and some more."""
    yield list(GAMES)
    zone = ZoneInfo(club.time_zone)
    parties = dict(Party.objects.filter(club=club).values_list("code", "name"))
    found = Game.objects.filter(club=club, state=Game.State.FINISHED, binned_at=None).order_by("started_at", "pk")
    for some in batches(found):
        names = _names([game.pk for game in some])
        for game in some:
            local = game.started_at.astimezone(zone)
            players = names.get(game.pk, [])
            yield [
                evening_of(game.started_at, club).isoformat(),
                local.strftime("%H:%M"),
                *_filled(players, MOST_SEATS),
                game.rules_name or str(title_of(game.preset)),
                *_filled(game.totals, MOST_SIDES),
                "" if game.winner is None else game.winner + 1,
                game.reason,
                game.hands_scored,
                parties.get(game.party_code, ""),
                "" if game.round_number is None else game.round_number,
                "" if game.table_number is None else game.table_number,
                _yes(game.counts_in_statistics),
            ]


def standings_table(party: Party) -> Iterator[Line]:
    """The standings of a party from all results that are in; those who share a rank have the same number."""
    yield list(STANDINGS)
    for each in standings_of(party).ranks:
        yield _of_rank(each)


TABLES = {
    table.key: table
    for table in (
        ClubTable("players", "Players", "Everyone in the club, with how many games they played", players),
        ClubTable("games", "Games", "Every finished game, with players and result", games),
        ClubTable("hands", "Hands", "Every hand of every game, to check the scores", export.rows),
    )
}


def _names(games: list[int]) -> dict[int, list[str]]:
    """The names by seat of each game. One query."""
    found: dict[int, list[str]] = {}
    rows = Seat.objects.filter(game__in=games).order_by("game", "position").values_list("game", "player__name")
    for game, name in rows.iterator(chunk_size=5000):
        found.setdefault(game, []).append(name)
    return found


def _of_rank(each: Rank) -> Line:
    line = each.line
    numbers = [float(value) for value in (line.wins, line.points, line.difference)]
    won, points, difference = [int(value) if value.is_integer() else value for value in numbers]
    groups = (each.division, each.group)
    return [line.rank, each.name, *groups, won, line.games, points, difference, line.grands, line.sat_out]


def _filled(values: list[Any], length: int) -> list[Any]:
    return [*values, *[""] * (length - len(values))]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


@for_organiser
@require_safe
def tables(request: HttpRequest, club: Club) -> HttpResponse:
    """What can be downloaded."""
    found = TABLES.values()
    return render(request, "archive/tables.html", {"club": club, "tables": found, "here": "club"})


@for_organiser
@require_safe
def table(_request: HttpRequest, club: Club, table_key: str, file_format: str) -> HttpResponseBase:
    found = TABLES.get(table_key)
    if found is None or file_format not in FORMATS:
        raise Http404
    return table_response(f"{club.slug}-{found.key}", found.rows(club), file_format)


@for_organiser_of_party
@require_safe
def standings_file(_request: HttpRequest, party: Party, file_format: str) -> HttpResponseBase:
    if file_format not in FORMATS:
        raise Http404
    return table_response(f"{party.club.slug}-{party.code}-standings", standings_table(party), file_format)
