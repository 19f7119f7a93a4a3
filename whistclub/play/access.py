"""The gates of a game: its score pad (signed link), its public page (code), its organiser (club and code)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Concatenate

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from whistclub.club.access import SignedInRequest, for_organiser, in_bin, inside, names_shown, not_shown, shown_to
from whistclub.club.models import Club
from whistclub.play.changing import LinkGone
from whistclub.play.models import Game, PadLink
from whistclub.stats.evening import evening_of, is_long_past
from whistclub.web.errors import Refused, error_page
from whistclub.web.live import HtmxRequest

SEAT_COOKIE = "seat"
YEAR = 60 * 60 * 24 * 365
NOT_SEATED = "none"


@dataclass
class Pad:
    """A phone that keeps score: its link, and the cookie with its owner's seat.

    The cookie "2.57" is the seat and the player who sat there, because people may change seats. What a phone kept and
    sends later brings it along as `by_seat`, since cookies may be cleared by then. The signature of `link` is good;
    whether it is the newest link is checked by `game`, or by an action as it locks the game.
    """

    link: PadLink
    token: str
    seat_cookie: str

    @cached_property
    def game(self) -> Game:
        game = Game.objects.select_related("club").filter(code=self.link.code, link_version=self.link.version).first()
        if game is None or game.binned_at is not None:
            raise LinkGone(binned=game is not None)
        return game

    @property
    def seat(self) -> int | None:
        """The owner's seat; None if it has not been chosen, or the owner does not play.

        What a phone sends is logged as from there. After people changed seats its pad, which asks for itself again
        within seconds, puts the cookie right.
        """
        seat = self.seat_cookie.partition(".")[0]
        return int(seat) if seat in {"0", "1", "2", "3"} else None

    def seat_now(self, players: Sequence[int]) -> int | None:
        """The owner's seat by who sits where now (keys by seat); None if they do not play, or have left the table."""
        player = self.seat_cookie.partition(".")[2]
        if not player:
            return self.seat
        return next((seat for seat, each in enumerate(players) if str(each) == player), None)

    @property
    def has_chosen_seat(self) -> bool:
        return self.seat is not None or self.seat_cookie == NOT_SEATED


PadView = Callable[Concatenate[HtmxRequest, Pad, ...], HttpResponse]
PublicGameView = Callable[Concatenate[HttpRequest, Game, ...], HttpResponse]
OrganiserGameView = Callable[Concatenate[SignedInRequest, Game, ...], HttpResponse]


def wants_json(request: HttpRequest) -> bool:
    """Whether the pad's script asks, which sends what the phone has kept."""
    return request.headers.get("Accept") == "application/json"


def is_same_origin(request: HttpRequest) -> bool:
    """Whether a page of this site sends this form: by what the browser says of it, else by the page's address.

    Browsers that say neither are let through, as the link itself is the secret.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site == "same-origin":
        return True
    return site in (None, "none") and origin in (None, f"{request.scheme}://{request.get_host()}")


def for_scorekeeper(view: PadView) -> Callable[..., HttpResponse]:
    """Hand the view a `Pad` instead of the token: 404 for a forged link, 410 for a replaced one.

    A form needs no token against forgery: anyone with the link may write, and a page that was offline for a day, or
    whose cookies were cleared, has none that is valid. Forms from pages of other sites get 403. Of a past game, the
    link shows what the club shows to strangers.
    """

    @csrf_exempt
    @never_cache
    @wraps(view)
    def gate(request: HtmxRequest, token: str, **kwargs: Any) -> HttpResponse:
        link = PadLink.read(token)
        if link is None:
            sentence = "This link is incomplete. Scan the code again or ask for a new link."
            raise Refused("not_a_pad", sentence, 404, title="This is not a score pad")
        if request.method == "POST" and not is_same_origin(request):
            sentence = "Another site tried to change this game. Nothing changed."
            raise Refused("other_site", sentence, 403, title="Not allowed")
        # As it is posted, `by_seat` is what the cookie says ("2.57"); as actions take it, a seat.
        seat_cookie = request.POST.get("by_seat") or request.COOKIES.get(SEAT_COOKIE, "")
        pad = Pad(link, token, seat_cookie)
        if pad.game.is_of_now(timezone.now()):
            return view(request, pad, **kwargs)
        shown = shown_to(request, pad.game.club)
        # A phone always learns what became of the hands that it kept: they were saved, or phones may no longer do this.
        if shown == Club.Shown.NOTHING and not (request.method == "POST" and wants_json(request)):
            return not_shown(request, pad.game.club)
        with names_shown(request, pad.game.club, shown):
            return view(request, pad, **kwargs)

    return gate


def for_public(view: PublicGameView) -> Callable[..., HttpResponse]:
    """Hand the view the game of a public code; 404 for any other code, 410 for one in the bin.

    The view runs `inside` the club. Strangers get 403 for a past game if the club shows them nothing.
    """

    @never_cache
    @wraps(view)
    def gate(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        game = Game.objects.select_related("club").filter(code=code).first()
        if game is None:
            raise Http404
        if game.binned_at is not None:
            return error_page(request, 410, "This game was removed", "An organiser has moved it to the bin.")
        # Statistics link what is long past, also if it was changed or opened to phones again just now.
        with_initials = game.club.shown_to_strangers == Club.Shown.INITIALS
        linked = with_initials and game.counts_in_statistics and is_long_past(evening_of(game.started_at, game.club))
        shown = shown_to(request, game.club, of_now=game.is_of_now(timezone.now()) and not linked)
        with inside(request, game.club), names_shown(request, game.club, shown):
            if shown == Club.Shown.NOTHING:
                return not_shown(request, game.club)
            return view(request, game, **kwargs)

    return gate


def for_organiser_of_game(view: OrganiserGameView) -> Callable[..., HttpResponseBase]:
    """Hand the view a game of the organiser's club; 404 for games of other clubs, 410 for one in the bin."""

    @for_organiser
    @wraps(view)
    def gate(request: SignedInRequest, club: Club, /, code: str, **kwargs: Any) -> HttpResponse:
        game = get_object_or_404(Game, club=club, code=code)
        if game.binned_at is not None:
            return in_bin(request, club, "This game was removed")
        game.club = club
        return view(request, game, **kwargs)

    return gate
