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
from whistclub.play.text.hands import join_names, number

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

    board: TableState
    state: str
    said: str
    sides: list[SideView]

    @property
    def number(self) -> int:
        return self.board.number


@dataclass(slots=True)
class RoundView:
    stage: RoundState
    tables: list[TableView]
    bench: list[Seated]
    timer: Timer
    is_current: bool
    missing: list[int] = field(default_factory=list)
    needs_cut: list[int] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.stage.round.number

    @property
    def is_last(self) -> bool:
        """Whether as many rounds have been played as were planned."""
        planned = self.stage.round.party.planned_rounds
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

    night: PartyState
    round: RoundView | None
    draft: RoundView | None
    earlier: list[int]

    @property
    def party(self) -> Party:
        return self.night.party

    @property
    def count(self) -> str:
        return head_count(self.night)

    @property
    def next_number(self) -> int:
        return self.round.number + 1 if self.round else 1


def console(party: Party, at: datetime, *, round_number: int | None = None) -> Console:
    """The party with its current round, or an earlier one."""
    night = load(party)
    stage = night.stage(round_number) if round_number is not None else night.current
    shown = _round(night, stage, at) if stage else None
    draft = _round(night, night.draft, at) if night.draft else None
    return Console(night, shown, draft, [each.round.number for each in night.announced[:-1]])


def head_count(night: PartyState) -> str:
    """What the people who are there make: "27 people: 6 tables, 3 sit out"."""
    people = len(night.present)
    single = len(night.single) if night.movement.fixed_pairs else 0
    most = night.party.policy.get("max_tables")
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


def _round(night: PartyState, stage: RoundState, at: datetime) -> RoundView:
    names = {entrant.number: entrant.player.name for entrant in night.entrants.values()}
    last_hands = dict(
        EntryRecord.objects.filter(game__in=[board.game.pk for board in stage.boards if board.game])
        .values("game")
        .annotate(last=Max("recorded_at"))
        .values_list("game", "last")
    )
    needs_cut = [board.number for board in stage.needs_cut(night.movement)]
    tables = [_table(board, names, last_hands, at, stage, needs_cut) for board in stage.boards]
    return RoundView(
        stage=stage,
        tables=tables,
        bench=[_seated(place, names) for place in stage.bench],
        timer=timer_of(stage.round, at),
        is_current=stage is night.current,
        missing=[board.number for board in stage.missing],
        needs_cut=needs_cut,
    )


def _table(
    board: TableState,
    names: dict[int, str],
    last_hands: dict[int, datetime],
    at: datetime,
    stage: RoundState,
    needs_cut: list[int],
) -> TableView:
    state, said = _state(board, last_hands, at, stage, needs_cut)
    sides = []
    for side, chairs in enumerate(SIDES):
        seated = [_seated(board.places[chair], names) for chair in chairs if chair in board.places]
        total = number(board.game.totals[side]) if board.game else ""
        won = board.is_in and board.winner == side
        points = board.game.totals[side] if board.game else 0
        sides.append(SideView(side, seated, join_names([each.name for each in seated]), total, points, won))
    return TableView(board, state, said, sides)


def _state(
    board: TableState, last_hands: dict[int, datetime], at: datetime, stage: RoundState, needs_cut: list[int]
) -> tuple[str, str]:
    if board.game is None:
        return "draft", ""
    if board.number in needs_cut:
        return "cut", _("level: who moves up?")
    if board.table.void:
        return "ruled", _("counts as drawn")
    if board.table.walkover_to is not None:
        return "ruled", _("won by default")
    hands = ngettext("{n} hand", "{n} hands", board.game.hands_scored).format(n=board.game.hands_scored)
    if board.is_in:
        return "in", _("in, from paper") if board.game.paper_result is not None else _("in, {hands}").format(
            hands=hands
        )
    if board.game.state == Game.State.STOPPED:
        return "quiet", _("stopped")
    heard = last_hands.get(board.game.pk, stage.round.announced_at)
    if heard and at - heard > QUIET:
        minutes = int((at - heard).total_seconds() // 60)
        if minutes >= 60:
            return "quiet", _("{hands}, quiet for over an hour").format(hands=hands)
        return "quiet", _("{hands}, quiet for {n} minutes").format(hands=hands, n=minutes)
    return ("playing", hands) if board.game.hands_scored else ("waiting", _("no hand yet"))


def _seated(place: SeatAssignment, names: dict[int, str]) -> Seated:
    return Seated(place.entrant, reasons.sentence(place, names, for_organiser=True), reasons.arrow(place))


def entrant_keys(party: Party) -> list[int]:
    """The keys of everybody who is or was in the party."""
    return list(party.entrants.values_list("pk", flat=True))


def lost(page: Console) -> list[str]:
    """What undoing the current round would throw away."""
    return party_text.hands_lost(page.night.current) if page.night.current else []


def public_path(party: Party) -> str:
    """Address of the party's public page."""
    return reverse("party:public", args=[party.code])
