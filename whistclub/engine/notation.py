"""The notes of a hand as plain values that JSON can hold, and back."""

from collections.abc import Mapping
from typing import Any

from whistclub.engine.hand import Bid, Contract, Notes, Revoke, Suit


def notes_to_mapping(notes: Notes) -> dict[str, Any]:
    """Only what is noted: {"trump": "hearts", "over": ["high", 2], "rest_to": 1, "revoke": [0, 1]}."""
    found: dict[str, Any] = {}
    if notes.trump is not None:
        found["trump"] = notes.trump.value
    if notes.over is not None:
        found["over"] = [notes.over.contract.value, notes.over.declarer]
    if notes.rest_to is not None:
        found["rest_to"] = notes.rest_to
    if notes.revoke is not None:
        found["revoke"] = [notes.revoke.by, notes.revoke.against]
    return found


def notes_from_mapping(data: Mapping[str, Any]) -> Notes:
    """What `notes_to_mapping` wrote.

    Raises ValueError or TypeError for an unknown suit or contract, or a list of the wrong length; numbers are not
    looked at.
    """
    trump, over, revoke = data.get("trump"), data.get("over"), data.get("revoke")
    return Notes(
        trump=None if trump is None else Suit(trump),
        over=None if over is None else _bid(*over),
        rest_to=data.get("rest_to"),
        revoke=None if revoke is None else Revoke(*revoke),
    )


def _bid(contract: str, declarer: int | None) -> Bid:
    return Bid(Contract(contract), declarer)
