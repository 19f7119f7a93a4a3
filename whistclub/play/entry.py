"""The form of one hand as the pad draws it: which bid and which tricks are chosen, and what is sent along unseen."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from whistclub.engine.hand import TRICKS_IN_HAND, Contract, contracts
from whistclub.engine.options import Form
from whistclub.play import keys, noting, words
from whistclub.play.models import Hand
from whistclub.play.noting import Noting
from whistclub.play.parts import Chair
from whistclub.play.sheet import Sheet


@dataclass(frozen=True, slots=True)
class TrickChoice:
    """One number of tricks: what is sent, the own number drawn large and the other side's small."""

    key: str
    own: str
    other: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Counting:
    """With three players: whose tricks are counted in which field of the form, by the fourteen numbers; no field and
    no numbers for the last, who gets the rest.
    """

    field: str
    name: str
    side: int
    choices: list[TrickChoice]

    @property
    def chosen(self) -> str:
        return next((choice.key for choice in self.choices if choice.chosen), "")


@dataclass(frozen=True, slots=True)
class EntryForm:
    """`number` is the place in the book."""

    uid: UUID
    number: int
    replaces: int | None
    contract: str
    bid: str
    tricks: str
    counted: int
    chairs: list[Chair]
    nobody: str
    low: str
    hint: str
    solos: list[tuple[str, str]]
    bid_is_saved: bool
    bid_only: str
    countings: list[Counting]
    last: Counting | None
    noting: Noting

    @property
    def trick_choices(self) -> list[TrickChoice]:
        pairs = [(key, *key.split("-")) for key in keys.tricks_of(Contract.HIGH)]
        return [TrickChoice(key, own, other, key == self.tricks) for key, own, other in pairs]

    @property
    def solo_choices(self) -> list[tuple[str, str, bool]]:
        return [
            (keys.MADE, _("made"), self.tricks == keys.MADE),
            (keys.FAILED, _("failed"), self.tricks == keys.FAILED),
        ]


@dataclass(frozen=True, slots=True)
class PutBack:
    """The entry that was just taken out, as it would be sent again: hidden fields, and which button it was."""

    uid: UUID
    number: int
    sent: list[tuple[str, str]]
    save: str


def blank(sheet: Sheet, wanted: Mapping[str, str] | None = None) -> EntryForm:
    """The next hand: empty, or with the bid that waits for its tricks, or with what was typed before it was refused."""
    return _entry(sheet, sheet.next_place, sheet.waiting, wanted)


def for_correction(sheet: Sheet, number: int, wanted: Mapping[str, str]) -> EntryForm:
    """A hand of the book as it stands, or as somebody else wanted it."""
    return _entry(sheet, number, sheet.played[number - 1], wanted)


def sent_again(sheet: Sheet) -> PutBack | None:
    """The entry that was just taken out, ready to be put back; None if something stands in its place."""
    gone = sheet.undone
    if gone is None or gone.number != sheet.next_place or sheet.waiting:
        return None
    if gone.is_redeal:
        save = "next_dealer" if gone.notes.get("deal_passes") else "same_dealer"
        return PutBack(uuid4(), gone.number, [], save)
    sent = {
        "contract": gone.contract,
        "bid": keys.bid_of(gone),
        "counted": str(sheet.near_side),
        **keys.fields_for(gone, sheet.near_side),
        **noting.sent_for(gone.notes),
    }
    return PutBack(uuid4(), gone.number, list(sent.items()), "bid" if gone.tricks is None else "hand")


def _entry(sheet: Sheet, number: int, stands: Hand | None, wanted: Mapping[str, str] | None) -> EntryForm:
    kept = wanted if wanted and wanted.get("bid") else None
    ordinary = "widow" if sheet.rules.form is Form.WIDOW3 else "high"
    if kept:
        contract, bid, tricks = kept.get("contract") or ordinary, kept["bid"], keys.tricks_sent(kept)
        noted = kept
    elif stands and not stands.is_redeal:
        contract, bid = stands.contract, keys.bid_of(stands)
        tricks = keys.tricks_in(stands, sheet.near_side)
        noted = noting.sent_for(stands.notes)
        if stands.tricks is None and stands.contract in ("high", "low"):
            # If a solo is bid after all, this is what it overrules.
            noted.setdefault("over", "low" if stands.contract == "low" else f"high:{stands.declarer}")
    else:
        contract, bid, tricks, noted = ordinary, "", "", {}
    return EntryForm(
        uid=uuid4(),
        number=number,
        replaces=stands.pk if stands else None,
        contract=ordinary if contract == "low" else contract,
        bid=bid,
        tricks=tricks,
        counted=sheet.near_side,
        chairs=sheet.chairs_for(number),
        nobody="none" if ordinary == "widow" else "low",
        low=words.bid(Contract.WIDOW, "", sheet.rules) if ordinary == "widow" else words.low_bid(sheet.rules),
        hint=((stands is None or stands is sheet.waiting) and (sheet.waiting_said or sheet.saved)) or _hint(sheet),
        solos=[(kind.value, words.solo(kind)) for kind in contracts(sheet.rules) if kind.is_solo],
        bid_only=_("Widow only") if ordinary == "widow" else _("Bid only"),
        bid_is_saved=stands is not None and stands.tricks is None,
        countings=_countings(sheet, tricks) if ordinary == "widow" else [],
        last=_last(sheet) if ordinary == "widow" else None,
        noting=noting.of(sheet, noted, number),
    )


def _hint(sheet: Sheet) -> str:
    match sheet.rules.form:
        case Form.PAIRS4:
            return _("Tap who granded, then the tricks, then Save.")
        case Form.WIDOW3:
            return _("Tap who took the widow first, then the tricks of two players, then Save.")
        case Form.DUO2:
            return _("Tap who bid high, then the tricks, then Save.")


def _countings(sheet: Sheet, tricks: str) -> list[Counting]:
    """Two of the three are counted, from the nearest on; the last one gets the rest."""
    chosen = tricks.split("-") if tricks else ["", ""]
    return [
        Counting(
            field=field,
            name=sheet.sides[side].short,
            side=side,
            choices=[
                TrickChoice(str(count), str(count), "", str(count) == taken) for count in range(TRICKS_IN_HAND + 1)
            ],
        )
        for field, side, taken in zip(keys.COUNTS, sheet.side_order, chosen, strict=False)
    ]


def _last(sheet: Sheet) -> Counting:
    """Whose tricks follow from the others'."""
    side = sheet.side_order[-1]
    return Counting("", sheet.sides[side].short, side, [])
