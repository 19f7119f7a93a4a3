"""Parties on the club's pages, whose templates belong to apps below this one."""

from datetime import timedelta
from typing import Any

from django import template
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.party.queries.parties import parties_tonight, past_parties

register = template.Library()
EVENING = timedelta(hours=16)
SHOWN_IN_HISTORY = 4


@register.inclusion_tag("party/organiser/_tonight.html")
def tonights_parties(club: Club) -> dict[str, Any]:
    """Open parties and those finished this evening."""
    return {"club": club, "parties": parties_tonight(club, timezone.now() - EVENING)}


@register.inclusion_tag("party/organiser/_past.html")
def latest_parties(club: Club) -> dict[str, Any]:
    """The last finished parties, with a link to all of them."""
    found = past_parties(club, on_a_page=SHOWN_IN_HISTORY)
    return {"club": club, "parties": found.object_list, "more": found.has_next()}
