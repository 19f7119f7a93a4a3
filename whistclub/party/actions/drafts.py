"""Store a draft: the seats that a movement gave, and whom the wishes moved."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from whistclub.engine.movement.protocol import PLACE_REASONS, Seating
from whistclub.engine.movement.wishes import granted
from whistclub.party.actions.placing import as_rows, place_reasons, placed
from whistclub.party.models import Round, SeatAssignment, Table
from whistclub.party.state import PartyState, RoundState
from whistclub.party.text import seating_values
from whistclub.party.wishes import wishes_of

# What a seat of a draft consists of, beside the entrant.
FIELDS = ("table", "position", "counts_as_sit_out", "reasons", "placed_by_organiser", "organiser_reason")
# The seats of a draft, by the keys of entrants: "table" is its rank, for the table in the room follows from that.
Seats = dict[int, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """A draft to be stored."""

    number: int
    seating_method: str
    seed: int
    seats: Seats


def seats_from(state: PartyState, seating: Seating) -> Seats:
    """The seats that a movement gave."""
    keys = {entrant.number: entrant.pk for entrant in state.entrants.values()}
    empty = {"placed_by_organiser": False, "organiser_reason": "", "counts_as_sit_out": False}
    seats: Seats = {}
    for rank, place in enumerate(placed(state, [table.chairs for table in seating.tables]), start=1):
        for chair, person in enumerate(place.chairs):
            reasons = as_rows(seating.reasons[person])
            seats[keys[person]] = {**empty, "table": rank, "position": chair, "reasons": reasons}
    for person in seating.sitting_out:
        reasons = as_rows(seating.reasons[person])
        seats[keys[person]] = {**empty, "table": None, "position": None, "reasons": reasons, "counts_as_sit_out": True}
    return seats


def with_wishes(state: PartyState, seating: Seating) -> Seats:
    """The seats of a seating after the wishes were granted that can be."""
    history = state.history()
    done = granted(
        seating,
        wishes_of(state),
        history,
        groups=state.seating_input((), (), 0).groups,
        divisions=state.movement.divisions_of_tables(len(seating.tables), len(history), state.party.planned_rounds),
        by_pairs=state.movement.fixed_pairs,
    )
    return seats_from(state, done)


def seats_of(round_state: RoundState) -> Seats:
    ranks = {table_state.number: table_state.rank for table_state in round_state.tables}
    return {
        each.entrant_id: {name: getattr(each, name) for name in FIELDS}
        | {
            "table": None if each.table is None else ranks[each.table],
            "reasons": [reason for reason in each.reasons if reason[0] not in PLACE_REASONS],
        }
        for each in round_state.assignments
    }


def keep_sit_outs(state: PartyState) -> None:
    """Inside a change: in a draft that stays as it is, who came since sits out, and who left no longer does."""
    assert state.draft
    round_ = state.draft.round
    SeatAssignment.objects.filter(round=round_, table=None, entrant__present=False).delete()
    SeatAssignment.objects.bulk_create(
        SeatAssignment(round=round_, entrant=entrant, counts_as_sit_out=True)
        for entrant in state.present
        if state.draft.assignment_of(entrant.pk) is None
    )


def store_draft(state: PartyState, plan: DraftPlan, *, at: datetime) -> dict[str, Any]:
    """Inside a change: store a draft instead of the one there is. Returns what the log keeps of it."""
    delete_draft(state)
    stored = Round.objects.create(
        party=state.party,
        number=plan.number,
        seating_method=plan.seating_method,
        seed=plan.seed,
        made_at=at,
        made_for=state.made_for,
    )
    keys = {entrant.number: key for key, entrant in state.entrants.items()}
    chairs: dict[int, dict[int, int]] = {}
    for key, seat in plan.seats.items():
        if seat["table"] is not None:
            chairs.setdefault(seat["table"], {})[seat["position"]] = state.entrants[key].number
    where = placed(state, [[at[chair] for chair in sorted(at)] for _rank, at in sorted(chairs.items())])
    reasons = place_reasons(state, where)
    Table.objects.bulk_create(
        Table(round=stored, number=place.table, rank=rank) for rank, place in enumerate(where, start=1)
    )
    at_table = {
        keys[person]: {
            "table": place.table,
            "position": chair,
            "reasons": plan.seats[keys[person]]["reasons"] + as_rows(reasons[person]),
        }
        for place in where
        for chair, person in enumerate(place.chairs)
    }
    SeatAssignment.objects.bulk_create(
        SeatAssignment(round=stored, entrant_id=key, **seat | at_table.get(key, {})) for key, seat in plan.seats.items()
    )
    return seating_values(where, keys, [key for key, seat in plan.seats.items() if seat["table"] is None])


def delete_draft(state: PartyState) -> None:
    """Inside a change: delete the draft, if there is one, without a log entry."""
    if state.draft:
        round_state = state.rounds.pop()
        SeatAssignment.objects.filter(round=round_state.round).delete()
        round_state.round.delete()
