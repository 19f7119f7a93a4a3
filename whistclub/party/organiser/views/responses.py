"""What the organiser's views share: the page of a party, and running an action with a message and a redirect."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, PartyGate, for_organiser_of_party, say
from whistclub.web.errors import attempt


def organiser_page(
    request: HttpRequest, party: Party, template: str, *, tab: str, status: int = 200, **context: object
) -> HttpResponse:
    """A page of the desk of a party; `tab` is the one that is open."""
    context |= {"club": party.club, "party": party, "tab": tab, "here": "tonight"}
    return render(request, f"party/organiser/{template}.html", context, status=status)


def to(page: str, party: Party, *args: object) -> HttpResponse:
    """A redirect to a page of the party's organiser, by its URL name."""
    return redirect(f"party:{page}", party.club.slug, party.code, *args)


def button(action: Callable[..., object], *, back_to: str = "console", done: str = "") -> PartyGate:
    """The view of a form without fields: it runs an action of the party, which takes what the address names."""

    @for_organiser_of_party
    @require_POST
    def view(request: SignedInRequest, party: Party, **values: object) -> HttpResponse:
        act = partial(action, party, **values, by=request.user, at=timezone.now())
        if attempt(request, act) and done:
            say(request, party, str(done))
        return to(back_to, party)

    return view
