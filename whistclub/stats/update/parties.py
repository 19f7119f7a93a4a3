"""Facts of finished parties."""

from dataclasses import asdict

from whistclub.club.models import Club
from whistclub.stats.inputs import FinishedParty
from whistclub.stats.models import PartyFact, PartyRank
from whistclub.stats.update.facts import lock_facts


def write(club: Club, party: FinishedParty) -> None:
    """Replace the facts of a party. Called inside a transaction."""
    lock_facts(club)
    PartyFact.objects.filter(code=party.code).delete()
    fact = PartyFact.objects.create(
        club=club, code=party.code, name=party.name, day=party.day, rounds=party.rounds, people=len(party.ranks)
    )
    values = [asdict(rank) for rank in party.ranks]
    PartyRank.objects.bulk_create(PartyRank(party=fact, player_id=each.pop("player"), **each) for each in values)


def forget(club: Club, code: str) -> None:
    """Delete the facts of a party, if there are any. Called inside a transaction."""
    if PartyFact.objects.filter(code=code).exists():
        lock_facts(club)
        PartyFact.objects.filter(code=code).delete()
