"""The seats of a round: those that a movement gave a draft, the tables in the room, and why there; two people swap."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.engine.movement.partners import PARTNER_REASONS
from whistclub.engine.movement.protocol import PLACE_REASONS, ReasonCode, Seating, SeatReason
from whistclub.engine.movement.wishes import FixedSeat, Place, granted, places
from whistclub.party.actions.timer import require_round_in_play
from whistclub.party.changes import change
from whistclub.party.models import Party, Round, SeatAssignment, Table
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.state import PartyState, StalePartyState
from whistclub.play import party_games
from whistclub.web.errors import Refused

# The seats of a draft by the keys of entrants, with the fields that a seating gives.
Seats = dict[int, dict[str, Any]]


def with_wishes(state: PartyState, seating: Seating) -> Seating:
    """A seating after the wishes were granted that can be. Its reasons name the tables of the round before by their
    numbers in the room, as people know them.
    """
    history, numbers = state.history(), _numbers_by_rank(state)
    reasons = {
        person: tuple(replace(each, table=numbers.get(each.table or 0, each.table)) for each in given)
        for person, given in seating.reasons.items()
    }
    return granted(
        replace(seating, reasons=reasons),
        state.wishes,
        history,
        groups=state.groups,
        divisions=state.movement.divisions_of_tables(len(seating.tables), len(history), state.party.planned_rounds),
        by_pairs=state.movement.fixed_pairs,
    )


def store_draft(state: PartyState, number: int, seating_method: str, seed: int, seating: Seating) -> None:
    """Inside a change: make this the draft, instead of the one there is; the same one stays as it is."""
    tables = [table.chairs for table in seating.tables]
    where = places(tables, state.party.usable_tables(len(tables)), _fixed_seats(state))
    seats = _seats(state, seating, where)
    if state.draft and _is_stored(state.draft, where, seats):
        Round.objects.filter(pk=state.draft.round.pk).update(made_for=state.made_for)
        return
    delete_draft(state)
    stored = Round.objects.create(
        party=state.party, number=number, seating_method=seating_method, seed=seed, made_for=state.made_for
    )
    Table.objects.bulk_create(
        Table(round=stored, number=place.table, rank=rank) for rank, place in enumerate(where, start=1)
    )
    SeatAssignment.objects.bulk_create(
        SeatAssignment(round=stored, entrant_id=key, **seat) for key, seat in seats.items()
    )


def delete_draft(state: PartyState) -> None:
    """Inside a change: delete the draft, if there is one."""
    if state.draft:
        round_state = state.rounds.pop()
        SeatAssignment.objects.filter(round=round_state.round).delete()
        round_state.round.delete()


def update_sit_outs(state: PartyState) -> None:
    """Inside a change: in a draft that stays as it is, who came since sits out, and who left no longer does."""
    assert state.draft
    round_ = state.draft.round
    SeatAssignment.objects.filter(round=round_, table=None, entrant__present=False).delete()
    SeatAssignment.objects.bulk_create(
        SeatAssignment(round=round_, entrant=entrant, counts_as_sit_out=True)
        for entrant in state.present
        if state.draft.assignment_of(entrant.pk) is None
    )


def _seats(state: PartyState, seating: Seating, where: Sequence[Place]) -> Seats:
    keys = {entrant.number: entrant.pk for entrant in state.entrants.values()}
    here = _place_reasons(state, where)
    seats: Seats = {}
    for place in where:
        for chair, person in enumerate(place.chairs):
            reasons = as_rows((*seating.reasons[person], *here[person]))
            seats[keys[person]] = {"table": place.table, "position": chair, "reasons": reasons}
    for person in seating.sitting_out:
        seats[keys[person]] = {"counts_as_sit_out": True, "reasons": as_rows(seating.reasons[person])}
    return seats


def _is_stored(draft: RoundState, where: Sequence[Place], seats: Seats) -> bool:
    if [table_state.number for table_state in draft.by_rank] != [place.table for place in where]:
        return False
    usual = {"table": None, "position": None, "counts_as_sit_out": False}
    return {key: usual | seat for key, seat in seats.items()} == {
        each.entrant_id: {name: getattr(each, name) for name in (*usual, "reasons")} for each in draft.assignments
    }


def _place_reasons(state: PartyState, where: Sequence[Place]) -> dict[int, tuple[SeatReason, ...]]:
    """Why people sit at their table in the room, by number; nothing where it is the usual one."""
    wanted = {entrant.number: entrant.fixed_table for entrant in state.present if entrant.fixed_table is not None}
    # Those who sit at the table that they keep, the first registered first.
    keeps = {
        place.table: sorted(person for person in place.chairs if wanted.get(person) == place.table) for place in where
    }
    reasons: dict[int, tuple[SeatReason, ...]] = {}
    for place, moved in zip(where, _moved(state, where), strict=True):
        for person in place.chairs:
            table = wanted.get(person)
            found = []
            if table is not None and table == place.table:
                found.append(SeatReason(ReasonCode.SITS_AT, table=table))
            elif table is not None and not state.party.is_usable(table):
                found.append(SeatReason(ReasonCode.OUT_OF_USE, table=table))
            elif table is not None:
                keeper = [*keeps[place.table], *keeps.get(table, [])][0]
                found.append(SeatReason(ReasonCode.LOSES_TABLE, table=table, other=keeper))
            reasons[person] = (*found, *moved)
    return reasons


def place_draft(state: PartyState) -> None:
    """Inside a change: place the tables of the draft, if there is one, by the wishes of now. Nobody's table changes."""
    round_state = state.draft
    if round_state is None:
        return
    by_number = {assignment.entrant.number: assignment for assignment in round_state.assignments}
    tables = round_state.by_rank
    seated = [table_state.seated.chairs for table_state in tables]
    where = places(seated, state.party.usable_tables(len(seated)), _fixed_seats(state))
    reasons = _place_reasons(state, where)
    # No chair may have two people, and no table two places, at any moment.
    SeatAssignment.objects.filter(round=round_state.round).update(table=None, position=None)
    round_state.round.tables.all().delete()
    for table_state, place in zip(tables, where, strict=True):
        table_state.table = Table(round=round_state.round, number=place.table, rank=table_state.rank)
        table_state.assignments = {chair: by_number[person] for chair, person in enumerate(place.chairs)}
        for chair, assignment in table_state.assignments.items():
            assignment.table, assignment.position = place.table, chair
            kept = [row for row in assignment.reasons if row[0] not in PLACE_REASONS]
            assignment.reasons = kept + as_rows(reasons[assignment.entrant.number])
    Table.objects.bulk_create(table_state.table for table_state in round_state.tables)
    SeatAssignment.objects.bulk_update(round_state.assignments, ["table", "position", "reasons"])


