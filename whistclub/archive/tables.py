"""Everything of a club, and the standings of its parties, as files for a spreadsheet."""

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min, Prefetch
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from whistclub.club.access import for_organiser
from whistclub.club.models import Club
from whistclub.club.queries import on_roster
from whistclub.party.access import for_organiser_of_party
from whistclub.party.models import Party
from whistclub.party.standings import standings_of
from whistclub.play import export
from whistclub.play.models import Game, Seat
from whistclub.play.statistics import batches, with_parties
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


def players(club: Club) -> Iterator[Line]:
    """Everyone on the roster by name, with what statistics know. Two queries."""
    yield list(PLAYERS)
    by_player = PlayerGame.objects.filter(club=club).order_by().values_list("player")
    known = by_player.annotate(Count("pk"), Min("day"), Max("day"))
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
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position"))
    for game in (game for some in batches(found.prefetch_related(seats)) for game in with_parties(some)):
        yield [
            evening_of(game.started_at, club).isoformat(),
            game.started_at.astimezone(zone).strftime("%H:%M"),
            *_filled([seat.player.name for seat in game.seats.all()], MOST_SEATS),
            game.rules_name or title_of(game.preset),
            *_filled(game.totals, MOST_SIDES),
            "" if game.winner is None else game.winner + 1,
            game.reason,
            game.hands_scored,
            parties.get(game.party_code, ""),
            game.round_number or "",
            game.table_number or "",
            _yes(game.counts_in_statistics),
        ]


def standings(party: Party) -> Iterator[Line]:
    """The standings of a party from all results that are in; those who share a rank have the same number."""
    yield list(STANDINGS)
    for each in standings_of(party).ranks:
        line = each.line
        numbers = [float(value) for value in (line.wins, line.points, line.difference)]
        won, *points = [int(value) if value.is_integer() else value for value in numbers]
        yield [line.rank, each.name, each.division, each.group, won, line.games, *points, line.grands, line.sat_out]


def _filled(values: list[Any], length: int) -> list[Any]:
    return [*values, *[""] * (length - len(values))]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


TABLES = {"players": players, "games": games, "hands": export.rows}


@for_organiser
@require_safe
def table(_request: HttpRequest, club: Club, table_key: str, file_format: str) -> HttpResponseBase:
    if table_key not in TABLES or file_format not in FORMATS:
        raise Http404
    return table_response(f"{club.slug}-{table_key}", TABLES[table_key](club), file_format)


@for_organiser_of_party
@require_safe
def standings_file(_request: HttpRequest, party: Party, file_format: str) -> HttpResponseBase:
    if file_format not in FORMATS:
        raise Http404
    return table_response(f"{party.club.slug}-{party.code}-standings", standings(party), file_format)
