"""State of the rules editor: the preset that the rules began from, the options as they are now, and the result."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.options import OPTION_NAMES, TableFormat
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.rules.forms import OptionsForm, as_text
from whistclub.rules.score_tables import Tables
from whistclub.rules.summary import RulesSummary, brief_parts, card_of, preset_card


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Preset rules for the chosen number of players, and in short what they have that the chosen rules lack."""

    card: RulesSummary
    lacking: str


@dataclass(frozen=True, slots=True)
class Workshop:
    base: str
    form: OptionsForm
    currency: str = ""

    @classmethod
    def begun(cls, sent: Mapping[str, str], currency: str = "") -> "Workshop":
        """From a preset's key under "preset" and options under their own names; an unknown key is the default."""
        key = sent.get("preset", "")
        base = key if key in PRESETS else DEFAULT_PRESET
        return cls(base, OptionsForm(PRESETS[base], sent), currency)

    @classmethod
    def of(cls, known: RulesSummary) -> "Workshop":
        """Starting from existing rules."""
        options = {name: as_text(getattr(known.rules, name)) for name in OPTION_NAMES}
        return cls(known.base, OptionsForm(PRESETS[known.base], options), known.currency)

    @property
    def card(self) -> RulesSummary | None:
        """The rules as they are now; None while they don't work."""
        if not self.form.is_valid() or self.form.rules is None:
            return None
        return card_of(self.base, self.form.rules, currency=self.currency)

    @property
    def base_card(self) -> RulesSummary:
        return preset_card(self.base)

    @property
    def tables(self) -> Tables | None:
        return self.card.tables if self.card else None

    @property
    def suggestion(self) -> Suggestion | None:
        """Where to start instead, once the table format is not that of the base."""
        current = self.card
        form = current.rules.form if current else self.form.cleaned_data.get("form")
        if form is None or form is PRESETS[self.base].form:
            return None
        known = preset_card(DEFAULT_PRESET if PRESETS[DEFAULT_PRESET].form is form else _first(form))
        have = brief_parts(current.rules) if current else []
        missing = [part for part in brief_parts(known.rules) if part not in have]
        return Suggestion(known, _(" · ").join(missing)) if missing else None

    @property
    def problems(self) -> list[str]:
        return [] if self.form.is_valid() else self.form.sentences


def _first(form: TableFormat) -> str:
    """The first preset for a table format."""
    return next(key for key, rules in PRESETS.items() if rules.form is form)
