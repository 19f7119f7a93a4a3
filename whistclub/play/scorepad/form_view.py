"""View model of the hand form on the score pad: the choices, what is selected, and the hidden values."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from whistclub.engine.hand import TRICKS_IN_HAND, Contract, contracts
from whistclub.engine.options import TableFormat
from whistclub.play import hand_notes
from whistclub.play.game_view import GameView
from whistclub.play.models import EntryRecord
from whistclub.play.scorepad import codec
from whistclub.play.text import hands as hand_text
from whistclub.play.text.entries import redeal_key
from whistclub.play.view_models import Chair


@dataclass(frozen=True, slots=True)
class TrickChoice:
    """One number of tricks: the value posted, the large number, and the other side's small one."""

    key: str
    large: str
    small: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TrickCounter:
    """With three players: the field and the fourteen numbers for one player's tricks.

    The last player gets the remaining tricks and has neither field nor choices.
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
    """`number` is the position of the entry; the other fields are as posted, or label the choices."""

    uid: UUID
    number: int
    replaces: UUID | None
    contract: str
    bid: str
    tricks: str
    counted: int
    chairs: list[Chair]
    nobody: str
    low: str
    hint: str
    solos: list[tuple[str, str]]
    trick_counters: list[TrickCounter]
    remaining: TrickCounter | None
    revokes: list[tuple[str, str, bool]]
    revoke_help: str
    redeals: list[tuple[str, str]]

    @property
    def is_special(self) -> bool:
        """Whether something is chosen among the special cases."""
        return any(chosen for _key, _label, chosen in self.revokes)

    @property
    def trick_choices(self) -> list[TrickChoice]:
        pairs = [(key, *key.split("-")) for key in codec.trick_keys(Contract.HIGH)]
        return [TrickChoice(key, large, small, key == self.tricks) for key, large, small in pairs]

    @property
    def solo_choices(self) -> list[tuple[str, str, bool]]:
        return [
            (codec.MADE, "made", self.tricks == codec.MADE),
            (codec.FAILED, "failed", self.tricks == codec.FAILED),
        ]


@dataclass(frozen=True, slots=True)
class RestoreForm:
    """The entry that was just undone, as it would be posted again: hidden fields, and the value of its button."""

    uid: UUID
    number: int
    fields: list[tuple[str, str]]
    save: str


def blank_form(view: GameView, posted: Mapping[str, str] | None = None) -> HandFormView:
    """The form for the next hand: empty, or as it was posted and refused."""
    return _form(view, view.next_position, None, posted)


def correction_form(view: GameView, position: int, posted: Mapping[str, str]) -> HandFormView:
    """The form for a recorded entry, filled in with it or with what was posted for it."""
    return _form(view, position, view.entries.at(position), posted)


def restore_form(view: GameView) -> RestoreForm | None:
    """The entry that was just removed, ready to be restored."""
    undone = view.undone_entry
    if undone is None:
        return None
    if undone.is_redeal:
        return RestoreForm(uuid4(), undone.position, [], redeal_key(undone.notes))
    fields = {
        "contract": undone.contract,
        "bid": codec.encode_bid(undone),
        "counted": str(view.viewer_side),
        **codec.entry_trick_fields(undone, view.viewer_side),
        "revoke": hand_notes.encode(undone.notes),
    }
    return RestoreForm(uuid4(), undone.position, list(fields.items()), "hand")


def _form(
    view: GameView,
    position: int,
    recorded: EntryRecord | None,
    posted: Mapping[str, str] | None,
) -> HandFormView:
    kept = posted if posted and posted.get("bid") else None
    with_widow = view.rules.form is TableFormat.THREE_WITH_WIDOW
    default = "widow" if with_widow else "high"
    if kept:
        contract, bid, tricks = kept.get("contract") or default, kept["bid"], codec.posted_tricks(kept)
        revoke = kept.get("revoke", "")
    elif recorded and not recorded.is_redeal:
        contract, bid = recorded.contract, codec.encode_bid(recorded)
        tricks = codec.entry_tricks(recorded, view.viewer_side)
        revoke = hand_notes.encode(recorded.notes)
    else:
        contract, bid, tricks, revoke = default, "", "", ""
    return HandFormView(
        uid=uuid4(),
        number=position,
        replaces=recorded.uid if recorded else None,
        contract=default if contract == "low" else contract,
        bid=bid,
        tricks=tricks,
        counted=view.viewer_side,
        chairs=view.chairs_at(position),
        nobody=codec.NOBODY if with_widow else codec.LOW,
        low=hand_text.bid(Contract.WIDOW, "", view.rules) if with_widow else hand_text.low_bid(view.rules),
        hint=(recorded is None and view.saved_text) or what_to_tap(view),
        solos=[(kind.value, hand_text.solo_name(kind)) for kind in contracts(view.rules) if kind.is_solo],
        trick_counters=_trick_counters(view, tricks) if with_widow else [],
        remaining=_remaining(view) if with_widow else None,
        revokes=[(key, label, key == revoke) for key, label in hand_notes.choices(view)],
        revoke_help=hand_notes.help_text(view.rules),
        redeals=_redeals(view, position),
    )


def _redeals(view: GameView, position: int) -> list[tuple[str, str]]:
    """The buttons for cards thrown in: what is posted, and who deals then."""
    dealer = view.dealer_at(position)
    same, following = view.short_name(dealer), view.short_name((dealer + 1) % len(view.names))
    return [("same_dealer", f"Thrown in – {same} deals again"), ("next_dealer", f"Thrown in – {following} deals")]


def what_to_tap(view: GameView) -> str:
    """What the form asks for before anything is chosen."""
    match view.rules.form:
        case TableFormat.FOUR_IN_PAIRS:
            if any(kind.is_solo for kind in contracts(view.rules)):  # a solo is made or failed, without tricks
                return "Tap who granded, then the result, then Save."
            return "Tap who granded, then the tricks, then Save."
        case TableFormat.THREE_WITH_WIDOW:
            return "Tap who took the widow first, then the tricks of two players, then Save."
        case TableFormat.TWO_PLAYERS:
            return "Tap who bid high, then the tricks, then Save."


def _trick_counters(view: GameView, tricks: str) -> list[TrickCounter]:
    """The tricks of two players are entered, the viewer's first."""
    chosen = tricks.split("-") if tricks else ["", ""]
    return [
        TrickCounter(
            field=field,
            name=view.sides[side].short,
            side=side,
            choices=[
                TrickChoice(str(count), str(count), "", str(count) == taken) for count in range(TRICKS_IN_HAND + 1)
            ],
        )
        for field, side, taken in zip(codec.COUNTED_FIELDS, view.side_order, chosen, strict=False)
    ]


def _remaining(view: GameView) -> TrickCounter:
    """The player who gets the remaining tricks."""
    side = view.side_order[-1]
    return TrickCounter("", view.sides[side].short, side, [])
