"""Lists of a club's parties, and the address of a party's public page."""

from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q
from django.urls import reverse

from whistclub.club.models import Club
from whistclub.party.models import Party, Round
from whistclub.play.models import PartyNow

# For lists: whether statistics leave each party out.
EXCLUDED = Exists(PartyNow.objects.filter(pk=OuterRef("code"), excluded=True))
MOST_TONIGHT = 20
# How long an evening lasts, for what is of tonight.
EVENING = timedelta(hours=16)


def parties_tonight(club: Club, since: datetime) -> list[Party]:
    """Open parties, those being played first, then what is next, and those finished since; with head count and round."""
    is_tonight = ~Q(state=Party.State.FINISHED) | Q(finished_at__gte=since)
    tonight = club.parties.filter(is_tonight, binned_at=None)
    not_announced = Q(rounds__state__in=[Round.State.DRAFT, Round.State.UNDONE])
    people = Count("entrants", filter=Q(entrants__present=True), distinct=True)
    rounds = Count("rounds", filter=~not_announced, distinct=True)
    tonight = tonight.annotate(here=people, round=rounds, excluded=EXCLUDED)
    # Those that have ended come last, but are none of those left out.
    found = tonight.order_by(F("finished_at").asc(nulls_last=True), "-state", "day", "-created_at")[:MOST_TONIGHT]
    return sorted(found, key=lambda party: party.state == Party.State.FINISHED)


def public_path(party: Party) -> str:
    """Address of the party's public page."""
    return reverse("party:public", args=[party.code])
