"""A draft as it is stored: the seats, how the organiser saw them last, and what they did to them last.

`Round.as_seen` has "seats" (as the organiser left them, so that pages can say what changed since), "made_for" (the
movement and its policy that seated it), "seated_by" (the results it was seated by), and "undo": the seed, the seating
method, the seats and the last two of these before the organiser's last change, if it can be undone.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from whistclub.engine.movement.protocol import PLACE_REASONS
from whistclub.party.models import Round
from whistclub.party.state import PartyState, RoundState

# What a seat of a draft consists of, beside the entrant.
FIELDS = ("table", "position", "counts_as_sit_out", "reasons", "placed_by_organiser", "organiser_reason")
# What a draft remembers of how it was seated.
HOW = ("made_for", "seated_by")
# The seats of a draft, by the keys of entrants: "table" is its rank, for the table in the room follows from that.
Seats = dict[int, dict[str, Any]]


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


def seen_seats(round_state: RoundState) -> Seats:
    """The seats of a draft as the organiser saw them last."""
    stored = round_state.round.as_seen.get("seats")
    return seats_of(round_state) if stored is None else _from_json(stored)


def made_for(state: PartyState) -> list[Any]:
    """The settings that a seating depends on."""
    return [state.party.movement, state.party.policy]


def seated_by(state: PartyState) -> list[Any]:
    """The results of the rounds before, table by table, and who moves as the winner."""
    return [
        [[table_state.result_key, table_state.moving_winner] for table_state in round_state.tables]
        for round_state in state.announced
    ]


def is_corrected(state: PartyState, round_: Round) -> bool:
    """Whether a result has changed since the movement seated this draft."""
    return bool(round_.as_seen.get("seated_by", seated_by(state)) != seated_by(state))


def is_outdated(state: PartyState, round_: Round) -> bool:
    """Whether the settings have changed since the movement seated this draft."""
    return bool(round_.as_seen.get("made_for", made_for(state)) != made_for(state))


def undo_of(round_: Round) -> tuple[str, int, Seats, dict[str, Any]] | None:
    """The seating method, seed, seats and HOW before the organiser's last change; None if nothing can be undone."""
    stored = round_.as_seen.get("undo")
    return stored and (stored["method"], stored["seed"], _from_json(stored["seats"]), _how(stored))


def undo_value(round_state: RoundState) -> dict[str, Any]:
    """What it takes to come back to this draft."""
    round_ = round_state.round
    seats = to_json(seats_of(round_state))
    return {"method": round_.seating_method, "seed": round_.seed, "seats": seats, **_how(round_.as_seen)}


def _how(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {name: stored[name] for name in HOW if name in stored}


def to_json(seats: Seats) -> list[dict[str, Any]]:
    return [{"entrant": entrant, **seat} for entrant, seat in seats.items()]


def _from_json(stored: Iterable[Mapping[str, Any]]) -> Seats:
    return {seat["entrant"]: {name: seat[name] for name in FIELDS} for seat in stored}
