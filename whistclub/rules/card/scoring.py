"""What the tricks are worth, and how a game ends (RULES.md §1.3, §1.6, A1–A6, A21, A23, A31)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.hand import TRICKS_IN_HAND
from whistclub.engine.options import LIMITS, Carry, LimitTie, RuleOptions, TableFormat

# So many hands are no limit that anybody reaches: something else ends the game, like a bell.
NO_LIMIT = LIMITS["max_hands"][1]


def scores(rules: RuleOptions) -> list[str]:
    return [*points(rules), *totals(rules)]


def points(rules: RuleOptions) -> list[str]:
    """What each kind of hand is worth, and that only one side may hold points."""
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return [
            _("A player scores the tricks above {own}; whoever picked up the widow first, those above {widow}.").format(
                own=rules.own_quota, widow=rules.widow_quota
            ),
            *([_("Fewer tricks than that count off.")] if _can_fall(rules) else []),
        ]
    said = [_made(rules), *_failed(rules), *_low(rules)]
    if rules.carry is Carry.ONE_SIDE:
        said.append(_one_side(rules))
    return said


def totals(rules: RuleOptions) -> list[str]:
    return [_("Totals may fall below nil.")] if _can_fall(rules) else [_("No score ever falls below nil.")]


def end(rules: RuleOptions) -> list[str]:
    said = []
    if rules.target is not None:
        said.append(_to(rules.target))
        if rules.form is TableFormat.THREE_WITH_WIDOW:
            said.append(
                _("If several lead with {target} or more, the game goes on until one leads alone.").format(
                    target=rules.target
                )
            )
    if limited(rules):
        return [*said, _limit(rules), _level(rules)]
    if rules.max_hands is not None:
        return said or [_("A bell, or a time agreed on, ends the game: then the most points win.")]
    if _can_take_long(rules):
        said.append(_("Such a game can take long: agree on a number of hands, or stop when you like."))
    return said


def goal(rules: RuleOptions) -> list[str]:
    """To how many points, and after how many hands."""
    target = [] if rules.target is None else [_to(rules.target)]
    return [*target, _limit(rules)] if limited(rules) else target


def limited(rules: RuleOptions) -> bool:
    """Whether a number of hands ends the game that people can reach."""
    return rules.max_hands is not None and rules.max_hands < NO_LIMIT


def _to(target: int) -> str:
    return _("The game is to {target}: the first with {target} or more wins.").format(target=target)


def _limit(rules: RuleOptions) -> str:
    if rules.target is not None:
        said = ngettext(
            "After {n} hand it ends at the latest, and the most points win.",
            "After {n} hands it ends at the latest, and the most points win.",
            rules.max_hands,
        )
    else:
        said = ngettext(
            "The game ends after {n} hand: the most points win.",
            "The game ends after {n} hands: the most points win.",
            rules.max_hands,
        )
    return said.format(n=rules.max_hands)


def _level(rules: RuleOptions) -> str:
    """What happens when nobody leads alone at the limit."""
    if rules.limit_tie is LimitTie.EXTRA:
        said = ngettext(
            "Level after {n} hand: one more, until somebody leads.",
            "Level after {n} hands: one more, until somebody leads.",
            rules.max_hands,
        )
    else:
        said = ngettext("Level after {n} hand: it is a draw.", "Level after {n} hands: it is a draw.", rules.max_hands)
    return said.format(n=rules.max_hands)


def _can_take_long(rules: RuleOptions) -> bool:
    """Whether totals need not rise with every hand, so that the target may be far away however long one plays."""
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        owed = 2 * rules.own_quota + max(rules.own_quota, rules.widow_quota)
        return owed >= TRICKS_IN_HAND
    rises = all((rules.high_made, rules.high_set_award, rules.low_award))
    return not rises or bool(rules.high_set_penalty or rules.low_penalty) or rules.carry is Carry.ONE_SIDE


def _made(rules: RuleOptions) -> str:
    if not rules.high_made:
        return _("Grand made, with seven tricks or more: no points.")
    return _("Grand made, with seven tricks or more: {points} for each trick above six.").format(points=rules.high_made)


def _failed(rules: RuleOptions) -> list[str]:
    alone = rules.form is TableFormat.TWO_PLAYERS
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
            said.append(
                _("Grand failed: the other player scores nothing.")
                if alone
                else _("The defenders of a failed grand score nothing.")
            )
    return said or [_("Grand failed: nobody scores, nobody loses.")]


def _low(rules: RuleOptions) -> list[str]:
    alone = rules.form is TableFormat.TWO_PLAYERS
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


def _one_side(rules: RuleOptions) -> str:
    if rules.form is TableFormat.TWO_PLAYERS:
        return _(
            "Only one player holds points: when the other scores, both go back to nil, and what was just won is lost "
            "too."
        )
    return _(
        "Only one side holds points: when the other scores, both go back to nil, and what was just won is lost too."
    )


def _can_fall(rules: RuleOptions) -> bool:
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        return bool(rules.own_quota or rules.widow_quota)
    return bool(rules.high_set_penalty or rules.low_penalty)
