"""Encoding of bids, tricks and notes in the pad's form: POST values to engine values and back.

A bid is a seat, "low", or "none" for a widow that nobody took. Tricks are "9-4", the declaring side's first (in a low
hand those of the viewer's side); with three players "5-4", the two that are counted; in a solo "made" or "failed".
Notes are "hearts" (trump), "high:2" (overruled bid), "1" (the side that took the rest), "0-1" (revoke by, against).
"""

from collections.abc import Mapping
from typing import Any

from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND, Contract
from whistclub.play.models import EntryRecord

MADE, FAILED = "made", "failed"
LOW, NOBODY = "low", "none"
# The fields for the tricks of two players out of three.
COUNTED_FIELDS = ("first", "second")
NOTE_FIELDS = ("trump", "over", "rest_to", "revoke")
# The notes that are known before the tricks.
BID_NOTE_FIELDS = ("trump", "over")
# The buttons for cards thrown in: the same player deals again, or the deal passes on.
REDEALS = ("same_dealer", "next_dealer")
SOLO_TRICKS = {
    Contract.SOLA_NOLA: {MADE: (0,), FAILED: (1,)},
    Contract.GRAND_DIX: {MADE: (GRAND_DIX_TRICKS,), FAILED: (0,)},
}


def encode_bid(entry: EntryRecord) -> str:
    if entry.declarer is not None:
        return str(entry.declarer)
    return NOBODY if entry.contract == Contract.WIDOW else LOW


def trick_keys(contract: Contract) -> list[str]:
    """Every value that the tricks of this contract can have."""
    if contract.is_solo:
        return [MADE, FAILED]
    numbers = range(TRICKS_IN_HAND + 1)
    if contract is Contract.WIDOW:
        return [f"{one}-{two}" for one in numbers for two in numbers if one + two <= TRICKS_IN_HAND]
    return [f"{count}-{TRICKS_IN_HAND - count}" for count in numbers]


def first_side(contract: Contract, declarer: int | None, viewer_side: int) -> int:
    """The side whose tricks come first: the declarer's; in a low hand and with a widow the viewer's."""
    return viewer_side if declarer is None or contract is Contract.WIDOW else declarer % 2


def posted_tricks(data: Mapping[str, str]) -> str:
    """The tricks in a posted form, whichever fields it has."""
    one, two = (data.get(name, "") for name in COUNTED_FIELDS)
    return f"{one}-{two}" if one or two else data.get("tricks", "")


def decode_tricks(key: str, contract: Contract, first_side: int) -> tuple[int, ...] | None:
    """The engine's tricks, by side, from a value that begins with those of `first_side`; None if unreadable."""
    if contract.is_solo:
        return SOLO_TRICKS[contract].get(key)
    parts = key.split("-")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return None
    counts = [int(part) for part in parts]
    if contract is Contract.WIDOW:
        counts.append(TRICKS_IN_HAND - sum(counts))
    return tuple(counts[(side - first_side) % len(counts)] for side in range(len(counts)))


def encode_tricks(tricks: tuple[int, ...], first_side: int) -> str:
    """Tricks by side as a value that begins with those of `first_side`; of three players the first two."""
    ordered = [tricks[(first_side + step) % len(tricks)] for step in range(len(tricks))]
    return f"{ordered[0]}-{ordered[1]}"


def table_key(contract: Contract, tricks: tuple[int, ...]) -> str:
    """The tricks of an outcome in the score table that the phone has: by side, in a solo "made" or "failed"."""
    if contract.is_solo:
        return MADE if tricks == SOLO_TRICKS[contract][MADE] else FAILED
    return "-".join(map(str, tricks))


def entry_tricks(entry: EntryRecord, viewer_side: int) -> str:
    """The tricks of a recorded hand as the form has them; empty for a bid without tricks."""
    if entry.tricks is None:
        return ""
    contract, tricks = Contract(entry.contract), tuple(entry.tricks)
    if contract.is_solo:
        return table_key(contract, tricks)
    return encode_tricks(tricks, first_side(contract, entry.declarer, viewer_side))


def entry_trick_fields(entry: EntryRecord, viewer_side: int) -> dict[str, str]:
    """The same by the fields of the form."""
    key = entry_tricks(entry, viewer_side)
    if key and entry.contract == Contract.WIDOW:
        return dict(zip(COUNTED_FIELDS, key.split("-"), strict=True))
    return {"tricks": key}


def note_applies(field: str, contract: Contract) -> bool:
    """Whether a note can be made of this contract; without scripts the page shows all of them."""
    match field:
        case "trump":
            return contract is Contract.HIGH
        case "over":
            return contract.is_solo
        case "revoke":
            return not contract.is_solo
    return True


def decode_notes(posted: Mapping[str, str]) -> dict[str, Any]:
    """The notes of a row; fields left open are not noted."""
    notes: dict[str, Any] = {}
    if posted.get("trump"):
        notes["trump"] = posted["trump"]
    if posted.get("over"):
        contract, _colon, seat = posted["over"].partition(":")
        notes["over"] = [contract, int(seat) if seat else None]
    if posted.get("rest_to"):
        notes["rest_to"] = int(posted["rest_to"])
    if posted.get("revoke"):
        notes["revoke"] = [int(side) for side in posted["revoke"].split("-")]
    return notes


def encode_notes(notes: Mapping[str, Any]) -> dict[str, str]:
    posted = {}
    if "trump" in notes:
        posted["trump"] = notes["trump"]
    if "over" in notes:
        contract, seat = notes["over"]
        posted["over"] = contract if seat is None else f"{contract}:{seat}"
    if "rest_to" in notes:
        posted["rest_to"] = str(notes["rest_to"])
    if "revoke" in notes:
        posted["revoke"] = "-".join(map(str, notes["revoke"]))
    return posted
