"""The projector page, for anyone with the link: pages that fit 1280 × 720 and can be read from the back of the room.

The numbers go with `projector.css`: that many tables, rows or names fit on a page, however long the names are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from whistclub.party.access import for_public
from whistclub.party.actions.timer import TimerState, timer_of
from whistclub.party.follow import version_of_results
from whistclub.party.models import Party
from whistclub.party.parties import public_path
from whistclub.party.public.seats import Phase, PublicParty, public_party
from whistclub.party.standings import Award, Standings
from whistclub.web.formatting import number_of
from whistclub.web.links import address_for_phones, qr_svg
from whistclub.web.live import HtmxRequest, holds, nothing_new

# How many of each fit on a page; "few" of them are written larger.
TABLES = 9
LETTERS_OF_SIT_OUTS = 50
NAMES, FEW_NAMES = 21, 14
RANKS, FEW_RANKS = 20, 10
WINNERS, LETTERS_OF_WINNERS = 4, 80

Item = TypeVar("Item")


class Slide(StrEnum):
    """What is shown; a slide may have several pages."""

    MESSAGE = "message"
    WINNERS = "winners"
    TABLES = "tables"
    NAMES = "names"
    PHONES = "phones"
    STANDINGS = "standings"
    POSITIONS = "positions"


@dataclass(frozen=True, slots=True)
class SlidePage:
    """One screenful. `few`: few enough items for larger letters. `note` stands beside the title.

    `later`: skipped just after announcing. `over`: about a round that has been played; shown only when someone turns
    to it by hand, or paused on it.
    """

    slide: Slide
    title: str
    number: int = 1
    of: int = 1
    items: Sequence[Any] = ()
    few: bool = False
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


def pages(public: PublicParty, message: str = "") -> list[SlidePage]:
    """All pages in the order in which they are shown: what matters most first."""
    found = public.standings
    first = [SlidePage(Slide.MESSAGE, message)] if message else []
    phones = SlidePage(Slide.PHONES, "Find your seat on your phone")
    match public.phase:
        case Phase.GATHERING:
            here = [(entrant.player.name, "") for entrant in public.people]
            title = f"{number_of(len(here), 'player', 'players')} tonight"
            return [*first, phones, *_names(title, here)]
        case Phase.PLAYING:
            return [*first, *_seats(public), phones, *_standings(found, later=True)]
        case Phase.BETWEEN:
            shown = [*_standings(found), phones]
        case Phase.FINISHED:
            shown = [*_one_by_one(found.one_by_one, public.state.party.name), *_standings(found), phones]
    return [*first, *shown, *_seats(public, over=True)]


def _seats(public: PublicParty, *, over: bool = False) -> list[SlidePage]:
    """The tables, about as many on each page; then everyone of the round by name, with the table."""
    tables = _cut(Slide.TABLES, "Who sits where", public.tables, TABLES, over=over)
    seats = public.round.assignments if public.round else []
    places = {each.entrant_id: each.table or "sitting out" for each in seats if not each.went_home}
    names = [(each.player.name, places[each.pk]) for each in public.people if each.pk in places]
    return tables + _names("Find your name", names, over=over)


def _names(title: str, names: Sequence[tuple[str, int | str]], *, over: bool = False) -> list[SlidePage]:
    return _cut(Slide.NAMES, title, names, NAMES, few=len(names) <= FEW_NAMES, over=over)


def sitting_out(public: PublicParty) -> str:
    """The names, or of many only the number: everyone is found by name too."""
    names = ", ".join(public.sitting_out)
    return names if len(names) <= LETTERS_OF_SIT_OUTS else f"{len(public.sitting_out)} people"


def _standings(found: Standings, *, later: bool = False) -> list[SlidePage]:
    title, few = found.title, len(found.lines) <= FEW_RANKS
    parts = [
        (f"{title}: {division}" if division else title, ranks)
        for division, all_ranks in (found.divisions if found.lines else [])
        for ranks in _evenly(all_ranks, FEW_RANKS if few else RANKS)
    ]
    shown = []
    for number, (heading, ranks) in enumerate(parts, start=1):
        # Why a ½ stands there. That tables are missing stands above; one line has no room for more.
        note = found.sit_out_worth if any(rank.line.sat_out for rank in ranks) else ""
        shown.append(SlidePage(Slide.STANDINGS, heading, number, len(parts), ranks, few, note, later))
    if positions := found.positions:
        shown.append(SlidePage(Slide.POSITIONS, "The best ten, round by round", items=[positions], later=later))
    return shown


def _one_by_one(steps: Sequence[Award], party: str) -> list[SlidePage]:
    """The winners one after the other, each on a page: the name of the party, then a page for each step."""
    if not steps:
        return []
    shown = [SlidePage(Slide.WINNERS, party)]
    for number, step in enumerate(steps, start=2):
        names = step.names
        if len(names) > WINNERS and sum(map(len, names)) > LETTERS_OF_WINNERS:
            names = [*names[: WINNERS - 1], f"and {len(names) - WINNERS + 1} more"]
        shown.append(SlidePage(Slide.WINNERS, step.title, number, items=[(names, step.figures)]))
    return shown


def _cut(slide: Slide, title: str, items: Sequence[Any], size: int, **more: Any) -> list[SlidePage]:
    """The pages of a slide with at most this many items each; `more` is of `SlidePage`."""
    chunks = _evenly(items, size)
    return [SlidePage(slide, title, number, len(chunks), some, **more) for number, some in enumerate(chunks, start=1)]


def _evenly(items: Sequence[Item], most: int) -> list[Sequence[Item]]:
    """On as few pages as possible, with about the same number on each."""
    pages = max(1, -(-len(items) // most))
    return _chunks(items, max(1, -(-len(items) // pages)))


def _chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _message_sent_at(party: Party) -> datetime | None:
    """When the last message to everyone was sent. One query."""
    sent = party.log.filter(kind="message_shown").order_by("-at")
    return sent.values_list("at", flat=True).first()


@for_public
@require_safe
def projector(request: HtmxRequest, party: Party) -> HttpResponse:
    version = version_of_results(party)
    if holds(request, version):
        return nothing_new()
    at, public = timezone.now(), public_party(party, version)
    message, timer = public.withdrawn_text or party.now.message_at(at), timer_of(public.state, at)
    address = address_for_phones(request, public_path(party))
    # A message that was sent before the bell gives its place on the wall to the bell.
    sent = _message_sent_at(party) if message and timer.state is TimerState.RUNG else None
    context = {
        "party": party,
        "public": public,
        "sitting_out": sitting_out(public),
        "timer": timer,
        "until_bell": timer.bell_at is not None and not public.withdrawn and (not sent or sent < timer.bell_at),
        "message": message,
        "pages": pages(public, message),
        "address": address,
        "qr": qr_svg(address),
        "version": version,
    }
    return render(request, f"party/projector/{'_pages' if request.htmx else 'projector'}.html", context)
