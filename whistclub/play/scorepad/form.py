"""The pad's forms: what a phone posts, checked and decoded."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms

from whistclub.engine.hand import TRICKS_IN_HAND, Contract
from whistclub.play import hand_notes
from whistclub.play.entries import EntrySubmission, redeal
from whistclub.play.scorepad import codec

TRICKS_MISSING = "Now tap the number of tricks, then save."


def bid_missing(*, with_widow: bool) -> str:
    if with_widow:
        return "First tap who took the widow, or the middle of the table if nobody did."
    return "First tap who granded, or the middle of the table for low."


# Seconds; a phone says no more.
LONGEST_WAIT = 7 * 24 * 60 * 60


class HandForm(forms.Form):
    """An entry as the pad posts it, encoded as codec.py describes; `entry` decodes it.

    `number` is its position, `waited` the seconds since the tap. `counted` is the side of the viewer. `save` is the
    button: the hand, a redeal by the same or the next dealer, or that an entry is taken out.
    """

    uid = forms.UUIDField()
    number = forms.IntegerField(min_value=1, max_value=999)
    replaces = forms.UUIDField(required=False)
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
    counted = forms.IntegerField(required=False, min_value=0, max_value=2)
    revoke = forms.RegexField(
        hand_notes.PATTERN,
        required=False,
        error_messages={"invalid": "The revoke could not be read. Choose it again."},
    )
    waited = forms.IntegerField(required=False, min_value=0, max_value=LONGEST_WAIT)
    save = forms.ChoiceField(
        choices=[(each, each) for each in ("hand", *codec.REDEALS, codec.TAKE_OUT)], required=False
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self._is_redeal or self.takes_out or "bid" in self.errors:
            return data
        if not data.get("bid"):
            self.add_error("bid", bid_missing(with_widow=self._posted_contract == Contract.WIDOW))
        else:
            self._clean_tricks(data)
        return data

    def _clean_tricks(self, data: dict[str, Any]) -> None:
        posted = codec.posted_tricks(data)
        if posted in ("", "-") or posted.startswith("-") or posted.endswith("-"):
            self.add_error("tricks", TRICKS_MISSING)
        elif (tricks := self._tricks()) is None:
            self.add_error("tricks", "The number of tricks could not be read. Tap it again.")
        elif self._contract() is Contract.WIDOW and min(tricks) < 0:
            counted = sum(int(count) for count in posted.split("-"))
            self.add_error(
                "tricks",
                f"The tricks add up to {counted}, but a hand has {TRICKS_IN_HAND}.",
            )

    @property
    def sentences(self) -> list[str]:
        """Every error as a sentence; errors of hidden fields share one."""
        fields = ("bid", "contract", "tricks", "revoke")
        errors = [str(error) for name in fields for error in self.errors.get(name, [])]
        return errors or ["The page was incomplete. Reload it and try again."]

    def entry(self) -> EntrySubmission:
        data = self.cleaned_data
        if self._is_redeal:
            passes = data["save"] == "next_dealer"
            return redeal(data["uid"], data["number"], deal_passes=passes, replaces=data["replaces"])
        contract, tricks = self._contract(), self._tricks()
        assert tricks is not None
        return EntrySubmission(
            uid=data["uid"],
            position=data["number"],
            contract=contract.value,
            declarer=self._declarer(),
            tricks=tricks,
            replaces=data["replaces"],
            notes=hand_notes.decode(data["revoke"], contract),
            waited=timedelta(seconds=data["waited"] or 0),
        )

    @property
    def takes_out(self) -> bool:
        return self.cleaned_data.get("save") == codec.TAKE_OUT

    @property
    def _is_redeal(self) -> bool:
        return self.cleaned_data.get("save") in codec.REDEALS

    @property
    def _posted_contract(self) -> str:
        return self.cleaned_data.get("contract") or Contract.HIGH

    def _contract(self) -> Contract:
        return Contract.LOW if self.cleaned_data["bid"] == codec.LOW else Contract(self._posted_contract)

    def _declarer(self) -> int | None:
        bid = self.cleaned_data["bid"]
        return None if bid in (codec.LOW, codec.NOBODY) else int(bid)

    def _tricks(self) -> tuple[int, ...] | None:
        data, contract = self.cleaned_data, self._contract()
        first_side = codec.first_side(contract, self._declarer(), data.get("counted") or 0)
        return codec.decode_tricks(codec.posted_tricks(data), contract, first_side)


class UndoForm(forms.Form):
    """Remove the last entry: its uid as the phone saw it, and the phone's own id for doing so."""

    uid = forms.UUIDField()
    last = forms.UUIDField()

    def values(self) -> tuple[UUID, UUID]:
        return self.cleaned_data["uid"], self.cleaned_data["last"]


class ConfirmationForm(forms.Form):
    """Another side accepts or disputes a hand: its uid, and the phone's own id for doing so."""

    uid = forms.UUIDField()
    hand = forms.UUIDField()
    agrees = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])

    @property
    def is_accepted(self) -> bool:
        answer: str = self.cleaned_data["agrees"]
        return answer == "yes"


class EndForm(forms.Form):
    """End the game after the bell; a script sends the phone's own id for doing so."""

    uid = forms.UUIDField(required=False)


class SeatForm(forms.Form):
    """Where the owner of this phone sits, or that they do not play."""

    seat = forms.ChoiceField()

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["seat"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(each, each) for each in (*map(str, range(seats)), "none")]
