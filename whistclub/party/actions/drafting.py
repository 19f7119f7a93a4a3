"""Rows of a seating that is not announced yet."""

from datetime import datetime

from whistclub.engine.movement.protocol import Seating, SeatReason
from whistclub.party.models import Round, SeatAssignment, Table
from whistclub.party.state import PartyState


def store(night: PartyState, seating: Seating, *, number: int, how: str, seed: int, at: datetime) -> None:
    """Write a seating as the draft of a round, everybody on the chair that the movement gives them."""
    stored = Round.objects.create(party=night.party, number=number, how=how, seed=seed, made_at=at)
    Table.objects.bulk_create(Table(round=stored, number=index) for index in range(1, len(seating.tables) + 1))
    entrants = {entrant.number: entrant for entrant in night.entrants.values()}
    places = [
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
    places += [
        SeatAssignment(round=stored, entrant=entrants[person], sat_out=True, reasons=as_rows(seating.reasons[person]))
        for person in seating.bench
    ]
    SeatAssignment.objects.bulk_create(places)


def drop(night: PartyState) -> None:
    """Take the draft away, if there is one; nobody but the organiser has seen it."""
    if night.draft:
        stage = night.stages.pop()
        SeatAssignment.objects.filter(round=stage.round).delete()
        stage.round.delete()


def as_rows(reasons: tuple[SeatReason, ...]) -> list[list]:
    """Reasons as a column keeps them."""
    return [[reason.why.value, reason.table, reason.other, reason.count] for reason in reasons]
