"""The card that lies on a table all evening: scanned, it leads to the pad of whatever is played there now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.party.access import for_table
from whistclub.party.links import TableLink
from whistclub.party.queries import next_table, poll_tokens
from whistclub.party.queries.hall import Party
from whistclub.party.queries.next_table import Card
from whistclub.play.queries import Game, link
from whistclub.web.polling import holds, nothing_new


@for_table
@require_safe
def table(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """To the pad of the game being played; between rounds a page that waits for it."""
    card = next_table.card(party, number)
    if card.game:
        return redirect("play:pad", _token(card.game))
    return _waiting(request, "party/waiting_card.html", party, card)


@for_table
@require_GET
def live(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """A waiting page asks; once the round is announced it is sent on."""
    if holds(request, poll_tokens.of_seats(party)):
        return nothing_new()
    card = next_table.card(party, number)
    if card.game:
        pad = redirect("play:pad", _token(card.game))
        return HttpResponseClientRedirect(pad.url) if request.htmx else pad
    return _waiting(request, "party/_waiting_card.html", party, card)


def _waiting(request: HttpRequest, template: str, party: Party, card: Card) -> HttpResponse:
    context = {
        "party": party,
        "card": card,
        "token": TableLink(party.pk, party.link_version, card.table).token,
        "last_token": _token(card.last) if card.last else "",
        "version": poll_tokens.of_seats(party),
    }
    return render(request, template, context)


def _token(game: Game) -> str:
    return link(game).token
