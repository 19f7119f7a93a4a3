"""What the tricks are worth, and how a game ends (rule book §1.3, §1.6, A1–A6, A21, A23, A31)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.options import LIMITS, Carry, Form, LimitTie, RuleOptions

# So many hands are no limit that anybody reaches: something else ends the game, like a bell.
NO_LIMIT = LIMITS["max_hands"][1]


def scores(rules: RuleOptions) -> list[str]:
    return [*points(rules), *totals(rules)]


def points(rules: RuleOptions) -> list[str]:
    """What each kind of hand is worth, and that only one side may hold points."""
    if rules.form is Form.WIDOW3:
        return [
            _("A player scores the tricks above {own}; whoever picked up the widow first, those above {widow}.").format(
                own=rules.own_quota, widow=rules.widow_quota
            ),
            *([_("Fewer tricks than that count off.")] if _can_fall(rules) else []),
        ]
    said = [_made(rules), *_failed(rules), *_low(rules)]
    if rules.carry is Carry.ONE_SIDE:
        said.append(
            _(
                "Only one side holds points: when the other scores, both go back to nil, and what was just won is "
                "lost too."
            )
        )
    return said


def totals(rules: RuleOptions) -> list[str]:
    return [_("Totals may fall below nil.")] if _can_fall(rules) else [_("No score ever falls below nil.")]


def end(rules: RuleOptions) -> list[str]:
    said = goal(rules)
    if rules.target is not None and rules.form is Form.WIDOW3:
        said.append(_("If two lead level there, the game goes on."))
    if not limited(rules):
        if not said:
            said.append(_("A bell, or a time agreed on, ends the game: then the most points win."))
        return said
    if rules.limit_tie is LimitTie.EXTRA:
        said.append(_("Level then: one more hand, until somebody leads."))
    else:
        said.append(_("Level then: it is a draw."))
    return said


def goal(rules: RuleOptions) -> list[str]:
    """To how many points, and after how many hands."""
    said = []
    if rules.target is not None:
        said.append(_("The game is to {target}: the first with {target} or more wins.").format(target=rules.target))
    if limited(rules):
        said.append(
            ngettext(
                "After {n} hand it ends at the latest, and the most points win.",
                "After {n} hands it ends at the latest, and the most points win.",
                rules.max_hands,
            ).format(n=rules.max_hands)
            if rules.target is not None
            else ngettext(
                "The game ends after {n} hand: the most points win.",
                "The game ends after {n} hands: the most points win.",
                rules.max_hands,
            ).format(n=rules.max_hands)
        )
    return said


def limited(rules: RuleOptions) -> bool:
    """Whether a number of hands ends the game that people can reach."""
    return rules.max_hands is not None and rules.max_hands < NO_LIMIT


def _made(rules: RuleOptions) -> str:
    if not rules.high_made:
        return _("Grand made, with seven tricks or more: no points.")
    return _("Grand made, with seven tricks or more: {points} for each trick above six.").format(points=rules.high_made)


def _failed(rules: RuleOptions) -> list[str]:
    alone = rules.form is Form.DUO2
    said = []
    if rules.high_set_award:
        award = (
            _("Grand failed: the other player scores {points} for each own trick above six.")
            if alone
            else _("Grand failed: the defenders score {points} for each of their tricks above six.")
        )
        said.append(award.format(points=rules.high_set_award))
    if rules.high_set_penalty:
        penalty = (
            _("Grand failed: whoever granded loses {points} for each trick below seven.")
            if alone
            else _("Grand failed: the side that granded loses {points} for each trick below seven.")
        )
        said.append(penalty.format(points=rules.high_set_penalty))
        if not rules.high_set_award:
            said.append(_("The defenders of a failed grand score nothing."))
    return said or [_("Grand failed: nobody scores, nobody loses.")]


def _low(rules: RuleOptions) -> list[str]:
    alone = rules.form is Form.DUO2
    said = []
    if rules.low_award:
        award = (
            _("Low: the player with fewer tricks scores {points} for each trick of the other above six.")
            if alone
            else _("Low: the side with fewer tricks scores {points} for each trick of the other above six.")
        )
        said.append(award.format(points=rules.low_award))
    if rules.low_penalty:
        penalty = (
            _("Low: the player with more tricks loses {points} for each of them above six.")
            if alone
            else _("Low: the side with more tricks loses {points} for each of them above six.")
        )
        said.append(penalty.format(points=rules.low_penalty))
    return said or [_("Low: no points.")]


def _can_fall(rules: RuleOptions) -> bool:
    if rules.form is Form.WIDOW3:
        return bool(rules.own_quota or rules.widow_quota)
    return bool(rules.high_set_penalty or rules.low_penalty)
