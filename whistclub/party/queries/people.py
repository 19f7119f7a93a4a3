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
    night: PartyState
    rows: list[Row]

    @property
    def count(self) -> str:
        return head_count(self.night)

    @property
    def couples(self) -> list[tuple[str, str, int]]:
        """Fixed partners: both names, and a key to take them apart by."""
        by_number = {entrant.number: entrant for entrant in self.night.present}
        found = [(by_number[one], by_number[other]) for one, other in self.night.pairs]
        return [(one.player.name, other.player.name, one.pk) for one, other in found]

    def row(self, player: int) -> Row | None:
        return next((row for row in self.rows if row.player.pk == player), None)


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody who plays just now, his table, and who could take the chair."""

    entrant: Entrant
    board: TableState
    bench: list[Entrant]


def people(party: Party) -> People:
    """The club's roster by name, each with what is known of tonight."""
    night = load(party, with_hands=False)
    entrants = {entrant.player_id: entrant for entrant in night.entrants.values()}
    players = on_roster(party.club).order_by("folded")
    return People(
        night, [Row(player, entrants.get(player.pk), _said(night, entrants.get(player.pk))) for player in players]
    )


def leaving(party: Party, entrant: int) -> Leaving | None:
    """None for somebody who is not at a table that still plays."""
    night = load(party, with_hands=False)
    found = night.entrants.get(entrant)
    board = board_of(night, entrant)
    if found is None or board is None:
        return None
    bench = [place.entrant for place in night.current.bench if place.entrant.present]
    return Leaving(found, board, bench)


def board_of(night: PartyState, entrant: int) -> TableState | None:
    """The table at which somebody plays just now."""
    stage = night.current
    if stage is None or stage.round.state != Round.State.RUNNING:
        return None
    place = stage.place_of(entrant)
    board = stage.board(place.table) if place and place.table else None
    return board if board and not board.is_in else None


def _said(night: PartyState, entrant: Entrant | None) -> str:
    if entrant is None:
        return ""
    board = board_of(night, entrant.pk)
    if entrant.present:
        if board:
            return _("table {n}").format(n=board.number)
        stage = night.current
        waits = stage is not None and stage.missing and stage.place_of(entrant.pk) is None
        return _("from the next round") if waits else ""
    return _("leaves after this round") if board else _("was here") if night.announced else ""
