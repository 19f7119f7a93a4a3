"""What the organiser can print for a party: the menu, each document, and everything together."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.paper import documents
from whistclub.party.paper.documents import Document, Part
from whistclub.party.paper.sheets import Asked, Head
from whistclub.web.qr import address_for_phones


@for_organiser_of_party
@require_safe
def menu(request: SignedInRequest, party: Party) -> HttpResponse:
    return _page(request, party, "menu", tab="paper", items=documents.menu(party))


@for_organiser_of_party
@require_safe
def everything(request: SignedInRequest, party: Party) -> HttpResponse:
    """All that an evening needs, as far as it exists, to print in one go."""
    return _parts(request, party, Head(party, _("Print everything")), documents.everything(party, _asked(request)))


@for_organiser_of_party
@require_safe
def document(request: SignedInRequest, party: Party, document: Document) -> HttpResponse:
    """One document. Its address may ask for more: `?round=` for another round than the newest, …"""
    part = documents.made(document, party, _asked(request))
    return _parts(request, party, part.page.head, [part], choices=document.choices)


def _parts(
    request: SignedInRequest, party: Party, head: Head, parts: Sequence[Part], choices: str = ""
) -> HttpResponse:
    """Sheets of a draft say so, unless the organiser asks for them without the mark: `?mark=no`."""
    is_draft = any(part.page.head.is_draft for part in parts)
    marks = {"is_draft": is_draft, "mark_draft": request.GET.get("mark") != "no"}
    return _page(request, party, "document", head=head, parts=parts, choices=choices, **marks)


def _page(request: SignedInRequest, party: Party, template: str, **context: object) -> HttpResponse:
    context |= {"club": party.club, "party": party, "here": "tonight"}
    return render(request, f"party/paper/{template}.html", context)


def _asked(request: HttpRequest) -> Asked:
    return Asked(request.GET.dict(), lambda path: address_for_phones(request, path))
