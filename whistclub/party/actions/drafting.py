"""Rows of a seating that is not announced yet."""

from datetime import datetime

from whistclub.engine.movement.protocol import Seating, SeatReason
from whistclub.party.models import Round, SeatAssignment, Table
from whistclub.party.state import PartyState


def store(state: PartyState, seating: Seating, *, number: int, seating_method: str, seed: int, at: datetime) -> None:
    """Write a seating as the draft of a round, each player on the chair that the movement gives them."""
    stored = Round.objects.create(
        party=state.party, number=number, seating_method=seating_method, seed=seed, made_at=at
    )
    Table.objects.bulk_create(Table(round=stored, number=index) for index in range(1, len(seating.tables) + 1))
    entrants = {entrant.number: entrant for entrant in state.entrants.values()}
    assignments = [
        SeatAssignment(
            round=stored,
            entrant=entrants[person],
            table=index,
            position=chair,
            reasons=as_rows(seating.reasons[person]),
        )
        for index, table in enumerate(seating.tables, start=1)
        for chair, person in enumerate(table.chairs)
    ]
    assignments += [
        SeatAssignment(
            round=stored, entrant=entrants[person], counts_as_sit_out=True, reasons=as_rows(seating.reasons[person])
        )
        for person in seating.sitting_out
    ]
    SeatAssignment.objects.bulk_create(assignments)


def drop(state: PartyState) -> None:
    """Take the draft away, if there is one; nobody but the organiser has seen it."""
    if state.draft:
        round_state = state.rounds.pop()
        SeatAssignment.objects.filter(round=round_state.round).delete()
        round_state.round.delete()


def as_rows(reasons: tuple[SeatReason, ...]) -> list[list]:
    """Reasons as a column keeps them."""
    return [[reason.code.value, reason.table, reason.other, reason.count] for reason in reasons]
