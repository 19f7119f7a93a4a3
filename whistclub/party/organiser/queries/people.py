"""Who is here, and who else is on the club's roster: for check-in, partners and leaving."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.club.models import Player
from whistclub.club.queries import on_roster
from whistclub.party.models import Entrant, Party
from whistclub.party.organiser.queries.console import head_count
from whistclub.party.organiser.queries.planning import Fit, fit
from whistclub.party.state import PartyState, TableState, load
from whistclub.web.formatting import join_list, join_side


@dataclass(frozen=True, slots=True)
class Row:
    """One person of the club; `note` is where they are in the party."""

    player: Player
    entrant: Entrant | None
    note: str

    @property
    def is_here(self) -> bool:
        return self.entrant is not None and self.entrant.present


@dataclass(frozen=True, slots=True)
class Couple:
    """Fixed partners: their names, and the key of one of them to separate them by. Three take turns."""

    names: str
    key: int
    takes_turns: bool


@dataclass(frozen=True, slots=True)
class People:
    state: PartyState
    rows: list[Row]

    @property
    def count(self) -> str:
        return head_count(self.state)

    @property
    def fit(self) -> Fit | None:
        """Whether the movement works for the people who are here."""
        return fit(self.state)

    @property
    def couples(self) -> list[Couple]:
        """The fixed partners present."""
        return [
            Couple(
                (join_list if len(found) > 2 else join_side)([each.player.name for each in found]),
                found[0].pk,
                takes_turns=len(found) > 2,
            )
            for found in self.state.partnerships
        ]

    def row(self, player: int) -> Row | None:
        return next((row for row in self.rows if row.player.pk == player), None)


@dataclass(frozen=True, slots=True)
class Leaving:
    """A person who is playing, their table, and who could take over."""

    entrant: Entrant
    table_state: TableState
    substitutes: list[Entrant]


def people(party: Party) -> People:
    """The club's roster by name, each with where they are tonight."""
    state = load(party, with_hands=False)
    entrants = {entrant.player_id: entrant for entrant in state.entrants.values()}
    players = on_roster(party.club).order_by("folded")
    return People(
        state, [Row(player, entrants.get(player.pk), _note(state, entrants.get(player.pk))) for player in players]
    )


def leaving(party: Party, entrant: int) -> Leaving | None:
    """None for a person who is not at a table that still plays."""
    state = load(party, with_hands=False)
    found, round_state = state.entrants.get(entrant), state.current
    table_state = state.table_being_played(entrant)
    if found is None or round_state is None or table_state is None:
        return None
    substitutes = [assignment.entrant for assignment in round_state.sitting_out if assignment.entrant.present]
    return Leaving(found, table_state, substitutes)


def _note(state: PartyState, entrant: Entrant | None) -> str:
    if entrant is None:
        return ""
    table_state = state.table_being_played(entrant.pk)
    if entrant.present:
        if table_state:
            return _("table {n}").format(n=table_state.number)
        round_state = state.current
        joins_next = round_state is not None and round_state.missing and round_state.assignment_of(entrant.pk) is None
        return _("joins next round") if joins_next else ""
    return _("leaves after this round") if table_state else _("left") if state.announced else ""
