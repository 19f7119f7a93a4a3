"""The organiser's view of a party: every table at a glance, the draft, what the round is waiting for."""

# Over 300 lines because party, round and table are one page, read together.

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Max, QuerySet
from django.urls import reverse

from whistclub.club.queries import names_by_key
from whistclub.engine.scoring import total_limits
from whistclub.party import movements
from whistclub.party import text as party_text
from whistclub.party.models import Entrant, Party, Round, SeatAssignment
from whistclub.party.organiser.queries.draft import (
    DraftNotes,
    also_elsewhere,
    draft_notes,
    seats_before,
    sign_of,
    table_hints,
)
from whistclub.party.organiser.queries.elsewhere import ElsewhereSentence, seated_elsewhere
from whistclub.party.organiser.queries.results import replaced_results
from whistclub.party.queries.public_state import Timer, TimerState, results_in_text, timer_of
from whistclub.party.state import PartyState, RoundState, TableState, load
from whistclub.play.models import EntryRecord, Game
from whistclub.play.queries import link
from whistclub.web.formatting import format_number, join_side, plural, tables_text

# A hand takes about four minutes; a table without a new hand for this long may need help.
QUIET = timedelta(minutes=12)


@dataclass(frozen=True, slots=True)
class Seated:
    """One person at a table or sitting out."""

    assignment: SeatAssignment
    round: "RoundView"

    @property
    def entrant(self) -> Entrant:
        return self.assignment.entrant

    @property
    def position(self) -> int | None:
        return self.assignment.position

    @property
    def name(self) -> str:
        return self.entrant.player.name

    @property
    def key(self) -> str:
        """The key of the entrant, as a form sends it."""
        return str(self.assignment.entrant_id)

    @property
    def why(self) -> str:
        """The reason why they sit there."""
        found = self.round
        return movements.reasons_text(self.assignment, found.names, found.players)

    @property
    def sign(self) -> str:
        """In a few letters how they came there."""
        return sign_of(self.assignment, self.round.before, self.round.state)


@dataclass(frozen=True, slots=True)
class SideView:
    side: int
    seated: list[Seated]
    people: str
    total: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table in the console. `state`: draft, waiting, playing, quiet, in, cut (a tie to be decided), ruled.

    `note` says that one organiser replaced what another had typed. `rank` is its rank in words where that matters.
    `hints`: see `table_hints`.
    """

    table_state: TableState
    state: str
    state_text: str
    sides: list[SideView]
    rank: str
    note: str
    hints: Sequence[str]

    @property
    def has_reasons(self) -> bool:
        """Whether anyone sits there for a reason: nobody does in a first round seated at random."""
        return any(each.why for side in self.sides for each in side.seated)

    @property
    def number(self) -> int:
        return self.table_state.number

    @property
    def limits(self) -> dict[str, int]:
        """The least and the most points that the rules of its game can bring, where they set a bound."""
        if self.table_state.game is None:
            return {}
        least, most = total_limits(self.table_state.game.frozen_rules)
        return {name: bound for name, bound in (("least", least), ("most", most)) if bound is not None}

    @property
    def ruling(self) -> str:
        """What the organiser ruled here, with names; empty where the score decides."""
        is_ruled = party_text.ruling_text(self.table_state.table)
        return party_text.result_text(self.table_state) if is_ruled else ""

    @property
    def leaving(self) -> str:
        """Who plays their last round here, until the result is in: "Gerda leaves after this round." """
        leaving = [each.name for side in self.sides for each in side.seated if not each.entrant.present]
        return party_text.leaving_text(leaving) if leaving and not self.table_state.is_in else ""

    @property
    def is_calling(self) -> bool:
        """Whether a phone at the table has called the organiser."""
        return self.table_state.game is not None and self.table_state.game.organiser_called_at is not None


@dataclass
class RoundView:
    """A round at a moment. Pages show different parts of it: each is read when it is first asked for."""

    state: PartyState
    round_state: RoundState
    at: datetime

    @property
    def number(self) -> int:
        return self.round_state.round.number

    @property
    def is_last(self) -> bool:
        """Whether as many rounds have been played as were planned."""
        planned = self.state.party.planned_rounds
        return planned is not None and self.number >= planned

    @property
    def is_current(self) -> bool:
        return self.round_state is self.state.current

    @property
    def timer(self) -> Timer:
        return timer_of(self.state.party, self.round_state.round, self.at)

    @property
    def waits_for_bell(self) -> bool:
        """Whether the top table, which ends the round, has finished and nobody has rung the bell yet."""
        if self.state.party.round_end != Party.RoundEnd.TOP or not self.is_current or not self.round_state.missing:
            return False
        return self.round_state.by_rank[0].is_in and self.timer.state is not TimerState.RUNG

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of entrants, by their numbers."""
        return self.state.names_by_number

    @cached_property
    def players(self) -> Mapping[int, str]:
        """The names of the club's players, by their keys. One query."""
        return names_by_key(self.state.party.club_id)

    @cached_property
    def before(self) -> dict[int, SeatAssignment]:
        """Where everyone was in the round before."""
        return seats_before(self.state, self.round_state)

    @cached_property
    def missing(self) -> list[int]:
        """The tables without a result."""
        return [table_state.number for table_state in self.round_state.missing]

    @cached_property
    def needs_cut(self) -> list[int]:
        """The tables with a tie to be decided."""
        return [table_state.number for table_state in self.round_state.needs_cut(self.state.movement)]

    @cached_property
    def sitting_out(self) -> list[Seated]:
        return [Seated(assignment, self) for assignment in self.round_state.sitting_out]

    @cached_property
    def tables(self) -> list[TableTile]:
        return _tables(self)

    @property
    def results_in(self) -> str:
        return results_in_text(self.round_state)

    @property
    def calling(self) -> list[TableTile]:
        """The tables that have called the organiser."""
        return [table for table in self.tables if table.is_calling]

    @property
    def is_complete(self) -> bool:
        return not self.missing and not self.needs_cut

    @property
    def waits_for(self) -> str:
        """What the next round waits for."""
        return self._waits_for(self.needs_cut)

    @property
    def end_waits_for(self) -> str:
        """What the end of the party waits for: nobody moves after it, so ties need no cut."""
        return self._waits_for(())

    def _waits_for(self, needs_cut: Sequence[int]) -> str:
        sentences = []
        if self.timer.state is TimerState.RUNG:
            sentences.append("The bell has rung.")
        if self.missing:
            sentences.append(f"Waiting for {tables_text(self.missing)}.")
        if needs_cut:
            tied = plural(len(needs_cut), "Tie at {tables}: who moves up?", "Ties at {tables}: who moves up?")
            sentences.append(tied.format(tables=tables_text(needs_cut)))
        if not self.missing and not needs_cut:
            sentences.append("All results are in.")
        return " ".join(sentences)


