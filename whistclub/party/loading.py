"""Reads a party whole, in a number of queries that does not depend on how many people or rounds it has."""

from whistclub.party.models import Party, Place, Round, Table
from whistclub.party.night import Night
from whistclub.play.models import Game, Hand


def load(party: Party, *, with_hands: bool = True) -> Night:
    """Everything about a party: four queries, and one for the hands, which decide who moves and who made grands."""
    night = Night(
        party,
        party.entrants.select_related("player"),
        party.rounds.all(),
        Table.objects.filter(round__party=party).exclude(round__state=Round.State.UNDONE).select_related("game"),
        Place.objects.filter(round__party=party).exclude(round__state=Round.State.UNDONE),
    )
    if with_hands:
        night.tally_hands(
            Hand.objects.filter(game__party_table__round__party=party, current=True, tricks__isnull=False)
            .exclude(game__state=Game.State.RUNNING)
            .only("game_id", "number", "contract", "declarer", "tricks", "notes")
        )
    return night
