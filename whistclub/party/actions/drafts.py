"""Store a draft and change it as little as possible; `party.queries.drafts` says what it remembers."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from whistclub.engine.movement.catalogue import MOVEMENTS, REASON_CODES
from whistclub.engine.movement.mending import mended
from whistclub.engine.movement.protocol import SeatedTable, Seating, SeatReason
from whistclub.engine.movement.wishes import granted
from whistclub.party.actions.placing import as_rows, place_reasons, placed
from whistclub.party.models import Round, SeatAssignment, Table
from whistclub.party.queries.drafts import Seats, made_for
from whistclub.party.results import overall_standings
from whistclub.party.state import PartyState
from whistclub.party.text import seating_values
from whistclub.party.wishes import wishes_of

CODES = {code.value: code for code in REASON_CODES}


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """A draft to be stored, with what it remembers."""

    number: int
    seating_method: str
    seed: int
    seats: Seats
    as_seen: Mapping[str, Any]


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


def with_wishes(
    state: PartyState, seating: Seating, *, held: Collection[int] = (), by_pairs: bool | None = None
) -> Seats:
    """The seats of a seating after the wishes were granted that can be."""
    pairs = state.movement.fixed_pairs if by_pairs is None else by_pairs
    history = state.history()
    done = granted(
        seating,
        wishes_of(state),
        history,
        held=held,
        groups=state.seating_input((), (), 0).groups,
        divisions=state.movement.divisions_of_tables(len(seating.tables), len(history), state.party.planned_rounds),
        by_pairs=pairs,
    )
    return seats_from(state, done)


def mend_seats(state: PartyState, round_: Round, seats: Seats) -> Seats:
    """The seats for those who are present now, changed as little as possible."""
    key, _policy = round_.as_seen.get("made_for", made_for(state))
    numbers = {key: entrant.number for key, entrant in state.entrants.items()}
    present = [entrant.number for entrant in state.present]
    placed = {key: seat for key, seat in seats.items() if seat["placed_by_organiser"]}
    held = [numbers[each] for each in placed]
    movement = MOVEMENTS[key]
    by_pairs = movement.fixed_pairs and state.movement.fixed_pairs
    ranking = [line.person for line in overall_standings(state) if line.person in present]
    field = state.seating_input(present, ranking, round_.seed)
    before = _as_seating(seats, numbers)
    found = mended(before, field, state.history(), movement=movement, held=held, by_pairs=by_pairs)
    after = with_wishes(state, found, held=held, by_pairs=by_pairs)
    for key, seat in placed.items():
        now = after.get(key)
        if now and (now["table"], now["position"]) == (seat["table"], seat["position"]):
            now |= {name: seat[name] for name in ("placed_by_organiser", "organiser_reason")}
    return after


def _as_seating(seats: Seats, numbers: Mapping[int, int]) -> Seating:
    chairs: dict[int, dict[int, int]] = {}
    for key, seat in seats.items():
        if seat["table"] is not None:
            chairs.setdefault(seat["table"], {})[seat["position"]] = numbers[key]
    return Seating(
        tuple(SeatedTable((at[0], at[1], at[2], at[3])) for _table, at in sorted(chairs.items())),
        tuple(numbers[key] for key, seat in seats.items() if seat["table"] is None),
        {
            numbers[key]: tuple(SeatReason(CODES[code], *values) for code, *values in seat["reasons"])
            for key, seat in seats.items()
        },
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
        as_seen=dict(plan.as_seen),
    )
    keys = {entrant.number: key for key, entrant in state.entrants.items()}
    numbers = {key: entrant.number for key, entrant in state.entrants.items()}
    where = placed(state, [table.chairs for table in _as_seating(plan.seats, numbers).tables])
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
