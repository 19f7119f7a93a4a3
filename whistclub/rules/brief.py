"""Rules in one line, for lists and buttons: what tells them from others at a glance."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.options import Carry, RuleOptions, TableFormat, Trump
from whistclub.rules.card import scoring
from whistclub.rules.words import signed


def brief(rules: RuleOptions) -> str:
    """Like "to 13 · made +1 · failed: others +2 · low +1"."""
    return _(" · ").join(parts(rules))


def parts(rules: RuleOptions) -> list[str]:
    """The end, the scores, and what is special."""
    scores = _quotas(rules) if rules.form is TableFormat.THREE_WITH_WIDOW else _tricks(rules)
    return [*_end(rules), *scores, *_special(rules)]


def _end(rules: RuleOptions) -> list[str]:
    """Empty where only a bell ends the game."""
    if not scoring.limited(rules):
        return [_("to {target}").format(target=rules.target)] if rules.target else []
    if rules.target:
        said = ngettext("to {target}, at most {n} hand", "to {target}, at most {n} hands", rules.max_hands)
    else:
        said = ngettext("{n} hand", "{n} hands", rules.max_hands)
    return [said.format(target=rules.target, n=rules.max_hands)]


def _quotas(rules: RuleOptions) -> list[str]:
    if rules.own_quota == rules.widow_quota:
        return [_("above {own}").format(own=rules.own_quota)]
    return [_("above {own}, with the widow {widow}").format(own=rules.own_quota, widow=rules.widow_quota)]


def _tricks(rules: RuleOptions) -> list[str]:
    return [_("made {points}").format(points=signed(rules.high_made)), _failed(rules), _low(rules)]


def _failed(rules: RuleOptions) -> str:
    award, penalty = signed(rules.high_set_award), signed(-rules.high_set_penalty)
    alone = rules.form is TableFormat.TWO_PLAYERS
    if rules.high_set_award and rules.high_set_penalty:
        both = _("failed {penalty}, the other {award}") if alone else _("failed {penalty}, others {award}")
        return both.format(penalty=penalty, award=award)
    if rules.high_set_award:
        return (_("failed: the other {award}") if alone else _("failed: others {award}")).format(award=award)
    return _("failed {penalty}").format(penalty=penalty)


def _low(rules: RuleOptions) -> str:
    """The points of those with fewer tricks and of those with more; mostly only one of them has any."""
    award, penalty = signed(rules.low_award), signed(-rules.low_penalty)
    if rules.low_award and rules.low_penalty:
        return _("low {award} and {penalty}").format(award=award, penalty=penalty)
    return _("low {points}").format(points=award if rules.low_award else penalty)


def _special(rules: RuleOptions) -> list[str]:
    said = []
    if rules.solos:
        said.append(_("solos"))
    if rules.trump is Trump.LED:
        said.append(_("trump led"))
    elif rules.trump is Trump.CLUBS:
        said.append(_("clubs trump"))
    if rules.carry is Carry.ONE_SIDE:
        said.append(
            _("one player holds points") if rules.form is TableFormat.TWO_PLAYERS else _("one side holds points")
        )
    return said
