"""Lists of a club's parties, the address of a party's public page, and the version tokens of polled pages."""

from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, Sum
from django.urls import reverse
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.engine.movement.protocol import SEATS
from whistclub.party.models import Party, Round
from whistclub.play.models import Game

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


def people_of(party: Party) -> int:
    """How many people are or were in a party."""
    return party.entrants.count()


def people_present(party: Party) -> int | None:
    """How many people are here; None while they do not make a table."""
    here = party.entrants.filter(present=True).count()
    return here if here >= SEATS else None


def past_parties(club: Club, page: int | str | None = 1, *, on_a_page: int = PARTIES_ON_A_PAGE) -> Page[Party]:
    """Finished parties, newest first, a page at a time."""
    finished = club.parties.filter(state=Party.State.FINISHED, rehearses=None).order_by("-created_at")
    return Paginator(finished, on_a_page).get_page(page)


def public_path(party: Party) -> str:
    """Address of the party's public page."""
    return reverse("party:public", args=[party.code])


def token_of_seats(party: Party) -> str:
    """For seats, the timer and the message: changes with every action on the party, not with hands."""
    return f"{party.revision}m" if party.message_at(timezone.now()) else str(party.revision)


def token_of_finished_tables(party: Party) -> str:
    """For seats and which results are in: changes with each result, not with every hand. One query."""
    games = Game.objects.filter(party_table__round__party=party, party_table__round__state=Round.State.RUNNING)
    done = games.exclude(state=Game.State.IN_PROGRESS).aggregate(games=Count("pk"), changes=Sum("revision"))
    return f"{token_of_seats(party)}.{done['games']}.{done['changes'] or 0}"


def token_of_results(party: Party) -> str:
    """For scores: changes with every hand entered at any table. One query."""
    entered = Game.objects.filter(party_table__round__party=party).aggregate(Sum("revision"))["revision__sum"]
    return f"{token_of_seats(party)}.{entered or 0}"
