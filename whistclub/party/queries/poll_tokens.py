"""Version tokens of polled pages: a page is sent again when its token has changed."""

from django.db.models import Count, Sum

from whistclub.party.models import Party, Round
from whistclub.play.models import Game


def of_seats(party: Party) -> str:
    """For seats and the timer: changes with every action on the party, not with hands."""
    return str(party.revision)


def of_finished_tables(party: Party) -> str:
    """For seats and which results are in: changes with each result, not with every hand. One query."""
    games = Game.objects.filter(party_table__round__party=party, party_table__round__state=Round.State.RUNNING)
    done = games.exclude(state=Game.State.IN_PROGRESS).aggregate(games=Count("pk"), changes=Sum("revision"))
    return f"{of_seats(party)}.{done['games']}.{done['changes'] or 0}"


def of_results(party: Party) -> str:
    """For scores: changes with every hand entered at any table. One query."""
    entered = Game.objects.filter(party_table__round__party=party).aggregate(Sum("revision"))["revision__sum"]
    return f"{of_seats(party)}.{entered or 0}"
