"""What anyone with the link may see of a party now: who sits where, which results are missing, one person's own seat.

Only the announced round is read here, so a draft cannot get onto a page; money is not read at all.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _

from whistclub.party import movements
from whistclub.party import text as party_text
from whistclub.party.models import Entrant, Party, Round, SeatAssignment, Table
from whistclub.party.state import SIDES, PartyState, RoundState, TableState
from whistclub.party.timing import Timer, timer_of
from whistclub.play.view_models import COMPASS, Chair
from whistclub.web.formatting import format_number


class Phase(StrEnum):
    """Where the evening is. `BETWEEN`: all results of the round are in, and the next one is not announced."""

    GATHERING = "gathering"
    PLAYING = "playing"
    BETWEEN = "between"
    FINISHED = "finished"


CHAIRS = 4


@dataclass(frozen=True, slots=True)
class PublicSide:
    """One pair at a table; `total` is empty before the table's result is there."""

    side: int
    names: list[str]
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table as anyone sees it. `ruling` replaces the score of a table that was not played to its end.

    `game_code` is empty where there is nothing to watch: a result without hands.
    """

    number: int
    sides: list[PublicSide]
    is_in: bool
    ruling: str
    game_code: str


@dataclass(frozen=True, slots=True)
class MySeat:
    """Where one person is in the round; without a `table` they sit out or, unless `sits_out`, are not in it."""

    number: int
    name: str
    here: bool
    table: int | None = None
    sits_out: bool = False
    chairs: list[Chair] = field(default_factory=list)
    partner: str = ""
    opponents: str = ""
    reason: str = ""
    result: str = ""


@dataclass(slots=True)
class PublicState:
    """A party with its announced round. `number` is 0 before the first."""

    party: Party
    state: PartyState
    round_state: RoundState | None
    timer: Timer

    @property
    def number(self) -> int:
        return self.round_state.round.number if self.round_state else 0

    @property
    def next_number(self) -> int:
        return self.number + 1

    @property
    def announced(self) -> int:
        """When the round was announced, in milliseconds since 1970; 0 before the first."""
        return round(self.round_state.announced_at.timestamp() * 1000) if self.round_state else 0

    @property
    def phase(self) -> Phase:
        if self.party.state == Party.State.FINISHED:
            return Phase.FINISHED
        if self.round_state is None:
            return Phase.GATHERING
        return Phase.PLAYING if self.round_state.missing else Phase.BETWEEN

    @property
    def tables(self) -> list[PublicTable]:
        return [_table(table_state) for table_state in self.round_state.tables] if self.round_state else []

    @property
    def sitting_out(self) -> list[str]:
        """The names of those who sit out."""
        return (
            sorted((assignment.entrant.player.name for assignment in self.round_state.sitting_out), key=str.casefold)
            if self.round_state
            else []
        )

    @property
    def results_in(self) -> str:
        return results_in_text(self.round_state) if self.round_state else ""

    @property
    def missing(self) -> str:
        """The tables without a result, neighbours together: "2, 5–8"."""
        return ranges([table_state.number for table_state in self.round_state.missing]) if self.round_state else ""

    @property
    def people(self) -> list[Entrant]:
        """Those who are here or seated in the round, by name."""
        seated = {assignment.entrant_id for assignment in self.round_state.assignments} if self.round_state else set()
        here = [each for each in self.state.entrants.values() if each.present or each.pk in seated]
        return sorted(here, key=lambda each: each.player.name.casefold())

    def my_seat(self, number: int | None) -> MySeat | None:
        """The seat of the person with this number; None for an unknown number."""
        entrant = next((each for each in self.state.entrants.values() if each.number == number), None)
        if entrant is None:
            return None
        assignment = self.round_state.assignment_of(entrant.pk) if self.round_state else None
        return self._my_seat(entrant, assignment)

    def _my_seat(self, entrant: Entrant, assignment: SeatAssignment | None) -> MySeat:
        name = entrant.player.name
        if assignment is None or assignment.went_home:
            return MySeat(entrant.number, name, here=entrant.present)
        names = {each.number: each.player.name for each in self.state.entrants.values()}
        reason = movements.reasons_text(assignment, names)
        table_state = self.round_state.table(assignment.table) if self.round_state and assignment.table else None
        if table_state is None or assignment.position is None:
            return MySeat(entrant.number, name, here=entrant.present, sits_out=True, reason=reason)
        own = assignment.position % 2
        partner = [chair for chair in SIDES[own] if chair != assignment.position and chair in table_state.assignments]
        return MySeat(
            entrant.number,
            name,
            here=entrant.present,
            table=table_state.number,
            chairs=_chairs(table_state, assignment.position),
            partner="".join(table_state.assignments[chair].entrant.player.name for chair in partner),
            opponents=party_text.side_names(table_state, 1 - own),
            reason=reason,
            result=party_text.result_text(table_state) if table_state.is_in else "",
        )


def public_state(party: Party, at: datetime) -> PublicState:
    """The party with its announced round: four queries."""
    announced = (
        Round.objects.filter(party=party, state__in=[Round.State.RUNNING, Round.State.OVER]).order_by("-number").first()
    )
    state = PartyState(
        party,
        party.entrants.select_related("player"),
        [announced] if announced else [],
        Table.objects.filter(round=announced).select_related("game") if announced else [],
        SeatAssignment.objects.filter(round=announced) if announced else [],
    )
    round_state = state.current
    finished = party.state == Party.State.FINISHED
    return PublicState(
        party, state, round_state, timer_of(None if finished or round_state is None else round_state.round, at)
    )


def results_in_text(round_state: RoundState) -> str:
    """How far a round is: "7 of 9 results in"."""
    count = len(round_state.tables)
    return _("{n} of {all} results in").format(n=count - len(round_state.missing), all=count)


def ranges(numbers: list[int]) -> str:
    """Rising numbers in short: 1, 2, 3, 5 as "1–3, 5"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _table(table_state: TableState) -> PublicTable:
    game = table_state.game
    scored = table_state.is_in and not table_state.table.ruled_draw and table_state.table.walkover_to is None
    sides = [
        PublicSide(
            side,
            [
                table_state.assignments[chair].entrant.player.name
                for chair in chairs
                if chair in table_state.assignments
            ],
            format_number(game.totals[side]) if game and scored else "",
            table_state.is_in and table_state.winner == side,
        )
        for side, chairs in enumerate(SIDES)
    ]
    ruling = ""
    if table_state.table.ruled_draw:
        ruling = _("counted as a draw")
    elif table_state.table.walkover_to is not None:
        ruling = _("won by default")
    game_code = game.code if game and (not table_state.is_in or game.hands_scored > 0) else ""
    return PublicTable(table_state.number, sides, table_state.is_in, ruling, game_code)


def _chairs(table_state: TableState, bottom: int) -> list[Chair]:
    """The people around the table as one of them sees it, with that one at the bottom."""
    dealer = table_state.game.first_dealer if table_state.game and not table_state.is_in else None
    return [
        Chair(
            position=chair,
            name=assignment.entrant.player.name,
            side=chair % 2,
            compass=COMPASS[CHAIRS][(chair - bottom) % CHAIRS],
            deals=chair == dealer,
        )
        for chair, assignment in sorted(table_state.assignments.items())
    ]
