"""The sign-up list on a phone: people write their own names, and see when an organiser has checked them in."""

import secrets

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from whistclub.party.access import Party, for_public
from whistclub.party.actions import signup as actions
from whistclub.party.parties import public_path
from whistclub.web.errors import Refused, error_page
from whistclub.web.live import HtmxRequest, holds, nothing_new

PHONE_COOKIE = "phone"
MOST_OF_A_PHONE = 32
MOST_SHOWN_AGAIN = 90
MONTH = 60 * 60 * 24 * 30


@for_public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HtmxRequest, party: Party, secret: str) -> HttpResponse:
    if not party.takes_names(secret):
        return error_page(request, 410, "This list is closed", actions.list_closed().sentence)
    phone = request.COOKIES.get(PHONE_COOKIE, "")[:MOST_OF_A_PHONE] or secrets.token_urlsafe(16)
    context: dict[str, object] = {"party": party, "secret": secret, "is_today": party.is_day}
    status = 200
    if request.method == "POST":
        typed = request.POST.get("name", "")
        try:
            if "cancel" in request.POST:
                actions.take_name_back(party, phone)
            else:
                actions.write_name(party, secret, typed, phone, at=timezone.now())
        except Refused as refusal:
            status = refusal.status
            context |= {"refusal": refusal.sentence, "typed": typed[:MOST_SHOWN_AGAIN]}
        else:
            response = redirect(request.path)
            keep_cookie(response, PHONE_COOKIE, phone, public_path(party))
            return response
    mine = party.sign_ups.filter(phone=phone).select_related("entrant").first()
    if mine and mine.entrant and not mine.entrant.present:
        mine = None  # they left, and may write again
    context["mine"] = mine
    context["version"] = version = f"{mine.pk}.{mine.entrant_id}" if mine else "nobody"
    if request.htmx and holds(request, version):
        return nothing_new()
    page = render(request, f"party/public/{'_' if request.htmx else ''}sign_up.html", context, status=status)
    # Before the first name is sent: two taps at once then belong to one phone.
    keep_cookie(page, PHONE_COOKIE, phone, public_path(party))
    return page


def keep_cookie(response: HttpResponse, cookie: str, value: str, path: str) -> None:
    response.set_cookie(
        cookie, value, max_age=MONTH, path=path, httponly=True, samesite="Lax", secure=settings.BEHIND_HTTPS
    )
