"""Shares of hands of a rule set, from the counters of the engine."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whistclub.engine.facts import FAR
from whistclub.engine.hand import Contract
from whistclub.engine.options import TableFormat
from whistclub.stats import confidence
from whistclub.stats.reports import Cell, number, share

Kinds = Mapping[str, int]
TRICKS = 13
# The side with more tricks has at least this many.
MORE_THAN_HALF = 7


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`."""

    name: str
    part: int
    whole: int

    @property
    def text(self) -> str:
        return share(self.part, self.whole).text

    @property
    def likely(self) -> tuple[float, float]:
        """The 95 % likely range of the true share."""
        return confidence.wilson_interval(self.part, self.whole) or (0.0, 1.0)

    @property
    def likely_text(self) -> str:
        low, high = (100 * end for end in self.likely)
        digits = 0 if round(high) - round(low) > 1 else 1
        return f"{low:.{digits}f}–{high:.{digits}f}%"

    @property
    def counted(self) -> str:
        return _("{part} of {whole}").format(part=number(self.part).text, whole=number(self.whole).text)

    @property
    def cells(self) -> list[Cell]:
        return [
            Cell(self.name),
            number(self.part),
            number(self.whole),
            share(self.part, self.whole),
            Cell(self.likely_text),
        ]


def overall(form: TableFormat, kinds: Kinds) -> list[Share]:
    """The main shares."""
    hands = kinds.get("hands", 0)
    if form is TableFormat.THREE_WITH_WIDOW:
        taken = kinds.get("taken", 0)
        found = [
            Share(_("Widow taken"), taken, hands),
            Share(_("Widow taken, nothing lost"), kinds.get("taken_made", 0), taken),
            Share(_("Widow not taken"), kinds.get("untaken", 0), hands),
        ]
    else:
        granded = sum(each.whole for each in by_seat(form, kinds))
        made = sum(each.part for each in by_seat(form, kinds))
        found = [
            Share(_("Grands made"), made, granded),
            Share(_("Grand bids"), granded, hands),
            Share(_("Low hands"), kinds.get("low", 0), hands),
        ]
        if played := sum(each.whole for each in solos(kinds)):
            found.append(Share(_("Solos"), played, hands))
    return [each for each in found if each.whole]


def by_seat(form: TableFormat, kinds: Kinds) -> list[Share]:
    """Grands made by seat, clockwise from the dealer."""
    return _made({f"seat{place}": name for place, name in enumerate(_seats(form))}, kinds)


def granding(form: TableFormat, kinds: Kinds) -> list[Share]:
    """Hands granded by seat."""
    hands = kinds.get("hands", 0)
    found = [Share(name, kinds.get(f"seat{place}", 0), hands) for place, name in enumerate(_seats(form))]
    return found if any(each.part for each in found) else []


def by_score(kinds: Kinds) -> list[Share]:
    """Grands made by score at the start of the hand."""
    names = {
        "score-2": _("{points} or more behind").format(points=FAR),
        "score-1": _("Less than {points} behind").format(points=FAR),
        "score0": _("Tied"),
        "score1": _("Less than {points} ahead").format(points=FAR),
        "score2": _("{points} or more ahead").format(points=FAR),
    }
    return _made(names, kinds)


def solos(kinds: Kinds) -> list[Share]:
    return _made({Contract.SOLA_NOLA.value: "Sola Nola", Contract.GRAND_DIX.value: "Grand Dix"}, kinds)


def tricks(kind: str, kinds: Kinds, *, least: int = 0) -> list[Share]:
    """How often each number of tricks occurred."""
    times = [(count, kinds.get(f"{kind}{count}", 0)) for count in range(least, TRICKS + 1)]
    whole = sum(found for _count, found in times)
    return [Share(str(count), found, whole) for count, found in times] if whole else []


def _made(names: Mapping[str, str], kinds: Kinds) -> list[Share]:
    found = [Share(name, kinds.get(f"{kind}_made", 0), kinds.get(kind, 0)) for kind, name in names.items()]
    return [each for each in found if each.whole]


def _seats(form: TableFormat) -> list[str]:
    if form is TableFormat.TWO_PLAYERS:
        return [_("Dealer"), _("Non-dealer")]
    return [_("Dealer"), _("Left of the dealer"), _("Dealer’s partner"), _("Right of the dealer")]
