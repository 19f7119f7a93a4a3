"""The lists for the wall: who sits where by name, and the standings, cut into sheets."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.standings import Criterion, Line, Worth
from whistclub.party.labels import CRITERIA, PRIZES, WORTHS
from whistclub.party.models import Party, SeatAssignment
from whistclub.party.queries.paper import ROOM, Head, head_of, lines, newest, others, packed
from whistclub.party.results import prize_winners, table_standings
from whistclub.party.state import SIDES, PartyState, RoundState, load
from whistclub.web.formatting import format_fraction, join_side

# Up to so many people the letters can be large and stand in one column.
FEW_SEATED = 14
FEW_RANKED = 68
MOST_NAMED = 8
# What the columns of figures that every party has are counted by; the others are shown where they rank.
ALWAYS = (Criterion.WINS, Criterion.POINTS, Criterion.DIFFERENCE)


@dataclass(frozen=True, slots=True)
class Seat:
    """One line of the seating list; `table` is 0 for somebody without a chair."""

    name: str
    table: int
    said: str


@dataclass(frozen=True, slots=True)
class SeatingSheet:
    """`span` says from whom to whom, where there are several sheets."""

    columns: list[list[Seat]]
    span: str


@dataclass(frozen=True, slots=True)
class Seating:
    head: Head
    sheets: list[SeatingSheet]
    columns: int
    others: list[int]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of the standings; `more` are the figures of criteria that not every party has."""

    rank: str
    name: str
    wins: str
    games: int
    points: str
    difference: str
    more: list[str]


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    head: Head
    state: str
    sheets: list[list[list[Ranked]]]
    more: list[str]
    prizes: list[tuple[str, str]]
    notes: list[str]
    columns: int


def seating(party: Party, *, number: int | None) -> Seating:
    """Everybody of a round in the order of the alphabet, and whoever has come since."""
    state = load(party, with_hands=False)
    round_state = newest(state, number)
    if round_state is None:
        return Seating(Head(party, _("Seating list")), [], 1, [])
    seats = _seats(state, round_state)
    columns = 1 if len(seats) <= FEW_SEATED else 2
    sheets = packed(seats, _height_of_large_seat if columns == 1 else _height_of_seat, columns=columns)
    title = _("Round {n}: who sits where").format(n=round_state.round.number)
    return Seating(
        head_of(state, round_state, title),
        [SeatingSheet(sheet, _span(sheet) if len(sheets) > 1 else "") for sheet in sheets],
        columns,
        others(state.rounds, round_state),
    )


def standings(party: Party) -> StandingsPaper:
    state = load(party)
    final = party.state == Party.State.FINISHED
    head = Head(party, _("Final standings") if final else _("Standings"))
    if not state.announced:
        return StandingsPaper(head, "", [], [], [], [], 1)
    ranking = table_standings(state)
    names = {entrant.number: entrant.player.name for entrant in state.entrants.values()}
    more = [Criterion(each) for each in party.criteria if Criterion(each) not in ALWAYS]
    prizes = _prizes(state, ranking, names)
    columns = 1 if len(ranking) <= FEW_RANKED or more else 2
    height = _height_of_large_rank if columns == 1 else _height_of_rank
    # Below the rows stand the notes, above them the heads of the columns, tall where they are long.
    room = ROOM - (24 if more else 14)
    taken = 8 + 6.0 * sum(lines(f"{title}: {who}", 85) for title, who in prizes) if prizes else 0.0
    return StandingsPaper(
        head=head,
        state=_state(state),
        sheets=packed(
            [_ranked(line, names, more) for line in ranking], height, columns=columns, room=room, taken=taken
        ),
        more=[str(CRITERIA[each]) for each in more],
        prizes=prizes,
        notes=_notes(party, ranking),
        columns=columns,
    )


