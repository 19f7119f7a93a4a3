"""Hints shown between hands: what each side needs, and what the next hand can bring."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.game import GameState
from whistclub.engine.hand import TRICKS_IN_HAND, Contract
from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.engine.prospects import (
    Preview,
    WinningOutcome,
    hands_remaining,
    is_extra_hand,
    points_needed,
    winning_outcomes,
)
from whistclub.engine.scoring import score_table
from whistclub.play.text.hands import SideNames
from whistclub.play.text.shapes import SHAPES
from whistclub.web.formatting import format_signed


def points_to_go(state: GameState, rules: RuleOptions) -> list[str]:
    """What each side still needs to reach the target: "4 to go"; without a target, how far it is behind or ahead."""
    points = [each for each in points_needed(state, rules) if each is not None]
    if points:
        return [SHAPES["to_go"].format(n=each) for each in points]
    if not state.hands_scored:
        return ["" for _total in state.totals]
    return [_gap(total, [*state.totals[:side], *state.totals[side + 1 :]]) for side, total in enumerate(state.totals)]


def _gap(total: int, others: Sequence[int]) -> str:
    lead = total - max(others)
    if lead > 0:
        return SHAPES["ahead"].format(n=lead)
    return SHAPES["trailing"].format(n=-lead) if lead else str(SHAPES["tied"])


def hands_to_play(state: GameState, rules: RuleOptions) -> str:
    """How many hands the limit still allows; empty where there is no limit."""
    hands = hands_remaining(state, rules)
    if hands is None:
        return ""
    if is_extra_hand(state, rules):
        return _("The game is tied: play more hands until one side is ahead.")
    return ngettext("This is the last hand.", "{n} hands to play, including this one.", hands).format(n=hands)


def ways_to_win(
    previews: Sequence[Preview], sides: Sequence[SideNames], order: Iterable[int], form: TableFormat
) -> list[str]:
    """A sentence for each side that can win the game with the next hand, saying how."""
    found = winning_outcomes(previews)
    sentences = []
    for side in order:
        ways = [_way(chance, sides, form) for chance in found if chance.winner == side]
        if ways:
            sentences.append(
                _("{side} can win now {ways}.").format(side=sides[side].subject, ways=_(", or ").join(ways))
            )
    return sentences


def points_at_stake(rules: RuleOptions) -> list[str]:
    """The points of any hand, from the score table: "Grand made: 1–7 points."."""
    table = score_table(rules)
    made = [each.points for each in table if each.contract is Contract.HIGH and each.side == 0 and each.made]
    failed = [each.points for each in table if each.contract is Contract.HIGH and each.side == 0 and not each.made]
    low = [each.points for each in table if each.contract is Contract.LOW and each.tricks[0] > each.tricks[1]]
    widow = [each.points for each in table if each.contract is Contract.WIDOW and each.side == 0]
    for_two = rules.form is TableFormat.TWO_PLAYERS
    sentences = []
    if made:
        shape = _("High bid made: {points}.") if for_two else _("Grand made: {points}.")
        sentences.append(shape.format(points=_range(made, 0)))
        sentences.append(_failed(failed, for_two=for_two))
    if low:
        sentences.append(_low(low))
    if rules.solos:
        defenders_get_star = any(any(each.stars) for each in table if each.contract.is_solo and not each.made)
        sentences.append(
            _("Solo: a star for the side that wins it, no points.")
            if defenders_get_star
            else _("Solo: a star if it is made, no points.")
        )
    if widow:
        sentences.append(
            _("With the widow: {taker}. Without it: {others}.").format(taker=_range(widow, 0), others=_range(widow, 1))
        )
    return sentences


def _failed(points: Sequence[Sequence[int]], *, for_two: bool) -> str:
    own, other = _range(points, 0), _range(points, 1)
    if not any(each[0] for each in points):
        shape = (
            _("High bid failed: {other} to the opponent.") if for_two else _("Grand failed: {other} to the defenders.")
        )
    elif not any(each[1] for each in points):
        shape = _("High bid failed: {own}.") if for_two else _("Grand failed: {own}.")
    else:
        shape = (
            _("High bid failed: {own}, and {other} to the opponent.")
            if for_two
            else _("Grand failed: {own}, and {other} to the defenders.")
        )
    return shape.format(own=own, other=other)


def _low(points: Sequence[Sequence[int]]) -> str:
    more, fewer = _range(points, 0), _range(points, 1)
    if not any(each[0] for each in points):
        shape = _("Low hand: {fewer} to the side with fewer tricks.")
    elif not any(each[1] for each in points):
        shape = _("Low hand: {more} for the side with more tricks.")
    else:
        shape = _("Low hand: {fewer} to the side with fewer tricks, {more} to the other.")
    return shape.format(more=more, fewer=fewer)


def _range(points: Sequence[Sequence[int]], side: int) -> str:
    """ "1–7 points"; with signs where points are lost."""
    values = {each[side] for each in points}
    if min(values) < 0 < max(values):
        least, most = min(values), max(values)
    else:
        least, most = min(values, key=abs), max(values, key=abs)
    if least == most:
        if least < 0:
            return ngettext("{n} point", "{n} points", -least).format(n=format_signed(least))
        return ngettext("{n} point", "{n} points", least).format(n=least)
    if min(values) < 0:
        return _("{least} to {most} points").format(least=format_signed(least), most=format_signed(most))
    return _("{least}–{most} points").format(least=least, most=most)


def _way(chance: WinningOutcome, sides: Sequence[SideNames], form: TableFormat) -> str:
    tricks, winner = _tricks(chance), sides[chance.counted]
    if chance.contract is Contract.LOW:
        shape = (
            _("in a low hand if {side} takes {tricks}")
            if winner.is_single
            else _("in a low hand if {side} take {tricks}")
        )
        return shape.format(side=winner.inside, tricks=tricks)
    if chance.contract is Contract.HIGH and chance.side is not None:
        declarer = sides[chance.side]
        if form is TableFormat.TWO_PLAYERS:
            one, many = _("if {side} bids high and takes {tricks}"), _("if {side} bid high and take {tricks}")
        else:
            one, many = _("if {side} grands and takes {tricks}"), _("if {side} grand and take {tricks}")
        return (one if declarer.is_single else many).format(side=declarer.inside, tricks=tricks)
    return _("if {widow} and {winner}").format(
        widow=_took_widow(None if chance.side is None else sides[chance.side]),
        winner=(_("{side} takes {tricks}") if winner.is_single else _("{side} take {tricks}")).format(
            side=winner.inside, tricks=tricks
        ),
    )


def _took_widow(side: SideNames | None) -> str:
    if side is None:
        return _("nobody takes the widow")
    return (_("{side} takes the widow") if side.is_single else _("{side} take the widow")).format(side=side.inside)


def _tricks(chance: WinningOutcome) -> str:
    least, most = chance.least, chance.most
    if most == 0:
        return _("no tricks")
    if least == most:
        return ngettext("{n} trick", "{n} tricks", least).format(n=least)
    if most == TRICKS_IN_HAND:
        if least == 0:
            return _("any number of tricks")
        return _("{n} or more tricks").format(n=least)
    if least == 0:
        return ngettext("{n} trick or none", "{n} or fewer tricks", most).format(n=most)
    return _("{least} to {most} tricks").format(least=least, most=most)
