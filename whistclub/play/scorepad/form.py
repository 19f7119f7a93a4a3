from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.engine.hand import TRICKS_IN_HAND, Contract, Suit
from whistclub.play.actions.entries import EntrySubmission, redeal
from whistclub.play.scorepad import codec


class HandForm(forms.Form):
    """An entry as the pad sends it, cleaned to an `Entry`: see keys.py and noting.py for what is sent.

    `counted` is the side nearest to the phone; `save` says whether the whole hand is saved, its bid alone, or that the
    cards were thrown in.
    """

    uid = forms.UUIDField()
    number = forms.IntegerField(min_value=1, max_value=999)
    replaces = forms.IntegerField(required=False, min_value=1)
    contract = forms.ChoiceField(
        choices=[(contract.value, contract.value) for contract in Contract],
        required=False,
        error_messages={"invalid_choice": _("That bid does not exist in the rules of this game.")},
    )
    bid = forms.RegexField(
        r"\A(low|none|[0-9]{1,2})\Z",
        strip=True,
        required=False,
        error_messages={"invalid": _("Nobody sits on that seat at this table.")},
    )
    tricks = forms.CharField(required=False, max_length=20)
    first = forms.CharField(required=False, max_length=10)
    second = forms.CharField(required=False, max_length=10)
    counted = forms.IntegerField(required=False, min_value=0, max_value=2)
    trump = forms.ChoiceField(choices=[("", ""), *((suit.value, suit.value) for suit in Suit)], required=False)
    over = forms.RegexField(r"\A(low|(high|sola_nola):[0-3])\Z", required=False)
    rest_to = forms.IntegerField(required=False, min_value=0, max_value=2)
    revoke = forms.RegexField(r"\A[0-2]-[0-2]\Z", required=False)
    save = forms.ChoiceField(
        choices=[(each, each) for each in ("hand", "bid", "same_dealer", "next_dealer")], required=False
    )

    def clean(self) -> dict:
        data = super().clean()
        if self._is_redeal or "bid" in self.errors:
            return data
        if not data.get("bid"):
            self.add_error("bid", self._bid_missing())
        elif data.get("save") != "bid":
            self._clean_tricks(data)
        return data

    def _bid_missing(self) -> str:
        if self._contract_sent == Contract.WIDOW:
            return _("Say first who took the widow, or that nobody did.")
        return _("Say first who granded, or that nobody did.")

    def _clean_tricks(self, data: dict) -> None:
        sent = codec.tricks_sent(data)
        if sent in ("", "-") or sent.startswith("-") or sent.endswith("-"):
            self.add_error("tricks", _("Tap how many tricks were taken, then save."))
        elif self._tricks() is None:
            self.add_error("tricks", _("The tricks cannot be read. Tap them again."))
        elif self._contract() is Contract.WIDOW and min(self._tricks()) < 0:
            counted = sum(int(count) for count in sent.split("-"))
            self.add_error(
                "tricks",
                _("The tricks add up to {sum}, but a hand has {all}.").format(sum=counted, all=TRICKS_IN_HAND),
            )

    @property
    def sentences(self) -> list[str]:
        """Every fault as a sentence; what a hidden field lacks is said once."""
        fields = ("bid", "contract", "tricks")
        shown = [str(error) for name in fields for error in self.errors.get(name, [])]
        if not shown and any(name in self.errors for name in codec.FIELDS):
            shown = [str(_("What was noted beside the tricks cannot be read. Choose it again."))]
        return shown or [str(_("This page did not arrive whole. Load it again, then repeat."))]

    def entry(self) -> EntrySubmission:
        data = self.cleaned_data
        if self._is_redeal:
            passes = data["save"] == "next_dealer"
            return redeal(data["uid"], data["number"], deal_passes=passes, replaces=data["replaces"])
        is_bid = data["save"] == "bid"
        return EntrySubmission(
            uid=data["uid"],
            position=data["number"],
            contract=self._contract().value,
            declarer=self._declarer(),
            tricks=None if is_bid else self._tricks(),
            replaces=data["replaces"],
            notes=codec.read(self._noted(codec.OF_BIDS if is_bid else codec.FIELDS)),
        )

    def _noted(self, fields: tuple[str, ...]) -> dict[str, str]:
        data, contract = self.cleaned_data, self._contract()
        fitting = [name for name in fields if codec.fits(name, contract)]
        return {name: str(data[name]) for name in fitting if data[name] not in ("", None)}

    @property
    def _is_redeal(self) -> bool:
        return self.cleaned_data.get("save") in ("same_dealer", "next_dealer")

    @property
    def _contract_sent(self) -> str:
        return self.cleaned_data.get("contract") or Contract.HIGH

    def _contract(self) -> Contract:
        return Contract.LOW if self.cleaned_data["bid"] == codec.LOW else Contract(self._contract_sent)

    def _declarer(self) -> int | None:
        bid = self.cleaned_data["bid"]
        return None if bid in (codec.LOW, codec.NOBODY) else int(bid)

    def _tricks(self) -> tuple[int, ...] | None:
        data, contract = self.cleaned_data, self._contract()
        first = codec.first_side(contract, self._declarer(), data.get("counted") or 0)
        return codec.read_tricks(codec.tricks_sent(data), contract, first)


class UndoForm(forms.Form):
    """Take the last entry out: its row as the phone saw it, and the phone's own id for doing so."""

    uid = forms.UUIDField()
    last = forms.IntegerField(min_value=1)

    def values(self) -> tuple[UUID, int]:
        return self.cleaned_data["uid"], self.cleaned_data["last"]


class ConfirmationForm(forms.Form):
    """What another side says of an entry: its row, right or wrong, and the phone's own id for saying so."""

    uid = forms.UUIDField()
    hand = forms.IntegerField(min_value=1)
    says = forms.ChoiceField(choices=[("right", "right"), ("wrong", "wrong")])

    @property
    def agrees(self) -> bool:
        return self.cleaned_data["says"] == "right"


class SeatForm(forms.Form):
    """Where the owner of this phone sits, or that he does not play."""

    seat = forms.ChoiceField()

    def __init__(self, seats: int, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = [(each, each) for each in (*map(str, range(seats)), "none")]
