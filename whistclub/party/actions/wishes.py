"""Wishes of the organiser about who sits at one table; a draft is made again for them."""

from datetime import datetime
from typing import Any

from whistclub.accounts.models import User
from whistclub.party.actions.seating import redo_draft
from whistclub.party.changes import change
from whistclub.party.models import Party
from whistclub.party.refusals import StalePartyState
from whistclub.party.state import PartyState


def add_wish(party: Party, one: int, other: int, *, kind: str, by: User, at: datetime) -> None:
    """Wish two people (keys of entrants) apart or together, instead of an earlier wish about the two.

    Raises StalePartyState unless both are in the party.
    """
    with change(party, f"wish_{kind}", by=by, at=at, entrant=one, other=other) as state:
        if one == other or not {one, other} <= state.entrants.keys():
            raise StalePartyState
        _store(state, [*_others(state, one, other), {"one": one, "other": other, "kind": kind}])


def remove_wish(party: Party, one: int, other: int, *, by: User, at: datetime) -> None:
    """Raises StalePartyState if there is no such wish."""
    with change(party, "wish_removed", by=by, at=at, entrant=one, other=other) as state:
        kept = _others(state, one, other)
        if len(kept) == len(state.party.wishes):
            raise StalePartyState
        _store(state, kept)


def _others(state: PartyState, one: int, other: int) -> list[dict[str, Any]]:
    """The wishes about other people."""
    return [each for each in state.party.wishes if {each["one"], each["other"]} != {one, other}]


def _store(state: PartyState, wishes: list[dict[str, Any]]) -> None:
    state.party.wishes = wishes
    state.party.save(update_fields=["wishes"])
    redo_draft(state)
