"""Parties on the club's own pages, which belong to packages below this one."""

from datetime import timedelta

from django import template
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.party.queries.console import parties_tonight, past_parties

register = template.Library()
EVENING = timedelta(hours=16)
SHOWN_IN_HISTORY = 4


@register.inclusion_tag("party/_tonight.html")
def tonights_parties(club: Club) -> dict:
    """Parties that are not over, and those that ended this evening."""
    return {"club": club, "parties": parties_tonight(club, timezone.now() - EVENING)}


@register.inclusion_tag("party/_past.html")
def latest_parties(club: Club) -> dict:
    """The last parties that are over, and the way to all of them."""
    found = past_parties(club, on_a_page=SHOWN_IN_HISTORY)
    return {"club": club, "parties": found.object_list, "more": found.has_next()}
