"""What anyone with the link may see of a party now: seats, missing results, the timer, one person's own seat.

Only the announced round is read here, so a draft cannot get onto a page; money is not read at all.
"""

# Over 300 lines because one place decides what strangers see of a party: no draft and no money.

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from math import ceil

from whistclub.party import movements
from whistclub.party import text as party_text
from whistclub.party.follow import once
from whistclub.party.models import Entrant, Party, Round, SeatAssignment
from whistclub.party.state import PartyState, RoundState, TableState, load
from whistclub.play.table import COMPASS, Chair
from whistclub.web.formatting import format_number, join_side, milliseconds

CHAIRS = 4
LAST_MINUTE = 60
# Nobody can set a longer one: 600 minutes, and 60 more.
LONGEST_TIMER = timedelta(hours=11)
# Up to this many people (twelve tables), a phone shows a party on one page.
FEW_PEOPLE = 50


class Phase(StrEnum):
    """Where the evening is. `BETWEEN`: all results of the round are in, and the next one is not announced."""

    GATHERING = "gathering"
    PLAYING = "playing"
    BETWEEN = "between"
    FINISHED = "finished"


class TimerState(StrEnum):
    """`NONE`: not started, or the round is over."""

    NONE = "none"
    RUNNING = "running"
    PAUSED = "paused"
    RUNG = "rung"


@dataclass(frozen=True, slots=True)
class Timer:
    """What `party/_timer.html` shows. `now` and `bell` are milliseconds since 1970, by the server's clock.

    The page counts from `now`, so that a phone whose clock is wrong shows the same second as all others. `bell` and
    `bell_at` are None unless the timer is running or has rung.
    """

    state: TimerState
    now: int
    bell: int | None = None
    bell_at: datetime | None = None
    seconds_left: int = 0

    @property
    def is_last_minute(self) -> bool:
        return self.state is TimerState.RUNNING and self.seconds_left <= LAST_MINUTE

    @property
    def face(self) -> str:
        """Minutes and seconds: "12:05"."""
        return f"{self.seconds_left // 60}:{self.seconds_left % 60:02}"


def timer_of(party: Party, round_: Round | None, at: datetime) -> Timer:
    """The timer of a round at a moment; its state is `NONE` unless the round is being played.

    So it is where the computer's clock has been set back by hours: nobody would want to wait for such a bell.
    """
    now, timed = milliseconds(at), party.now
    if round_ is None or round_.state != Round.State.RUNNING or party.state != Party.State.PLAYING:
        return Timer(TimerState.NONE, now)
    if timed.seconds_left is not None:
        return Timer(TimerState.PAUSED, now, seconds_left=timed.seconds_left)
    if timed.bell_at is None or timed.bell_at - at > LONGEST_TIMER:
        return Timer(TimerState.NONE, now)
    bell = milliseconds(timed.bell_at)
    state = TimerState.RUNG if timed.bell_has_rung(at) else TimerState.RUNNING
    return Timer(state, now, bell, timed.bell_at, seconds_left=max(0, ceil((bell - now) / 1000)))


