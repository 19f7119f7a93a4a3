"""The menu of what can be printed, the table cards, and how lists are cut into sheets."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar
from unicodedata import east_asian_width

from django.utils.translation import gettext as _

from whistclub.party.access import TableLink
from whistclub.party.models import Party, Round
from whistclub.party.movements import CARD_LINES
from whistclub.party.state import PartyState, RoundState, load

CHAIRS = 4
MOST_CARDS = 120
# Cards on one sheet, and the number that is chosen unless another is asked for.
CARDS_ON_A_SHEET = (4, 2)
# The height below the head of a sheet that every browser leaves of both A4 and Letter, in millimetres.
ROOM = 226.0

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of every sheet, so that a stray one can be recognised."""

    party: Party
    title: str
    is_draft: bool = False

    @property
    def is_rehearsal(self) -> bool:
        return self.party.is_rehearsal


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One thing to print: its URL name, title and purpose. `waits` says what it waits for, empty if it is ready."""

    url: str
    title: str
    purpose: str
    waits: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card for one table. `lines` say where people go next; empty where nobody moves by a rule."""

    number: int
    token: str
    is_top: bool
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Cards:
    head: Head
    sheets: list[list[TableCard]]
    count: int
    per_sheet: int


def menu(party: Party) -> tuple[Head, list[MenuItem]]:
    state = load(party, with_hands=False)
    round_state = newest(state)
    seats = "" if round_state else _("Available once the first round is seated.")
    results = "" if state.announced else _("Available once the first round is announced.")
    number = round_state.round.number if round_state else 1
    return Head(party, _("Print")), [
        MenuItem(
            "party:print_cards",
            _("Table cards"),
            _("A big number for each table, and the code that opens its score pad. Print once, before round 1."),
            "" if table_count(state) else _("Nobody is checked in yet. Enter the number of tables on the next page."),
        ),
        MenuItem(
            "party:print_seating",
            _("Seating list, round {n}").format(n=number),
            _("Everyone by name, with table, partner and opponents, to post by the door."),
            seats,
        ),
        MenuItem(
            "party:print_sheets",
            _("Score sheets, round {n}").format(n=number),
            _("Half a page per table with names and rules, for an evening without phones."),
            seats,
        ),
        MenuItem(
            "party:print_standings",
            _("Standings"),
            _("Rank, wins and points of every player, and the prizes."),
            results,
        ),
    ]


def cards(party: Party, *, asked: int | None, per_sheet: int | None) -> Cards:
    """A card for each table there will be, or for the number of tables that was asked for."""
    state = load(party, with_hands=False)
    here = table_count(state)
    count = min(max(asked, 1), MOST_CARDS) if asked is not None else here
    per_sheet = per_sheet if per_sheet in CARDS_ON_A_SHEET else CARDS_ON_A_SHEET[0]
    made = [_card(state, number, count) for number in range(1, count + 1)]
    sheets = [made[start : start + per_sheet] for start in range(0, count, per_sheet)]
    return Cards(Head(party, _("Table cards")), sheets, count, per_sheet)


def table_count(state: PartyState) -> int:
    """The tables of the newest seating; before the first one, as many as those present can fill."""
    round_state = newest(state)
    if round_state:
        return len(round_state.tables)
    most = state.party.policy.get("max_tables")
    tables = len(state.present) // CHAIRS
    return min(tables, most) if most else tables


def newest(state: PartyState, number: int | None = None) -> RoundState | None:
    """The round with this number; without a number the draft, else the round announced last."""
    asked = next((round_state for round_state in state.rounds if round_state.round.number == number), None)
    return asked or state.draft or state.current


def head_of(state: PartyState, round_state: RoundState | None, title: str) -> Head:
    return Head(state.party, title, round_state is not None and round_state.round.state == Round.State.DRAFT)


def packed(
    items: Iterable[Item], height: Callable[[Item], float], *, columns: int, room: float = ROOM, taken: float = 0
) -> list[list[list[Item]]]:
    """Sheets of columns of items, filled from the top. `taken` is the part of `room` in use on the first sheet.

    Heights are in millimetres and estimated on the safe side, because browsers differ in how they break columns.
    """
    sheets: list[list[list[Item]]] = []
    left = 0.0
    for item in items:
        needed = height(item)
        if not sheets or needed > left:
            if not sheets or len(sheets[-1]) == columns:
                sheets.append([])
            sheets[-1].append([])
            left = room - taken if len(sheets) == 1 else room
        sheets[-1][-1].append(item)
        left -= needed
    return sheets


def lines(text: str, letters: int) -> int:
    """How many lines a text needs if this many letters fit on one; wide letters count twice."""
    return max(1, ceil(sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text) / letters))


def others(round_states: Sequence[RoundState], shown: RoundState | None) -> list[int]:
    """The numbers of the other rounds that can be printed."""
    return [round_state.round.number for round_state in round_states if round_state is not shown]


def _card(state: PartyState, number: int, count: int) -> TableCard:
    movement, party = state.movement, state.party
    return TableCard(
        number,
        TableLink(party.pk, party.link_version, number).token,
        is_top=movement.has_top_table and count > 1 and number == 1,
        # The last card need not be the last table all evening: people come and go.
        lines=[str(CARD_LINES[line.code]).format(n=line.table) for line in movement.card_lines(number, count)],
    )
