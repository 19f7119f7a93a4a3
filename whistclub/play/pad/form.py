"""The hand form of the pad: what it shows, what a phone posts, checked and decoded, and an entry as the form has it.

A bid is a seat, "low", or "none" for a widow that nobody took. Tricks are "9-4", the declaring side's first (in a low
hand those of the viewer's side); with three players two fields, for the two that are counted; in a solo "made" or
"failed".
"""

from collections.abc import Mapping
from datetime import timedelta
from itertools import permutations
from typing import Any
from uuid import uuid4

from django import forms

from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND, Contract, contracts
from whistclub.engine.options import TableFormat
from whistclub.play import text
from whistclub.play.changing import InvalidHand
from whistclub.play.game_view import GameView
from whistclub.play.models import REDEAL, EntryRecord
from whistclub.web.formatting import number_of

MADE, FAILED = "made", "failed"
LOW, NOBODY = "low", "none"
SOLO_TRICKS = {
    Contract.SOLA_NOLA: {MADE: (0,), FAILED: (1,)},
    Contract.GRAND_DIX: {MADE: (GRAND_DIX_TRICKS,), FAILED: (0,)},
}
TRICKS_MISSING = "Now tap the result, then save."
CHOICES = ("contract", "bid", "tricks", "first", "second", "revoke")
LONGEST_WAIT = 7 * 24 * 60 * 60  # seconds; more is the mistake of a clock


def bid_missing(*, with_widow: bool) -> str:
    if with_widow:
        return "First tap who took the widow, or that nobody did."
    return "First tap a player, or low."


def first_side(contract: Contract, declarer: int | None, viewer_side: int) -> int:
    """The side whose tricks come first: the declarer's; in a low hand and with a widow the viewer's."""
    return viewer_side if declarer is None or contract is Contract.WIDOW else declarer % 2


def posted_tricks(data: Mapping[str, Any]) -> str:
    """The tricks in a posted form, whichever fields it has."""
    one, two = data.get("first", ""), data.get("second", "")
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


def encode_tricks(contract: Contract, tricks: tuple[int, ...], first_side: int) -> str:
    """The value that means these tricks."""
    if contract.is_solo:
        return MADE if tricks == SOLO_TRICKS[contract][MADE] else FAILED
    return f"{tricks[first_side]}-{tricks[(first_side + 1) % len(tricks)]}"


def decode_revoke(key: str, contract: Contract) -> dict[str, Any]:
    """The notes of a row from "0-1": which side revoked, and which side it harmed. A solo has none."""
    return {"revoke": [int(side) for side in key.split("-")]} if key and not contract.is_solo else {}


def fields_of(entry: EntryRecord, viewer_side: int) -> dict[str, str]:
    contract, tricks = Contract(entry.contract), tuple(entry.tricks)
    nobody = NOBODY if contract is Contract.WIDOW else LOW
    fields = {
        "contract": entry.contract,
        "bid": nobody if entry.declarer is None else str(entry.declarer),
        "revoke": "-".join(map(str, entry.notes.get("revoke", ()))),
    }
    key = encode_tricks(contract, tricks, first_side(contract, entry.declarer, viewer_side))
    if contract is Contract.WIDOW:
        first, second = key.split("-")
        return fields | {"first": first, "second": second}
    return fields | {"tricks": key}


# What the form shows


