"""The form of one hand as the pad draws it: which bid and which tricks are chosen, and what is sent along unseen."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from whistclub.engine.hand import Contract, contracts
from whistclub.play import previews, words
from whistclub.play.models import Hand
from whistclub.play.sheet import Chair, Sheet


@dataclass(frozen=True, slots=True)
class TrickChoice:
    """One of the fourteen: what is sent, the own number drawn large and the other side's small."""

    key: str
    own: str
    other: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class EntryForm:
    uid: UUID
    number: int
    replaces: int | None
    contract: str
    bid: str
    tricks: str
    counted: int
    chairs: list[Chair]
    low: str
    hint: str
    solos: list[tuple[str, str]]
    bid_is_saved: bool

    @property
    def trick_choices(self) -> list[TrickChoice]:
        pairs = [(key, *key.split("-")) for key in previews.trick_keys(Contract.HIGH)]
        return [TrickChoice(key, own, other, key == self.tricks) for key, own, other in pairs]

    @property
    def solo_choices(self) -> list[tuple[str, str, bool]]:
        return [
            (previews.MADE, _("made"), self.tricks == previews.MADE),
            (previews.FAILED, _("failed"), self.tricks == previews.FAILED),
        ]


def blank(sheet: Sheet, wanted: Mapping[str, str] | None = None) -> EntryForm:
    """The next hand: empty, or with the bid that waits for its tricks, or with what was typed before it was refused."""
    return _entry(sheet, sheet.next_number, sheet.waiting, wanted)


def for_correction(sheet: Sheet, number: int, wanted: Mapping[str, str]) -> EntryForm:
    """A hand of the book as it stands, or as somebody else wanted it."""
    return _entry(sheet, number, sheet.played[number - 1], wanted)


def sent_again(sheet: Sheet) -> EntryForm | None:
    """The entry that was just taken out, ready to be put back; None if something stands in its place."""
    gone = sheet.undone
    if gone is None or gone.number != sheet.next_number or sheet.waiting:
        return None
    entry = _entry(sheet, gone.number, gone, None)
    return EntryForm(**{name: getattr(entry, name) for name in EntryForm.__slots__} | {"replaces": None})


def _entry(sheet: Sheet, number: int, stands: Hand | None, wanted: Mapping[str, str] | None) -> EntryForm:
    kept = wanted if wanted and wanted.get("bid") else None
    if kept:
        contract, bid, tricks = kept.get("contract") or "high", kept["bid"], kept.get("tricks", "")
    elif stands:
        contract, bid = stands.contract, previews.bid_key(stands)
        tricks = previews.tricks_key(stands, sheet.near_side)
    else:
        contract, bid, tricks = "high", "", ""
    return EntryForm(
        uid=uuid4(),
        number=number,
        replaces=stands.pk if stands else None,
        contract="high" if contract == "low" else contract,
        bid=bid,
        tricks=tricks,
        counted=sheet.near_side,
        chairs=sheet.chairs_for(number),
        low=words.low_bid(sheet.rules),
        hint=sheet.waiting_said or sheet.saved or _("Tap who granded, then the tricks, then Save."),
        solos=[(kind.value, words.solo(kind)) for kind in contracts(sheet.rules) if kind.is_solo],
        bid_is_saved=stands is not None and stands.tricks is None,
    )
