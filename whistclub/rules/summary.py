"""Rules as people read them: the presets, a club's own, and those that a game really has."""

import re
from dataclasses import dataclass, replace

from django.urls import reverse

from whistclub.engine.options import OPTIONS, PRESETS, RuleOptions
from whistclub.rules.card import BidCards, Section, bid_cards, facts, sections
from whistclub.rules.options_text import OPTION_TEXTS
from whistclub.rules.presets_text import PRESET_TEXTS
from whistclub.rules.score_tables import ScoreTable, tables

OWN = "own-"
OWN_KEY = re.compile(rf"{OWN}([A-Za-z0-9_-]{{1,12}})")


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """`key` is a preset's name, or "own-" and the public code of a club's own rules; `base` is the preset they began
    from. `currency` is for the stake; without one, amounts are in cents.
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
        """One line for lists and buttons: "to 13 · grand +1/trick · failed +2 to defenders · low +1"."""
        return " · ".join(brief_parts(self.rules))

    @property
    def differences(self) -> list[str]:
        """Where these rules differ from the preset they began from, a sentence each; empty for the preset itself."""
        return differences(self.rules, PRESETS[self.base], self.currency)

    @property
    def base_title(self) -> str:
        return PRESET_CARDS[self.base].title

    @property
    def facts(self) -> list[str]:
        """The card in short."""
        return facts(self.rules)

    @property
    def sections(self) -> list[Section]:
        return sections(self.rules, self.currency)

    @property
    def tables(self) -> list[ScoreTable]:
        return tables(self.rules)

    @property
    def bid_cards(self) -> list[BidCards]:
        return bid_cards(self.rules)

    @property
    def seats(self) -> int:
        return self.rules.form.seats

    @property
    def seat_numbers(self) -> range:
        return range(self.seats)

    @property
    def code(self) -> str | None:
        """The public code of a club's own rules."""
        return own_code(self.key)

    @property
    def is_own(self) -> bool:
        return self.code is not None

    @property
    def address(self) -> str:
        """Path of the public page of these rules."""
        return reverse("rules:card", args=[self.key])


PRESET_CARDS = {key: RulesSummary(key, *texts, key, PRESETS[key]) for key, texts in PRESET_TEXTS.items()}


def card_of(preset: str, rules: RuleOptions, title: str = "", currency: str = "") -> RulesSummary:
    """The rules that a game or a party really has; with a `title` they are a club's own, based on the preset."""
    known = replace(PRESET_CARDS[preset], rules=rules, currency=currency)
    return replace(known, title=title, about="", source=f"based on “{known.title}”") if title else known


def own_key(code: str) -> str:
    return OWN + code


def own_code(key: str) -> str | None:
    """The public code in a key; None if it is not the key of a club's own rules."""
    found = OWN_KEY.fullmatch(key)
    return found and found[1]


def brief_parts(rules: RuleOptions) -> list[str]:
    """Rules in short: how the game ends, what scores, and what is special."""
    parts = [text.short(rules) for name, text in OPTION_TEXTS.items() if OPTIONS[name].has_meaning(rules)]
    return [part for part in parts if part]


def differences(rules: RuleOptions, base: RuleOptions, currency: str = "") -> list[str]:
    """Where rules differ from others, a sentence for each option that means something under them."""
    sentences = [_difference(name, rules, base, currency) for name in OPTION_TEXTS if OPTIONS[name].has_meaning(rules)]
    return [sentence for sentence in sentences if sentence]


def _difference(name: str, rules: RuleOptions, base: RuleOptions, currency: str) -> str:
    """Empty if there is none.

    Where the option means nothing under the base rules, only the new value is named, and not even that if it is the
    default of the same table format.
    """
    text, new, old = OPTION_TEXTS[name], getattr(rules, name), getattr(base, name)
    new_text, old_text = text.value(new, rules, currency), text.value(old, rules, currency)
    statement = text.statement(new, new_text, rules)
    if not OPTIONS[name].has_meaning(base):
        if new == OPTIONS[name].default and base.form in OPTIONS[name].formats:
            return ""
        return f"{statement}."
    if statement == text.statement(old, old_text, rules):
        return ""
    if not text.names_old:
        return f"{statement}."
    return f"{statement}, instead of {old_text}."
