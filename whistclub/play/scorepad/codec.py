"""Encoding of bids and tricks in the pad's form: POST values to engine values and back.

A bid is a seat, "low", or "none" for a widow that nobody took. Tricks are "9-4", the declaring side's first (in a low
hand those of the viewer's side); with three players "5-4", the two that are counted; in a solo "made" or "failed".
"""

from collections.abc import Mapping

from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND, Contract
from whistclub.play.models import EntryRecord

MADE, FAILED = "made", "failed"
LOW, NOBODY = "low", "none"
# The fields for the tricks of two players out of three.
COUNTED_FIELDS = ("first", "second")
# The buttons for cards thrown in: the same player deals again, or the deal passes on.
REDEALS = ("same_dealer", "next_dealer")
TAKE_OUT = "taken_out"
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
    """The tricks of a recorded hand as the form has them."""
    contract, tricks = Contract(entry.contract), tuple(entry.tricks)
    if contract.is_solo:
        return table_key(contract, tricks)
    return encode_tricks(tricks, first_side(contract, entry.declarer, viewer_side))


def entry_trick_fields(entry: EntryRecord, viewer_side: int) -> dict[str, str]:
    """The same by the fields of the form."""
    key = entry_tricks(entry, viewer_side)
    if entry.contract == Contract.WIDOW:
        return dict(zip(COUNTED_FIELDS, key.split("-"), strict=True))
    return {"tricks": key}
