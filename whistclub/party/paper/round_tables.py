"""Who sits at each table of a round, table by table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.party.paper.sheets import Asked, Head, head_of, lines, newest, others, packed
from whistclub.party.state import PartyState, TableState
from whistclub.web.formatting import join_list, join_side
from whistclub.web.table_names import TableName

# Up to this many tables fit in one column of large letters.
FEW_TABLES = 8
LETTERS = {1: 60, 2: 32}


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table; `sides` are the names of its two pairs."""

    table: TableName
    sides: tuple[str, str]


@dataclass(frozen=True, slots=True)
class RoundTables:
    """`sitting_out` names those who have no seat."""

    head: Head
    sheets: Sequence[list[list[TableLine]]] = ()
    sitting_out: str = ""
    columns: int = 1
    others: Sequence[int] = ()


def by_table(state: PartyState, asked: Asked) -> RoundTables:
    round_state = newest(state, asked.number("round"))
    if round_state is None:
        return RoundTables(Head(state.party, _("Seating by table")))
    columns = 1 if len(round_state.tables) <= FEW_TABLES else 2
    sitting_out = join_list([each.entrant.player.name for each in round_state.sitting_out])
    return RoundTables(
        head=head_of(state, round_state, _("Round {n}: tables").format(n=round_state.round.number)),
        sheets=packed(
            [_line(each) for each in round_state.tables],
            lambda line: _height(line, columns),
            columns=columns,
            taken=7.0 * lines(sitting_out, 70) + 3 if sitting_out else 0.0,
        ),
        sitting_out=sitting_out,
        columns=columns,
        others=others(state.rounds, round_state),
    )


def _line(table_state: TableState) -> TableLine:
    one, other = (join_side(table_state.names(side)) for side in (0, 1))
    return TableLine(table_state.name, (one, other))


def _height(line: TableLine, columns: int) -> float:
    letters = sum(lines(f"● {side}", LETTERS[columns]) for side in line.sides)
    return letters * (7.5 if columns == 1 else 5.0) + 4
