"""What the projector shows, cut into pages that fit 1280 × 720 and can be read from the back of a hall.

The sizes belong to `screen.css`: so many tiles, rows or names stand on a page there, however long the names are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from django.utils.translation import gettext as _

from whistclub.party.models import Entrant
from whistclub.party.queries.hall import Hall, HallTable, Phase
from whistclub.party.queries.ranks import Award, Ranks

TILES = 6
FEW_TILES = 4
BENCH_ON_A_TILE = 4
NAMES = 21
FEW_NAMES = 14
GUESTS = 30
FEW_GUESTS = 20
RANKS = 20
FEW_RANKS = 10
AWARDS = 4
FEW_AWARDS = 2
WINNERS = 4
LETTERS_OF_WINNERS = 80
LARGE_LETTERS = 34
LETTERS_OF_A_LINE = 30
FEW_LARGE_LETTERS = 80
FEW_LETTERS_OF_A_LINE = 60

Item = TypeVar("Item")


class Slide(StrEnum):
    """What a page belongs to; a slide may have several pages."""

    GUESTS = "guests"
    TABLES = "tables"
    NAMES = "names"
    PHONES = "phones"
    STANDINGS = "standings"
    AWARDS = "awards"


@dataclass(frozen=True, slots=True)
class Tile:
    """A table, or (without one) some of those who sit out."""

    table: HallTable | None = None
    bench: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class NameLine:
    """A name with its table; None for somebody who sits out."""

    name: str
    table: int | None


@dataclass(frozen=True, slots=True)
class AwardTile:
    """A prize with its winners as one text; `long`: it fits in smaller letters only."""

    title: str
    winners: str
    long: bool


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One screenful. `few`: so little stands on it that it can be larger. `later`: left out just after announcing.

    `over`: of what has been played already; shown only where somebody paused on it, or turned to it by hand.
    """

    slide: Slide
    title: str
    number: int = 1
    of: int = 1
    items: Sequence = ()
    few: bool = False
    later: bool = False
    over: bool = False

    @property
    def key(self) -> str:
        return f"{self.slide}-{self.number}"

    @property
    def columns(self) -> list[Sequence]:
        """The items side by side: in one column if there are few, else in two."""
        half = len(self.items) if self.few else (len(self.items) + 1) // 2
        return _chunks(self.items, max(1, half))


def pages(hall: Hall, ranks: Ranks) -> list[ScreenPage]:
    """All pages in the order in which they are shown; what matters most comes first."""
    phones = ScreenPage(Slide.PHONES, _("On your phone"))
    match hall.phase:
        case Phase.GATHERING:
            return [phones, *_guests(hall)]
        case Phase.PLAYING:
            return [*_tables(hall), *_names(hall), phones, *_standings(ranks, later=True)]
        case Phase.BETWEEN:
            return [*_standings(ranks), phones, *_tables(hall, over=True), *_names(hall, over=True)]
        case _:
            shown = [*_awards(ranks), *_standings(ranks), phones]
            return [*shown, *_tables(hall, over=True), *_names(hall, over=True)]


def _guests(hall: Hall) -> list[ScreenPage]:
    names = [entrant.player.name for entrant in hall.people]
    return _cut(Slide.GUESTS, _("Here tonight: {n}").format(n=len(names)), names, GUESTS, few=len(names) <= FEW_GUESTS)


def _tables(hall: Hall, *, over: bool = False) -> list[ScreenPage]:
    tiles = [Tile(table=table) for table in hall.tables]
    tiles += [Tile(bench=some) for some in _chunks(hall.bench, BENCH_ON_A_TILE)]
    few = len(tiles) <= FEW_TILES
    return _cut(Slide.TABLES, _("Who sits where"), tiles, FEW_TILES if few else TILES, few=few, over=over)


def _names(hall: Hall, *, over: bool = False) -> list[ScreenPage]:
    lines = [
        NameLine(entrant.player.name, assignment.table)
        for entrant, assignment in ((each, _place(hall, each)) for each in hall.people)
        if assignment and not assignment.went_home
    ]
    return _cut(Slide.NAMES, _("Find your name"), lines, NAMES, few=len(lines) <= FEW_NAMES, over=over)


def _standings(ranks: Ranks, *, later: bool = False) -> list[ScreenPage]:
    title = _("Final standings") if ranks.is_final else _("Standings")
    few = len(ranks.lines) <= FEW_RANKS
    return _cut(Slide.STANDINGS, title, ranks.lines, FEW_RANKS if few else RANKS, few=few, later=later)


def _awards(ranks: Ranks) -> list[ScreenPage]:
    """Two by two; below each other where one of them has more winners than fit into a quarter."""
    winners = [_winners(award) for award in ranks.awards]
    few = len(winners) == 1 or any(len(each) > LETTERS_OF_WINNERS for each in winners)
    large, line = (FEW_LARGE_LETTERS, FEW_LETTERS_OF_A_LINE) if few else (LARGE_LETTERS, LETTERS_OF_A_LINE)
    tiles = [
        AwardTile(award.title, said, long=len(said) > large or len(award.title) > line)
        for award, said in zip(ranks.awards, winners, strict=True)
    ]
    return _cut(Slide.AWARDS, _("Tonight’s winners"), tiles, FEW_AWARDS if few else AWARDS, few=few)


def _winners(award: Award) -> str:
    """Ann, Bob, Clara, Dan; of more than four "Ann, Bob, Clara and 3 more"."""
    if len(award.names) <= WINNERS:
        return ", ".join(award.names)
    first = award.names[: WINNERS - 1]
    return _("{names} and {n} more").format(names=", ".join(first), n=len(award.names) - len(first))


def _place(hall: Hall, entrant: Entrant) -> object:
    return hall.round_state.assignment_of(entrant.pk) if hall.round_state else None


def _cut(
    slide: Slide, title: str, items: Sequence, size: int, *, few: bool = False, later: bool = False, over: bool = False
) -> list[ScreenPage]:
    cut = _chunks(items, size)
    return [
        ScreenPage(slide, title, number, len(cut), some, few=few, later=later, over=over)
        for number, some in enumerate(cut, start=1)
    ]


def _chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
