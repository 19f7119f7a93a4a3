"""The tables in the room, and who stays at one of them."""

from dataclasses import dataclass

from whistclub.party.models import Entrant, Party
from whistclub.party.queries.loading import load
from whistclub.party.room import Room
from whistclub.party.state import PartyState
from whistclub.web.table_names import TableName

# Rows that an organiser sees before anybody is checked in.
USUAL_TABLES = 6


@dataclass(frozen=True, slots=True)
class Staying:
    entrant: Entrant
    table: TableName


@dataclass(frozen=True, slots=True)
class RoomPage:
    """`tables`: how many are listed. `says_where`: the table cards say where winners and losers go."""

    state: PartyState
    tables: int
    staying: list[Staying]
    says_where: bool

    @property
    def room(self) -> Room:
        return self.state.room

    @property
    def people(self) -> list[Entrant]:
        """Those who could stay at a table: present, and without one yet."""
        free = [entrant for entrant in self.state.present if entrant.fixed_table is None]
        return sorted(free, key=lambda entrant: entrant.player.name.casefold())

    @property
    def choices(self) -> list[TableName]:
        """The tables that somebody may keep."""
        return [self.room.name(number) for number in range(1, self.tables + 1) if self.room.is_usable(number)]


def room(party: Party) -> RoomPage:
    state = load(party, with_hands=False)
    staying = [
        Staying(entrant, state.room.name(entrant.fixed_table))
        for entrant in state.entrants.values()
        if entrant.fixed_table is not None
    ]
    used = [table_state.number for round_state in state.rounds[-1:] for table_state in round_state.tables]
    known = [*used, *state.room.names, *state.room.out_of_use, *(each.table.number for each in staying)]
    # One more than there are: a hall has a spare table.
    tables = 1 + max(USUAL_TABLES, len(state.present) // 4, *known, 0)
    return RoomPage(state, tables, staying, bool(state.movement.card_lines(1, 2)))
