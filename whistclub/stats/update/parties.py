"""Facts of parties, written anew from what is told of them."""

from whistclub.club.models import Club
from whistclub.stats.inputs import FinishedParty, evening_of
from whistclub.stats.models import PartyFact, PartyRank


def write(club: Club, told: FinishedParty) -> None:
    """Let the facts of a party be these."""
    forget(told.code)
    fact = PartyFact.objects.create(
        club=club,
        code=told.code,
        name=told.name,
        day=evening_of(told.started_at, club),
        rounds=told.rounds,
        people=len(told.ranks),
    )
    PartyRank.objects.bulk_create(
        PartyRank(
            party=fact,
            player_id=place.player,
            rank=place.rank,
            shared=place.shared,
            games=place.games,
            won=place.won,
            drawn=place.drawn,
            wins=place.wins,
            points=place.points,
            difference=place.difference,
            grands=place.grands,
        )
        for place in told.ranks
    )


def forget(code: str) -> None:
    """Let statistics know nothing of a party."""
    PartyFact.objects.filter(code=code).delete()
