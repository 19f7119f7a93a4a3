"""The part of the settings that is about money: the entry fee, the pot and its shares."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from whistclub.engine.pot import WHOLE
from whistclub.party.money import MoneySettings

CENTS = 100
MOST_FEE, MOST_ADDED, MOST_SHARES = 1_000, 100_000, 20


class MoneyFields(forms.Form):
    """Fields of the set-up form; `money()` is what they say."""

    entry_fee = forms.DecimalField(
        label=_("Entry fee for each person"),
        help_text=_("empty = nobody pays"),
        min_value=0,
        max_value=MOST_FEE,
        decimal_places=2,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": _("e.g. 5.00")}),
    )
    added = forms.DecimalField(
        label=_("The club adds to the pot"),
        help_text=_("in all; empty = nothing"),
        min_value=0,
        max_value=MOST_ADDED,
        decimal_places=2,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": _("e.g. 20.00")}),
    )
    shares = forms.CharField(
        label=_("Split the pot"),
        help_text=_("e.g. 50, 30, 20. The Standings page shows who has paid and what each share comes to."),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "50, 30, 20"}),
    )
    per_cent = forms.ChoiceField(
        label=_("Shares are given as"),
        choices=[("yes", _("per cent of the pot")), ("no", _("fixed amounts"))],
        required=False,
    )
    to_prizes = forms.ChoiceField(
        label=_("They go to"),
        choices=[("no", _("the places: 1st, 2nd, …")), ("yes", _("the prizes, in the order of this page"))],
        required=False,
    )
    money_on_paper = forms.BooleanField(label=_("Print the money on standings and diplomas"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        in_cents = data.get("per_cent") == "no"
        try:
            data["shares"] = _shares(data.get("shares", ""), 2 if in_cents else 0)
        except InvalidOperation:
            self.add_error(
                "shares",
                _("Enter amounts with commas between them, e.g. 20, 12.50, 5.")
                if in_cents
                else _("Enter whole numbers with commas between them, e.g. 50, 30, 20."),
            )
            return data
        if not in_cents and sum(data["shares"]) > WHOLE:
            sentence = _now("These shares make {n} per cent. Together they can be 100 at most.")
            self.add_error("shares", sentence.format(n=sum(data["shares"])))
        return data

    def money(self) -> MoneySettings:
        data = self.cleaned_data
        return MoneySettings(
            fee=int((data["entry_fee"] or 0) * CENTS),
            added=int((data["added"] or 0) * CENTS),
            shares=data["shares"],
            per_cent=data["per_cent"] != "no",
            to_prizes=data["to_prizes"] == "yes",
            on_paper=data["money_on_paper"],
        )


def money_values(settings: MoneySettings) -> dict[str, Any]:
    """The settings as the form shows them."""
    unit = 1 if settings.per_cent else CENTS
    return {
        "entry_fee": f"{settings.fee / CENTS:.2f}" if settings.fee else "",
        "added": f"{settings.added / CENTS:.2f}" if settings.added else "",
        "shares": ", ".join(f"{each / unit:.{0 if settings.per_cent else 2}f}" for each in settings.shares),
        "per_cent": "yes" if settings.per_cent else "no",
        "to_prizes": "yes" if settings.to_prizes else "no",
        "money_on_paper": settings.on_paper,
    }


def _shares(typed: str, digits: int) -> tuple[int, ...]:
    """Numbers with this many decimals at most, as whole units of the last one. Raises InvalidOperation for others."""
    words = [each for each in re.split(r"[,;\s%]+", typed) if each]
    if len(words) > MOST_SHARES or not all(re.fullmatch(r"\d{1,6}(\.\d{1,2})?", each, re.ASCII) for each in words):
        raise InvalidOperation
    found = [Decimal(each) * 10**digits for each in words]
    if any(each != int(each) or each <= 0 for each in found):
        raise InvalidOperation
    return tuple(int(each) for each in found)
