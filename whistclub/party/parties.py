"""Lists of a club's parties, the address of a party's public page, and the version tokens of polled pages."""

from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.party.models import Party, Round, Table
from whistclub.play.models import Game, PartyNow

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


def parties_at_tables(club: Club, code: str = "") -> list[Party]:
    """The parties whose tables a card of the club may mean now: the one of this code, else those being played, else
    those with people, else those that have just ended. Rehearsals have no cards.
    """
    tonight = [each for each in parties_tonight(club, timezone.now() - EVENING) if not each.is_rehearsal]
    for each in tonight:
        each.club = club
    found = [each for each in tonight if each.code == code]
    for state in (Party.State.PLAYING, Party.State.GATHERING, Party.State.FINISHED):
        found = found or [each for each in tonight if each.state == state and each.here]  # type: ignore[attr-defined] # counted
    return found or tonight


def last_party(club: Club) -> Party | None:
    """The newest party, whose settings the next one starts with; rehearsals do not count."""
    return club.parties.filter(is_rehearsal=False, binned_at=None).order_by("-day", "-created_at").first()


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


def message_sent_at(party: Party) -> datetime | None:
    """When the last message to everyone was sent. One query."""
    sent = party.log.filter(kind="message_shown").order_by("-at")
    return sent.values_list("at", flat=True).first()


def tables_of_game(game: Game) -> QuerySet[Table]:
    """The table at which a game is or was played, with its round and party; none for a game outside parties."""
    return Table.objects.filter(game=game).select_related("round__party__club")


def number_at(table: Table, seat: int) -> int | None:
    """The number in the party of the person on a seat of a table's game."""
    entrants = table.round.party.entrants.filter(player__seats__game=table.game_id, player__seats__position=seat)
    return entrants.values_list("number", flat=True).first()


def stored_game(game: Game) -> Game:
    """The game as it is stored now, with the link that opens its pad: what all share knows nothing of links."""
    return Game.objects.get(pk=game.pk)
