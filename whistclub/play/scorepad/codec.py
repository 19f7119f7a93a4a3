"""What the pad's form sends for bids and tricks, and how it is read.

A bid is a seat, "low", or "none" for a widow nobody took. Tricks are "9-4", the declaring side's first (in a low hand
those of the side nearest to the phone), "5-4" of the two players counted where there are three, "made" or "failed" for
a solo.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND, Bid, Contract, Revoke, Suit
from whistclub.engine.options import Trump
from whistclub.play.game_view import GameView
from whistclub.play.models import EntryRecord
from whistclub.play.text import hands as hand_text
from whistclub.play.text import notes as note_text

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


def tricks_in(hand: EntryRecord, near_side: int) -> str:
    """What the form would send for a recorded hand; empty for a bid without tricks."""
    if hand.tricks is None:
        return ""
    contract = Contract(hand.contract)
    if contract.is_solo:
        return MADE if tuple(hand.tricks) == SOLOS[contract][MADE] else FAILED
    return tricks_key(tuple(hand.tricks), first_side(contract, hand.declarer, near_side))


def fields_for(hand: EntryRecord, near_side: int) -> dict[str, str]:
    """The same by the fields of the form."""
    key = tricks_in(hand, near_side)
    if key and hand.contract == Contract.WIDOW:
        return dict(zip(COUNTS, key.split("-"), strict=True))
    return {"tricks": key}


def first_side(contract: Contract, declarer: int | None, near_side: int) -> int:
    """Whose tricks a key begins with: the declarers', else those of the side nearest to the phone."""
    return near_side if declarer is None or contract is Contract.WIDOW else declarer % 2


def bid_of(hand: EntryRecord) -> str:
    if hand.declarer is not None:
        return str(hand.declarer)
    return NOBODY if hand.contract == Contract.WIDOW else LOW


FIELDS = ("trump", "over", "rest_to", "revoke")
# What is known before a trick is counted.
OF_BIDS = ("trump", "over")


@dataclass(frozen=True, slots=True)
class NoteChoice:
    """One value of a field: what is sent, how it is called, and what is said when it is chosen."""

    key: str
    label: str
    remark: str
    chosen: bool
    red: bool = False


@dataclass(frozen=True, slots=True)
class Noting:
    """The choices of each field; no choice at all where the rules do not know it."""

    trump: list[NoteChoice]
    over: list[NoteChoice]
    rest_to: list[NoteChoice]
    revoke: list[NoteChoice]
    redeals: list[tuple[str, str]]

    @property
    def unusual(self) -> bool:
        """Whether something is chosen that the folded part of the form holds."""
        return any(choice.chosen for choice in [*self.rest_to, *self.revoke])

    @property
    def said(self) -> dict[str, str]:
        """The remark of every choice, by ``field:key``."""
        return {
            f"{field}:{choice.key}": choice.remark
            for field in FIELDS
            for choice in getattr(self, field)
            if choice.remark
        }


def fits(field: str, contract: Contract) -> bool:
    """Whether a field can say anything of this contract: a page without scripts shows them all."""
    match field:
        case "trump":
            return contract is Contract.HIGH
        case "over":
            return contract.is_solo
        case "revoke":
            return not contract.is_solo
    return True


def of(sheet: GameView, sent: Mapping[str, str], place: int) -> Noting:
    """What can be noted of the hand at this place, with what was sent chosen."""
    sides, rules = sheet.sides, sheet.rules
    order = sheet.side_order
    dealer = sheet.names[sheet.dealer_at(place)]
    after = sheet.names[(sheet.dealer_at(place) + 1) % len(sheet.names)]
    return Noting(
        trump=[
            NoteChoice(
                suit.value,
                note_text.SUITS[suit][0],
                note_text.trump(suit),
                suit == sent.get("trump"),
                suit in note_text.RED_SUITS,
            )
            for suit in Suit
        ]
        if rules.trump is Trump.LED
        else [],
        over=[
            NoteChoice(
                key,
                hand_text.bid(bid.contract, sheet.name(bid.declarer), rules),
                note_text.over(bid, sheet.name, rules),
                key == sent.get("over"),
            )
            for key, bid in _overruled(sheet)
        ],
        rest_to=[
            NoteChoice(str(side), sides[side].short, note_text.rest(sides[side]), str(side) == sent.get("rest_to"))
            for side in order
        ],
        revoke=[
            NoteChoice(
                f"{one.by}-{one.against}",
                note_text.revoked(one, sides),
                "",
                f"{one.by}-{one.against}" == sent.get("revoke"),
            )
            for one in (Revoke(by, against) for by in order for against in order if by != against)
        ],
        redeals=[
            ("same_dealer", _("Thrown in: {name} deals again").format(name=dealer)),
            ("next_dealer", _("Thrown in: {name} deals next").format(name=after)),
        ],
    )


def read(sent: Mapping[str, str]) -> dict[str, Any]:
    """The notes of a row from what the form sent; fields left open are not noted."""
    found: dict[str, Any] = {}
    if sent.get("trump"):
        found["trump"] = sent["trump"]
    if sent.get("over"):
        contract, _colon, seat = sent["over"].partition(":")
        found["over"] = [contract, int(seat) if seat else None]
    if sent.get("rest_to"):
        found["rest_to"] = int(sent["rest_to"])
    if sent.get("revoke"):
        found["revoke"] = [int(side) for side in sent["revoke"].split("-")]
    return found


def sent_for(notes: Mapping[str, Any]) -> dict[str, str]:
    """What the form would send for the notes of a row."""
    sent = {}
    if "trump" in notes:
        sent["trump"] = notes["trump"]
    if "over" in notes:
        contract, seat = notes["over"]
        sent["over"] = contract if seat is None else f"{contract}:{seat}"
    if "rest_to" in notes:
        sent["rest_to"] = str(notes["rest_to"])
    if "revoke" in notes:
        sent["revoke"] = "-".join(map(str, notes["revoke"]))
    return sent


def _overruled(sheet: GameView) -> list[tuple[str, Bid]]:
    """Every bid that a solo may have overruled."""
    if not sheet.rules.solos:
        return []
    seats = range(len(sheet.names))
    return [
        ("low", Bid(Contract.LOW, None)),
        *((f"high:{seat}", Bid(Contract.HIGH, seat)) for seat in seats),
        *((f"sola_nola:{seat}", Bid(Contract.SOLA_NOLA, seat)) for seat in seats),
    ]
