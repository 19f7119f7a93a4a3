"""Hands the final standings of a party to the statistics."""

from whistclub.party.models import Party
from whistclub.party.results import table_standings
from whistclub.party.state import PartyState, load
from whistclub.stats.inputs import FinalRank, FinishedParty
from whistclub.stats.update import parties


def sync_party_statistics(party: Party) -> None:
    """Store the party's final standings in the statistics, or remove them while it does not count.

    Call it inside the transaction that changes the party.
    """
    fresh = Party.objects.select_related("club").filter(pk=party.pk).first()
    if fresh and counts_in_statistics(fresh):
        parties.write(fresh.club, finished_party(load(fresh)))
    else:
        parties.forget(party.code)


def counts_in_statistics(party: Party) -> bool:
    return party.state == Party.State.FINISHED and not party.excluded_from_statistics and not party.is_rehearsal


def finished_party(state: PartyState) -> FinishedParty:
    """What statistics keep of a finished party: its final standings."""
    players = {entrant.number: entrant.player_id for entrant in state.entrants.values()}
    return FinishedParty(
        code=state.party.code,
        name=state.party.name,
        started_at=state.announced[0].announced_at,
        rounds=len(state.announced),
        ranks=tuple(
            FinalRank(
                player=players[line.person],
                rank=line.rank,
                shared=line.shared,
                games=line.games,
                won=line.won,
                drawn=line.drawn,
                wins=float(line.wins),
                points=float(line.points),
                difference=float(line.difference),
                grands=line.grands,
            )
            for line in table_standings(state)
        ),
    )
