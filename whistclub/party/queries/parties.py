"""Lists of a club's parties, and the address of a party's public page."""

from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q
from django.urls import reverse

from whistclub.club.models import Club
from whistclub.party.models import Party, Round

PARTIES_ON_A_PAGE = 20
MOST_TONIGHT = 20


def parties_tonight(club: Club, since: datetime) -> list[Party]:
    """Open parties and those finished since a moment, newest first, each with its head count and round."""
    tonight = club.parties.filter(~Q(state=Party.State.FINISHED) | Q(finished_at__gte=since))
    not_announced = Q(rounds__state__in=[Round.State.DRAFT, Round.State.UNDONE])
    people = Count("entrants", filter=Q(entrants__present=True), distinct=True)
    rounds = Count("rounds", filter=~not_announced, distinct=True)
    return list(tonight.annotate(here=people, round=rounds).order_by("-created_at")[:MOST_TONIGHT])


def last_party(club: Club) -> Party | None:
    """The newest party, whose settings the next one starts with; rehearsals do not count."""
    return club.parties.filter(rehearses=None).order_by("-created_at").first()


def past_parties(club: Club, page: int | str | None = 1, *, on_a_page: int = PARTIES_ON_A_PAGE) -> Page[Party]:
    """Finished parties, newest first, a page at a time."""
    finished = club.parties.filter(state=Party.State.FINISHED, rehearses=None).order_by("-created_at")
    return Paginator(finished, on_a_page).get_page(page)


def public_path(party: Party) -> str:
    """Address of the party's public page."""
    return reverse("party:public", args=[party.code])