@dataclass(frozen=True, slots=True)
class PublicSide:
    """One pair at a table; `total` is empty before the table's result is there."""

    side: int
    names: list[str]
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table as anyone sees it. `rank` is its rank in words where that matters.

    `ruling` replaces the score of a table that was not played to its end. `game_code` is empty where there is nothing
    to watch: a result without hands.
    """

    number: int
    rank: str
    sides: list[PublicSide]
    is_in: bool
    ruling: str
    game_code: str


@dataclass(frozen=True, slots=True)
class MySeat:
    """Where one person is in the round; without a `table` they sit out or, unless `sits_out`, are not in it.

    `player` is the key of the player if their name may lead to statistics.
    """

    number: int
    name: str
    player: int | None
    here: bool
    table: int | None = None
    rank: str = ""
    sits_out: bool = False
    chairs: tuple[Chair, ...] = ()
    partner: str = ""
    opponents: str = ""
    reason: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class SeatsAtTable:
    """All that the seats at one table are made of. `people` are those by chair, with nothing of the table yet.

    `dealer` is the chair that deals first, None once there is a result.
    """

    table: int
    rank: str
    result: str
    dealer: int | None
    people: dict[int, MySeat]

    def seat(self, chair: int) -> MySeat:
        """That of the person on this chair, who is drawn at the bottom."""
        partner = self.people.get((chair + 2) % CHAIRS)
        return replace(
            self.people[chair],
            table=self.table,
            rank=self.rank,
            chairs=tuple(
                Chair(each, person.name, each % 2, COMPASS[CHAIRS][(each - chair) % CHAIRS], each == self.dealer)
                for each, person in self.people.items()
            ),
            partner=partner.name if partner else "",
            opponents=join_side(person.name for each, person in self.people.items() if each % 2 != chair % 2),
            result=self.result,
        )


@dataclass
class PublicState:
    """A party with its announced round, as everyone sees it alike. `number` is 0 before the first.

    `withdrawn` is the number of the round that was undone since (0: none), until another is announced.
    """

    party: Party
    state: PartyState
    round_state: RoundState | None
    withdrawn: int = 0

    def timer_at(self, at: datetime) -> Timer:
        return timer_of(self.party, self.round_state.round if self.round_state else None, at)

    @property
    def number(self) -> int:
        return self.round_state.round.number if self.round_state else 0

    @property
    def announced(self) -> int:
        """When the round was announced, in milliseconds since 1970; 0 before the first."""
        return milliseconds(self.round_state.announced_at) if self.round_state else 0

    @property
    def announced_at(self) -> datetime | None:
        """When the round was announced; None before the first."""
        return self.round_state.announced_at if self.round_state else None

    @property
    def withdrawn_text(self) -> str:
        """What everyone waits for after a round was undone; empty otherwise."""
        return withdrawn_text(self.withdrawn)

    @cached_property
    def phase(self) -> Phase:
        if self.party.state == Party.State.FINISHED:
            return Phase.FINISHED
        if self.round_state is None:
            return Phase.GATHERING
        return Phase.PLAYING if self.round_state.missing else Phase.BETWEEN

    @cached_property
    def tables(self) -> list[PublicTable]:
        found = self.round_state
        return [_table(each, self.state.rank_text(found, each)) for each in found.tables] if found else []

    @cached_property
    def sitting_out(self) -> list[str]:
        """The names of those who sit out."""
        sitting_out = self.round_state.sitting_out if self.round_state else []
        return sorted((each.entrant.player.name for each in sitting_out), key=str.casefold)

    @property
    def is_before(self) -> bool:
        """Whether people are invited and nobody is here yet."""
        return self.phase is Phase.GATHERING and self.party.invitation.starts_at is not None and not self.people

    @cached_property
    def results_in(self) -> str:
        return results_in_text(self.round_state) if self.round_state else ""

    @cached_property
    def missing(self) -> str:
        """The tables without a result, neighbours together: "2, 5–8"."""
        return ranges([table_state.number for table_state in self.round_state.missing]) if self.round_state else ""

    @cached_property
    def people(self) -> list[Entrant]:
        """Those who are here or seated in the round, by name."""
        seated = {assignment.entrant_id for assignment in self.round_state.assignments} if self.round_state else set()
        here = [each for each in self.state.entrants.values() if each.present or each.pk in seated]
        return sorted(here, key=lambda each: each.player.name.casefold())

    @property
    def is_small(self) -> bool:
        """Whether one page can show everything about everyone."""
        return len(self.people) <= FEW_PEOPLE

    @cached_property
    def _names(self) -> dict[int, str]:
        return self.state.names_by_number

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        """Everyone, also those who are not here."""
        return {each.number: each for each in self.state.entrants.values()}

    def my_seat(self, number: int | None) -> MySeat | None:
        """The seat of the person with this number; None for an unknown number."""
        entrant = None if number is None else self.by_number.get(number)
        if entrant is None:
            return None
        assignment = self._assignment_of(entrant)
        if assignment is None:
            return self._person(entrant)
        at, chair = self.at_table(entrant.number), assignment.position
        if at is not None and chair is not None:
            return at.seat(chair)
        return replace(self._person(entrant, assignment), sits_out=True)

    def at_table(self, number: int) -> SeatsAtTable | None:
        """The seats at the table of the person with this number; None unless they sit at one."""
        assignment = self._assignment_of(self.by_number[number])
        if assignment is None or assignment.table is None or assignment.position is None:
            return None
        return self._at_tables.get(assignment.table)

    def _assignment_of(self, entrant: Entrant) -> SeatAssignment | None:
        """Where they are in the round; None for a person who is not in it, or no more."""
        assignment = self.round_state.assignment_of(entrant.pk) if self.round_state else None
        return None if assignment is None or assignment.went_home else assignment

    @cached_property
    def _at_tables(self) -> dict[int, SeatsAtTable]:
        found = self.round_state
        if found is None:
            return {}
        return {
            each.number: SeatsAtTable(
                each.number,
                self.state.rank_text(found, each),
                party_text.result_text(each) if each.is_in else "",
                each.game.first_dealer if each.game and not each.is_in else None,
                {
                    chair: self._person(assignment.entrant, assignment)
                    for chair, assignment in sorted(each.assignments.items())
                },
            )
            for each in found.tables
        }

    def _person(self, entrant: Entrant, assignment: SeatAssignment | None = None) -> MySeat:
        """A seat without its place, but with the reason for it."""
        player = entrant.player
        linked = player.pk if self.party.club.links_names and not player.hidden else None
        reason = movements.reasons_text(assignment, self._names) if assignment else ""
        return MySeat(entrant.number, player.name, linked, here=entrant.present, reason=reason)


def public_state(party: Party) -> PublicState:
    """The party with its announced round."""
    state = load(party)
    _announced, withdrawn = announced_round(party)
    return PublicState(party, state, state.current, withdrawn)


# The same, built once for all who look.
state_for_all = once(public_state)


def announced_round(party: Party) -> tuple[Round | None, int]:
    """The round that everyone sees, and the number of the one that was undone since (0: none). One query."""
    rounds = list(party.rounds.exclude(state=Round.State.DRAFT).order_by("-pk"))
    announced = [each for each in rounds if each.state != Round.State.UNDONE]
    is_undone = rounds and rounds[0].state == Round.State.UNDONE and party.state != Party.State.FINISHED
    return max(announced, key=lambda each: each.number, default=None), rounds[0].number if is_undone else 0


def withdrawn_text(number: int) -> str:
    """For the players of a round that was undone; empty for 0."""
    if not number:
        return ""
    return f"Round {number} was withdrawn. Please wait for the new seating."


def results_in_text(round_state: RoundState) -> str:
    """How far a round is: "7 of 9 results in"."""
    count = len(round_state.tables)
    return f"{count - len(round_state.missing)} of {count} results in"


def ranges(tables: list[int]) -> str:
    """Rising numbers in short: 1, 2, 3, 5 as "1–3, 5"."""
    runs: list[list[int]] = []
    for table in tables:
        if runs and runs[-1][-1] == table - 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _table(table_state: TableState, rank: str) -> PublicTable:
    game = table_state.game
    ruling = party_text.ruling_text(table_state.table)
    scored = table_state.is_in and not ruling
    sides = [
        PublicSide(
            side,
            table_state.names(side),
            format_number(game.totals[side]) if game and scored else "",
            table_state.is_in and table_state.winner == side,
        )
        for side in (0, 1)
    ]
    game_code = game.code if game and (not table_state.is_in or game.hands_scored > 0) else ""
    return PublicTable(table_state.number, rank, sides, table_state.is_in, ruling, game_code)