def as_rows(reasons: Iterable[SeatReason]) -> list[list[str | int | None]]:
    """Reasons as the database keeps them."""
    return [[reason.code.value, reason.table, reason.other, reason.count] for reason in reasons]


def _numbers_by_rank(state: PartyState) -> dict[int, int]:
    """Where the tables of the round before were played: the number in the room of each rank."""
    before = state.current
    return {table_state.rank: table_state.number for table_state in before.tables} if before else {}


def _fixed_seats(state: PartyState) -> dict[int, FixedSeat]:
    """The seats that people keep who are present, by their numbers; in the order in which they registered."""
    found: dict[int, FixedSeat] = {}
    for entrant in state.present:
        table = entrant.fixed_table
        if table is not None and state.party.is_usable(table):
            # The chair on which they sat when they last played there.
            seats = (round_state.assignment_of(entrant.pk) for round_state in reversed(state.announced))
            chair = next((seat.position for seat in seats if seat and seat.table == table), None)
            found[entrant.number] = FixedSeat(table, chair)
    return found


def _moved(state: PartyState, where: Sequence[Place]) -> list[tuple[SeatReason, ...]]:
    """For each table from the top down where it is played, if that is not what cards and habits say."""
    if not state.movement.has_ranked_tables or len(where) < 2:
        return [()] * len(where)
    before = _numbers_by_rank(state)
    usual = state.party.usable_tables(len(where))
    return [
        ()
        if place.table == usual[rank - 1] == before.get(rank, place.table)
        else (SeatReason(ReasonCode.PLAYED_AT, table=place.table, count=rank),)
        for rank, place in enumerate(where, start=1)
    ]


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
            update_sit_outs(state)


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
