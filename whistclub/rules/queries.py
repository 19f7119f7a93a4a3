"""The rules that a club can choose from."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404

from whistclub.club.models import Club
from whistclub.engine.options import DEFAULT_PRESET
from whistclub.rules.models import RuleSet
from whistclub.rules.summary import PRESET_CARDS, RulesSummary, card_of, own_code, own_key


def card(of: RuleSet) -> RulesSummary:
    """A club's own rules as people read them."""
    known = card_of(of.base, of.rules, of.name, of.club.currency)
    return replace(known, key=own_key(of.code), about=of.note)


def own_cards(club: Club) -> list[RulesSummary]:
    """The club's own rules, by name."""
    return [card(row) for row in club.rule_sets.all()]


def choices(club: Club) -> list[RulesSummary]:
    """The rules that a club can choose: its own, then the presets. One query."""
    return [*own_cards(club), *PRESET_CARDS.values()]


def chosen(club: Club, key: str) -> RulesSummary | None:
    """The rules of a key: a preset, or the club's own."""
    code = own_code(key)
    if code is None:
        found = PRESET_CARDS.get(key)
        return replace(found, currency=club.currency) if found else None
    row = club.rule_sets.filter(code=code).first()
    return card(row) if row else None


def default_key(club: Club) -> str | None:
    """The key of the rules that new games start with; None if none was chosen.

    Where the chosen rules were deleted, it is the built-in default.
    """
    code = own_code(club.default_rules)
    if code and not club.rule_sets.filter(code=code).exists():
        return DEFAULT_PRESET
    return club.default_rules or None


def proposed_rules(club: Club, offered_rules: Sequence[RulesSummary]) -> str:
    """The key of the rules to begin with: the club's default, else those it played last, else the most common."""
    if default := default_key(club):
        return default
    last = club.games.filter(binned_at=None).order_by("-pk").values_list("preset", "rules_name").first()
    preset, name = last or (DEFAULT_PRESET, "")
    return next((card.key for card in offered_rules if card.is_own and card.title == name), preset)


def by_key(key: str) -> tuple[RulesSummary, Club | None]:
    """A preset, or any club’s own rules with that club. Raises Http404."""
    row = RuleSet.objects.select_related("club").filter(code=own_code(key) or "").first()
    found = card(row) if row else PRESET_CARDS.get(key)
    if found is None:
        raise Http404
    return found, row.club if row else None