def _seats(state: PartyState, round_state: RoundState) -> list[Seat]:
    chairs = {table_state.number: table_state.assignments for table_state in round_state.tables}
    found = [_seat(assignment, chairs) for assignment in round_state.assignments if not assignment.went_home]
    known = {assignment.entrant_id for assignment in round_state.assignments}
    late = _("not seated yet: plays from the next round")
    found += [Seat(each.player.name, 0, late) for each in state.present if each.pk not in known]
    return sorted(found, key=lambda seat: seat.name.casefold())


def _seat(assignment: SeatAssignment, chairs: Mapping[int, Mapping[int, SeatAssignment]]) -> Seat:
    name = assignment.entrant.player.name
    if assignment.table is None:
        return Seat(name, 0, _("sits out this round"))
    table_state = chairs[assignment.table]

    def people(side: int) -> list[str]:
        return [
            table_state[chair].entrant.player.name
            for chair in SIDES[side]
            if chair in table_state and chair != assignment.position
        ]

    mine = assignment.position % 2
    partner, opponents = join_side(people(mine)), join_side(people(1 - mine))
    said = _("with {partner}, against {opponents}").format(partner=partner, opponents=opponents)
    return Seat(name, assignment.table, said)


def _span(sheet: list[list[Seat]]) -> str:
    return _("{first} to {last}").format(first=sheet[0][0].name, last=sheet[-1][-1].name)


def _height_of_large_seat(seat: Seat) -> float:
    return 6.4 * lines(seat.name, 54) + 5.1 * lines(seat.said, 74) + 3


def _height_of_seat(seat: Seat) -> float:
    return 4.7 * lines(seat.name, 34) + 3.9 * lines(seat.said, 50) + 1.7


def _height_of_large_rank(row: Ranked) -> float:
    return 5.2 * lines(row.name, 50 - 5 * len(row.more)) + 1.2


def _height_of_rank(row: Ranked) -> float:
    return 4.2 * lines(row.name, 21) + 1.4


def _state(state: PartyState) -> str:
    """How far the evening was when this was printed."""
    round_state = state.current
    number = round_state.round.number
    if state.party.state == Party.State.FINISHED or not round_state.missing:
        return ngettext("After {n} round", "After {n} rounds", number).format(n=number)
    return _("During round {n}: {done} of {all} tables are in").format(
        n=number, done=len(round_state.tables) - len(round_state.missing), all=len(round_state.tables)
    )


def _ranked(line: Line, names: Mapping[int, str], more: list[Criterion]) -> Ranked:
    return Ranked(
        rank=f"{line.rank}=" if line.shared else str(line.rank),
        name=names[line.person],
        wins=format_fraction(line.wins),
        games=line.games,
        points=format_fraction(line.points),
        difference=format_fraction(line.difference),
        more=[format_fraction(line.value(each)) for each in more],
    )


def _prizes(state: PartyState, ranking: tuple[Line, ...], names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Titles and who has them; the club's own prizes also while nobody has, to be filled in by pen."""
    won = [
        (str(PRIZES[prize]), _some([names[number] for number in numbers]))
        for prize, numbers in prize_winners(state, ranking).items()
        if numbers
    ]
    return won + [(own["title"], names.get(own["entrant"], "")) for own in state.party.own_prizes]


def _some(names: list[str]) -> str:
    """Names in a row; early in the evening many share a prize."""
    rest = len(names) - MOST_NAMED
    said = ", ".join(names[:MOST_NAMED])
    return (
        said if rest <= 0 else ngettext("{names} and {n} more", "{names} and {n} more", rest).format(names=said, n=rest)
    )


def _notes(party: Party, ranking: tuple[Line, ...]) -> list[str]:
    """What the ranks rest on."""
    said = [
        _("Ranked by {criteria}.").format(
            criteria=_(", then ").join(str(CRITERIA[Criterion(each)]) for each in party.criteria)
        )
    ]
    if any(line.shared for line in ranking):
        said.append(_("= is a shared rank."))
    if any(line.sat_out for line in ranking):
        worth = str(WORTHS[Worth(party.sit_out_worth)])
        said.append(_("A round sat out counts: {worth}.").format(worth=f"{worth[:1].lower()}{worth[1:]}"))
    return said
