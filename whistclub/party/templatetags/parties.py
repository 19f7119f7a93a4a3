"""Parties on the club's pages, whose templates belong to apps below this one; what the desk looks up."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Q
from django.template import Context
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.club.queries import read_remarks
from whistclub.party.log import result_text
from whistclub.party.models import Entrant, Party
from whistclub.party.parties import EVENING, EXCLUDED, parties_tonight
from whistclub.party.rounds import TableState
from whistclub.play.queries import HistorySearch

register = template.Library()
SHOWN_IN_HISTORY = 4
PARTIES_ON_A_PAGE = 20


@register.inclusion_tag("party/desk/_parties.html")
def tonights_parties(club: Club) -> dict[str, Any]:
    """Open parties and those finished this evening."""
    return {"club": club, "parties": parties_tonight(club, timezone.now() - EVENING)}


@register.inclusion_tag("party/desk/_parties.html", takes_context=True)
def latest_parties(context: Context, sought: HistorySearch, page: str | None) -> dict[str, Any]:
    """The last finished parties that are sought, with a link to all of them; all, a page at a time, without games."""
    if not sought.shows_parties:
        return {}
    finished = sought.club.parties.filter(state=Party.State.FINISHED, is_rehearsal=False, binned_at=None)
    people = Entrant.objects.filter(party=OuterRef("pk"))
    of_year = Q(day__year=sought.year) if sought.year else Q()
    wanted = finished.filter(of_year, sought.named(people)).annotate(excluded=EXCLUDED)
    on_a_page, page = (SHOWN_IN_HISTORY, None) if sought.shows_games else (PARTIES_ON_A_PAGE, page)
    parties: Page[Any] = Paginator(wanted.order_by("-day", "-created_at"), on_a_page).get_page(page)
    read_remarks(parties.object_list, sought.club.pk)
    return {
        "club": sought.club,
        "parties": parties.object_list,
        "page": parties,
        "sought": sought,
        "request": context["request"],
    }


@register.filter
def of(found: Mapping[Any, Any], key: Any) -> Any:
    """What is known by a key."""
    return found.get(key)


@register.filter
def result(table_state: TableState) -> str:
    """The result of a table as a sentence."""
    return result_text(table_state)
