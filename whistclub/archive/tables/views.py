"""Tables of a club and of its parties as files for a spreadsheet."""

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from whistclub.archive.tables import queries
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.web.workbook import FORMATS, table_response


@for_organiser
@require_safe
def tables(request: SignedInRequest, club: Club) -> HttpResponse:
    """What can be downloaded."""
    found = queries.TABLES.values()
    return render(request, "archive/tables.html", {"club": club, "tables": found, "here": "club"})


@for_organiser
@require_safe
def table(request: SignedInRequest, club: Club, table_key: str, file_format: str) -> HttpResponseBase:
    found = queries.TABLES.get(table_key)
    if found is None or file_format not in FORMATS:
        raise Http404
    return table_response(f"{club.slug}-{found.key}", found.rows(club), file_format)


@for_organiser_of_party
@require_safe
def standings(request: SignedInRequest, party: Party, file_format: str) -> HttpResponseBase:
    if file_format not in FORMATS:
        raise Http404
    return table_response(f"{party.club.slug}-{party.code}-standings", queries.standings_table(party), file_format)
