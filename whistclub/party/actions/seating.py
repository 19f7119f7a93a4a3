"""Who sits where: make a draft, change it, announce it, take the last round back."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.engine.movement.protocol import ReasonCode, Seating
from whistclub.engine.problems import InvalidInput
from whistclub.party import first_seating
from whistclub.party import text as party_text
from whistclub.party.actions import drafting
from whistclub.party.actions.refusals import (
    ConfirmationRequired,
    CutRequired,
    DoesNotFit,
    NeedPartners,
    ReasonNeeded,
    ResultsMissing,
    StalePartyState,
    TooFewPlayers,
)
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round, SeatAssignment, new_seed
from whistclub.party.results import table_standings
from whistclub.party.state import PartyState, RoundState, TableState
from whistclub.play.actions import party_games as at_tables
from whistclub.web.errors import ActionRefused

PARTNERED = (ReasonCode.KEEPS_PARTNER, ReasonCode.NEW_PARTNER, ReasonCode.FIXED_PARTNER)


def make_draft(
    party: Party, *, seating_method: str = Round.SeatingMethod.DRAW, seed: int | None = None, by: User, at: datetime
) -> None:
    """Seat everybody for the next round, for the organiser's eyes; an earlier draft is replaced.

    `how` chooses the first seating; later ones are the movement's. The results of the round before are closed with it.
    Raises TooFew, NeedPartners, DoesNotFit, ResultsMissing, CutNeeded, NotNow for a party that is over.
    """
    with party_change(party) as state:
        if state.party.state == Party.State.FINISHED:
            raise StalePartyState
        seat_next_round(state, seating_method=seating_method, seed=new_seed() if seed is None else seed, by=by, at=at)


def seat_next_round(state: PartyState, *, seating_method: str, seed: int, by: User, at: datetime) -> None:
    """Inside a change: put the next seating in the place of any earlier draft."""
    before = state.current
    if before:
        require_results(state, before)
        games = (
            table_state.game
            for round_state in state.announced
            for table_state in round_state.tables
            if table_state.game
        )
        at_tables.lock_results(games, by=by, at=at)
    number = before.round.number + 1 if before else 1
    seating_method = Round.SeatingMethod.MOVEMENT if before else seating_method
    seating = _seated(state, seating_method, seed)
    drafting.drop(state)
    drafting.store(state, seating, number=number, seating_method=seating_method, seed=seed, at=at)
    log(
        state.party,
        _("Round {number} seated: {how}").format(
            number=number, how=party_text.seating_method_text(seating_method, seed)
        ),
        by=by,
        at=at,
        after=party_text.seating_text(state, seating),
    )


def redo_draft(state: PartyState, *, by: User, at: datetime) -> None:
    """Inside a change: make a draft for other people or settings again from its seed; drop it if it cannot be."""
    round_state = state.draft
    if round_state is None:
        return
    state.__dict__.pop("present", None)
    seating_method, seed = round_state.round.seating_method, round_state.round.seed
    try:
        seat_next_round(state, seating_method=seating_method, seed=seed, by=by, at=at)
    except ActionRefused:
        drafting.drop(state)


def discard_draft(party: Party, *, by: User, at: datetime) -> None:
    """Throw the draft away. Does nothing where there is none."""
    with party_change(party) as state:
        if state.draft:
            log(state.party, _("Draft of round {n} dropped").format(n=state.draft.round.number), by=by, at=at)
            drafting.drop(state)


def swap_places(
    party: Party, one: int, other: int, *, reason: str, number: int | None = None, by: User, at: datetime
) -> None:
    """Let two people (entrants' keys) change places in the draft, or in the round being played.

    In play the hands stay with the chairs. `number` is the round that was looked at, where that is known.

    Raises NotNow, ReasonNeeded for seats that a movement gave.
    """
    with party_change(party) as state:
        round_state = state.draft or _running(state)
        if number is not None and number != round_state.round.number:
            raise StalePartyState
        assignments = round_state.assignment_of(one), round_state.assignment_of(other)
        if None in assignments or one == other or any(assignment.went_home for assignment in assignments):
            raise StalePartyState
        if not reason and not (state.draft and round_state.round.number == 1):
            raise ReasonNeeded
        names = [state.entrants[key].player.name for key in (one, other)]
        before = party_text.seats_text(round_state, names, (one, other))
        for pair in _with_partners(state, round_state, *assignments):
            _change_places(state, round_state, *pair, reason=reason, by=by, at=at)
        log(
            state.party,
            _("{one} and {other} changed places: {reason}").format(
                one=names[0], other=names[1], reason=reason or _("by hand")
            ),
            by=by,
            at=at,
            before=before,
            after=party_text.seats_text(round_state, names, (one, other)),
        )


def announce(party: Party, *, draft: int | None = None, by: User, at: datetime) -> None:
    """Let everybody see the draft and play it: every table gets its game.

    `draft` is the key of the one that was looked at, where that is known. Raises NotNow without that draft.
    """
    with party_change(party) as state:
        round_state = state.draft
        if round_state is None or state.party.state == Party.State.FINISHED:
            raise StalePartyState
        if draft is not None and draft != round_state.round.pk:
            raise StalePartyState
        Round.objects.filter(party=state.party, state=Round.State.RUNNING).update(state=Round.State.OVER)
        party = state.party
        rules = at_tables.PartyGameRules(
            party.preset,
            party.rules,
            party.code,
            round_state.round.number,
            rules_name=party.rules_name,
            requires_confirmation=party.requires_confirmation,
            excluded_with_party=party.is_rehearsal or party.excluded_from_statistics,
        )
        seats = [
            [table_state.assignments[chair].entrant.player_id for chair in range(4)]
            for table_state in round_state.tables
        ]
        games = at_tables.start_games(
            state.party.club, rules, seats, first_dealer=(round_state.round.number - 1) % 4, by=by, at=at
        )
        for table_state, game in zip(round_state.tables, games, strict=True):
            table_state.table.game = game
            table_state.table.save(update_fields=["game"])
        round_state.round.state = Round.State.RUNNING
        round_state.round.announced_at = at
        round_state.round.save(update_fields=["state", "announced_at"])
        Party.objects.filter(pk=state.party.pk).update(state=Party.State.PLAYING)
        log(state.party, _("Round {number} announced").format(number=round_state.round.number), by=by, at=at)


def undo_round(party: Party, number: int, *, sure: bool, by: User, at: datetime) -> None:
    """Take the last announced round back; the one before goes on.

    `number` is the round that was seen as the last. Raises NotNow, WouldLose unless sure.
    """
    with party_change(party) as state:
        round_state = _running(state)
        if round_state.round.number != number:
            raise StalePartyState
        lost = party_text.lost_by_undo(round_state)
        if lost and not sure:
            raise ConfirmationRequired(lost)
        drafting.drop(state)
        # Phones that have gone on to these games find the way to the next ones from them.
        at_tables.stop_games((table_state.game for table_state in round_state.tables if table_state.game), by=by, at=at)
        round_state.round.state = Round.State.UNDONE
        round_state.round.save(update_fields=["state"])
        earlier = state.announced[-2] if len(state.announced) > 1 else None
        if earlier:
            earlier.round.state = Round.State.RUNNING
            earlier.round.save(update_fields=["state"])
        else:
            Party.objects.filter(pk=state.party.pk).update(state=Party.State.GATHERING)
        log(
            state.party,
            _("Round {number} undone").format(number=round_state.round.number),
            by=by,
            at=at,
            before=" ".join(lost),
        )


def require_results(state: PartyState, round_state: RoundState) -> None:
    """Raises ResultsMissing, CutNeeded."""
    if round_state.missing:
        raise ResultsMissing([table_state.number for table_state in round_state.missing])
    if needs_cut := round_state.needs_cut(state.movement):
        raise CutRequired([table_state.number for table_state in needs_cut])


def _running(state: PartyState) -> RoundState:
    round_state = state.current
    if (
        round_state is None
        or round_state.round.state != Round.State.RUNNING
        or state.party.state != Party.State.PLAYING
    ):
        raise StalePartyState
    return round_state


def _seated(state: PartyState, seating_method: str, seed: int) -> Seating:
    movement, present = state.movement, state.present
    if movement.fixed_pairs and state.single:
        raise NeedPartners([entrant.player.name for entrant in state.single])
    if len(present) < 4:
        raise TooFewPlayers(pairs=movement.fixed_pairs)
    if state.announced:
        order: Sequence[int] = [entrant.number for entrant in present]
        standing = [line.person for line in table_standings(state)]
    else:
        if problem := movement.problem(len(present), state.party.planned_rounds):
            raise DoesNotFit(len(present), party_text.movement_problem_text(problem, len(present)))
        order = first_seating.first_order(state, seating_method, seed)
        standing = list(order)
    here = {entrant.number for entrant in present}
    ranked = [number for number in standing if number in here]
    try:
        seating = movement.seat(state.field(order, ranked, seed), state.history())
    except InvalidInput as error:
        raise DoesNotFit(len(present), party_text.movement_problem_text(error.problems[0], len(present))) from error
    return seating if state.announced else first_seating.with_order_reasons(seating, seating_method, order)


def _with_partners(
    state: PartyState, round_state: RoundState, one: SeatAssignment, other: SeatAssignment
) -> list[tuple[SeatAssignment, SeatAssignment]]:
    """Who changes with whom: where people came as pairs, their partners go along."""
    changes = [(one, other)]
    if state.movement.fixed_pairs and one.entrant.pair != other.entrant.pair:
        partners = [
            next(
                (
                    assignment
                    for assignment in round_state.assignments
                    if assignment is not each and assignment.entrant.pair == each.entrant.pair
                ),
                None,
            )
            for each in (one, other)
        ]
        if None not in partners:
            changes.append((partners[0], partners[1]))
    return changes


def _change_places(
    state: PartyState,
    round_state: RoundState,
    one: SeatAssignment,
    other: SeatAssignment,
    *,
    reason: str,
    by: User,
    at: datetime,
) -> None:
    """Exchange chairs and sit-outs of two places, in the games too where they have begun."""
    # A substitute keeps the sit-out that was booked for him, whatever chair he then takes.
    kept = ["table", "position"] if one.table and other.table else ["table", "position", "counts_as_sit_out"]
    mine, theirs = ([getattr(assignment, name) for name in kept] for assignment in (one, other))
    # A chair holds one person at every moment: both get up before either sits down.
    SeatAssignment.objects.filter(pk__in=[one.pk, other.pk]).update(table=None, position=None)
    changes = {}
    for assignment, values in ((one, theirs), (other, mine)):
        for name, value in zip(kept, values, strict=True):
            setattr(assignment, name, value)
        assignment.override = reason or _("by hand")
        assignment.save(update_fields=[*kept, "override"])
        table_state = round_state.table(assignment.table) if assignment.table else None
        if table_state:
            table_state.assignments[assignment.position] = assignment
            if table_state.game:
                changes[table_state.game.pk, assignment.position] = assignment.entrant.player_id
    for number in {one.table, other.table} - {None}:
        _forget_stale(round_state.table(number))
    if changes:
        at_tables.reseat(changes, by=by, at=at)


def _forget_stale(table_state: TableState) -> None:
    """Partners and strangers that the movement gave are no reason any more for those who sit with others now."""
    for assignment in table_state.assignments.values():
        partner = table_state.assignments.get((assignment.position + 2) % 4)
        number = partner.entrant.number if partner else None
        kept = [
            row
            for row in assignment.reasons
            if row[0] != ReasonCode.MEETS and (row[0] not in PARTNERED or row[2] == number)
        ]
        if kept != assignment.reasons:
            assignment.reasons = kept
            assignment.save(update_fields=["reasons"])
