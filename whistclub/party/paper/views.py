"""What the organiser can print for a party."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.paper import lists, score_sheets
from whistclub.party.paper import sheets as paper
from whistclub.party.queries.parties import public_path
from whistclub.web.qr import address_for_phones, qr_svg


@for_organiser_of_party
@require_safe
def menu(request: SignedInRequest, party: Party) -> HttpResponse:
    head, items = paper.menu(party)
    return _page(request, party, "menu", head=head, items=items)


@for_organiser_of_party
@require_safe
def cards(request: SignedInRequest, party: Party) -> HttpResponse:
    """Table cards; `?tables=` sets how many, `?per_sheet=` how large."""
    page = paper.cards(party, asked=_number(request, "tables"), per_sheet=_number(request, "per_sheet"))
    address = address_for_phones(request, public_path(party))
    sheets = [
        [(card, qr_svg(address_for_phones(request, reverse("party:table", args=[card.token])))) for card in sheet]
        for sheet in page.sheets
    ]
    return _page(
        request,
        party,
        "table_cards",
        page=page,
        head=page.head,
        sheets=sheets,
        address=address,
        public_qr=qr_svg(address),
    )


@for_organiser_of_party
@require_safe
def seating(request: SignedInRequest, party: Party) -> HttpResponse:
    """Who sits where by name; `?round=` for another round than the newest."""
    page = lists.seating(party, number=_number(request, "round"))
    return _page(request, party, "seating", page=page, head=page.head)


@for_organiser_of_party
@require_safe
def sheets(request: SignedInRequest, party: Party) -> HttpResponse:
    """A score sheet for each table; `?round=` for another round than the newest."""
    page = score_sheets.sheets(party, number=_number(request, "round"))
    return _page(request, party, "score_sheets", page=page, head=page.head)


@for_organiser_of_party
@require_safe
def standings(request: SignedInRequest, party: Party) -> HttpResponse:
    page = lists.standings(party)
    return _page(request, party, "standings", page=page, head=page.head)


def _page(request: SignedInRequest, party: Party, template: str, **context: object) -> HttpResponse:
    context |= {"club": party.club, "party": party, "here": "tonight"}
    return render(request, f"party/paper/{template}.html", context)


def _number(request: SignedInRequest, name: str) -> int | None:
    """A number from the query string; None for anything else."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= 4 else None
