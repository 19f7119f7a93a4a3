"""What helps at the table between two hands: what each side needs, and what the next hand can bring."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.game import GameState
from whistclub.engine.hand import TRICKS_IN_HAND, Contract
from whistclub.engine.options import RuleOptions
from whistclub.engine.prospects import (
    Preview,
    WinningOutcome,
    hands_remaining,
    is_extra_hand,
    points_needed,
    winning_outcomes,
)
from whistclub.engine.scoring import score_table
from whistclub.play.text import hands as hand_text
from whistclub.play.text.hands import SideNames


def missing(state: GameState, rules: RuleOptions) -> list[str]:
    """What each side still needs: "4 more" to the target; where there is none, how far it is behind or ahead."""
    points = [each for each in points_needed(state, rules) if each is not None]
    if points:
        return [ngettext("{n} more", "{n} more", each).format(n=each) for each in points]
    if not state.hands_scored:
        return ["" for _total in state.totals]
    return [_gap(total, [*state.totals[:side], *state.totals[side + 1 :]]) for side, total in enumerate(state.totals)]


def _gap(total: int, others: Sequence[int]) -> str:
    lead = total - max(others)
    if lead > 0:
        return _("{n} ahead").format(n=lead)
    return _("{n} behind").format(n=-lead) if lead else _("level")


def left(state: GameState, rules: RuleOptions) -> str:
    """How many hands the limit still allows; nothing where none is in sight."""
    hands = hands_remaining(state, rules)
    if hands is None:
        return ""
    if is_extra_hand(state, rules):
        return _("The score was level at the last hand: extra hands are played until one side leads.")
    return ngettext("This is the last hand.", "{n} hands are left, this one included.", hands).format(n=hands)


def ways_to_win(previews: Sequence[Preview], sides: Sequence[SideNames], order: Iterable[int]) -> list[str]:
    """A sentence for each side that can win with the next hand, saying how."""
    found = winning_outcomes(previews)
    said = []
    for side in order:
        ways = [_way(chance, sides) for chance in found if chance.winner == side]
        if ways:
            said.append(_("{side} can win now: {ways}.").format(side=sides[side].subject, ways=_("; ").join(ways)))
    return said


def what_it_brings(rules: RuleOptions) -> list[str]:
    """The points at stake in any hand, from the score table: "Grand made: +1 to +7."."""
    table = score_table(rules)
    said = []
    made = [each.points for each in table if each.contract is Contract.HIGH and each.side == 0 and each.made]
    failed = [each.points for each in table if each.contract is Contract.HIGH and each.side == 0 and not each.made]
    low = [each.points for each in table if each.contract is Contract.LOW and each.tricks[0] > each.tricks[1]]
    widow = [each.points for each in table if each.contract is Contract.WIDOW and each.side == 0]
    if made:
        said.append(_("Made: {points}.").format(points=_range(made, 0)))
        said.append(_failed(failed))
    if low:
        said.append(
            _("Low: the side with more tricks {more}, the other {fewer}.").format(
                more=_range(low, 0), fewer=_range(low, 1)
            )
        )
    if rules.solos:
        lost = any(any(each.stars) for each in table if each.contract.is_solo and not each.made)
        said.append(
            _("A solo: one star for the side that succeeds, no points.")
            if lost
            else _("A solo: one star if it is made, no points.")
        )
    if widow:
        said.append(
            _("With the widow {taker}, without it {other}.").format(taker=_range(widow, 0), other=_range(widow, 1))
        )
    return said


def _failed(points: Sequence[Sequence[int]]) -> str:
    own, other = _range(points, 0), _range(points, 1)
    if not any(each[0] for each in points):
        return _("Failed: the other side {other}.").format(other=other)
    if not any(each[1] for each in points):
        return _("Failed: {own}.").format(own=own)
    return _("Failed: {own}, the other side {other}.").format(own=own, other=other)


def _range(points: Sequence[Sequence[int]], side: int) -> str:
    values = {each[side] for each in points}
    least, most = min(values, key=abs), max(values, key=abs)
    if min(values) < 0 < max(values):
        least, most = min(values), max(values)
    if least == most:
        return hand_text.signed(least)
    return _("{least} to {most}").format(least=hand_text.signed(least), most=hand_text.signed(most))


def _way(chance: WinningOutcome, sides: Sequence[SideNames]) -> str:
    tricks = _tricks(chance)
    if chance.contract is Contract.HIGH and chance.side is not None:
        return _("grand by {side} with {tricks}").format(side=sides[chance.side].short, tricks=tricks)
    if chance.contract is Contract.LOW:
        return _("low, {side} with {tricks}").format(side=sides[chance.counted].short, tricks=tricks)
    if chance.side is None:
        return _("nobody takes the widow, {tricks}").format(tricks=tricks)
    return _("{side} with the widow, {tricks}").format(side=sides[chance.side].short, tricks=tricks)


def _tricks(chance: WinningOutcome) -> str:
    least, most = chance.least, chance.most
    if least == most:
        return ngettext("{n} trick", "{n} tricks", least).format(n=least)
    if most == TRICKS_IN_HAND:
        if least == 0:
            return _("any tricks")
        return ngettext("{n} trick or more", "{n} tricks or more", least).format(n=least)
    if least == 0:
        return ngettext("{n} trick or fewer", "{n} tricks or fewer", most).format(n=most)
    return _("{least} to {most} tricks").format(least=least, most=most)
