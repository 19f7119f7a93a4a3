"""Parties on the club's pages, whose templates belong to apps below this one; what the desk looks up."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.party.parties import EVENING, parties_tonight, past_parties
from whistclub.party.rounds import TableState
from whistclub.party.text import result_text
from whistclub.play.queries import HistorySearch

register = template.Library()
SHOWN_IN_HISTORY = 4


@register.inclusion_tag("party/desk/_parties.html")
def tonights_parties(club: Club) -> dict[str, Any]:
    """Open parties and those finished this evening."""
    return {"club": club, "parties": parties_tonight(club, timezone.now() - EVENING)}


@register.inclusion_tag("party/desk/_parties.html", takes_context=True)
def latest_parties(context: Context, sought: HistorySearch, page: str | None) -> dict[str, Any]:
    """The last finished parties that are sought, with a link to all of them; all, a page at a time, without games."""
    if not sought.shows_parties:
        return {}
    if sought.shows_games:
        found = past_parties(sought.club, on_a_page=SHOWN_IN_HISTORY, sought=sought)
    else:
        found = past_parties(sought.club, page, sought=sought)
    return {
        "club": sought.club,
        "parties": found.object_list,
        "page": found,
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
