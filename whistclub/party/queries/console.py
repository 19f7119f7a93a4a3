"""The organiser's view of a party: every table at a glance, the draft, what the evening waits for."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Club
from whistclub.party import reasons
from whistclub.party import text as party_text
from whistclub.party.models import Entrant, Party, SeatAssignment
from whistclub.party.state import SIDES, PartyState, RoundState, TableState, load
from whistclub.party.timing import Timer, timer_of
from whistclub.play.models import EntryRecord, Game
from whistclub.web.formatting import format_number, join_side

# A hand takes about four minutes; a table that has entered nothing for so long may need help.
QUIET = timedelta(minutes=12)
PARTIES_ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Seated:
    """One person at a table or on the bench, with the reason; `arrow` points where the movement took him."""

    entrant: Entrant
    why: str
    arrow: str

    @property
    def name(self) -> str:
        return self.entrant.player.name


@dataclass(frozen=True, slots=True)
class SideView:
    side: int
    seated: list[Seated]
    people: str
    total: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table in the console. `state`: draft, waiting, playing, quiet, in, cut, ruled."""

    table_state: TableState
    state: str
    said: str
    sides: list[SideView]

    @property
    def number(self) -> int:
        return self.table_state.number


@dataclass(slots=True)
class RoundView:
    round_state: RoundState
    tables: list[TableView]
    bench: list[Seated]
    timer: Timer
    is_current: bool
    missing: list[int] = field(default_factory=list)
    needs_cut: list[int] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.round_state.round.number

    @property
    def is_last(self) -> bool:
        """Whether as many rounds have been played as were planned."""
        planned = self.round_state.round.party.planned_rounds
        return planned is not None and self.number >= planned

    @property
    def results_in(self) -> str:
        """The state of the round in one line: "7 of 9 in"."""
        count = len(self.tables)
        return _("{n} of {all} in").format(n=count - len(self.missing), all=count)

    @property
    def is_complete(self) -> bool:
        return not self.missing and not self.needs_cut

    @property
    def waits_for(self) -> str:
        said = []
        if self.missing:
            missing = ngettext("Waiting for table {tables}.", "Waiting for tables {tables}.", len(self.missing))
            said.append(missing.format(tables=", ".join(map(str, self.missing))))
        if self.needs_cut:
            said.append(_("Level at table {tables}: who moves up?").format(tables=", ".join(map(str, self.needs_cut))))
        return " ".join(said)


@dataclass(slots=True)
class Console:
    """Everything the organiser's page of a party shows."""

    state: PartyState
    round: RoundView | None
    draft: RoundView | None
    earlier: list[int]

    @property
    def party(self) -> Party:
        return self.state.party

    @property
    def count(self) -> str:
        return head_count(self.state)

    @property
    def next_number(self) -> int:
        return self.round.number + 1 if self.round else 1


def console(party: Party, at: datetime, *, round_number: int | None = None) -> Console:
    """The party with its current round, or an earlier one."""
    state = load(party)
    round_state = state.round(round_number) if round_number is not None else state.current
    shown = _round(state, round_state, at) if round_state else None
    draft = _round(state, state.draft, at) if state.draft else None
    return Console(state, shown, draft, [each.round.number for each in state.announced[:-1]])


def head_count(state: PartyState) -> str:
    """What the people who are there make: "27 people: 6 tables, 3 sit out"."""
    people = len(state.present)
    single = len(state.single) if state.movement.fixed_pairs else 0
    most = state.party.policy.get("max_tables")
    full = (people - single) // 4
    tables = min(full, most) if most else full
    resting = people - single - 4 * tables
    said = [ngettext("{n} person", "{n} people", people).format(n=people)]
    if single:
        said.append(ngettext("{n} without a partner", "{n} without a partner", single).format(n=single))
    if tables:
        said.append(ngettext("{n} table", "{n} tables", tables).format(n=tables))
        if resting:
            said.append(ngettext("{n} sits out", "{n} sit out", resting).format(n=resting))
    elif people and not single:
        said.append(_("too few for a table"))
    return _(" · ").join(said)


def parties_tonight(club: Club, since: datetime) -> list[Party]:
    """Parties that are not over, and those finished since a moment; newest first."""
    open_ones = ~Q(state=Party.State.FINISHED)
    tonight = club.parties.filter(open_ones | Q(finished_at__gte=since))
    here = Count("entrants", filter=Q(entrants__present=True), distinct=True)
    rounds = Count("rounds", filter=~Q(rounds__state__in=["draft", "undone"]), distinct=True)
    return list(tonight.annotate(here=here, round=rounds).order_by("-created_at")[:20])


