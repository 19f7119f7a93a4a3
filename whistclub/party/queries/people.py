"""Who is there, and who of the club might be: for check-in, partners and leaving."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.club.models import Player
from whistclub.club.queries import on_roster
from whistclub.party.models import Entrant, Party, Round
from whistclub.party.queries.console import head_count
from whistclub.party.state import PartyState, TableState, load


@dataclass(frozen=True, slots=True)
class Row:
    """One person of the club: whether here, and what of it the organiser should know."""

    player: Player
    entrant: Entrant | None
    said: str

    @property
    def is_here(self) -> bool:
        return self.entrant is not None and self.entrant.present


@dataclass(frozen=True, slots=True)
class People:
    state: PartyState
    rows: list[Row]

    @property
    def count(self) -> str:
        return head_count(self.state)

    @property
    def couples(self) -> list[tuple[str, str, int]]:
        """Fixed partners: both names, and a key to take them apart by."""
        by_number = {entrant.number: entrant for entrant in self.state.present}
        found = [(by_number[one], by_number[other]) for one, other in self.state.pairs]
        return [(one.player.name, other.player.name, one.pk) for one, other in found]

    def row(self, player: int) -> Row | None:
        return next((row for row in self.rows if row.player.pk == player), None)


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody who plays just now, his table, and who could take the chair."""

    entrant: Entrant
    table_state: TableState
    bench: list[Entrant]


def people(party: Party) -> People:
    """The club's roster by name, each with what is known of tonight."""
    state = load(party, with_hands=False)
    entrants = {entrant.player_id: entrant for entrant in state.entrants.values()}
    players = on_roster(party.club).order_by("folded")
    return People(
        state, [Row(player, entrants.get(player.pk), _said(state, entrants.get(player.pk))) for player in players]
    )


def leaving(party: Party, entrant: int) -> Leaving | None:
    """None for somebody who is not at a table that still plays."""
    state = load(party, with_hands=False)
    found = state.entrants.get(entrant)
    table_state = board_of(state, entrant)
    if found is None or table_state is None:
        return None
    bench = [assignment.entrant for assignment in state.current.sitting_out if assignment.entrant.present]
    return Leaving(found, table_state, bench)


def board_of(state: PartyState, entrant: int) -> TableState | None:
    """The table at which somebody plays just now."""
    round_state = state.current
    if round_state is None or round_state.round.state != Round.State.RUNNING:
        return None
    assignment = round_state.assignment_of(entrant)
    table_state = round_state.table(assignment.table) if assignment and assignment.table else None
    return table_state if table_state and not table_state.is_in else None


def _said(state: PartyState, entrant: Entrant | None) -> str:
    if entrant is None:
        return ""
    table_state = board_of(state, entrant.pk)
    if entrant.present:
        if table_state:
            return _("table {n}").format(n=table_state.number)
        round_state = state.current
        waits = round_state is not None and round_state.missing and round_state.assignment_of(entrant.pk) is None
        return _("from the next round") if waits else ""
    return _("leaves after this round") if table_state else _("was here") if state.announced else ""
