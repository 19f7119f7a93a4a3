"""What the pad's form sends for bids and tricks, and how it is read.

A bid is a seat, "low", or "none" for a widow nobody took. Tricks are "9-4", the declaring side's first (in a low hand
those of the side nearest to the phone), "5-4" of the two players counted where there are three, "made" or "failed" for
a solo.
"""

from collections.abc import Mapping

from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND, Contract
from whistclub.play.models import Hand

MADE, FAILED = "made", "failed"
LOW, NOBODY = "low", "none"
# The form's fields for the tricks of two players out of three.
COUNTS = ("first", "second")
SOLOS = {
    Contract.SOLA_NOLA: {MADE: (0,), FAILED: (1,)},
    Contract.GRAND_DIX: {MADE: (GRAND_DIX_TRICKS,), FAILED: (0,)},
}


def tricks_of(contract: Contract) -> list[str]:
    """Every key that tricks of this contract can have."""
    if contract.is_solo:
        return [MADE, FAILED]
    numbers = range(TRICKS_IN_HAND + 1)
    if contract is Contract.WIDOW:
        return [f"{one}-{two}" for one in numbers for two in numbers if one + two <= TRICKS_IN_HAND]
    return [f"{count}-{TRICKS_IN_HAND - count}" for count in numbers]


def tricks_sent(data: Mapping[str, str]) -> str:
    """The key in what a form sent, whichever fields it has."""
    one, two = (data.get(name, "") for name in COUNTS)
    return f"{one}-{two}" if one or two else data.get("tricks", "")


def read_tricks(key: str, contract: Contract, first_side: int) -> tuple[int, ...] | None:
    """Tricks as the engine wants them, by side, from a key that begins with this side's; None if unreadable."""
    if contract.is_solo:
        return SOLOS[contract].get(key)
    parts = key.split("-")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return None
    counts = [int(part) for part in parts]
    if contract is Contract.WIDOW:
        counts.append(TRICKS_IN_HAND - sum(counts))
    return tuple(counts[(side - first_side) % len(counts)] for side in range(len(counts)))


def tricks_key(tricks: tuple[int, ...], first_side: int) -> str:
    """The key of tricks by side, beginning with this side's; of three players the first two."""
    turned = [tricks[(first_side + step) % len(tricks)] for step in range(len(tricks))]
    return f"{turned[0]}-{turned[1]}"


def tricks_in(hand: Hand, near_side: int) -> str:
    """What the form would send for a recorded hand; empty for a bid without tricks."""
    if hand.tricks is None:
        return ""
    contract = Contract(hand.contract)
    if contract.is_solo:
        return MADE if tuple(hand.tricks) == SOLOS[contract][MADE] else FAILED
    return tricks_key(tuple(hand.tricks), first_side(contract, hand.declarer, near_side))


def fields_for(hand: Hand, near_side: int) -> dict[str, str]:
    """The same by the fields of the form."""
    key = tricks_in(hand, near_side)
    if key and hand.contract == Contract.WIDOW:
        return dict(zip(COUNTS, key.split("-"), strict=True))
    return {"tricks": key}


def first_side(contract: Contract, declarer: int | None, near_side: int) -> int:
    """Whose tricks a key begins with: the declarers', else those of the side nearest to the phone."""
    return near_side if declarer is None or contract is Contract.WIDOW else declarer % 2


def bid_of(hand: Hand) -> str:
    if hand.declarer is not None:
        return str(hand.declarer)
    return NOBODY if hand.contract == Contract.WIDOW else LOW
