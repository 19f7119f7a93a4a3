"""Why somebody sits where he sits, in one sentence."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party.models import SeatAssignment


def sentence(assignment: SeatAssignment, names: Mapping[int, str], *, for_organiser: bool = False) -> str:
    """The reasons of a place as one sentence; `names` by entrants' numbers.

    What the organiser gave as a reason is for organisers: everybody else reads that it was he who changed the seat.
    """
    clauses = [
        _CLAUSES[ReasonCode(why)](table, names.get(other, ""), count) for why, table, other, count in assignment.reasons
    ]
    if assignment.override:
        clauses = [
            _("put here by the organiser: {reason}").format(reason=assignment.override)
            if for_organiser
            else _("put here by the organiser")
        ]
    said = "; ".join(clause for clause in clauses if clause)
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def arrow(assignment: SeatAssignment) -> str:
    """Up or down, for a person whom a win or a loss moved to another table; else nothing."""
    moved = {ReasonCode.WON_UP.value: "↑", ReasonCode.LOST_DOWN.value: "↓"}
    return "" if assignment.override or not assignment.reasons else moved.get(assignment.reasons[0][0], "")


def _new_partner(_table: int | None, other: str, count: int | None) -> str:
    if not count:
        return _("{name} as partner for the first time").format(name=other)
    return ngettext("{name} as partner, {n} time before", "{name} as partner, {n} times before", count).format(
        name=other, n=count
    )


def _meets(_table: int | None, _other: str, count: int | None) -> str:
    if count == 0:
        return _("has met all three before")
    return ngettext(
        "meets {n} of the three for the first time", "meets {n} of the three for the first time", count
    ).format(n=count)


def _sits_out(_table: int | None, _other: str, count: int | None) -> str:
    if not count:
        return _("sits out for the first time: everybody gets a turn")
    return ngettext(
        "sits out, {n} time so far: fewest first", "sits out, {n} times so far: fewest first", count
    ).format(n=count)


_CLAUSES: dict[ReasonCode, Callable[[int | None, str, int | None], str]] = {
    ReasonCode.DRAWN: lambda table, other, count: _("drawn by lot"),
    ReasonCode.RANKED: lambda table, other, count: _("number {n} of the ranking").format(n=count),
    ReasonCode.ARRIVED: lambda table, other, count: _("number {n} to arrive").format(n=count),
    ReasonCode.WON_UP: lambda table, other, count: _("won at table {table}: one up").format(table=table),
    ReasonCode.WON_STAYS: lambda table, other, count: _("won at the top table: stays"),
    ReasonCode.LOST_DOWN: lambda table, other, count: _("lost at table {table}: one down").format(table=table),
    ReasonCode.LOST_STAYS: lambda table, other, count: _("lost at the last table: stays"),
    ReasonCode.ONE_TABLE: lambda table, other, count: _("there is one table"),
    ReasonCode.TAKES_CHAIR: lambda table, other, count: _("comes in for {name}").format(name=other),
    ReasonCode.SAT_OUT_BEFORE: lambda table, other, count: _("sat out last round"),
    ReasonCode.NEWCOMER: lambda table, other, count: _("new this round"),
    ReasonCode.TABLE_GONE: lambda table, other, count: _("table {table} is not set up any more").format(table=table),
    ReasonCode.MEETS: _meets,
    ReasonCode.DESIGN: lambda table, other, count: _("round {n} of the design").format(n=count),
    ReasonCode.STANDING: lambda table, other, count: _("number {n} in the standings").format(n=count),
    ReasonCode.CIRCLE: lambda table, other, count: _("round {n} of the round robin").format(n=count),
    ReasonCode.KEEPS_PARTNER: lambda table, other, count: _("keeps {name} as partner").format(name=other),
    ReasonCode.NEW_PARTNER: _new_partner,
    ReasonCode.FIXED_PARTNER: lambda table, other, count: _("with {name}, as all evening").format(name=other),
    ReasonCode.SITS_OUT: _sits_out,
    ReasonCode.PAIR_SITS_OUT: _sits_out,
}
