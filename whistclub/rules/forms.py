from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms

from whistclub.engine.options import OPTION_NAMES, OPTIONS, PRESETS, RuleOptions, TableFormat, options_problems
from whistclub.rules.option_record import GROUPS, NO, YES
from whistclub.rules.options_text import OPTION_TEXTS, problem_of_rules, value_needed
from whistclub.rules.summary import RulesSummary, card_of
from whistclub.web.fields import SignedField


class OptionsForm(forms.Form):
    """Every option, cleaned to `rules`; one that is not sent is as in the preset that they began from.

    It is always bound, so that rules can be shown before anything is changed.
    """

    def __init__(self, base: str, sent: Mapping[str, str], currency: str = "") -> None:
        self.base_key, self.base = base, PRESETS[base]
        self.currency = currency
        self.rules: RuleOptions | None = None
        as_it_is = {name: as_text(getattr(self.base, name)) for name in OPTION_NAMES}
        super().__init__({name: sent.get(name, as_it_is[name]) for name in OPTION_NAMES}, auto_id="option_%s")
        for name in OPTION_NAMES:
            self.fields[name] = _field(name)

    @classmethod
    def of(cls, known: RulesSummary) -> "OptionsForm":
        """Starting from existing rules."""
        return cls(known.base, {name: as_text(getattr(known.rules, name)) for name in OPTION_NAMES}, known.currency)

    @property
    def card(self) -> RulesSummary | None:
        """The rules as they are now; None while they don't work."""
        if self.errors or self.rules is None:
            return None
        return card_of(self.base_key, self.rules, currency=self.currency)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        options = replace(self.base, **{name: data[name] for name in OPTION_NAMES if name in data})
        for problem in options_problems(options):
            self.add_error(problem.field, problem_of_rules(problem))
        if not self.errors:
            self.rules = options
        return data

    def groups(self) -> Iterator[dict[str, Any]]:
        """The options by their headings, each with the style classes by which the page hides what has no meaning."""
        for key, heading in GROUPS.items():
            names = [name for name, text in OPTION_TEXTS.items() if text.group == key]
            formats = frozenset().union(*(OPTIONS[name].formats for name in names))
            options = [(self[name], f"opt-{name} {_in_formats(OPTIONS[name].formats)}") for name in names]
            yield {"key": key, "heading": heading, "css": f"group-{key} {_in_formats(formats)}", "options": options}

    @property
    def sentences(self) -> list[str]:
        return [str(error) for errors in self.errors.values() for error in errors]


class NamingForm(forms.Form):
    """The name of a club's rules and a note about them."""

    name = forms.CharField(
        label="Name",
        max_length=60,
        error_messages={"required": "Your rules need a name.", "max_length": "A name can have up to 60 characters."},
    )
    note = forms.CharField(
        label="Note (optional): where these rules come from",
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"max_length": "A note can have up to 600 characters."},
    )

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_note(self) -> str:
        note: str = self.cleaned_data["note"]
        return note.replace("\r\n", "\n")


def as_text(value: object) -> str:
    """An option as a form shows it."""
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


def _in_formats(formats: frozenset[TableFormat]) -> str:
    """Style classes: the page hides what means nothing in the chosen format."""
    return " ".join(f"in-{each}" for each in sorted(formats))


def _field(name: str) -> forms.Field:
    text, spec = OPTION_TEXTS[name], OPTIONS[name]
    if spec.limits:
        # Text, so that what cannot be read as a number stays as it was typed.
        return SignedField(
            label=text.label,
            help_text=text.help,
            required=not spec.optional,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}),
            error_messages={"required": value_needed(name), "invalid": value_needed(name)},
        )
    return forms.TypedChoiceField(
        label=text.label,
        help_text=text.help,
        choices=[(str(value), label) for value, label in text.choices.items()],
        coerce=type(spec.choices[0]) if spec.choices else lambda sent: sent == YES,
        widget=forms.RadioSelect if text.buttons else forms.Select,
        error_messages={"required": value_needed(name), "invalid_choice": value_needed(name)},
    )
