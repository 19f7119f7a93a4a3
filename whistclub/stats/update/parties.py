"""Facts of finished parties."""

from whistclub.club.models import Club
from whistclub.stats.inputs import FinishedParty
from whistclub.stats.models import PartyFact, PartyRank
from whistclub.stats.update.facts import lock_facts
from whistclub.stats.update.recomputed import Row
from whistclub.web import bulk_write

PARTY = ("club", "code", "name", "day", "rounds", "people")
RANK = (
    "party",
    "player",
    "rank",
    "shared",
    "games",
    "won",
    "drawn",
    "wins",
    "points",
    "difference",
    "grands",
)


def write(club: Club, party: FinishedParty) -> None:
    """Replace the facts of a party. Called inside a transaction."""
    lock_facts(club)
    _delete(party.code)
    [fact] = bulk_write.insert(PartyFact, PARTY, [party_row(club, party)])
    bulk_write.insert(PartyRank, RANK, [[fact.pk, *row[1:]] for row in rank_rows(party)])


def party_row(club: Club, party: FinishedParty) -> Row:
    """The values of PARTY."""
    return (club.pk, party.code, party.name, party.day, party.rounds, len(party.ranks))


def rank_rows(party: FinishedParty) -> list[Row]:
    """The values of RANK, with the party's code as the party."""
    return [
        (
            *(party.code, rank.player, rank.rank, rank.shared, rank.games, rank.won, rank.drawn),
            *(rank.wins, rank.points, rank.difference, rank.grands),
        )
        for rank in party.ranks
    ]


def forget(club: Club, code: str) -> None:
    """Delete the facts of a party, if there are any. Called inside a transaction."""
    if PartyFact.objects.filter(code=code).exists():
        lock_facts(club)
        _delete(code)


def _delete(code: str) -> None:
    PartyFact.objects.filter(code=code).delete()
