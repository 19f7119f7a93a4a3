from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from whistclub.engine.options import CHOICES, LIMITS, OPTION_NAMES, OPTIONAL_NUMBERS, RuleOptions, options_problems
from whistclub.rules.options_text import AS_BUTTONS, GROUPS, LABELS, NO, OPTIONS, YES, Group
from whistclub.rules.problems import choice_needed, number_needed, sentence


@dataclass(frozen=True, slots=True)
class Drawn:
    """A group of options with their fields."""

    group: Group
    fields: list[BoundField]


class OptionsForm(forms.Form):
    """Every option of the rules, cleaned to `rules`; one that is not sent is as `base` has it.

    It is bound from the beginning: rules can be looked at before anybody changes them.
    """

    def __init__(self, base: RuleOptions, sent: Mapping[str, str]) -> None:
        self.base = base
        self.rules: RuleOptions | None = None
        as_it_is = {name: as_text(getattr(base, name)) for name in OPTION_NAMES}
        super().__init__({name: sent.get(name, as_it_is[name]) for name in OPTION_NAMES}, auto_id="option_%s")
        for name in OPTION_NAMES:
            self.fields[name] = _field(name)

    def clean(self) -> dict:
        data = super().clean()
        options = replace(self.base, **{name: data[name] for name in OPTION_NAMES if name in data})
        for problem in options_problems(options):
            self.add_error(problem.field, sentence(problem))
        if not self.errors:
            self.rules = options
        return data

    def groups(self) -> Iterator[Drawn]:
        for group in GROUPS:
            yield Drawn(group, [self[name] for name in group.names])

    @property
    def sentences(self) -> list[str]:
        return [str(error) for errors in self.errors.values() for error in errors]


class NamingForm(forms.Form):
    """What a club calls its rules, and what it wants to say about them."""

    name = forms.CharField(
        label=_("What you call these rules"),
        max_length=60,
        error_messages={"required": _("Your rules need a name."), "max_length": _("A name has up to 60 letters.")},
    )
    note = forms.CharField(
        label=_("A note, if you like: where they come from, who taught you"),
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"max_length": _("A note has up to 600 letters.")},
    )

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_note(self) -> str:
        return self.cleaned_data["note"].replace("\r\n", "\n")


class KeyForm(forms.Form):
    """Which rules a club shall propose."""

    key = forms.CharField(max_length=40)


class VersionForm(forms.Form):
    """A version of a set of rules, by its number in the database."""

    version = forms.IntegerField(min_value=1, max_value=2**62)


def as_text(value: object) -> str:
    """An option as a form shows it."""
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


def _field(name: str) -> forms.Field:
    told = OPTIONS[name]
    if name in LIMITS:
        # Text, so that what cannot be read as a number stays as it was typed.
        return forms.IntegerField(
            label=told.label,
            help_text=told.does,
            required=name not in OPTIONAL_NUMBERS,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}),
            error_messages={"required": number_needed(name), "invalid": number_needed(name)},
        )
    messages = {"required": choice_needed(name), "invalid_choice": choice_needed(name)}
    widget = forms.RadioSelect if name in AS_BUTTONS else forms.Select
    labels = [(str(value), label) for value, label in LABELS[name].items()]
    coerce = (lambda text: text == YES) if name == "solos" else type(CHOICES[name][0])
    return forms.TypedChoiceField(
        label=told.label, help_text=told.does, choices=labels, coerce=coerce, widget=widget, error_messages=messages
    )
