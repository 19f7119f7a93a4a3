"""The projector page, for anyone with the link: slides that fit 1280 × 720 and can be read from the back of the room.

The numbers go with `projector.css`: that many tiles, rows or names fit on a page, however long the names are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from whistclub.party.access import Party, for_public
from whistclub.party.queries import parties
from whistclub.party.queries.parties import public_path
from whistclub.party.queries.positions import PROJECTOR, position_chart
from whistclub.party.queries.public_state import Phase, PublicState, PublicTable, Timer, TimerState, state_for_all
from whistclub.party.queries.ranks import Rank
from whistclub.party.queries.standings import Award, Standings, Winners, standings_for_all
from whistclub.web.formatting import plural
from whistclub.web.live import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg

# How many of each fit on a page, or letters on a line; “few” of them are written larger.
TILES = 6
DENSE_TILES = 9
MOST_FOR_LARGE_TILES = 12
SIT_OUTS_ON_A_TILE = 4
SIT_OUTS_IN_A_ROW = 16
TILES_OF_A_ROW = 3
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
    """What is shown; a slide may have several pages."""

    MESSAGE = "message"
    WINNERS = "winners"
    GUESTS = "guests"
    TABLES = "tables"
    NAMES = "names"
    PHONES = "phones"
    STANDINGS = "standings"
    POSITIONS = "positions"
    AWARDS = "awards"


@dataclass(frozen=True, slots=True)
class Tile:
    """A table or, without one, some of those who sit out; many of them take a `row` of their own."""

    table: PublicTable | None = None
    sitting_out: Sequence[str] = ()
    is_row: bool = False


@dataclass(frozen=True, slots=True)
class NameLine:
    """A name with its table; None for a person who sits out."""

    name: str
    table: int | None


@dataclass(frozen=True, slots=True)
class AwardTile:
    """A prize with its winners as one text; `long`: it needs smaller letters."""

    title: str
    winners: str
    long: bool


@dataclass(frozen=True, slots=True)
class SlidePage:
    """One screenful. `few`: few enough items for larger letters. `later`: skipped just after announcing.

    `layout`: how the tiles of a page fill the screen, as a class of `projector.css`. `note` stands beside the title.
    `over`: about a round that has been played; shown only when someone turns to it by hand, or paused on it.
    """

    slide: Slide
    title: str
    number: int = 1
    of: int = 1
    items: Sequence[Any] = ()
    few: bool = False
    layout: str = ""
    note: str = ""
    later: bool = False
    over: bool = False

    @property
    def key(self) -> str:
        return f"{self.slide}-{self.number}"

    @property
    def columns(self) -> list[Sequence[Any]]:
        """The items side by side: in one column if there are few, else in two."""
        half = len(self.items) if self.few else (len(self.items) + 1) // 2
        return _chunks(self.items, max(1, half))


def pages(state: PublicState, standings: Standings, message: str = "") -> list[SlidePage]:
    """All pages in the order in which they are shown: what matters most first."""
    first = [SlidePage(Slide.MESSAGE, message)] if message else []
    return [*first, *_of_the_moment(state, standings)]


def _one_by_one(steps: Sequence[Winners]) -> list[SlidePage]:
    """The winners one after the other, each on a page: a title, then a page for each step."""
    return [
        SlidePage(Slide.WINNERS, each.title if each else "Winners", number, items=[_fitting(each)] if each else [])
        for number, each in enumerate([None, *steps], start=1)
        if steps
    ]


def _of_the_moment(state: PublicState, standings: Standings) -> list[SlidePage]:
    phones = SlidePage(Slide.PHONES, "Find your seat on your phone")
    match state.phase:
        case Phase.GATHERING:
            return [phones, *_guests(state)]
        case Phase.PLAYING:
            return [*_tables(state), *_names(state), phones, *_standings(standings, later=True)]
        case Phase.BETWEEN:
            return [*_standings(standings), phones, *_tables(state, over=True), *_names(state, over=True)]
        case _:
            winners = [*_one_by_one(standings.one_by_one), *_awards(standings)]
            shown = [*winners, *_standings(standings), phones]
            return [*shown, *_tables(state, over=True), *_names(state, over=True)]


def _guests(state: PublicState) -> list[SlidePage]:
    names = [entrant.player.name for entrant in state.people]
    title = plural(len(names), "{n} player tonight", "{n} players tonight").format(n=len(names))
    return _cut(Slide.GUESTS, title, names, GUESTS, few=len(names) <= FEW_GUESTS)


def _tables(state: PublicState, *, over: bool = False) -> list[SlidePage]:
    """Up to nine tiles fill a page. Those who sit out are on the first page: a tile, or if there are many a row."""
    tables = [Tile(table=table) for table in state.tables]
    are_many = len(state.sitting_out) > SIT_OUTS_ON_A_TILE
    without = _chunks(state.sitting_out, SIT_OUTS_IN_A_ROW if are_many else SIT_OUTS_ON_A_TILE)
    sit_outs = [Tile(sitting_out=some, is_row=are_many) for some in without]
    taken = len(sit_outs) * (TILES_OF_A_ROW if are_many and len(tables) >= TILES_OF_A_ROW else 1)
    title, size, tiles = "Who sits where", TILES, len(tables) + taken
    if tiles <= DENSE_TILES:
        layout = f"fill fill-{tiles}" if tiles <= TILES else "dense"
        return _cut(Slide.TABLES, title, [*tables, *sit_outs], DENSE_TILES, layout=layout, over=over)
    if len(tables) > MOST_FOR_LARGE_TILES:
        size, layout = DENSE_TILES, "dense"
    else:
        layout = "fill fill-6"
    first = size - (TILES_OF_A_ROW if are_many else 1) if sit_outs else size
    chunks = [[*tables[:first], *sit_outs[:1]], *_chunks(tables[first:], size), *_chunks(sit_outs[1:], 2)]
    return _paged(Slide.TABLES, title, chunks, layout=layout, over=over)


def _names(state: PublicState, *, over: bool = False) -> list[SlidePage]:
    names = {entrant.pk: entrant.player.name for entrant in state.people}
    assignments = state.round_state.assignments if state.round_state else []
    tables = {each.entrant_id: each.table for each in assignments if not each.went_home}
    lines = [NameLine(name, tables[key]) for key, name in names.items() if key in tables]
    return _cut(Slide.NAMES, "Find your name", lines, NAMES, few=len(lines) <= FEW_NAMES, over=over)


def _standings(standings: Standings, *, later: bool = False) -> list[SlidePage]:
    title = "Final standings" if standings.is_final else "Standings"
    few = len(standings.lines) <= FEW_RANKS
    size = FEW_RANKS if few else RANKS
    divisions = standings.divisions if standings.lines else []
    parts = [(f"{title}: {division}" if division else title, ranks) for division, ranks in divisions]
    chunks = [(heading, each) for heading, ranks in parts for each in _chunks(ranks, size)]
    found = [
        SlidePage(Slide.STANDINGS, heading, number, len(chunks), ranks, few, note=_note(standings, ranks), later=later)
        for number, (heading, ranks) in enumerate(chunks, start=1)
    ]
    chart = position_chart(standings.courses, PROJECTOR)
    if chart is None:
        return found
    return [*found, SlidePage(Slide.POSITIONS, "The best ten, round by round", items=[chart], later=later)]


def _note(standings: Standings, ranks: Sequence[Rank]) -> str:
    """Why a ½ stands there. That tables are missing stands above; one line has no room for more."""
    return standings.sit_out_worth if any(rank.line.sat_out for rank in ranks) else ""


def _fitting(step: Winners) -> Winners:
    """Of more than four long names the first three, as on a tile of all winners."""
    if len(step.names) <= WINNERS or sum(map(len, step.names)) <= LETTERS_OF_WINNERS:
        return step
    first = step.names[: WINNERS - 1]
    return replace(step, names=[*first, f"and {len(step.names) - len(first)} more"])


def _awards(standings: Standings) -> list[SlidePage]:
    """Two by two; one below the other if the winners of one do not fit into a quarter."""
    winners = [_winners(award) for award in standings.winners]
    few = len(winners) == 1 or any(len(each) > LETTERS_OF_WINNERS for each in winners)
    large, line = (FEW_LARGE_LETTERS, FEW_LETTERS_OF_A_LINE) if few else (LARGE_LETTERS, LETTERS_OF_A_LINE)
    tiles = [
        AwardTile(award.title, names, long=len(names) > large or len(award.title) > line)
        for award, names in zip(standings.winners, winners, strict=True)
    ]
    return _cut(Slide.AWARDS, "Winners", tiles, FEW_AWARDS if few else AWARDS, few=few)


def _winners(award: Award) -> str:
    """Ann, Bob, Clara, Dan; of more than four who do not fit onto a tile "Ann, Bob, Clara and 3 more"."""
    names = ", ".join(award.names)
    if len(award.names) <= WINNERS or len(names) <= LETTERS_OF_WINNERS:
        return names
    first = award.names[: WINNERS - 1]
    return "{names} and {n} more".format(names=", ".join(first), n=len(award.names) - len(first))


def _cut(slide: Slide, title: str, items: Sequence[Any], size: int, **more: Any) -> list[SlidePage]:
    """The pages of a slide with this many items each; `more` is of `SlidePage`."""
    return _paged(slide, title, _chunks(items, size), **more)


def _paged(slide: Slide, title: str, chunks: Sequence[Sequence[Any]], **more: Any) -> list[SlidePage]:
    return [SlidePage(slide, title, number, len(chunks), some, **more) for number, some in enumerate(chunks, start=1)]


def _chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


@for_public
@require_safe
def projector(request: HttpRequest, party: Party) -> HttpResponse:
    return _page(request, party, "party/projector/projector.html", parties.token_of_finished_tables(party))


@for_public
@require_GET
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """All slides again; nothing while the page holds the newest."""
    version = parties.token_of_finished_tables(party)
    if holds(request, version):
        return nothing_new()
    return _page(request, party, "party/projector/_pages.html", version)


def _page(request: HttpRequest, party: Party, template: str, version: str) -> HttpResponse:
    at, state, scores = timezone.now(), state_for_all(party, version), standings_for_all(party, version)
    message, timer = state.withdrawn_text or party.now.message_at(at), state.timer_at(at)
    address = address_for_phones(request, public_path(party))
    context = {
        "party": party,
        "public": state,
        "timer": timer,
        "until_bell": not state.withdrawn_text and _is_before_bell(party, timer),
        "message": message,
        "pages": pages(state, scores, message),
        "address": address,
        "qr": qr_svg(address),
        "version": version,
    }
    return render(request, template, context)


def _is_before_bell(party: Party, timer: Timer) -> bool:
    """Whether the message was sent before the bell, which then takes its place on the wall. At most one query."""
    if not party.now.message or timer.bell_at is None:
        return False
    sent = parties.message_sent_at(party) if timer.state is TimerState.RUNG else None
    return sent is None or sent < timer.bell_at