def hand_form(view: GameView, position: int, posted: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The form for the next hand, or for a recorded entry: filled in with it, or with what was `posted` and refused."""
    recorded, rules = view.sheet.at(position), view.rules
    with_widow = rules.form is TableFormat.THREE_WITH_WIDOW
    chosen: Mapping[str, Any] = {}
    if posted and any(name in posted for name in CHOICES):
        chosen = posted
    elif recorded and not recorded.is_redeal:
        chosen = fields_of(recorded, view.viewer_side)
    fields = {name: chosen.get(name, "") for name in CHOICES}
    if fields["contract"] in ("", "low"):
        fields["contract"] = "widow" if with_widow else "high"
    revokes = [(key, label, key == fields["revoke"]) for key, label in revoke_choices(view)]
    # With three players the tricks of two are entered, the viewer's first: field, side, name, tricks.
    entered = zip(("first", "second"), view.side_order, strict=False) if with_widow else ()
    return fields | {
        "uid": uuid4(),
        "position": position,
        "corrects": recorded.uid if recorded else None,
        "viewer_side": view.viewer_side,
        "chairs": view.chairs_at(position),
        "nobody": NOBODY if with_widow else LOW,
        "low": text.bid(Contract.WIDOW, "", rules) if with_widow else text.low_bid(rules),
        # The line beside Save until something is tapped: what was saved last, if anything was; else what to tap.
        "hint": (recorded is None and view.saved_text) or what_to_tap(view),
        "solos": [(kind.value, text.solo_name(kind)) for kind in contracts(rules) if kind.is_solo],
        "solo_results": (MADE, FAILED),
        "trick_counts": [(str(count), str(TRICKS_IN_HAND - count)) for count in range(TRICKS_IN_HAND + 1)],
        "counters": [(field, side, view.sides[side].short, fields[field]) for field, side in entered],
        "remaining": {"side": view.side_order[-1], "name": view.sides[view.side_order[-1]].short},
        "revokes": revokes,
        "revoke_help": revoke_help(view),
        "is_special": any(is_chosen for _key, _label, is_chosen in revokes),
    }


def restore_form(view: GameView) -> dict[str, Any] | None:
    """The entry that was just removed, as it would be posted again: hidden fields, and the value of its button."""
    undone = view.sheet.just_removed
    if undone is None:
        return None
    words, fields = view.numbered_text(undone), {"uid": str(uuid4()), "position": str(undone.position)}
    if undone.is_redeal:
        return {"text": words, "fields": fields, "save": text.redeal_key(undone.notes)}
    fields |= fields_of(undone, view.viewer_side) | {"viewer_side": str(view.viewer_side)}
    return {"text": words, "fields": fields, "save": "hand"}


def revoke_choices(view: GameView) -> list[tuple[str, str]]:
    """Keys and labels; none where the rules have no fixed penalty: the table agrees on the tricks."""
    if not view.rules.revoke_tricks:
        return []
    pairs = permutations(view.side_order, 2)
    return [(f"{by}-{against}", text.revoke_label((by, against), view.sides)) for by, against in pairs]


def revoke_help(view: GameView) -> str:
    tricks = number_of(view.rules.revoke_tricks, "trick", "tricks")
    return f"Enter the tricks as actually taken; the revoke penalty ({tricks}) is applied for you."


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


# What a phone posts


class HandForm(forms.Form):
    """An entry as the pad posts it; `entry` decodes it.

    `waited` are the seconds since the tap, `corrects` the uid of the entry that the phone saw there. `save` is the
    button: the hand, or a redeal by the same or the next dealer.
    """

    uid = forms.UUIDField()
    position = forms.IntegerField(min_value=1, max_value=999)
    corrects = forms.UUIDField(required=False)
    contract = forms.ChoiceField(
        choices=[(contract.value, contract.value) for contract in Contract],
        required=False,
        error_messages={"invalid_choice": "These rules do not have that bid."},
    )
    bid = forms.RegexField(
        r"\A(low|none|[0-9]{1,2})\Z",
        strip=True,
        required=False,
        error_messages={"invalid": "That seat is empty."},
    )
    tricks = forms.CharField(required=False, max_length=20)
    first = forms.CharField(required=False, max_length=10)
    second = forms.CharField(required=False, max_length=10)
    viewer_side = forms.IntegerField(required=False, min_value=0, max_value=2)
    revoke = forms.RegexField(
        r"\A[0-2]-[0-2]\Z",
        required=False,
        error_messages={"invalid": "The revoke could not be read. Choose it again."},
    )
    waited = forms.IntegerField(required=False)
    save = forms.ChoiceField(choices=[(each, each) for each in ("hand", *text.REDEALS)], required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("save") in text.REDEALS or "bid" in self.errors:
            return data
        posted = posted_tricks(data)
        if not data.get("bid"):
            self.add_error("bid", bid_missing(with_widow=data.get("contract") == Contract.WIDOW))
        elif not posted or posted.startswith("-") or posted.endswith("-"):
            self.add_error("tricks", TRICKS_MISSING)
        elif (tricks := self._tricks()) is None:
            self.add_error("tricks", "The number of tricks could not be read. Tap it again.")
        elif self._contract() is Contract.WIDOW and min(tricks) < 0:
            total = sum(int(count) for count in posted.split("-"))
            self.add_error("tricks", f"The tricks add up to {total}, but a hand has {TRICKS_IN_HAND}.")
        return data

    def clean_waited(self) -> timedelta:
        return timedelta(seconds=min(max(0, self.cleaned_data["waited"] or 0), LONGEST_WAIT))

    @property
    def sentences(self) -> list[str]:
        """Every error as a sentence; errors of hidden fields share one."""
        fields = ("bid", "contract", "tricks", "revoke")
        errors = [str(error) for name in fields for error in self.errors.get(name, [])]
        return errors or ["The page was incomplete. Reload it and try again."]

    def entry(self) -> EntryRecord:
        """What was posted, not stored yet. Raises InvalidHand."""
        if not self.is_valid():
            raise InvalidHand(self.sentences)
        data = self.cleaned_data
        entry = EntryRecord(uid=data["uid"], position=data["position"], contract=REDEAL, tricks=[])
        if data["save"] == "next_dealer":
            entry.notes = {"deal_passes": True}
        elif data["save"] != "same_dealer":
            contract, tricks = self._contract(), self._tricks()
            assert tricks is not None
            entry.contract, entry.declarer, entry.tricks = contract.value, self._declarer(), list(tricks)
            entry.notes = decode_revoke(data["revoke"], contract)
        return entry

    def _contract(self) -> Contract:
        data = self.cleaned_data
        return Contract.LOW if data["bid"] == LOW else Contract(data.get("contract") or Contract.HIGH)

    def _declarer(self) -> int | None:
        bid = self.cleaned_data["bid"]
        return None if bid in (LOW, NOBODY) else int(bid)

    def _tricks(self) -> tuple[int, ...] | None:
        data, contract = self.cleaned_data, self._contract()
        side = first_side(contract, self._declarer(), data.get("viewer_side") or 0)
        return decode_tricks(posted_tricks(data), contract, side)


class RemovalForm(forms.Form):
    entry = forms.UUIDField()  # as the phone saw it


class ConfirmationForm(forms.Form):
    hand = forms.UUIDField()
    agrees = forms.TypedChoiceField(coerce=lambda value: value == "yes", choices=[("yes", "yes"), ("no", "no")])