def last_party(club: Club) -> Party | None:
    """The party before, whose settings the next one begins with."""
    return club.parties.filter(rehearses=None).order_by("-created_at").first()


def past_parties(club: Club, page: object = 1, *, on_a_page: int = PARTIES_ON_A_PAGE) -> Page:
    """Finished parties, newest first, a page at a time."""
    over = club.parties.filter(state=Party.State.FINISHED, rehearses=None).order_by("-created_at")
    return Paginator(over, on_a_page).get_page(page)


def _round(state: PartyState, round_state: RoundState, at: datetime) -> RoundView:
    names = {entrant.number: entrant.player.name for entrant in state.entrants.values()}
    last_hands = dict(
        EntryRecord.objects.filter(
            game__in=[table_state.game.pk for table_state in round_state.tables if table_state.game]
        )
        .values("game")
        .annotate(last=Max("recorded_at"))
        .values_list("game", "last")
    )
    needs_cut = [table_state.number for table_state in round_state.needs_cut(state.movement)]
    tables = [_table(table_state, names, last_hands, at, round_state, needs_cut) for table_state in round_state.tables]
    return RoundView(
        round_state=round_state,
        tables=tables,
        bench=[_seated(assignment, names) for assignment in round_state.sitting_out],
        timer=timer_of(round_state.round, at),
        is_current=round_state is state.current,
        missing=[table_state.number for table_state in round_state.missing],
        needs_cut=needs_cut,
    )


def _table(
    table_state: TableState,
    names: dict[int, str],
    last_hands: dict[int, datetime],
    at: datetime,
    round_state: RoundState,
    needs_cut: list[int],
) -> TableView:
    state, said = _state(table_state, last_hands, at, round_state, needs_cut)
    sides = []
    for side, chairs in enumerate(SIDES):
        seated = [
            _seated(table_state.assignments[chair], names) for chair in chairs if chair in table_state.assignments
        ]
        total = format_number(table_state.game.totals[side]) if table_state.game else ""
        won = table_state.is_in and table_state.winner == side
        points = table_state.game.totals[side] if table_state.game else 0
        sides.append(SideView(side, seated, join_side(each.name for each in seated), total, points, won))
    return TableView(table_state, state, said, sides)


def _state(
    table_state: TableState,
    last_hands: dict[int, datetime],
    at: datetime,
    round_state: RoundState,
    needs_cut: list[int],
) -> tuple[str, str]:
    if table_state.game is None:
        return "draft", ""
    if table_state.number in needs_cut:
        return "cut", _("level: who moves up?")
    if table_state.table.ruled_draw:
        return "ruled", _("counts as drawn")
    if table_state.table.walkover_to is not None:
        return "ruled", _("won by default")
    hands = ngettext("{n} hand", "{n} hands", table_state.game.hands_scored).format(n=table_state.game.hands_scored)
    if table_state.is_in:
        return "in", _("in, from paper") if table_state.game.paper_result is not None else _("in, {hands}").format(
            hands=hands
        )
    if table_state.game.state == Game.State.STOPPED:
        return "quiet", _("stopped")
    heard = last_hands.get(table_state.game.pk, round_state.round.announced_at)
    if heard and at - heard > QUIET:
        minutes = int((at - heard).total_seconds() // 60)
        if minutes >= 60:
            return "quiet", _("{hands}, quiet for over an hour").format(hands=hands)
        return "quiet", _("{hands}, quiet for {n} minutes").format(hands=hands, n=minutes)
    return ("playing", hands) if table_state.game.hands_scored else ("waiting", _("no hand yet"))


def _seated(assignment: SeatAssignment, names: dict[int, str]) -> Seated:
    return Seated(
        assignment.entrant, reasons.sentence(assignment, names, for_organiser=True), reasons.arrow(assignment)
    )


def entrant_keys(party: Party) -> list[int]:
    """The keys of everybody who is or was in the party."""
    return list(party.entrants.values_list("pk", flat=True))


def lost(page: Console) -> list[str]:
    """What undoing the current round would throw away."""
    return party_text.lost_by_undo(page.state.current) if page.state.current else []


def public_path(party: Party) -> str:
    """Address of the party's public page."""
    return reverse("party:public", args=[party.code])
