"""Rules as people read them: the presets, a club's own, and those that a game really has."""

import re
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.engine import presets
from whistclub.engine.options import RuleOptions
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.rules.brief import brief
from whistclub.rules.card.scoring import NO_LIMIT
from whistclub.rules.card.sections import BidCards, Section, bid_cards, facts, sections
from whistclub.rules.differences import differences
from whistclub.rules.presets_text import TOLD
from whistclub.rules.score_tables import Tables, tables

__all__ = ["DEFAULT_PRESET", "NO_LIMIT", "RulesSummary", "card", "card_of", "cards", "own_code", "own_key"]

OWN = "own-"
OWN_KEY = re.compile(rf"{OWN}([A-Za-z0-9_-]{{1,12}})")


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """`key` is a preset's name, or "own-" and the public code of a club's own rules; `base` is the preset they began
    from. `currency` is for the stake: without one it is told in cents.
    """

    key: str
    title: str
    source: str
    about: str
    base: str
    rules: RuleOptions
    currency: str = ""

    @property
    def brief(self) -> str:
        """What tells it from the others at a glance: "to 13 · made +1 · failed: others +2 · low +1"."""
        return brief(self.rules)

    @property
    def differences(self) -> list[str]:
        """Where these rules leave the preset they began from, a sentence each; empty for a preset as it is."""
        return differences(self.rules, PRESETS[self.base], self.currency)

    @property
    def base_title(self) -> str:
        return str(TOLD[self.base].title)

    @property
    def facts(self) -> list[str]:
        """The card in short."""
        return facts(self.rules)

    @property
    def sections(self) -> list[Section]:
        return sections(self.rules, self.currency)

    @property
    def tables(self) -> Tables:
        return tables(self.rules)

    @property
    def bid_cards(self) -> BidCards | None:
        return bid_cards(self.rules)

    @property
    def seats(self) -> int:
        return self.rules.form.seats

    @property
    def seat_numbers(self) -> range:
        return range(self.seats)

    @property
    def is_own(self) -> bool:
        return own_code(self.key) is not None

    @property
    def address(self) -> str:
        """Path of the public page."""
        code = own_code(self.key)
        return reverse("rules:set", args=[code]) if code else reverse("rules:preset", args=[self.key])

    @property
    def workshop(self) -> str:
        """Path of the page on which every option can be changed, beginning with these rules."""
        changed = {
            name: "" if value is None else _plain(value)
            for name, value in presets.differences(self.rules, PRESETS[self.base]).items()
        }
        return f"{reverse('rules:options')}?{urlencode({'preset': self.base, **changed})}"


def cards() -> list[RulesSummary]:
    """The presets."""
    return [_preset(key) for key in PRESETS]


def card(preset_key: str) -> RulesSummary | None:
    return _preset(preset_key) if preset_key in PRESETS else None


def title_of(preset: str) -> str:
    """What a preset is called."""
    return _preset(preset).title


def card_of(preset: str, rules: RuleOptions, title: str = "", currency: str = "") -> RulesSummary:
    """The card of the rules that a game or a party really has; `preset` is the key they were chosen by.

    Own rules are told by what they are nearest to: the caller knows their title.
    """
    known = _preset(preset if preset in PRESETS else nearest(rules))
    told = replace(known, key=preset, rules=rules, currency=currency)
    return told if preset in PRESETS and not title else own(told, title or told.title)


def own(told: RulesSummary, title: str, about: str = "") -> RulesSummary:
    """The same rules under a club's own title."""
    return replace(told, title=title, about=about, source=_("based on “{title}”").format(title=told.base_title))


def nearest(rules: RuleOptions) -> str:
    """The preset with the fewest differences; the most common one where several have as few."""
    order = [DEFAULT_PRESET, *(key for key in PRESETS if key != DEFAULT_PRESET)]
    return min(order, key=lambda key: len(presets.differences(rules, PRESETS[key])))


def own_key(code: str) -> str:
    return OWN + code


def own_code(key: str) -> str | None:
    """The public code in a key; None for a preset's and for nonsense."""
    found = OWN_KEY.fullmatch(key)
    return found and found[1]


def _preset(key: str) -> RulesSummary:
    told = TOLD[key]
    return RulesSummary(key, str(told.title), str(told.source), str(told.about), key, PRESETS[key])


def _plain(value: str | int | bool) -> str:
    """A value as a form sends it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
