"""The lists to post: who sits where by name, and the standings, cut into sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.standings import Criterion
from whistclub.party.models import Party, SeatAssignment
from whistclub.party.movements import reasons_text
from whistclub.party.paper.sheets import ROOM, Asked, Head, head_of, lines, newest, others, packed
from whistclub.party.queries.ranks import USUAL, Row
from whistclub.party.queries.standings import Standings, standings_from
from whistclub.party.results import CRITERIA
from whistclub.party.state import PartyState, RoundState
from whistclub.web.formatting import join_side
from whistclub.web.table_names import TableName

# Up to this many people fit in one column of large letters.
FEW_SEATED = 14
FEW_RANKED = 68
MOST_NAMED = 8
# Tables with names take that much of a line of the seating list.
NEXT_TO_NAMES = 0.8


@dataclass(frozen=True, slots=True)
class Seat:
    """One line of the seating list; `table` is None for a person without a chair. `reason` is why they sit there."""

    name: str
    table: TableName | None
    note: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeatingSheet:
    """`span` are the first and last name, if there are several sheets."""

    columns: list[list[Seat]]
    span: str


@dataclass(frozen=True, slots=True)
class Seating:
    """`named`: a table has a name, which takes more room than a number.

    `reasons` is "yes" or "no": whether they are printed; empty where there are none.
    """

    head: Head
    sheets: Sequence[SeatingSheet] = ()
    columns: int = 1
    number: int = 0
    others: Sequence[int] = ()
    named: bool = False
    reasons: str = ""


@dataclass(frozen=True, slots=True)
class RankLine:
    """One line of the standings; `title` is above it."""

    rank: str
    row: Row
    title: str


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """`awards` are titles and names; a club's own prize may have no name yet, to be filled in by pen."""

    head: Head
    round_text: str = ""
    sheets: Sequence[list[list[RankLine]]] = ()
    more: Sequence[str] = ()
    awards: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = ()
    columns: int = 1


def seating(state: PartyState, asked: Asked) -> Seating:
    """Everyone of a round in alphabetical order, and those who have arrived since."""
    round_state = newest(state, asked.number("round"))
    if round_state is None:
        return Seating(Head(state.party, _("Seating by name")))
    names = state.names_by_number
    seated = [each for each in round_state.assignments if not each.went_home]
    reasons = ""
    if any(reasons_text(each, names, room=state.room) for each in seated):
        reasons = "yes" if asked.values.get("reasons") == "yes" else "no"
    seats = [
        _seat(round_state, each, reasons_text(each, names, room=state.room) if reasons == "yes" else "")
        for each in seated
    ]
    known, late = {each.entrant_id for each in round_state.assignments}, _("not seated yet; joins next round")
    seats += [Seat(each.player.name, None, late) for each in state.present if each.pk not in known]
    seats.sort(key=lambda seat: seat.name.casefold())
    columns = 1 if len(seats) <= FEW_SEATED else 2
    named = any(seat.table and seat.table.is_word for seat in seats)
    letters = NEXT_TO_NAMES if named else 1
    sheets = packed(seats, lambda seat: _height_of_seat(seat, letters, large=columns == 1), columns=columns)
    title = _("Round {n}: who sits where").format(n=round_state.round.number)
    return Seating(
        head_of(state, round_state, title),
        [SeatingSheet(sheet, _span(sheet) if len(sheets) > 1 else "") for sheet in sheets],
        columns,
        round_state.round.number,
        others(state.rounds, round_state),
        named,
        reasons,
    )


def standings(state: PartyState, _asked: Asked) -> StandingsPaper:
    found, party = standings_from(state), state.party
    head = Head(party, _("Final standings") if found.is_final else _("Standings"))
    if not found.rounds:
        return StandingsPaper(head)
    more = [each for each in (Criterion(key) for key in party.criteria) if each not in USUAL]
    awards = [(award.title, _names(award.names)) for award in found.awards if award.names or award.is_own]
    columns = 1 if len(found.ranks) <= FEW_RANKED or more else 2
    # The notes are below the rows; above them are the column heads, tall if they are long.
    room = ROOM - (24 if more else 14)
    taken = 8 + 6.0 * sum(lines(f"{title}: {names}", 85) for title, names in awards) if awards else 0.0
    found_lines = [
        RankLine(rank.rank, rank.row(more), title if rank is ranks[0] else "")
        for title, ranks in found.divisions
        for rank in ranks
    ]
    return StandingsPaper(
        head=head,
        round_text=_round_text(found.state),
        sheets=packed(
            found_lines, lambda line: _height_of_rank(line, large=columns == 1), columns=columns, room=room, taken=taken
        ),
        more=[str(CRITERIA[each]) for each in more],
        awards=awards,
        notes=_notes(found),
        columns=columns,
    )


def _seat(round_state: RoundState, assignment: SeatAssignment, reason: str) -> Seat:
    name = assignment.entrant.player.name
    table_state = round_state.table(assignment.table) if assignment.table else None
    if table_state is None or assignment.position is None:
        return Seat(name, None, _("sitting out this round"), reason)
    partner = table_state.partner_of(assignment)
    note = _("with {partner}, against {opponents}").format(
        partner=partner.entrant.player.name if partner else "",
        opponents=join_side(table_state.names(1 - assignment.position % 2)),
    )
    return Seat(name, table_state.name, note, reason)


def _span(sheet: list[list[Seat]]) -> str:
    return _("{first} to {last}").format(first=sheet[0][0].name, last=sheet[-1][-1].name)


def _height_of_seat(seat: Seat, letters: float, *, large: bool) -> float:
    """`letters`: the share of the letters of a line that fit beside the table."""
    below = [each for each in (seat.note, seat.reason) if each]
    if large:
        return (
            6.4 * lines(seat.name, int(54 * letters)) + 5.1 * sum(lines(each, int(74 * letters)) for each in below) + 3
        )
    return 4.7 * lines(seat.name, int(34 * letters)) + 3.9 * sum(lines(each, int(50 * letters)) for each in below) + 1.7


def _height_of_rank(line: RankLine, *, large: bool) -> float:
    title = bool(line.title)
    if large:
        return 5.2 * (title + lines(line.row.name_and_group, 50 - 5 * len(line.row.more))) + 1.2 * (title + 1)
    return 4.2 * (title + lines(line.row.name_and_group, 21)) + 1.4 * (title + 1)


def _round_text(state: PartyState) -> str:
    """How far the evening was when the sheet was printed."""
    round_state = state.announced[-1]
    number = round_state.round.number
    if state.party.state == Party.State.FINISHED or not round_state.missing:
        return ngettext("After {n} round", "After {n} rounds", number).format(n=number)
    return _("During round {n}: {done} of {all} results in").format(
        n=number, done=len(round_state.tables) - len(round_state.missing), all=len(round_state.tables)
    )


def _names(names: list[str]) -> str:
    """Names in a row; early in the evening many share a prize."""
    rest = len(names) - MOST_NAMED
    text = ", ".join(names[:MOST_NAMED])
    return (
        text if rest <= 0 else ngettext("{names} and {n} more", "{names} and {n} more", rest).format(names=text, n=rest)
    )


def _notes(found: Standings) -> list[str]:
    """What the ranks are based on."""
    notes = [_("Ranked by {criteria}.").format(criteria=found.ranked_by)]
    if any(rank.line.shared for rank in found.ranks):
        notes.append(_("“=” means tied."))
    return [*notes, found.sit_out_counts] if found.sit_out_counts else notes
