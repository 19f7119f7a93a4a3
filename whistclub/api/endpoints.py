"""The addresses of the API. A request names a token as `Authorization: Bearer …`; the token names the club."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import NinjaAPI, Query
from ninja.errors import HttpError, ValidationError
from ninja.security import HttpBearer

from whistclub.api import queries
from whistclub.api.actions import use_token
from whistclub.api.schemas import (
    ClubOut,
    GamesPage,
    GameWithHandsOut,
    PartiesPage,
    PartyOut,
    PlayersPage,
    RoundOut,
    StandingsOut,
)
from whistclub.club.models import Club
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.web.counted import Counted

ON_A_PAGE = 100
# Requests of one token in a minute, in each process.
MOST_IN_A_MINUTE = 300
lately = Counted(60, MOST_IN_A_MINUTE)


class ClubToken(HttpBearer):
    """Who asks: `request.auth` is the club of the token."""

    def authenticate(self, request: HttpRequest, token: str) -> Club | None:
        found = use_token(token, timezone.now())
        if found is None:
            return None
        if lately.lately(found.pk) >= MOST_IN_A_MINUTE:
            raise HttpError(429, f"At most {MOST_IN_A_MINUTE} requests a minute. Please wait.")
        lately.add(found.pk)
        return found.club


api = NinjaAPI(
    title="whistclub",
    version="1",
    description="Read a club's parties, standings, games and hands. An owner of the club makes the token.",
    auth=ClubToken(),
    urls_namespace="api",
    docs_url=None,
)


class ApiRequest(HttpRequest):
    auth: Club


Answer = TypeVar("Answer")
P = ParamSpec("P")


def in_zone(
    view: Callable[Concatenate[ApiRequest, P], Answer],
) -> Callable[Concatenate[ApiRequest, P], Answer]:
    """Answer in the time zone of the club, and leave none behind in the thread."""

    @wraps(view)
    def inside(request: ApiRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        with timezone.override(ZoneInfo(request.auth.time_zone)):
            return view(request, *args, **kwargs)

    return inside


@api.get("/club/", response=ClubOut, summary="The club", url_name="club")
@in_zone
def club(request: ApiRequest) -> Club:
    return request.auth


@api.get("/players/", response=PlayersPage, summary="Its players, by name", url_name="players")
@in_zone
def players(request: ApiRequest, page: int = 1) -> dict[str, Any]:
    found = _page(queries.players(request.auth), page)
    return _listed(request, found, [queries.player_out(each) for each in found])


@api.get("/parties/", response=PartiesPage, summary="Its parties, newest first", url_name="parties")
@in_zone
def parties(request: ApiRequest, page: int = 1) -> dict[str, Any]:
    found = _page(queries.with_counts(queries.parties(request.auth)), page)
    return _listed(request, found, [queries.party_out(each) for each in found])


@api.get("/parties/{code}/", response=PartyOut, summary="One party", url_name="party")
@in_zone
def party(request: ApiRequest, code: str) -> PartyOut:
    return queries.party_out(get_object_or_404(queries.with_counts(queries.parties(request.auth)), code=code))


@api.get("/parties/{code}/rounds/", response=list[RoundOut], summary="Its rounds and tables", url_name="rounds")
@in_zone
def rounds(request: ApiRequest, code: str) -> list[RoundOut]:
    return queries.rounds_out(_party(request, code))


@api.get("/parties/{code}/standings/", response=StandingsOut, summary="Its standings", url_name="standings")
@in_zone
def standings(request: ApiRequest, code: str) -> StandingsOut:
    return queries.standings_out(_party(request, code), timezone.now())


@api.get("/games/", response=GamesPage, summary="Games, newest first", url_name="games")
@in_zone
def games(
    request: ApiRequest,
    party: Annotated[str | None, Query(description="the code of a party", pattern="^[A-Za-z0-9_-]{1,12}$")] = None,
    since: Annotated[datetime | None, Query(description="began at this moment or later")] = None,
    until: Annotated[datetime | None, Query(description="began before this moment")] = None,
    page: int = 1,
) -> dict[str, Any]:
    found = _page(queries.games(request.auth, party, _in_utc("since", since), _in_utc("until", until)), page)
    return _listed(request, found, queries.games_out(found))


@api.get("/games/{code}/", response=GameWithHandsOut, summary="One game, with its hands", url_name="game")
@in_zone
def game(request: ApiRequest, code: str) -> GameWithHandsOut:
    games = Game.objects.select_related("club").filter(binned_at=None)
    return queries.game_out(get_object_or_404(games, club=request.auth, code=code))


def _party(request: ApiRequest, code: str) -> Party:
    return get_object_or_404(queries.parties(request.auth), code=code)


def _page(found: QuerySet[Any], number: int) -> Page[Any]:
    return Paginator(found, ON_A_PAGE).get_page(number)


def _listed(request: HttpRequest, page: Page[Any], items: list[Any]) -> dict[str, Any]:
    more = None
    if page.has_next():
        asked = request.GET.dict() | {"page": str(page.next_page_number())}
        more = request.build_absolute_uri(f"{request.path}?{urlencode(asked)}")
    return {"count": page.paginator.count, "next": more, "items": items}


def _in_utc(name: str, moment: datetime | None) -> datetime | None:
    """A moment that was asked for; one without a zone is meant in the club's. Raises ValidationError."""
    if moment is None:
        return None
    try:
        return (timezone.make_aware(moment) if timezone.is_naive(moment) else moment).astimezone(UTC)
    except OverflowError as error:
        reason = {"type": "datetime_range", "loc": ["query", name], "msg": "Must be in the years 1 to 9999 in UTC"}
        raise ValidationError([reason]) from error