@dataclass(slots=True)
class Console:
    """Everything the organiser's page of a party shows."""

    state: PartyState
    round: RoundView | None
    draft: RoundView | None
    notes: DraftNotes | None
    earlier: list[int]

    @property
    def party(self) -> Party:
        return self.state.party

    @property
    def count(self) -> str:
        return head_count(self.state)

    @property
    def has_tables(self) -> bool:
        """Whether the tables of the round are shown; else the first round, or the draft of the next."""
        return self.round is not None and self.draft is None

    @property
    def unfinished(self) -> list[RoundState]:
        """The rounds with a table without a result: the one being played, and earlier ones that were changed since."""
        return [round_state for round_state in self.state.announced if round_state.missing]

    @property
    def not_awarded(self) -> list[str]:
        """The prizes that an organiser gives, and has not yet: nobody would be shown for them."""
        return [each["title"] for each in self.party.own_prizes if each["entrant"] is None]

    @property
    def not_played(self) -> str:
        """The planned rounds that finishing the party now would leave out, as a sentence; empty while results miss."""
        planned = self.party.planned_rounds
        if self.party.state != Party.State.PLAYING or self.round is None or self.round.missing or planned is None:
            return ""
        first, count = self.round.number + 1, planned - self.round.number
        if count < 1:
            return ""
        return plural(
            count, "Round {first} will not be played.", "Rounds {first} to {last} will not be played."
        ).format(first=first, last=planned)

    @property
    def next_number(self) -> int:
        return self.round.number + 1 if self.round else 1


def console(party: Party, at: datetime, *, round_number: int | None = None) -> Console:
    """The party with its current round, or an earlier one."""
    state = load(party)
    round_state = state.round(round_number) if round_number is not None else state.current
    shown = RoundView(state, round_state, at) if round_state else None
    draft = RoundView(state, state.draft, at) if state.draft else None
    earlier = state.announced if draft else state.announced[:-1]
    return Console(
        state,
        shown,
        draft,
        draft_notes(state),
        [each.round.number for each in earlier],
    )


