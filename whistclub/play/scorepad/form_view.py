"""The form of one hand as the pad draws it: which bid and which tricks are chosen, and what is sent along unseen."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from whistclub.engine.hand import TRICKS_IN_HAND, Contract, contracts
from whistclub.engine.options import TableFormat
from whistclub.play.game_view import GameView
from whistclub.play.models import EntryRecord
from whistclub.play.scorepad import codec
from whistclub.play.scorepad.codec import Noting
from whistclub.play.text import hands as hand_text
from whistclub.play.view_models import Chair


@dataclass(frozen=True, slots=True)
class TrickChoice:
    """One number of tricks: what is sent, the own number drawn large and the other side's small."""

    key: str
    own: str
    other: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TrickCounter:
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
class HandFormView:
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
    countings: list[TrickCounter]
    last: TrickCounter | None
    noting: Noting

    @property
    def trick_choices(self) -> list[TrickChoice]:
        pairs = [(key, *key.split("-")) for key in codec.tricks_of(Contract.HIGH)]
        return [TrickChoice(key, own, other, key == self.tricks) for key, own, other in pairs]

    @property
    def solo_choices(self) -> list[tuple[str, str, bool]]:
        return [
            (codec.MADE, _("made"), self.tricks == codec.MADE),
            (codec.FAILED, _("failed"), self.tricks == codec.FAILED),
        ]


@dataclass(frozen=True, slots=True)
class PutBack:
    """The entry that was just taken out, as it would be sent again: hidden fields, and which button it was."""

    uid: UUID
    number: int
    sent: list[tuple[str, str]]
    save: str


def blank(sheet: GameView, wanted: Mapping[str, str] | None = None) -> HandFormView:
    """The next hand: empty, or with the bid that waits for its tricks, or with what was typed before it was refused."""
    return _entry(sheet, sheet.next_place, sheet.waiting, wanted)


def for_correction(sheet: GameView, number: int, wanted: Mapping[str, str]) -> HandFormView:
    """A hand of the book as it stands, or as somebody else wanted it."""
    return _entry(sheet, number, sheet.played[number - 1], wanted)


def sent_again(sheet: GameView) -> PutBack | None:
    """The entry that was just taken out, ready to be put back; None if something stands in its place."""
    gone = sheet.undone
    if gone is None or gone.position != sheet.next_place or sheet.waiting:
        return None
    if gone.is_redeal:
        save = "next_dealer" if gone.notes.get("deal_passes") else "same_dealer"
        return PutBack(uuid4(), gone.position, [], save)
    sent = {
        "contract": gone.contract,
        "bid": codec.bid_of(gone),
        "counted": str(sheet.near_side),
        **codec.fields_for(gone, sheet.near_side),
        **codec.sent_for(gone.notes),
    }
    return PutBack(uuid4(), gone.position, list(sent.items()), "bid" if gone.tricks is None else "hand")


def _entry(sheet: GameView, number: int, stands: EntryRecord | None, wanted: Mapping[str, str] | None) -> HandFormView:
    kept = wanted if wanted and wanted.get("bid") else None
    ordinary = "widow" if sheet.rules.form is TableFormat.THREE_WITH_WIDOW else "high"
    if kept:
        contract, bid, tricks = kept.get("contract") or ordinary, kept["bid"], codec.tricks_sent(kept)
        noted = kept
    elif stands and not stands.is_redeal:
        contract, bid = stands.contract, codec.bid_of(stands)
        tricks = codec.tricks_in(stands, sheet.near_side)
        noted = codec.sent_for(stands.notes)
        if stands.tricks is None and stands.contract in ("high", "low"):
            # If a solo is bid after all, this is what it overrules.
            noted.setdefault("over", "low" if stands.contract == "low" else f"high:{stands.declarer}")
    else:
        contract, bid, tricks, noted = ordinary, "", "", {}
    return HandFormView(
        uid=uuid4(),
        number=number,
        replaces=stands.pk if stands else None,
        contract=ordinary if contract == "low" else contract,
        bid=bid,
        tricks=tricks,
        counted=sheet.near_side,
        chairs=sheet.chairs_for(number),
        nobody="none" if ordinary == "widow" else "low",
        low=hand_text.bid(Contract.WIDOW, "", sheet.rules) if ordinary == "widow" else hand_text.low_bid(sheet.rules),
        hint=((stands is None or stands is sheet.waiting) and (sheet.waiting_said or sheet.saved)) or _hint(sheet),
        solos=[(kind.value, hand_text.solo(kind)) for kind in contracts(sheet.rules) if kind.is_solo],
        bid_only=_("Widow only") if ordinary == "widow" else _("Bid only"),
        bid_is_saved=stands is not None and stands.tricks is None,
        countings=_countings(sheet, tricks) if ordinary == "widow" else [],
        last=_last(sheet) if ordinary == "widow" else None,
        noting=codec.of(sheet, noted, number),
    )


def _hint(sheet: GameView) -> str:
    match sheet.rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            return _("Tap who granded, then the tricks, then Save.")
        case TableFormat.THREE_WITH_WIDOW:
            return _("Tap who took the widow first, then the tricks of two players, then Save.")
        case TableFormat.TWO_PLAYERS:
            return _("Tap who bid high, then the tricks, then Save.")


def _countings(sheet: GameView, tricks: str) -> list[TrickCounter]:
    """Two of the three are counted, from the nearest on; the last one gets the rest."""
    chosen = tricks.split("-") if tricks else ["", ""]
    return [
        TrickCounter(
            field=field,
            name=sheet.sides[side].short,
            side=side,
            choices=[
                TrickChoice(str(count), str(count), "", str(count) == taken) for count in range(TRICKS_IN_HAND + 1)
            ],
        )
        for field, side, taken in zip(codec.COUNTS, sheet.side_order, chosen, strict=False)
    ]


def _last(sheet: GameView) -> TrickCounter:
    """Whose tricks follow from the others'."""
    side = sheet.side_order[-1]
    return TrickCounter("", sheet.sides[side].short, side, [])
