"""The cards that lie on the tables: a big number, where people go next, and the code that opens the score pad."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from whistclub.party.access import TableLink
from whistclub.party.movements import CARD_LINES
from whistclub.party.paper.sheets import Asked, Head, table_count
from whistclub.party.queries.parties import public_path
from whistclub.party.state import PartyState
from whistclub.web.qr import qr_svg
from whistclub.web.table_names import TableName

MOST_CARDS = 120
# Cards on one sheet, and the number that is chosen unless another is asked for.
CARDS_ON_A_SHEET = (4, 2)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card for one table. `lines` say where people go next; empty where nobody moves by a rule."""

    party: str
    is_rehearsal: bool
    table: TableName
    qr: SafeString
    is_top: bool
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """`address` is that of the party page for everyone, `public_qr` its code."""

    head: Head
    sheets: Sequence[list[TableCard]]
    count: int
    per_sheet: int
    address: str
    public_qr: SafeString


def cards(state: PartyState, asked: Asked) -> Cards:
    """A card for each table there will be, or for the number of `tables` that was asked for."""
    tables, per_sheet = asked.number("tables"), asked.number("per_sheet")
    count = min(max(tables, 1), MOST_CARDS) if tables is not None else table_count(state)
    per_sheet = per_sheet if per_sheet in CARDS_ON_A_SHEET else CARDS_ON_A_SHEET[0]
    # Around somebody who stays at a table the ranks of the tables change, and with them where people go.
    keeps_order, tables_used = all(each.fixed_table is None for each in state.present), state.room.usable(count)
    made = [_card(state, rank, tables_used, asked, keeps_order=keeps_order) for rank in range(1, count + 1)]
    address = asked.address(public_path(state.party))
    return Cards(
        head=Head(state.party, _("Table cards")),
        sheets=[made[start : start + per_sheet] for start in range(0, count, per_sheet)],
        count=count,
        per_sheet=per_sheet,
        address=address,
        public_qr=qr_svg(address),
    )


def _card(state: PartyState, rank: int, tables: Sequence[int], asked: Asked, *, keeps_order: bool) -> TableCard:
    """The card of the table that has this rank while nobody stays at a table; `tables` are all that get cards."""
    movement, party, room = state.movement, state.party, state.room
    # The last card need not be the last table all evening: people come and go.
    lines = [
        str(CARD_LINES[line.code]).format(table=room.name(tables[(line.table or rank) - 1]).in_text)
        for line in movement.card_lines(rank, len(tables))
    ]
    if lines and not keeps_order:
        lines = [_("Your phone or the projector shows your next table")]
    number = tables[rank - 1]
    link = TableLink(party.pk, party.link_version, number)
    return TableCard(
        party.name,
        party.is_rehearsal,
        room.name(number),
        qr_svg(asked.address(reverse("party:table", args=[link.token]))),
        is_top=movement.has_top_table and len(tables) > 1 and rank == 1 and keeps_order,
        lines=tuple(lines),
    )
