"""Every document that can be printed: one record each, in the order of the menu.

A new document is a module with the function that makes its sheets, a template that draws them, and a record here.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from whistclub.party.models import Party
from whistclub.party.paper import (
    badges,
    diplomas,
    door_code,
    lists,
    round_tables,
    score_cards,
    score_sheets,
    table_cards,
)
from whistclub.party.paper.sheets import Asked, Page, newest, table_count
from whistclub.party.queries.loading import load, load_for_standings
from whistclub.party.state import PartyState


def needs_people(state: PartyState) -> str:
    return "" if table_count(state) else _("Nobody is checked in yet. To print cards now, enter the number of tables.")


def needs_seating(state: PartyState) -> str:
    return "" if state.rounds else _("Seat the first round; then you can print this, even before you announce it.")


def needs_announced_round(state: PartyState) -> str:
    wait = _("There are no standings yet. Announce the first round; results appear here as they are entered.")
    return "" if state.announced else wait


def needs_someone(state: PartyState) -> str:
    return "" if state.present else _("Nobody is checked in yet.")


def needs_the_end(state: PartyState) -> str:
    return (
        ""
        if state.party.state == Party.State.FINISHED and state.announced
        else _("Available once the party is finished.")
    )


def needs_open_door(state: PartyState) -> str:
    return "" if state.party.door_open else _("First open the list at the door, under Check-in.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """`key` is the end of its address. `template` draws the sheets that `make` returns, as `page`.

    `waits` says what it waits for, empty if it can be printed. `choices` is the template of what can be chosen above
    the sheets. `of_round`: its title names the round. `in_everything`: it is part of *Print everything*.
    """

    key: str
    title: Promise
    purpose: Promise
    template: str
    make: Callable[[PartyState, Asked], Page]
    waits: Callable[[PartyState], str]
    choices: str = ""
    of_round: bool = False
    in_everything: bool = False

    @property
    def url(self) -> str:
        """The name of its address, within the app."""
        return f"print_{self.key}"


DOCUMENTS = (
    Document(
        key="cards",
        title=gettext_lazy("Table cards"),
        purpose=gettext_lazy(
            "A big number for each table, and the code that opens its score pad. Print once, before round 1."
        ),
        template="party/paper/table_cards.html",
        make=table_cards.cards,
        waits=needs_people,
        choices="party/paper/_card_choices.html",
        in_everything=True,
    ),
    Document(
        key="tables",
        title=gettext_lazy("Seating by table"),
        purpose=gettext_lazy("Each table with its two pairs, for you and for the wall."),
        template="party/paper/round_tables.html",
        make=round_tables.by_table,
        waits=needs_seating,
        choices="party/paper/_rounds.html",
        of_round=True,
        in_everything=True,
    ),
    Document(
        key="seating",
        title=gettext_lazy("Seating by name"),
        purpose=gettext_lazy("Everyone by name, with table, partner and opponents, to hang by the door."),
        template="party/paper/seating.html",
        make=lists.seating,
        waits=needs_seating,
        choices="party/paper/_seating_choices.html",
        of_round=True,
        in_everything=True,
    ),
    Document(
        key="sheets",
        title=gettext_lazy("Score sheets"),
        purpose=gettext_lazy("Half a page per table with names and rules, for an evening without phones."),
        template="party/paper/score_sheets.html",
        make=score_sheets.sheets,
        waits=needs_seating,
        choices="party/paper/_rounds.html",
        of_round=True,
        in_everything=True,
    ),
    Document(
        key="standings",
        title=gettext_lazy("Standings"),
        purpose=gettext_lazy("Rank, games won and points of every player, and the prizes."),
        template="party/paper/standings.html",
        make=lists.standings,
        waits=needs_announced_round,
        in_everything=True,
    ),
    Document(
        key="score_cards",
        title=gettext_lazy("Personal score cards"),
        purpose=gettext_lazy(
            "A small card for each player: partner, opponents and points of every round, to fill in and keep."
        ),
        template="party/paper/score_cards.html",
        make=score_cards.score_cards,
        waits=needs_someone,
    ),
    Document(
        key="door",
        title=gettext_lazy("Code for the door"),
        purpose=gettext_lazy("A large code: people scan it and add their own name to the list at the door."),
        template="party/paper/door_code.html",
        make=door_code.door_code,
        waits=needs_open_door,
    ),
    Document(
        key="badges",
        title=gettext_lazy("Name badges"),
        purpose=gettext_lazy("A badge with a large name for each player, to cut out."),
        template="party/paper/badges.html",
        make=badges.badges,
        waits=needs_someone,
    ),
    Document(
        key="diplomas",
        title=gettext_lazy("Diplomas"),
        purpose=gettext_lazy("One page each for the first three places and the prizes, with a line of your own."),
        template="party/paper/diplomas.html",
        make=diplomas.diplomas,
        waits=needs_the_end,
        choices="party/paper/_diploma_choices.html",
    ),
)


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One line of the menu. `waits` is empty if there is something to print."""

    document: Document
    title: str
    waits: str


@dataclass(frozen=True, slots=True)
class Part:
    """A document with what it prints now; `waits` is empty if there is something."""

    document: Document
    page: Page
    waits: str


def menu(party: Party) -> list[MenuItem]:
    state = load(party, with_hands=False)
    round_state = newest(state)
    number = round_state.round.number if round_state else 1
    return [
        MenuItem(
            each,
            _("{document}, round {n}").format(document=each.title, n=number) if each.of_round else str(each.title),
            each.waits(state),
        )
        for each in DOCUMENTS
    ]


def made(document: Document, party: Party, asked: Asked) -> Part:
    return _part(document, load(party), asked)


def everything(party: Party, asked: Asked) -> list[Part]:
    """The documents of an evening that have something to print."""
    # Of rounds before the newest nothing is printed but what standings follow from.
    number = asked.number("round")
    state = load(party) if number is not None else load_for_standings(party, with_newest=True)
    parts = [_part(each, state, asked) for each in DOCUMENTS if each.in_everything]
    return [part for part in parts if not part.waits]


def _part(document: Document, state: PartyState, asked: Asked) -> Part:
    page = document.make(state, asked)
    return Part(document, page, "" if page.sheets else document.waits(state))
