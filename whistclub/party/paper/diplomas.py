"""Diplomas of a finished party: one page for each place and prize."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.prizes import Prize
from whistclub.party.paper.sheets import Asked, Head, name_size
from whistclub.party.queries.standings import PLACES, Standings, standings_from
from whistclub.party.state import PartyState

LONGEST_LINE = 120
# The room for the name, in millimetres.
WIDTH, HEIGHT = 150.0, 46.0


@dataclass(frozen=True, slots=True)
class Diploma:
    """`size` is that of the letters of the name, in points."""

    name: str
    size: int
    honour: str


@dataclass(frozen=True, slots=True)
class Diplomas:
    """`line` is the organiser's own text, the same on all."""

    head: Head
    sheets: Sequence[Diploma] = ()
    line: str = ""


def diplomas(state: PartyState, asked: Asked) -> Diplomas:
    found, head = standings_from(state), Head(state.party, _("Diplomas"))
    if not found.is_final:
        return Diplomas(head)
    usual = ngettext("{n} round of whist", "{n} rounds of whist", found.rounds).format(n=found.rounds)
    line = " ".join(asked.values.get("line", usual).split())[:LONGEST_LINE]
    return Diplomas(
        head, [Diploma(name, name_size(name, WIDTH, HEIGHT), honour) for name, honour in _honours(found)], line
    )


def _honours(found: Standings) -> list[tuple[str, str]]:
    """Who gets a diploma, and for what. The first prize is the first place under another name."""
    places = [
        (each.name, f"{PLACES[each.line.rank]}, shared" if each.line.shared else str(PLACES[each.line.rank]))
        for each in found.lines
        if each.line.rank in PLACES
    ]
    won = [each for each in found.awards if each.prize is not Prize.BEST]
    return [*places, *((name, award.title) for award in won for name in award.names)]
