"""Where some rules differ from others: one sentence for each option."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine import presets
from whistclub.engine.options import Carry, Colour, FailedStar, Lead, LimitTie, RuleOptions, TableFormat, Trump
from whistclub.rules.card.scoring import NO_LIMIT
from whistclub.rules.words import colour, money, so_many, tricks


@dataclass(frozen=True, slots=True)
class DifferenceContext:
    """`alone`: the rules are for two, so that nobody has a partner, and left and right are the same person."""

    currency: str
    alone: bool


# A sentence about one option, from the new and the old value.
Sentence = Callable[[object, object, DifferenceContext], str]


def differences(rules: RuleOptions, base: RuleOptions, currency: str = "") -> list[str]:
    """Empty where both are the same."""
    telling = DifferenceContext(currency, rules.form is TableFormat.TWO_PLAYERS)
    return [
        SENTENCES[name](getattr(rules, name), getattr(base, name), telling)
        for name in presets.differences(rules, base)
        if not (name in LEADS and _same_seat(getattr(rules, name), getattr(base, name), telling))
    ]


def _form(new: TableFormat, old: TableFormat, _telling: DifferenceContext) -> str:
    names = {
        TableFormat.FOUR_IN_PAIRS: _("four players in pairs"),
        TableFormat.THREE_WITH_WIDOW: _("three players with a widow"),
        TableFormat.TWO_PLAYERS: _("two players"),
    }
    return _("For {new}, not {old}.").format(new=names[new], old=names[old])


def _high_made(new: int, old: int, _telling: DifferenceContext) -> str:
    return _("A made grand gives {new} for each trick above six, not {old}.").format(new=so_many(new), old=so_many(old))


def _high_set_award(new: int, old: int, telling: DifferenceContext) -> str:
    said = (
        _("A failed grand gives the other player {new} for each trick, not {old}.")
        if telling.alone
        else _("A failed grand gives the defenders {new} for each trick, not {old}.")
    )
    return said.format(new=so_many(new), old=so_many(old))


def _high_set_penalty(new: int, old: int, telling: DifferenceContext) -> str:
    said = (
        _("A failed grand costs whoever granded {new} for each trick below seven, not {old}.")
        if telling.alone
        else _("A failed grand costs the side that granded {new} for each trick below seven, not {old}.")
    )
    return said.format(new=so_many(new), old=so_many(old))


def _low_award(new: int, old: int, telling: DifferenceContext) -> str:
    said = (
        _("A low hand gives the player with fewer tricks {new} for each trick, not {old}.")
        if telling.alone
        else _("A low hand gives the side with fewer tricks {new} for each trick, not {old}.")
    )
    return said.format(new=so_many(new), old=so_many(old))


def _low_penalty(new: int, old: int, telling: DifferenceContext) -> str:
    said = (
        _("A low hand costs the player with more tricks {new} for each trick, not {old}.")
        if telling.alone
        else _("A low hand costs the side with more tricks {new} for each trick, not {old}.")
    )
    return said.format(new=so_many(new), old=so_many(old))


def _solos(new: bool, _old: bool, _telling: DifferenceContext) -> str:
    return _("Sola Nola and Grand Dix may be bid.") if new else _("There are no solos.")


def _solo_failed_star(new: FailedStar, _old: FailedStar, _telling: DifferenceContext) -> str:
    if new is FailedStar.NOBODY:
        return _("The star of a failed solo goes to nobody, not to the defenders.")
    return _("The star of a failed solo goes to the defenders, not to nobody.")


def _own_quota(new: int, old: int, _telling: DifferenceContext) -> str:
    return _("Three-handed, tricks above {new} count, not above {old}.").format(new=new, old=old)


def _widow_quota(new: int, old: int, _telling: DifferenceContext) -> str:
    return _("For whoever picked up the widow first, tricks above {new} count, not above {old}.").format(
        new=new, old=old
    )


def _target(new: int | None, old: int | None, _telling: DifferenceContext) -> str:
    if new is None:
        return _("Not to {old}: no number of points ends the game.").format(old=old)
    if old is None:
        return _("To {new}: so many points end the game.").format(new=new)
    return _("To {new} instead of {old}.").format(new=new, old=old)


def _max_hands(new: int | None, old: int | None, _telling: DifferenceContext) -> str:
    if new is None:
        return _("No number of hands ends the game.")
    if new >= NO_LIMIT:
        return _("A bell, or a time agreed on, ends the game.")
    if old is None or old >= NO_LIMIT:
        return ngettext("At most {new} hand.", "At most {new} hands.", new).format(new=new)
    return ngettext("At most {new} hand instead of {old}.", "At most {new} hands instead of {old}.", new).format(
        new=new, old=old
    )


def _limit_tie(new: LimitTie, _old: LimitTie, _telling: DifferenceContext) -> str:
    if new is LimitTie.EXTRA:
        return _("Level after the last hand: one more hand instead of a draw.")
    return _("Level after the last hand: a draw instead of one more hand.")


def _carry(new: Carry, _old: Carry, telling: DifferenceContext) -> str:
    if new is Carry.BOTH:
        return _("Both players hold points.") if telling.alone else _("Both sides hold points.")
    if telling.alone:
        return _("Only one player holds points; when the other scores, both go back to nil.")
    return _("Only one side holds points; when the other scores, both go back to nil.")


def _stake(new: int, old: int, telling: DifferenceContext) -> str:
    if not new:
        return _("No stake instead of {old}.").format(old=money(old, telling.currency))
    before = money(old, telling.currency) if old else _("none")
    return _("Stake {new} instead of {old}.").format(new=money(new, telling.currency), old=before)


def _revoke_tricks(new: int, old: int, _telling: DifferenceContext) -> str:
    if not new:
        return _("After a revoke the table agrees on the tricks; no fixed number moves.")
    if not old:
        return _("A revoke moves {new}; it is not left to the table.").format(new=tricks(new))
    return _("A revoke moves {new} instead of {old}.").format(new=tricks(new), old=old)


def _high_lead(new: Lead, old: Lead, telling: DifferenceContext) -> str:
    return _("In a high hand {new} leads, not {old}.").format(new=leader(new, telling), old=leader(old, telling))


def _low_lead(new: Lead, old: Lead, telling: DifferenceContext) -> str:
    return _("In a low hand {new} leads, not {old}.").format(new=leader(new, telling), old=leader(old, telling))


def _trump(new: Trump, _old: Trump, _telling: DifferenceContext) -> str:
    match new:
        case Trump.NONE:
            return _("There is no trump.")
        case Trump.LED:
            return _("The suit that the one who granded leads first is trump.")
        case Trump.CLUBS:
            return _("Clubs are trump.")


def _high_colour(new: Colour, old: Colour, _telling: DifferenceContext) -> str:
    return _("A {new} card bids high, not a {old} one.").format(new=colour(new), old=colour(old))


def leader(lead: Lead, telling: DifferenceContext) -> str:
    """As the subject or object of a sentence."""
    match lead:
        case Lead.DECLARER:
            return _("the one who granded")
        case Lead.DECLARER_RIGHT | Lead.DECLARER_LEFT if telling.alone:
            return _("the player who did not bid high")
        case Lead.DECLARER_RIGHT:
            return _("the player to the right of the one who granded")
        case Lead.DECLARER_LEFT:
            return _("the player to the left of the one who granded")
        case Lead.DEALER_LEFT | Lead.DEALER_RIGHT if telling.alone:
            return _("the player who did not deal")
        case Lead.DEALER_LEFT:
            return _("the player to the dealer’s left")
        case Lead.DEALER_RIGHT:
            return _("the player to the dealer’s right")


def _same_seat(new: Lead, old: Lead, telling: DifferenceContext) -> bool:
    return leader(new, telling) == leader(old, telling)


LEADS = ("high_lead", "low_lead")
SENTENCES: dict[str, Sentence] = {
    "form": _form,
    "high_made": _high_made,
    "high_set_award": _high_set_award,
    "high_set_penalty": _high_set_penalty,
    "low_award": _low_award,
    "low_penalty": _low_penalty,
    "solos": _solos,
    "solo_failed_star": _solo_failed_star,
    "own_quota": _own_quota,
    "widow_quota": _widow_quota,
    "target": _target,
    "max_hands": _max_hands,
    "limit_tie": _limit_tie,
    "carry": _carry,
    "stake": _stake,
    "revoke_tricks": _revoke_tricks,
    "high_lead": _high_lead,
    "low_lead": _low_lead,
    "trump": _trump,
    "high_colour": _high_colour,
}
