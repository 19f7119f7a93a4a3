from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.club.forms import PlayerNameField
from whistclub.engine.hand import Contract
from whistclub.engine.presets import PRESETS
from whistclub.play.actions.games import Setting
from whistclub.play.actions.hands import Entry
from whistclub.play.previews import tricks_from_key

SEATS = range(4)


class HandForm(forms.Form):
    """A hand as the pad sends it, cleaned to an `Entry`.

    `bid` is a seat or "low"; `tricks` is "9-4", the declaring side's first (in a low hand those of the side
    `counted`), "made" or "failed" for a solo, and empty for a bid saved before its tricks.
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
        r"\A(low|[0-9]{1,2})\Z",
        strip=True,
        error_messages={
            "required": _("Say first who granded, or that nobody did."),
            "invalid": _("Nobody sits on that seat at this table."),
        },
    )
    tricks = forms.CharField(required=False, max_length=20)
    counted = forms.IntegerField(required=False, min_value=0, max_value=1)
    save = forms.ChoiceField(choices=[("hand", "hand"), ("bid", "bid")], required=False)

    def clean(self) -> dict:
        data = super().clean()
        if data.get("save") == "bid" or "bid" not in data:
            return data
        if not data.get("tricks"):
            self.add_error("tricks", _("Tap how many tricks were taken, then save."))
        elif self._tricks() is None:
            self.add_error("tricks", _("The tricks cannot be read. Tap them again."))
        return data

    @property
    def sentences(self) -> list[str]:
        """Every fault as a sentence; what a hidden field lacks is said once."""
        shown = [str(error) for name in ("bid", "contract", "tricks") for error in self.errors.get(name, [])]
        return shown or [str(_("This page did not arrive whole. Load it again, then repeat."))]

    def entry(self) -> Entry:
        data = self.cleaned_data
        return Entry(
            uid=data["uid"],
            number=data["number"],
            contract=self._contract(),
            declarer=self._declarer(),
            tricks=None if data["save"] == "bid" else self._tricks(),
            replaces=data["replaces"],
        )

    def _contract(self) -> Contract:
        if self.cleaned_data["bid"] == "low":
            return Contract.LOW
        return Contract(self.cleaned_data.get("contract") or Contract.HIGH)

    def _declarer(self) -> int | None:
        bid = self.cleaned_data["bid"]
        return None if bid == "low" else int(bid)

    def _tricks(self) -> tuple[int, ...] | None:
        declarer = self._declarer()
        first_side = self.cleaned_data.get("counted") or 0 if declarer is None else declarer % 2
        return tricks_from_key(self.cleaned_data["tricks"], self._contract(), first_side)


class UndoForm(forms.Form):
    """Take the last entry out: its row as the phone saw it, and the phone's own id for doing so."""

    uid = forms.UUIDField()
    last = forms.IntegerField(min_value=1)

    def values(self) -> tuple[UUID, int]:
        return self.cleaned_data["uid"], self.cleaned_data["last"]


class SeatForm(forms.Form):
    """Where the owner of this phone sits, or that he does not play."""

    seat = forms.ChoiceField(choices=[*((str(seat), str(seat)) for seat in SEATS), ("none", "none")])


class AgainForm(forms.Form):
    """Whom the player on the first chair plays with next: a chair of the game that ended."""

    partner = forms.TypedChoiceField(coerce=int, choices=[(seat, seat) for seat in (1, 2, 3)])


class StartForm(forms.Form):
    """Four people on their chairs, the rules, the first dealer; cleaned to a `Setting`."""

    seat0 = PlayerNameField()
    seat1 = PlayerNameField()
    seat2 = PlayerNameField()
    seat3 = PlayerNameField()
    preset = forms.ChoiceField(choices=[(name, name) for name, rules in PRESETS.items() if rules.form.seats == 4])
    dealer = forms.TypedChoiceField(coerce=int, choices=[(seat, seat) for seat in SEATS])

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for seat in SEATS:
            self.fields[f"seat{seat}"].error_messages["required"] = _("This chair is empty.")

    def setting(self) -> Setting:
        data = self.cleaned_data
        return Setting(tuple(data[f"seat{seat}"] for seat in SEATS), data["preset"], data["dealer"])
