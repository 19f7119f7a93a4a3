"""The gates of a game: its score pad (signed link), its public page (code), its organiser (club and code)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.models import Club
from whistclub.play.actions.refusals import LinkRevoked
from whistclub.play.links import PadLink, read_link
from whistclub.play.models import Game
from whistclub.web.errors import error_page
from whistclub.web.polling import HtmxRequest

SEAT_COOKIE = "seat"
NOT_SEATED = "none"


@dataclass
class Pad:
    """A phone that keeps score: its link, and the cookie with its owner's seat.

    The cookie "2.57" is the seat and the player who sat there, because people may change seats. The signature of `link`
    is good, but only `game` (or an action, under its lock) checks that it is the newest link.
    """

    link: PadLink
    token: str
    seat_cookie: str

    @cached_property
    def game(self) -> Game:
        """Raises LinkRevoked."""
        game = Game.objects.select_related("club").filter(pk=self.link.game).first()
        if game is None or game.link_version != self.link.version:
            raise LinkRevoked
        return game

    @property
    def seat(self) -> int | None:
        """The owner's seat; None if it has not been chosen, or the owner does not play."""
        seat = self.seat_cookie.partition(".")[0]
        return int(seat) if seat in {"0", "1", "2", "3"} else None

    def has_moved(self, players: Sequence[int]) -> bool:
        """Whether another player sits on the owner's seat now; `players` are the keys of the players by seat."""
        player = self.seat_cookie.partition(".")[2]
        if self.seat is None or player == "":
            return False
        return self.seat >= len(players) or player != str(players[self.seat])

    def seat_now(self, players: Sequence[int]) -> int | None:
        """The seat to which the owner has moved; None if they left the table."""
        player = self.seat_cookie.partition(".")[2]
        return next((seat for seat, each in enumerate(players) if str(each) == player), None)

    @property
    def has_chosen_seat(self) -> bool:
        return self.seat is not None or self.seat_cookie == NOT_SEATED


PadView = Callable[Concatenate[HtmxRequest, Pad, ...], HttpResponse]
PublicGameView = Callable[Concatenate[HttpRequest, Game, ...], HttpResponse]
OrganiserGameView = Callable[Concatenate[SignedInRequest, Game, ...], HttpResponse]


def for_scorekeeper(view: PadView) -> Callable[..., HttpResponse]:
    """Hand the view a `Pad` instead of the token: 404 for a forged link, 410 for a replaced one."""

    @never_cache
    @gzip_page  # a pad carries a sentence for every outcome: a sixth of it goes over the bad network
    @wraps(view)
    def gate(request: HtmxRequest, token: str, **kwargs: Any) -> HttpResponse:
        link = read_link(token)
        if link is None:
            return error_page(
                request,
                404,
                _("This is not a score pad"),
                _("This link is incomplete. Scan the code again or ask for a new link."),
            )
        try:
            return view(request, Pad(link, token, request.COOKIES.get(SEAT_COOKIE, "")), **kwargs)
        except LinkRevoked as refusal:
            return error_page(request, refusal.status, _("This link has been replaced"), refusal.sentence)

    return gate


def for_public(view: PublicGameView) -> Callable[..., HttpResponse]:
    """Hand the view the game of a public code; 404 for any other code."""

    @never_cache
    @wraps(view)
    def gate(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        return view(request, get_object_or_404(Game.objects.select_related("club"), code=code), **kwargs)

    return gate


def for_organiser_of_game(view: OrganiserGameView) -> Callable[..., HttpResponse]:
    """Hand the view a game of the organiser's club; 404 for games of other clubs."""

    @for_organiser
    @wraps(view)
    def gate(request: SignedInRequest, club: Club, /, code: str, **kwargs: Any) -> HttpResponse:
        return view(request, get_object_or_404(Game.objects.select_related("club"), club=club, code=code), **kwargs)

    return gate
