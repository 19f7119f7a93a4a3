"""Set a party up, and change its settings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest, by_and_at, for_organiser
from whistclub.club.models import Club
from whistclub.engine.movement.catalogue import DEFAULT_MOVEMENT
from whistclub.engine.movement.protocol import TopTablePartners
from whistclub.engine.options import DEFAULT_PRESET, LIMITS, NO_LIMIT, TableFormat, options_to_mapping
from whistclub.engine.winnings import WHOLE, Prize
from whistclub.party import movements, standings
from whistclub.party.access import for_organiser_of_party, say
from whistclub.party.actions import lifecycle
from whistclub.party.desk.pages import act, organiser_page, to
from whistclub.party.models import Party
from whistclub.play.organiser.forms import OtherDayForm
from whistclub.rules.queries import choices, proposed_rules
from whistclub.rules.summary import RulesSummary, card_of
from whistclub.stats.evening import evening_of
from whistclub.web.errors import save
from whistclub.web.formatting import format_date, format_weekday

BY_HANDS = (Party.RoundEnd.HANDS, Party.RoundEnd.TOP)
MOST_OWN_PRIZES = 8
MOST_FEE = 1_000
CENTS = 100
MOST_STAKE = LIMITS["stake"][1] // CENTS
FURTHEST = timedelta(days=731)


def titled(choices: Mapping[Any, object]) -> list[tuple[str, object]]:
    return [(str(key), label) for key, label in choices.items()]


def _number(label: str, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=most, required=False)


def _money(label: str, help_text: str, most: int) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, help_text=help_text, min_value=0, max_value=most, decimal_places=2, required=False
    )


class SetupForm(forms.ModelForm):  # type: ignore[type-arg] # it takes no types when it runs
    """The settings of a party, cleaned to columns of `Party`; `stake`, `fee`: as money."""

    preset = forms.ChoiceField(
        label="Rules", error_messages={"invalid_choice": "These rules can no longer be chosen. Choose others."}
    )
    hands = _number("Hands per round", NO_LIMIT - 1)
    minutes = _number("Minutes per round", 600)
    planned_rounds = _number("Rounds planned", 100)
    movement = forms.ChoiceField(
        label="How people move",
        help_text="Before the first round you see what suits the people who are here.",
        choices=[(key, name) for key, (name, _when) in movements.MOVEMENTS.items()],
        required=False,
    )
    top = forms.ChoiceField(
        label="At the top table",
        help_text="Only where winners move up and partners change.",
        choices=[
            (TopTablePartners.KEEP.value, "winners keep their partners"),
            (TopTablePartners.CHANGE.value, "partners change too"),
        ],
    )
    max_tables = _number("Maximum tables", 200)
    unused_tables = forms.CharField(
        label="Table numbers that are not in use", help_text="e.g. 3, 7", max_length=200, required=False
    )
    stake = _money(
        "Stake per game and per star",
        "e.g. 0.15; empty = no money. Only rules with solos have stars: one for each solo, made or failed.",
        MOST_STAKE,
    )
    sit_out_worth = forms.ChoiceField(label="Sitting out a round counts as", choices=titled(standings.WORTHS))
    prizes = forms.MultipleChoiceField(
        label="Prizes", choices=titled(standings.PRIZES), required=False, widget=forms.CheckboxSelectMultiple
    )
    own_prizes = forms.CharField(
        label="Extra prizes, one per line",
        help_text="You award these at the end, e.g. “best cake”.",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=600,
    )
    fee = _money("Entry fee for each person", "e.g. 5.00; empty = nobody pays", MOST_FEE)
    shares = forms.CharField(
        label="Split the pot, in per cent for each place", help_text="e.g. 50, 30, 20", max_length=120, required=False
    )

    class Meta:
        model = Party
        labels = {
            "name": "Party name",
            "day": "Day",
            "starts": "Begins at",
            "place": "Where",
            "requires_confirmation": "The other side confirms or disputes each hand on their phone",
            "round_end": "A round ends",
            "to_target": "End early when a side reaches the target",
            "tie": "If tied at the end of a round",
            "mixed": "Partners come from two groups, A and B (chosen at check-in)",
            "order": "Standings by",
            "is_rehearsal": "A rehearsal: you can fill in made-up results, and nothing counts",
        }
        fields = tuple(labels)
        widgets = {
            "day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "starts": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def __init__(self, cards: Sequence[RulesSummary], party: Party, *args: Any, **kwargs: Any) -> None:
        """`cards`: the rules the club may choose from; those for four players are offered."""
        super().__init__(*args, instance=party, initial=_shown(party), **kwargs)  # type: ignore[misc] # no caller gives these
        self.cards = {card.key: card for card in cards if card.rules.form is TableFormat.FOUR_IN_PAIRS}
        cast(forms.ChoiceField, self.fields["preset"]).choices = [(key, key) for key in self.cards]
        if self.initial["preset"] not in self.cards:
            self.initial["preset"] = DEFAULT_PRESET
        self.fields["starts"].required = False
        if party.state != Party.State.GATHERING:
            del self.fields["day"]
        if party.pk:
            del self.fields["is_rehearsal"]
        for field in self.fields.values():
            field.error_messages["invalid"] = "Check this entry."

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if abs(day - timezone.localdate()) > FURTHEST:
            raise forms.ValidationError("Enter a day less than two years away.")
        if day < timezone.localdate() and day != self.initial["day"]:
            raise forms.ValidationError("This day is over. Enter today or a later day.")
        return day

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
        if data.get("preset") != self.initial["preset"] and "stake" not in self.changed_data:
            data["stake"] = None  # that of other rules
        # A party that is named after its day is named after the new one.
        if data.get("day") and data.get("name") == format_weekday(self.initial["day"]):
            data["name"] = format_weekday(data["day"])
        return data

    def settings(self) -> dict[str, Any]:
        """The settings as `actions.lifecycle` takes them."""
        data, card = self.cleaned_data, self.cards[self.cleaned_data["preset"]]
        return data | {
            "preset": card.base,
            "options": options_to_mapping(card.rules),
            "rules_key": card.key,
            "rules_name": card.title if card.is_own else "",
            "movement": data["movement"] or self.initial["movement"],
            "hands": data["hands"] if data["round_end"] in BY_HANDS else None,
            "prizes": tuple(data["prizes"]),
            "fee": int((data["fee"] or 0) * CENTS),
            "stake": int((data["stake"] or 0) * CENTS),
        }


def _shown(party: Party) -> dict[str, Any]:
    """What the form shows otherwise than the party stores it."""
    shown = {name: getattr(party, name) for name in SetupForm.declared_fields}
    for name in ("stake", "fee"):
        shown[name] = Decimal(f"{shown[name] / CENTS:.2f}") if shown[name] else None
    return shown | {
        "preset": party.rules_key or party.preset,
        "unused_tables": ", ".join(map(str, party.unused_tables)),
        "own_prizes": "\n".join(prize["title"] for prize in party.own_prizes),
        "shares": ", ".join(map(str, party.shares)),
        "day": party.day,
    }


def _last_party(club: Club) -> Party | None:
    """The newest party, whose settings the next one starts with; rehearsals do not count."""
    return club.parties.filter(is_rehearsal=False, binned_at=None).order_by("-day", "-created_at").first()


def _proposed(club: Club, before: Party | None, preset: str) -> Party:
    """A party with the settings of another; without one eight hands a round, winners up and losers down."""
    party = before or Party(
        club=club,
        preset=preset,
        hands=8,
        minutes=30,
        planned_rounds=6,
        movement=DEFAULT_MOVEMENT,
        prizes=[Prize.BEST.value, Prize.BOOBY.value, Prize.MOST_GRANDS.value, Prize.LONGEST_TOP.value],
    )
    party.pk, party.state, party.day = None, Party.State.GATHERING, evening_of(timezone.now(), club)
    party.name = format_weekday(party.day)
    return party


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: SignedInRequest, club: Club) -> HttpResponse:
    """A new party, with the settings of the last one or (`?new`) from scratch."""
    before, cards = None if "new" in request.GET else _last_party(club), choices(club)
    copied = before.name if before else ""
    form = SetupForm(cards, _proposed(club, before, proposed_rules(club, cards)), request.POST or None)
    if form.is_valid():
        return to("people", lifecycle.set_up(club, form.settings(), **by_and_at(request)))
    context = {"club": club, "copied": copied, "here": "tonight", "form": form}
    return render(request, "party/desk/set_up.html", context, status=422 if form.is_bound else 200)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, party: Party) -> HttpResponse:
    """A post saves the settings, or does what its button says (`do`)."""
    match request.POST.get("do"):
        case "new codes":
            act(request, party, lifecycle.renew_codes, done="New codes made. Print the table cards again.")
        case "exclude":
            done = "The party and its games are excluded from statistics. Nothing is deleted."
            act(request, party, lifecycle.set_excluded, excluded=True, done=done)
        case "include":
            done = "The party and its games are included in statistics again."
            act(request, party, lifecycle.set_excluded, excluded=False, done=done)
        case "other day":
            return _other_day(request, party)
        case _:
            form = SetupForm(_cards(party), Party.objects.get(pk=party.pk), request.POST or None)
            if not form.is_valid():
                return _settings_page(request, party, form, status=422 if form.is_bound else 200)
            lifecycle.change_setup(party, form.settings(), **by_and_at(request))
            say(request, party, "Settings saved. Games that have started keep their rules.")
            return to("console", party)
    return to("settings", party)


def _settings_page(
    request: SignedInRequest,
    party: Party,
    form: SetupForm | None = None,
    other_day: OtherDayForm | None = None,
    *,
    status: int = 422,
) -> HttpResponse:
    if other_day is None and (began := party.began_at):
        other_day = OtherDayForm(party.club, began)
    form = form or SetupForm(_cards(party), Party.objects.get(pk=party.pk))
    return organiser_page(request, party, "settings", tab="settings", status=status, other_day=other_day, form=form)


def _cards(party: Party) -> list[RulesSummary]:
    """The rules the club can choose from, and the party's own even if they were deleted since."""
    cards = choices(party.club)
    if not party.rules_name or any(card.key == party.rules_key for card in cards):
        return cards
    own = card_of(party.preset, party.rules, party.rules_name, party.club.currency)
    return [replace(own, key=party.rules_key), *cards]


def _other_day(request: SignedInRequest, party: Party) -> HttpResponse:
    form = OtherDayForm(party.club, party.began_at or timezone.now(), request.POST)

    def move(typed: dict[str, Any]) -> None:
        lifecycle.move_party(party, typed["day"], **by_and_at(request))
        say(request, party, f"It was played on {format_date(typed['day'])}.")

    saved = save(form, move, at="day")
    return to("settings", party) if saved else _settings_page(request, party, other_day=form)
