"""Lists of a club's parties, and the address of a party's public page."""

from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.party.models import Party, Round
from whistclub.play.models import PartyNow

# For lists: whether statistics leave each party out.
EXCLUDED = Exists(PartyNow.objects.filter(pk=OuterRef("code"), excluded=True))
MOST_TONIGHT = 20
# How long an evening lasts, for what is of tonight.
EVENING = timedelta(hours=16)


def parties_tonight(club: Club, since: datetime) -> list[Party]:
    """Open parties and those finished since a moment, the nearest day first, each with its head count and round."""
    is_tonight = ~Q(state=Party.State.FINISHED) | Q(finished_at__gte=since)
    not_announced = Q(rounds__state__in=[Round.State.DRAFT, Round.State.UNDONE])
    people = Count("entrants", filter=Q(entrants__present=True), distinct=True)
    rounds = Count("rounds", filter=~not_announced, distinct=True)
    tonight = club.parties.filter(is_tonight, binned_at=None).annotate(here=people, round=rounds, excluded=EXCLUDED)
    today, found = timezone.localdate(), list[Party](tonight)
    found.sort(key=lambda party: (abs(party.day - today), party.state == Party.State.FINISHED, -party.pk))
    return found[:MOST_TONIGHT]


def public_path(party: Party) -> str:
    """Address of the party's public page."""
    return reverse("party:public", args=[party.code])
