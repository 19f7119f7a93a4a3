"""The sign-up list on the check-in page: open it, check in who is on it, close it."""

import hashlib
import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions import signup as actions
from whistclub.party.desk.names import names_on_list
from whistclub.party.desk.pages import organiser_page, to
from whistclub.party.desk.roster import numbers
from whistclub.party.state import load
from whistclub.web.errors import attempt
from whistclub.web.live import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg

MOST_CORRECTIONS = 3
_SEEN = re.compile(r"([0-9]{1,12}) (.{1,90})")


def panel(request: HttpRequest, party: Party) -> dict[str, Any]:
    """The list as its template shows it: each name that waits, and what it means."""
    waiting = list(party.sign_ups.filter(entrant=None))
    entries = names_on_list(party, [each.names for each in waiting]) if waiting else []
    rows = [(each, entry, entry.similar[:MOST_CORRECTIONS]) for each, entry in zip(waiting, entries, strict=True)]
    path = reverse("party:sign_up", args=[party.code, party.signup]) if party.signup_open else ""
    address = address_for_phones(request, path) if path else ""
    return {
        "version": version_of(party),
        "rows": rows,
        "people": sum(len(each.names) for each in waiting),
        "plain": [each for each, entry, similar in rows if entry.arrives and not similar],
        "path": path,
        "address": address,
        "qr": qr_svg(address) if address else "",
    }


def version_of(party: Party) -> str:
    """Changes with everything that the list shows, and with who is here. Two queries."""
    names = list(party.sign_ups.filter(entrant=None).values_list("pk", "name"))
    here = sorted(party.entrants.filter(present=True).values_list("player__folded", flat=True))
    shown = repr((party.signup, party.signup_open, party.state, names, here))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


@for_organiser_of_party
@require_safe
def signup(request: SignedInRequest, party: Party) -> HttpResponse:
    """The list as it is now; nothing while the page holds the newest."""
    if holds(request, version_of(party)):
        return nothing_new()
    context = numbers(load(party)) | {"signup": panel(request, party)}
    return organiser_page(request, party, "_signup_live", tab="people", **context)


@for_organiser_of_party
@require_POST
def set_signup(request: SignedInRequest, party: Party) -> HttpResponse:
    """Open or close the list, or give it a new address."""
    how = request.POST.get("how")
    if how in ("opened", "closed", "renewed"):
        attempt(request, lambda: actions.set_list(party, how, by=request.user, at=timezone.now()))
    return to("people", party)


@for_organiser_of_party
@require_POST
def remove(request: SignedInRequest, party: Party) -> HttpResponse:
    """One name of the list, or all that the page shows."""
    attempt(request, lambda: actions.remove_from_list(party, seen(request), by=request.user, at=timezone.now()))
    return to("people", party)


def seen(request: HttpRequest) -> dict[int, str]:
    """The names that the page showed, by their keys: "12 Cleo"."""
    found = [_SEEN.fullmatch(each) for each in request.POST.getlist("who")]
    return {int(each[1]): each[2] for each in found if each}