def head_count(state: PartyState) -> str:
    """How many tables those present make: "27 people · 6 tables · 3 sitting out".

    A line may end before a "·", not after it.
    """
    people = len(state.present)
    fixed = state.movement.fixed_pairs
    single = len(state.single) if fixed else 0
    most = state.party.max_tables
    full = len(state.partnerships) // 2 if fixed else people // 4
    tables = min(full, most) if most else full
    sitting_out = people - single - 4 * tables
    counts = [plural(people, "{n} person", "{n} people").format(n=people)]
    if single:
        counts.append(plural(single, "{n} without a partner", "{n} without a partner").format(n=single))
    if tables:
        counts.append(plural(tables, "{n} table", "{n} tables").format(n=tables))
        if sitting_out:
            counts.append(plural(sitting_out, "{n} sitting out", "{n} sitting out").format(n=sitting_out))
    elif people and not single:
        counts.append("too few for a table")
    return " ·\u00a0".join(each.replace(" ", "\u00a0", 1) for each in counts)


def _tables(found: RoundView) -> list[TableTile]:
    """Two queries."""
    round_state, cut = found.round_state, set(found.needs_cut)
    begun, notes = round_state.round.announced_at, replaced_results(round_state.games)
    entered = EntryRecord.objects.filter(game__in=[game.pk for game in round_state.games]).values("game")
    last_hands: dict[int, datetime] = dict(entered.annotate(last=Max("recorded_at")).values_list("game", "last"))

    is_draft = round_state.round.state == Round.State.DRAFT
    hints = table_hints(found.state, round_state) if is_draft else {}

    def tile(table_state: TableState) -> TableTile:
        sides = [_side(found, table_state, side) for side in (0, 1)]
        rank, game = found.state.rank_text(round_state, table_state), table_state.game
        if game is None:
            state, text = "draft", ""
        elif table_state.number in cut:
            state, text = "cut", "tie: who moves up?"
        else:
            state, text = _progress(table_state, game, last_hands.get(game.pk, begun), found.at)
        return TableTile(
            table_state=table_state,
            state=state,
            state_text=text,
            sides=sides,
            rank=rank,
            note=notes.get(game.pk, "") if game else "",
            hints=hints.get(table_state.number, ()),
        )

    return [tile(table_state) for table_state in round_state.tables]


def _side(found: RoundView, table_state: TableState, side: int) -> SideView:
    seated = [Seated(assignment, found) for assignment in table_state.side(side)]
    points = table_state.game.totals[side] if table_state.game else None
    people = join_side([each.name for each in seated])
    won = table_state.is_in and table_state.winner == side
    return SideView(side, seated, people, "" if points is None else format_number(points), points or 0, won)


def _progress(table_state: TableState, game: Game, last_hand: datetime | None, at: datetime) -> tuple[str, str]:
    """How far a table with a game is: its state, and the words for it."""
    if ruling := party_text.ruling_text(table_state.table):
        return "ruled", ruling
    hands = plural(game.hands_scored, "{n} hand", "{n} hands").format(n=game.hands_scored)
    if table_state.is_in:
        from_paper = game.paper_result is not None
        return "in", "result in (paper)" if from_paper else f"result in, {hands}"
    if game.state == Game.State.STOPPED:
        return "quiet", "abandoned"
    if last_hand and at - last_hand > QUIET:
        minutes = int((at - last_hand).total_seconds() // 60)
        length = f"{minutes} min" if minutes < 60 else "over 1 h"
        if not game.hands_scored:
            return "quiet", f"not started after {length}"
        return "quiet", f"{hands}, last {length} ago"
    return ("playing", hands) if game.hands_scored else ("waiting", "not started")


def seated_twice(party: Party) -> list[ElsewhereSentence]:
    """Sentences about those who sit in the round being played, and in another game that is not finished."""
    if not seated_elsewhere(party):
        return []
    state = load(party)
    return also_elsewhere(state, state.current) if state.current else []


def entrant_keys(party: Party) -> list[int]:
    """The keys of all who are or were in the party."""
    return list(party.entrants.values_list("pk", flat=True))


def lost_by_undo(page: Console) -> list[str]:
    """The results and hands that undoing the current round would take out of the standings."""
    current = page.state.current
    return party_text.lost_sentences(party_text.lost_values(current)) if current else []


def pad_path(game: Game) -> str:
    """Address of a game's score pad."""
    return reverse("play:pad", args=[link(game).token])


def games_of(party: Party, number: int, table: int) -> QuerySet[Game]:
    """The game of a table in an announced round."""
    return Game.objects.filter(
        party_table__round__party=party, party_table__round__number=number, party_table__number=table
    ).exclude(party_table__round__state=Round.State.UNDONE)
