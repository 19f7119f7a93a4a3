"""Streaks of one player."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.queries.parts import PlayerGameRow


@dataclass(frozen=True, slots=True)
class Runs:
    """Games in a row: `now` those won since the last that was not (or, below nil, those not won), the most won, and the
    most not won.
    """

    now: int
    won: int
    without: int


def runs(parts: Iterable[PlayerGameRow]) -> Runs:
    """Streaks in the order of play."""
    now = won = without = 0
    for part in parts:
        step = 1 if part.won else -1
        now = now + step if now * step > 0 else step
        won, without = max(won, now), max(without, -now)
    return Runs(now, won, without)


def said(runs: Runs) -> str:
    """Streaks in a sentence."""
    if runs.now > 1:
        now = _("Won the last {number} games.").format(number=runs.now)
    elif runs.now < -1:
        now = _("No win in the last {number} games.").format(number=-runs.now)
    else:
        now = _("Won the last game.") if runs.now > 0 else _("Did not win the last game.")
    best = ngettext("{number} game", "{number} games", runs.won).format(number=runs.won)
    worst = ngettext("{number} game", "{number} games", runs.without).format(number=runs.without)
    parts = [now]
    if runs.won:
        parts.append(_("Longest winning streak: {best}.").format(best=best))
    if runs.without:
        parts.append(_("Longest without a win: {worst}.").format(worst=worst))
    return " ".join(parts)
