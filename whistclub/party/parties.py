"""Lists of a club's parties, the address of a party's public page, and the version tokens of polled pages."""

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
    """Open parties and those finished since a moment, newest first, each with its head count and round."""
    is_tonight = ~Q(state=Party.State.FINISHED) | Q(finished_at__gte=since)
    tonight = club.parties.filter(is_tonight, binned_at=None)
    not_announced = Q(rounds__state__in=[Round.State.DRAFT, Round.State.UNDONE])
    people = Count("entrants", filter=Q(entrants__present=True), distinct=True)
    rounds = Count("rounds", filter=~not_announced, distinct=True)
    tonight = tonight.annotate(here=people, round=rounds, excluded=EXCLUDED)
    return list(tonight.order_by("-day", "-created_at")[:MOST_TONIGHT])


def public_path(party: Party) -> str:
    """Address of the party's public page."""
    return reverse("party:public", args=[party.code])


def token_of_seats(party: Party) -> str:
    """For seats, timer, message: changes with every action on the party, not with hands. At most one query."""
    mark = "m" if party.now.message_at(timezone.now()) else ""
    return f"{party.club.revision}.{party.revision}{mark}"


def token_of_finished_tables(party: Party) -> str:
    """For seats and which results are in: changes with each result, not with every hand."""
    return f"{token_of_seats(party)}.{party.now.results}"


def token_of_results(party: Party) -> str:
    """For scores: changes with every hand entered at any table."""
    return f"{token_of_seats(party)}.{party.now.hands}"
