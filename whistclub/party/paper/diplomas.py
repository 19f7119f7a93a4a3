"""Diplomas of a finished party: one page for each place and prize."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.prizes import Prize
from whistclub.party.money import on_paper
from whistclub.party.paper.sheets import Asked, Head, name_size
from whistclub.party.queries.standings import PLACES, Standings, standings_from
from whistclub.party.results import PRIZES
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
    """Who gets a diploma, and for what, with money if the organiser wants it printed.

    The first prize is the first place under another name.
    """
    paid = on_paper(found.state, [rank.line for rank in found.ranks])
    worth = {(each.prize, name): money for each in paid for name, money in each.people}
    first_prize = str(PRIZES[Prize.BEST])
    places = [(each.name, each.line.rank, each.line.shared) for each in found.lines if each.line.rank in PLACES]
    honours = [
        (
            name,
            _("{place}, shared").format(place=PLACES[rank]) if shared else str(PLACES[rank]),
            worth.get((first_prize if rank == 1 and (first_prize, name) in worth else "", name)),
        )
        for name, rank, shared in places
    ]
    honours += [
        (name, award.title, worth.get((award.title, name)))
        for award in found.awards
        for name in award.names
        if award.prize is not Prize.BEST
    ]
    return [(name, _(" · ").join(filter(None, [honour, money]))) for name, honour, money in honours]
