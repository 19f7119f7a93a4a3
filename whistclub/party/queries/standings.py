"""Standings, prizes and settlement as pages show them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.standings import Line
from whistclub.party import labels
from whistclub.party.models import Party
from whistclub.party.results import payments, prize_winners, table_standings
from whistclub.party.state import PartyState, load
from whistclub.web.formatting import format_fraction, format_money


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of the standings, with everything in words; a rank that is shared is marked."""

    line: Line
    name: str
    wins: str
    points: str
    difference: str

    @property
    def rank(self) -> str:
        return f"{self.line.rank}="[: None if self.line.shared else -1]


@dataclass(frozen=True, slots=True)
class Award:
    """A prize with the names of whoever wins it; empty when nobody does."""

    title: str
    names: list[str]


@dataclass(frozen=True, slots=True)
class StandingsPage:
    state: PartyState
    lines: list[Ranked]
    prizes: list[Award]
    own_prizes: list[dict]
    payments: list[str]
    rounds: int
    by: list[str]

    @property
    def party(self) -> Party:
        return self.state.party

    @property
    def is_final(self) -> bool:
        return self.party.state == Party.State.FINISHED


def standings_page(party: Party) -> StandingsPage:
    """The standings as they are now: six queries, however many people and rounds."""
    return standings_of(load(party))


def standings_of(state: PartyState) -> StandingsPage:
    party = state.party
    names = {entrant.number: entrant.player.name for entrant in state.entrants.values()}
    lines = table_standings(state)
    ranked = [
        Ranked(
            line,
            names[line.person],
            format_fraction(line.wins),
            format_fraction(line.points),
            format_fraction(line.difference),
        )
        for line in lines
    ]
    prizes = [
        Award(str(labels.PRIZES[prize]), [names[person] for person in winners])
        for prize, winners in prize_winners(state, lines).items()
    ]
    own = [{**prize, "name": names.get(prize["entrant"], "")} for prize in party.own_prizes]
    paid = [
        _("{payer} pays {payee} {money}").format(
            payer=names[each.payer], payee=names[each.payee], money=format_money(each.cents, party.club.currency)
        )
        for each in payments(state)
    ]
    by = [str(labels.CRITERIA[each]) for each in party.criteria]
    return StandingsPage(state, ranked, prizes, own, paid, len(state.announced), by)
