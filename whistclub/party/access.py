"""The gates of a party: its organisers and its door (club and code), the public (code), a table card (signed link).

The link on a table card is the club's: printed once for years, it opens the game that is played at the table now. It is
signed like a score pad's link, so nothing secret is stored; raising the version of the cards invalidates them all.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache

from whistclub.club.access import SignedInRequest, for_organiser, in_bin, inside, names_shown, not_shown, shown_to
from whistclub.club.models import Club
from whistclub.party.follow import party_followed
from whistclub.party.log import newest_change, sentence_of
from whistclub.party.models import Party
from whistclub.stats.evening import evening_of, is_long_past
from whistclub.web.errors import error_page
from whistclub.web.links import SignedLinks
from whistclub.web.live import HtmxRequest

_links = SignedLinks("whistclub.party.table")


class TableLink(NamedTuple):
    """The contents of a genuine link: the club's key, the version of its cards, the number of the table."""

    club: int
    version: int
    table: int

    @property
    def token(self) -> str:
        """The part of the address that cannot be guessed (256 bits of signature)."""
        return _links.token(*self)


def read_link(token: str) -> TableLink | None:
    """The link of a token; None if it is forged or damaged."""
    found = _links.read(token)
    return TableLink(*map(int, found)) if found and len(found) == 3 else None


PartyView = Callable[Concatenate[SignedInRequest, Party, ...], HttpResponseBase]


def for_organiser_of_party(view: PartyView) -> Callable[..., HttpResponseBase]:
    """Pass the view a party of a club that the user organises; 404 for parties of other clubs, 410 for one in the bin.

    A form brings in `shown` the round that was current when its page was made; `change` refuses it if another one is
    by now. The next page says what was done, unless the view has said it.
    """

    @for_organiser
    @never_cache
    @wraps(view)
    def gate(request: SignedInRequest, club: Club, /, code: str, **kwargs: Any) -> HttpResponseBase:
        party = Party.objects.filter(club=club, code=code).first()
        if party is None:
            raise Http404
        if party.binned_at is not None:
            return in_bin(request, club, "This party was removed")
        party.club = club
        party.shown = request.POST.get("shown")
        response = view(request, party, **kwargs)
        if party.entry and not request.htmx:
            say(request, party, f"{sentence_of(party, party.log.get(pk=party.entry))}.")
        return response

    return gate


def say(request: HttpRequest, party: Party, sentence: str) -> None:
    """Let the next page of the desk say what was done, with a button that undoes it if it can be undone."""
    newest = newest_change(party) if party.entry else None
    messages.success(request, sentence, extra_tags=str(newest.pk) if newest and newest.pk == party.entry else "")
    party.entry = None


def for_public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the view the party with this public code, or 404; 410 for one in the bin. It runs `inside` the club."""

    @never_cache
    @wraps(view)
    def gate(request: HtmxRequest, code: str, **kwargs: object) -> HttpResponse:
        asks_again = request.htmx and request.method == "GET"
        party = party_followed(code) if asks_again else Party.objects.select_related("club").filter(code=code).first()
        if party is None:
            raise Http404
        if party.binned_at is not None:
            return error_page(request, 410, "This party was removed", "An organiser has moved it to the bin.")
        # Statistics with initials have links to parties that are long past (`stats.viewer.party_address`). Who follows
        # one must not find the names, even if the party was finished just now.
        began = party.began_at if party.club.shown_to_strangers == Club.Shown.INITIALS else None
        linked = began is not None and is_long_past(evening_of(began, party.club))
        shown = shown_to(request, party.club, of_now=party.is_of_now(timezone.now()) and not linked)
        with inside(request, party.club), names_shown(request, party.club, shown):
            if shown == "nothing":
                return not_shown(request, party.club)
            return view(request, party, **kwargs)

    return gate


def for_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the view the club and the table number; 404 for a forged link, 410 for a replaced one."""

    @never_cache
    @wraps(view)
    def gate(request: HttpRequest, token: str, **kwargs: object) -> HttpResponse:
        link = read_link(token)
        if link is None:
            sentence = "Part of the link is missing. Scan the code again, or ask the organiser for it."
            return error_page(request, 404, "This is not a table card", sentence)
        club = Club.objects.filter(pk=link.club, card_version=link.version).first()
        if club is None:
            sentence = "The organiser has made new codes for the tables. Scan the card that is on the table now."
            return error_page(request, 410, "This card has been replaced", sentence)
        with inside(request, club):
            return view(request, club, link.table, **kwargs)

    return gate
