"""The workshop's state: the preset that rules began from, the options as they are now, what comes of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.options import OPTION_NAMES, TableFormat
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.rules import brief
from whistclub.rules.forms import OptionsForm, as_text
from whistclub.rules.score_tables import Tables
from whistclub.rules.summary import RulesSummary, card, card_of


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Rules made for as many players as were chosen; `what` says in short what they have and those chosen have not."""

    card: RulesSummary
    what: str


@dataclass(frozen=True, slots=True)
class Workshop:
    base: str
    form: OptionsForm
    currency: str = ""

    @classmethod
    def begun(cls, sent: Mapping[str, str], currency: str = "") -> "Workshop":
        """From a preset's name under "preset" and any option under its own; any other name is the commonest."""
        named = sent.get("preset", "")
        base = named if named in PRESETS else DEFAULT_PRESET
        return cls(base, OptionsForm(PRESETS[base], sent), currency)

    @classmethod
    def of(cls, known: RulesSummary) -> "Workshop":
        """Beginning with rules that exist."""
        options = {name: as_text(getattr(known.rules, name)) for name in OPTION_NAMES}
        return cls(known.base, OptionsForm(PRESETS[known.base], options), known.currency)

    @property
    def card(self) -> RulesSummary | None:
        """The rules as they are now; None while they make no game."""
        if not self.form.is_valid():
            return None
        return card_of(self.base, self.form.rules, currency=self.currency)

    @property
    def base_card(self) -> RulesSummary:
        return card(self.base)

    @property
    def tables(self) -> Tables | None:
        return self.card and self.card.tables

    @property
    def suggestion(self) -> Suggestion | None:
        """Where to begin instead, once the rules are for other players than those they began from."""
        shown = self.card
        form = shown.rules.form if shown else self.form.cleaned_data.get("form")
        if form is None or form is PRESETS[self.base].form:
            return None
        known = card(DEFAULT_PRESET if PRESETS[DEFAULT_PRESET].form is form else _first(form))
        have = brief.parts(shown.rules) if shown else []
        missing = [part for part in brief.parts(known.rules) if part not in have]
        return Suggestion(known, _(" · ").join(missing)) if missing else None

    @property
    def problems(self) -> list[str]:
        return [] if self.form.is_valid() else self.form.sentences


def _first(form: TableFormat) -> str:
    """The first preset for so many players."""
    return next(key for key, rules in PRESETS.items() if rules.form is form)
