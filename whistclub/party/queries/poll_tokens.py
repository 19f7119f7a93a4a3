"""What a page that follows a party holds, as a short text: another one when there is something new to show."""

from django.db.models import Sum

from whistclub.party.models import Party
from whistclub.play.models import Game


def of_seats(party: Party) -> str:
    """For pages that show who sits where, and the timer: changes with every action on the party, not with hands."""
    return str(party.revision)


def of_results(party: Party) -> str:
    """For pages that show scores too: changes with every hand entered at any of its tables."""
    entered = Game.objects.filter(party_table__round__party=party).aggregate(Sum("revision"))["revision__sum"]
    return f"{party.revision}.{entered or 0}"
