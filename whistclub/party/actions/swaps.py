"""Two people change seats, in the draft or in the round being played."""

from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.engine.movement.partners import PARTNER_REASONS
from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party.actions.drafts import keep_sit_outs, place_draft
from whistclub.party.actions.timer import require_round_in_play
from whistclub.party.changes import change
from whistclub.party.models import Party, SeatAssignment
from whistclub.party.refusals import StalePartyState
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.state import PartyState
from whistclub.play import party_games
from whistclub.web.errors import Refused


def swap_seats(
    party: Party, one: int, other: int, *, reason: str = "", number: int | None = None, by: User, at: datetime
) -> None:
    """Let two people (keys of entrants) change seats in the draft, or for a reason in the round being played.

    Hands that were played belong to the seats, not the people. `number` is the round on the page, if known.
    """
    stored_reason = refer(party.club_id, reason)
    with change(party, "seats_swapped", by=by, at=at, entrant=one, other=other, reason=stored_reason) as state:
        round_state = state.draft or require_round_in_play(state)
        if number is not None and number != round_state.round.number:
            raise StalePartyState
        first, second = round_state.assignment_of(one), round_state.assignment_of(other)
        if first is None or second is None or one == other or first.went_home or second.went_home:
            raise StalePartyState
        if not reason and not state.draft:
            raise Refused("reason_needed", "Enter a short reason for the swap; it is kept in the log.", 422)
        pairs: list[tuple[SeatAssignment | None, SeatAssignment | None]] = [(first, second)]
        if state.movement.fixed_pairs and first.entrant.pair != second.entrant.pair:
            pairs.append((_partner(round_state, first), _partner(round_state, second)))
        for mine, theirs in pairs:
            if mine and theirs:
                _swap(state, round_state, mine, theirs, reason=stored_reason)
        if any(entrant.fixed_table for entrant in state.present):
            place_draft(state)
        if state.draft:
            keep_sit_outs(state)


def _partner(round_state: RoundState, of: SeatAssignment) -> SeatAssignment | None:
    """The fixed partner, who moves along."""
    key = (of.entrant.pair, of.table)
    found = (each for each in round_state.assignments if (each.entrant.pair, each.table) == key and each is not of)
    return next(found, None)


def _swap(
    state: PartyState, round_state: RoundState, one: SeatAssignment, other: SeatAssignment, *, reason: str
) -> None:
    """Exchange the chairs and sit-outs of two people, also in games that have begun."""
    # A substitute keeps the sit-out that counts for them, whatever chair they take later.
    kept = ["table", "position"] if one.table and other.table else ["table", "position", "counts_as_sit_out"]
    mine, theirs = ([getattr(assignment, name) for name in kept] for assignment in (one, other))
    # No chair may have two people at any moment: both get up before either sits down.
    SeatAssignment.objects.filter(pk__in=[one.pk, other.pk]).update(table=None, position=None)
    changes: dict[tuple[int, int], int] = {}
    for assignment, values in ((one, theirs), (other, mine)):
        for name, value in zip(kept, values, strict=True):
            setattr(assignment, name, value)
        assignment.placed_by_organiser, assignment.organiser_reason = True, reason
        assignment.save(update_fields=[*kept, "placed_by_organiser", "organiser_reason"])
        table_state = round_state.table(assignment.table) if assignment.table else None
        if table_state and assignment.position is not None:
            table_state.assignments[assignment.position] = assignment
            if table_state.game:
                changes[table_state.game.pk, assignment.position] = assignment.entrant.player_id
    for table_state in round_state.tables:
        if table_state.number in (one.table, other.table):
            _drop_outdated_reasons(table_state)
    if changes:
        party_games.reseat(changes, by=state.by, at=state.at)


def _drop_outdated_reasons(table_state: TableState) -> None:
    """Remove reasons that name a partner, or people met, for those who sit with others now."""
    for assignment in table_state.assignments.values():
        partner = table_state.partner_of(assignment)
        number = partner.entrant.number if partner else None
        kept = [
            row
            for row in assignment.reasons
            if row[0] != ReasonCode.MEETS and (row[0] not in PARTNER_REASONS or row[2] == number)
        ]
        if kept != assignment.reasons:
            assignment.reasons = kept
            assignment.save(update_fields=["reasons"])
