"""What statistics keep of a finished party: its final standings."""

from whistclub.party.models import Party
from whistclub.party.results import table_standings
from whistclub.party.state import load
from whistclub.stats.inputs import FinalRank, FinishedParty
from whistclub.stats.update import parties


def sync_party_statistics(party: Party) -> None:
    """Store the party's final standings in the statistics, or remove them while it does not count.

    Call it inside the transaction that changes the party.
    """
    finished = finished_party(party)
    if finished:
        parties.write(party.club, finished)
    else:
        parties.forget(party.club, party.code)


def finished_party(party: Party) -> FinishedParty | None:
    """What statistics keep of a party as it is stored: its final standings; None while it does not count."""
    fresh = Party.objects.filter(pk=party.pk, state=Party.State.FINISHED, binned_at=None).first()
    if fresh is None or fresh.excluded:
        return None
    state = load(fresh)
    players = {entrant.number: entrant.player_id for entrant in state.entrants.values()}
    return FinishedParty(
        code=state.party.code,
        name=state.party.name,
        day=state.party.day,
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
