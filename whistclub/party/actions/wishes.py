"""Wishes about who sits at one table: add and remove them. A draft follows."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from whistclub.accounts.models import User
from whistclub.engine.movement.protocol import SEATS
from whistclub.engine.movement.wishes import Wish, WishKind, bound_to
from whistclub.party.actions.refusals import StalePartyState, WishImpossible
from whistclub.party.actions.seating import redo_draft
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party
from whistclub.party.state import PartyState
from whistclub.party.wishes import stored_wish, wish_text


def add_wish(party: Party, one: int, other: int, *, kind: str, hard: bool, by: User, at: datetime) -> Wish | None:
    """Wish two people (keys of entrants) apart or together, instead of an earlier wish about the two, which it returns.

    Raises StalePartyState unless both are in the party, and WishImpossible for a hard wish that other hard ones rule
    out.
    """
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        if one == other or not {one, other} <= state.entrants.keys():
            raise StalePartyState
        wish = {"one": one, "other": other, "kind": kind, "hard": hard}
        before, kept = state.party.wishes, _others(state, one, other)
        if hard:
            _require_possible(state, stored_wish(wish), [stored_wish(each) for each in kept])
        _store(state, [*kept, wish])
        log(state.party, f"wish_{kind}", by=by, at=at, entrant=one, other=other)
        redo_draft(state, is_asked_for=True, by=by, at=at)
        return next((stored_wish(each) for each in before if each not in kept), None)


def remove_wish(party: Party, one: int, other: int, *, by: User, at: datetime) -> None:
    """Raises StalePartyState if there is no such wish."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        kept = _others(state, one, other)
        if len(kept) == len(state.party.wishes):
            raise StalePartyState
        _store(state, kept)
        log(state.party, "wish_removed", by=by, at=at, entrant=one, other=other)
        redo_draft(state, is_asked_for=True, by=by, at=at)


def _require_possible(state: PartyState, wish: Wish, others: Sequence[Wish]) -> None:
    """Raises WishImpossible if too many would have to sit at one table, or two there who must not."""
    wishes = [wish, *others]
    pairs = state.partnerships if state.movement.fixed_pairs else []
    # Of three who share two chairs, no two always play together.
    table = bound_to(wish.one, wishes, [(pair[0].pk, pair[1].pk) for pair in pairs if len(pair) == 2])
    apart = next(
        (each for each in wishes if each.hard and each.kind is WishKind.APART and {each.one, each.other} <= table), None
    )
    if apart or len(table) > SEATS:
        names = {key: entrant.player.name for key, entrant in state.entrants.items()}
        raise WishImpossible(
            [name for key, name in names.items() if key in table], apart=wish_text(apart, names) if apart else ""
        )


def _others(state: PartyState, one: int, other: int) -> list[dict[str, Any]]:
    """The wishes about other people."""
    return [each for each in state.party.wishes if {each["one"], each["other"]} != {one, other}]


def _store(state: PartyState, wishes: list[dict[str, Any]]) -> None:
    state.party.wishes = wishes
    state.party.save(update_fields=["wishes"])
