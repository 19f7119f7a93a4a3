"""Facts of finished parties."""

from whistclub.club.models import Club
from whistclub.stats.inputs import FinishedParty, evening_of
from whistclub.stats.models import PartyFact, PartyRank
from whistclub.stats.update.facts import lock_facts


def write(club: Club, party: FinishedParty) -> None:
    """Replace the facts of a party. Called inside a transaction."""
    lock_facts(club)
    forget(party.code)
    fact = PartyFact.objects.create(
        club=club,
        code=party.code,
        name=party.name,
        day=evening_of(party.started_at, club),
        rounds=party.rounds,
        people=len(party.ranks),
    )
    PartyRank.objects.bulk_create(
        PartyRank(
            party=fact,
            player_id=rank.player,
            rank=rank.rank,
            shared=rank.shared,
            games=rank.games,
            won=rank.won,
            drawn=rank.drawn,
            wins=rank.wins,
            points=rank.points,
            difference=rank.difference,
            grands=rank.grands,
        )
        for rank in party.ranks
    )


def forget(code: str) -> None:
    """Delete the facts of a party."""
    PartyFact.objects.filter(code=code).delete()
