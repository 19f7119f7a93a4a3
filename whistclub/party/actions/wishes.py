"""Wishes about who sits at one table: add and remove them. A draft follows."""

from datetime import datetime
from typing import Any

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.seating import redo_draft
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party
from whistclub.party.state import PartyState


def add_wish(party: Party, one: int, other: int, *, kind: str, by: User, at: datetime) -> None:
    """Wish two people (keys of entrants) apart or together, instead of an earlier wish about the two.

    Raises StalePartyState unless both are in the party.
    """
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        if one == other or not {one, other} <= state.entrants.keys():
            raise StalePartyState
        _store(state, [*_others(state, one, other), {"one": one, "other": other, "kind": kind}])
        log(state.party, f"wish_{kind}", by=by, at=at, entrant=one, other=other)
        redo_draft(state, by=by, at=at)


def remove_wish(party: Party, one: int, other: int, *, by: User, at: datetime) -> None:
    """Raises StalePartyState if there is no such wish."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        kept = _others(state, one, other)
        if len(kept) == len(state.party.wishes):
            raise StalePartyState
        _store(state, kept)
        log(state.party, "wish_removed", by=by, at=at, entrant=one, other=other)
        redo_draft(state, by=by, at=at)


def _others(state: PartyState, one: int, other: int) -> list[dict[str, Any]]:
    """The wishes about other people."""
    return [each for each in state.party.wishes if {each["one"], each["other"]} != {one, other}]


def _store(state: PartyState, wishes: list[dict[str, Any]]) -> None:
    state.party.wishes = wishes
    state.party.save(update_fields=["wishes"])
