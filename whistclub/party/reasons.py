"""Why a person sits where they sit, in one sentence."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.stored_names import with_names
from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party.models import SeatAssignment


def sentence(assignment: SeatAssignment, names: Mapping[int, str], players: Mapping[int, str] | None = None) -> str:
    """The reasons of a seat assignment as one sentence; `names` of entrants by their numbers.

    Only organisers read the reason that an organiser gave: for them `players` are names by the keys of players.
    """
    if assignment.placed_by_organiser:
        clauses = [_by_organiser(assignment.organiser_reason, players)]
    else:
        clauses = [
            _CLAUSES[ReasonCode(code)](table, names.get(other, ""), count)
            for code, table, other, count in assignment.reasons
        ]
    text = "; ".join(clause for clause in clauses if clause)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def arrow(assignment: SeatAssignment) -> str:
    """Up or down, for a person whom a win or a loss moved to another table; else empty."""
    moved = {ReasonCode.WON_UP.value: "↑", ReasonCode.LOST_DOWN.value: "↓"}
    by_movement = assignment.reasons and not assignment.placed_by_organiser
    return moved.get(assignment.reasons[0][0], "") if by_movement else ""


def _by_organiser(reason: str, players: Mapping[int, str] | None) -> str:
    if players is None or not reason:
        return _("placed here by the organiser")
    return _("placed here by the organiser: {reason}").format(reason=with_names(reason, players))


def _new_partner(_table: int | None, other: str, count: int | None) -> str:
    if not count:
        return _("first time with {name}").format(name=other)
    return ngettext("with {name}, partners {n} time before", "with {name}, partners {n} times before", count).format(
        name=other, n=count
    )


def _meets(_table: int | None, _other: str, count: int | None) -> str:
    if not count:
        return _("has met all three before")
    return ngettext("meets {n} new person", "meets {n} new people", count).format(n=count)


def _sits_out(_table: int | None, _other: str, count: int | None) -> str:
    if not count:
        return _("first time sitting out; players take turns")
    return ngettext(
        "has sat out {n} time before, among the fewest", "has sat out {n} times before, among the fewest", count
    ).format(n=count)


_CLAUSES: dict[ReasonCode, Callable[[int | None, str, int | None], str]] = {
    ReasonCode.DRAWN: lambda table, other, count: _("random draw"),
    ReasonCode.RANKED: lambda table, other, count: _("number {n} by results so far").format(n=count),
    ReasonCode.ARRIVED: lambda table, other, count: _("number {n} to arrive").format(n=count),
    ReasonCode.WON_UP: lambda table, other, count: _("won at table {table}, moves up").format(table=table),
    ReasonCode.WON_STAYS: lambda table, other, count: _("won at the top table, stays"),
    ReasonCode.LOST_DOWN: lambda table, other, count: _("lost at table {table}, moves down").format(table=table),
    ReasonCode.LOST_STAYS: lambda table, other, count: _("lost at the last table, stays"),
    ReasonCode.ONE_TABLE: lambda table, other, count: _("there is one table"),
    ReasonCode.TAKES_CHAIR: lambda table, other, count: _("replaces {name}").format(name=other),
    ReasonCode.SAT_OUT_BEFORE: lambda table, other, count: _("sat out last round"),
    ReasonCode.NEWCOMER: lambda table, other, count: _("new this round"),
    ReasonCode.TABLE_GONE: lambda table, other, count: _("table {table} is no longer used").format(table=table),
    ReasonCode.MEETS: _meets,
    ReasonCode.DESIGN: lambda table, other, count: _("round {n} of the schedule").format(n=count),
    ReasonCode.STANDING: lambda table, other, count: _("number {n} in the standings").format(n=count),
    ReasonCode.CIRCLE: lambda table, other, count: _("round {n} of the round robin").format(n=count),
    ReasonCode.KEEPS_PARTNER: lambda table, other, count: _("stays with {name}").format(name=other),
    ReasonCode.NEW_PARTNER: _new_partner,
    ReasonCode.FIXED_PARTNER: lambda table, other, count: _("with {name} all evening").format(name=other),
    ReasonCode.SITS_OUT: _sits_out,
    ReasonCode.PAIR_SITS_OUT: _sits_out,
}
