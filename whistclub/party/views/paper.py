"""The organiser's paper: what can be printed of a party, each page made for A4 and for Letter."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from whistclub.party.access import for_organiser_of_party
from whistclub.party.queries import paper, paper_lists, paper_sheets
from whistclub.party.queries.paper import Party
from whistclub.web.qr import address_for_phones, qr_svg


@for_organiser_of_party
@require_safe
def menu(request: HttpRequest, party: Party) -> HttpResponse:
    head, lines = paper.menu(party)
    return _page(request, party, "menu", head=head, lines=lines)


@for_organiser_of_party
@require_safe
def cards(request: HttpRequest, party: Party) -> HttpResponse:
    """Cards for the tables; ?tables= asks for another number of them, ?per_sheet= for larger ones."""
    page = paper.cards(party, asked=_number(request, "tables"), per_sheet=_number(request, "per_sheet"))
    address = address_for_phones(request, reverse("party:public", args=[party.code]))
    sheets = [
        [(card, qr_svg(address_for_phones(request, reverse("party:table", args=[card.token])))) for card in sheet]
        for sheet in page.sheets
    ]
    return _page(
        request, party, "cards", page=page, head=page.head, sheets=sheets, address=address, public_qr=qr_svg(address)
    )


@for_organiser_of_party
@require_safe
def seating(request: HttpRequest, party: Party) -> HttpResponse:
    """Who sits where by name; ?round= asks for another round than the newest."""
    page = paper_lists.seating(party, number=_number(request, "round"))
    return _page(request, party, "seating", page=page, head=page.head)


@for_organiser_of_party
@require_safe
def sheets(request: HttpRequest, party: Party) -> HttpResponse:
    """A score sheet for each table; ?round= asks for another round than the newest."""
    page = paper_sheets.sheets(party, number=_number(request, "round"))
    return _page(request, party, "sheets", page=page, head=page.head)


@for_organiser_of_party
@require_safe
def standings(request: HttpRequest, party: Party) -> HttpResponse:
    page = paper_lists.standings(party)
    return _page(request, party, "standings", page=page, head=page.head)


def _page(request: HttpRequest, party: Party, what: str, **context: object) -> HttpResponse:
    context |= {"club": party.club, "party": party, "here": "tonight"}
    return render(request, f"party/print_{what}.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    """A number of the address; anything else is as good as none."""
    said = request.GET.get(name, "")
    return int(said) if said.isdecimal() and len(said) <= 4 else None
