"""What pages say about rules, each of a `RulesSummary`: `{{ card|brief }}`, `{% for each in card|sections %}`."""

from django import template

from whistclub.engine.options import PRESETS
from whistclub.rules import card, options_text, score_tables
from whistclub.rules.summary import RulesSummary

register = template.Library()


@register.filter
def brief(of: RulesSummary) -> str:
    """One line for lists and buttons: "to 13 · grand +1/trick · failed +2 to defenders · low +1"."""
    return " · ".join(options_text.brief_parts(of.rules))


@register.filter
def differences(of: RulesSummary) -> list[str]:
    """Where these rules differ from the preset they began from, a sentence each; empty for the preset itself."""
    return options_text.differences(of.rules, PRESETS[of.base], of.currency)


@register.filter
def sections(of: RulesSummary) -> list[card.Section]:
    """The whole card."""
    return card.sections(of.rules, of.currency)


@register.filter
def facts(of: RulesSummary) -> list[str]:
    """The card in short."""
    return card.facts(of.rules)


@register.filter
def bid_cards(of: RulesSummary) -> list[card.BidCards]:
    return card.bid_cards(of.rules)


@register.filter
def tables(of: RulesSummary) -> list[score_tables.ScoreTable]:
    """What every hand scores."""
    return score_tables.tables(of.rules)
