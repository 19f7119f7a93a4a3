"""The finished parties of a club."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.models import PartyFact, PartyRank
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.viewer import Names, Viewer, party_address
from whistclub.web.formatting import join_list

ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class PartyListItem:
    """A party in the list; `size` is the number of people and rounds as text."""

    name: Cell
    day: Cell
    winners: Cell
    size: str


@dataclass(frozen=True, slots=True)
class PartyArchive:
    pages: Page[PartyFact]
    table: ReportTable

    @property
    def items(self) -> list[PartyListItem]:
        return [PartyListItem(name, day, won, _size(*numbers)) for name, day, won, *numbers in self.table.rows]

    @property
    def title(self) -> str:
        return _("Parties")

    @property
    def summary(self) -> str:
        count = self.pages.paginator.count
        return ngettext("{n} finished party.", "{n} finished parties.", count).format(n=count)

    @property
    def tables(self) -> list[ReportTable]:
        return [self.table]


def party_archive(viewer: Viewer, number: str | None, *, whole: bool = False) -> PartyArchive:
    """Newest first; all on one page if `whole`. 4 queries."""
    parties = PartyFact.objects.filter(club=viewer.club).order_by("-day", "-pk")
    pages = Paginator(parties, max(1, parties.count()) if whole else ON_A_PAGE).get_page(number)
    return PartyArchive(pages, _table(viewer, list(pages.object_list)))


def _table(viewer: Viewer, parties: list[PartyFact]) -> ReportTable:
    winners: dict[int, list[int]] = {party.pk: [] for party in parties}
    first = PartyRank.objects.filter(party__in=list(winners), rank=1).order_by("party", "player__name")
    for party, player in first.values_list("party", "player"):
        winners[party].append(player)
    names = Names(viewer, [player for some in winners.values() for player in some])
    rows = [
        [
            Cell(party.name, href=party_address(party.code, party.day)),
            day_cell(party.day),
            Cell(join_list([names.text(player) for player in winners[party.pk]])),
            number(party.people),
            number(party.rounds),
        ]
        for party in parties
    ]
    head = [_("Party"), _("Day"), _("Won by"), _("People"), _("Rounds")]
    empty = _("No parties finished yet. Each finished party appears here with its winners.")
    return ReportTable("parties", _("Parties"), head, rows, empty)


def _size(people: Cell, rounds: Cell) -> str:
    came = ngettext("{n} person", "{n} people", int(people.value)).format(n=people.text)
    played = ngettext("{n} round", "{n} rounds", int(rounds.value)).format(n=rounds.text)
    return f"{came} · {played}"
