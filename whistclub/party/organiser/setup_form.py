"""The form of a party's settings, and what it proposes for a new one."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms

from whistclub.engine.movement.catalogue import DEFAULT_MOVEMENT
from whistclub.engine.movement.protocol import TopTablePartners
from whistclub.engine.options import LIMITS, TableFormat, options_to_mapping
from whistclub.engine.prizes import WHOLE, Prize
from whistclub.party import movements, results
from whistclub.party.actions.setup import LABELS
from whistclub.party.models import MOST_HANDS, Party
from whistclub.rules.summary import RulesSummary

BY_HANDS = (Party.RoundEnd.HANDS, Party.RoundEnd.TOP)
MOST_OWN_PRIZES = 8
MOST_FEE = 1_000
CENTS = 100
MOST_STAKE = LIMITS["stake"][1] // CENTS


def titled(choices: Mapping[Any, object]) -> list[tuple[str, object]]:
    return [(str(key), label) for key, label in choices.items()]


class SetupForm(forms.Form):
    """The settings of a party, cleaned to columns of `Party`."""

    name = forms.CharField(label="Party name", max_length=80)
    preset = forms.ChoiceField(
        label="Rules", error_messages={"invalid_choice": "These rules can no longer be chosen. Choose others."}
    )
    requires_confirmation = forms.BooleanField(
        label="The other side confirms or disputes each hand on their phone", required=False
    )
    round_end = forms.ChoiceField(label="A round ends", choices=Party.RoundEnd.choices)
    hands = forms.IntegerField(label="Hands per round", min_value=1, max_value=MOST_HANDS, required=False)
    minutes = forms.IntegerField(label="Minutes per round", min_value=1, max_value=600, required=False)
    to_target = forms.BooleanField(label="End early when a side reaches the target", required=False)
    tie = forms.ChoiceField(label="If tied at the end of a round", choices=Party.Tie.choices, initial=Party.Tie.EXTRA)
    planned_rounds = forms.IntegerField(label="Rounds planned", min_value=1, max_value=100, required=False)
    people = forms.IntegerField(label="About how many people?", min_value=4, max_value=400, required=False)
    movement = forms.ChoiceField(
        label="How people move",
        choices=[(key, name) for key, (name, _when) in movements.MOVEMENTS.items()],
    )
    top = forms.ChoiceField(
        label="At the top table",
        choices=[
            (TopTablePartners.KEEP.value, "winners keep their partners"),
            (TopTablePartners.CHANGE.value, "partners change too"),
        ],
    )
    mixed = forms.BooleanField(label="Partners come from two groups, A and B (chosen at check-in)", required=False)
    max_tables = forms.IntegerField(label="Maximum tables", min_value=1, max_value=200, required=False)
    unused_tables = forms.CharField(
        label="Table numbers that are not in use", help_text="e.g. 3, 7", max_length=200, required=False
    )
    stake = forms.DecimalField(
        label="Stake per game and per star",
        help_text="e.g. 0.25; 0 = none; empty = as in the rules",
        min_value=0,
        max_value=MOST_STAKE,
        decimal_places=2,
        required=False,
    )
    sit_out_worth = forms.ChoiceField(label="Sitting out a round counts as", choices=titled(results.WORTHS))
    order = forms.ChoiceField(label="Standings by", choices=Party.Order.choices)
    prizes = forms.MultipleChoiceField(
        label="Prizes", choices=titled(results.PRIZES), required=False, widget=forms.CheckboxSelectMultiple
    )
    own_prizes = forms.CharField(
        label="Extra prizes, one per line",
        help_text="You award these at the end, e.g. “best cake”.",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=600,
    )
    entry_fee = forms.DecimalField(
        label="Entry fee for each person",
        help_text="empty = nobody pays",
        min_value=0,
        max_value=MOST_FEE,
        decimal_places=2,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": "e.g. 5.00"}),
    )
    shares = forms.CharField(
        label="Split the pot, in per cent for each place",
        help_text="e.g. 50, 30, 20. The Standings page shows who has paid and what each place comes to.",
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "50, 30, 20"}),
    )

    def __init__(self, cards: Sequence[RulesSummary], *args: Any, **kwargs: Any) -> None:
        """`cards`: the rules the club may choose from; those for four players are offered."""
        super().__init__(*args, **kwargs)
        self.cards = {card.key: card for card in cards if card.rules.form is TableFormat.FOUR_IN_PAIRS}
        cast(forms.ChoiceField, self.fields["preset"]).choices = [(key, key) for key in self.cards]
        for field in self.fields.values():
            field.error_messages["invalid"] = "Check this entry."

    def clean_own_prizes(self) -> tuple[str, ...]:
        lines = [" ".join(line.split())[:60] for line in self.cleaned_data["own_prizes"].splitlines()]
        return tuple(dict.fromkeys(line for line in lines if line))[:MOST_OWN_PRIZES]

    def clean_shares(self) -> tuple[int, ...]:
        words = [each for each in re.split(r"[,;\s%]+", self.cleaned_data["shares"]) if each]
        if not all(re.fullmatch(r"[1-9]\d?|100", each, re.ASCII) for each in words):
            raise forms.ValidationError("Enter whole numbers with commas between them, e.g. 50, 30, 20.")
        shares = tuple(map(int, words))
        if sum(shares) > WHOLE:
            raise forms.ValidationError(f"These shares make {sum(shares)} per cent. Together they can be 100 at most.")
        return shares

    def clean_unused_tables(self) -> tuple[int, ...]:
        typed = self.cleaned_data["unused_tables"].replace(",", " ").split()
        if not all(each.isascii() and each.isdecimal() and 0 < len(each) < 4 for each in typed):
            raise forms.ValidationError("Enter numbers with commas between them, e.g. 3, 7.")
        return tuple(sorted({int(each) for each in typed}))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("round_end") in BY_HANDS and not data.get("hands") and "hands" not in self.errors:
            self.add_error("hands", "Enter the number of hands per round.")
        people, rounds, movement = data.get("people"), data.get("planned_rounds"), data.get("movement", "")
        why_not = movements.why_not(movement, people, rounds) if people and movement else ""
        if why_not:
            self.add_error("movement", f"{movements.movement_name(movement)}: {why_not}")
        return data

    def setup(self) -> dict[str, Any]:
        """The settings as `actions.setup` takes them."""
        data, card = self.cleaned_data, self.cards[self.cleaned_data["preset"]]
        return {name: data[name] for name in LABELS if name in data} | {
            "preset": card.base,
            "options": options_to_mapping(card.rules),
            "rules_key": card.key,
            "rules_name": card.title if card.is_own else "",
            "hands": data["hands"] if data["round_end"] in BY_HANDS else None,
            "prizes": tuple(data["prizes"]),
            "fee": int((data["entry_fee"] or 0) * CENTS),
            "stake": None if data["stake"] is None else int(data["stake"] * CENTS),
        }


def proposed(name: str, preset: str) -> dict[str, Any]:
    """The settings of a club's first party: eight hands a round, winners up and losers down (RULES.md §1.8)."""
    return {
        "name": name,
        "preset": preset,
        "round_end": Party.RoundEnd.HANDS,
        "hands": 8,
        "minutes": 30,
        "to_target": False,
        "tie": Party.Tie.EXTRA,
        "planned_rounds": 6,
        "movement": DEFAULT_MOVEMENT,
        "top": TopTablePartners.KEEP.value,
        "sit_out_worth": "half",
        "order": Party.Order.WINS,
        "prizes": [Prize.BEST.value, Prize.BOOBY.value, Prize.MOST_GRANDS.value, Prize.LONGEST_TOP.value],
    }


def settings_of(party: Party) -> dict[str, Any]:
    """A party's settings as the form shows them."""
    kept = [name for name in LABELS if name in SetupForm.base_fields]
    return {
        **{name: getattr(party, name) for name in kept},
        "preset": party.rules_key or party.preset,
        "stake": "" if party.stake is None else f"{party.stake / CENTS:.2f}",
        "unused_tables": ", ".join(map(str, party.unused_tables)),
        "own_prizes": "\n".join(prize["title"] for prize in party.own_prizes),
        "entry_fee": f"{party.fee / CENTS:.2f}" if party.fee else "",
        "shares": ", ".join(map(str, party.shares)),
    }
