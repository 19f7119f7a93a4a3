"""What the pad's form offers and sends beside bid and tricks: trump, the bid overruled, the rest, a revoke."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from whistclub.engine.hand import Bid, Contract, Revoke, Suit
from whistclub.engine.options import Trump
from whistclub.play import remarks, words
from whistclub.play.sheet import Sheet

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


def of(sheet: Sheet, sent: Mapping[str, str], place: int) -> Noting:
    """What can be noted of the hand at this place, with what was sent chosen."""
    sides, rules = sheet.sides, sheet.rules
    order = sheet.side_order
    dealer = sheet.names[sheet.dealer_at(place)]
    after = sheet.names[(sheet.dealer_at(place) + 1) % len(sheet.names)]
    return Noting(
        trump=[
            NoteChoice(
                suit.value,
                remarks.SUITS[suit][0],
                remarks.trump(suit),
                suit == sent.get("trump"),
                suit in remarks.RED_SUITS,
            )
            for suit in Suit
        ]
        if rules.trump is Trump.LED
        else [],
        over=[
            NoteChoice(
                key,
                words.bid(bid.contract, sheet.name(bid.declarer), rules),
                remarks.over(bid, sheet.name, rules),
                key == sent.get("over"),
            )
            for key, bid in _overruled(sheet)
        ],
        rest_to=[
            NoteChoice(str(side), sides[side].short, remarks.rest(sides[side]), str(side) == sent.get("rest_to"))
            for side in order
        ],
        revoke=[
            NoteChoice(
                f"{one.by}-{one.against}",
                remarks.revoked(one, sides),
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


def _overruled(sheet: Sheet) -> list[tuple[str, Bid]]:
    """Every bid that a solo may have overruled."""
    if not sheet.rules.solos:
        return []
    seats = range(len(sheet.names))
    return [
        ("low", Bid(Contract.LOW, None)),
        *((f"high:{seat}", Bid(Contract.HIGH, seat)) for seat in seats),
        *((f"sola_nola:{seat}", Bid(Contract.SOLA_NOLA, seat)) for seat in seats),
    ]
