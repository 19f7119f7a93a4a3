"""What check-in lists: the club's players with who is here, the sign-up list; and whom names that are typed mean."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Q, Value
from django.db.models.functions import StrIndex
from django.http import HttpRequest
from django.urls import reverse

from whistclub.club.names import Pasted, clean_name, pasted_names, similar_names
from whistclub.club.queries import known_names, on_roster
from whistclub.party.desk.tables import head_count, seated_elsewhere
from whistclub.party.models import Entrant, Party
from whistclub.party.rounds import TableState
from whistclub.party.state import PartyState
from whistclub.play.models import Game, Seat
from whistclub.web.formatting import format_money, table_text
from whistclub.web.links import address_for_phones, qr_svg

RECENT_PARTIES = 4
RECENT_GAMES = 20
# A larger roster is not listed as a whole: MOST_FOUND with the name that is sought, or as many of everyone else.
MOST_LISTED, MOST_FOUND = 400, 30
MOST_CORRECTIONS = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A player of the club; `entrant` if they are or were in the party; `note` says where they are."""

    player: int
    name: str
    entrant: Entrant | None
    note: str

    @property
    def is_here(self) -> bool:
        return self.entrant is not None and self.entrant.present


def numbers(state: PartyState) -> dict[str, Any]:
    party, playing = state.party, state.tables_being_played
    at_tables = sum(1 for entrant in state.present if entrant.pk in playing)
    owing = state.owing if party.fee else []
    unpaid = sum(not entrant.paid for entrant in owing)
    of_b = sum(entrant.group == "B" for entrant in state.present)
    notes = [
        f"{at_tables} playing now" if at_tables else "",
        f"{unpaid} to pay" if unpaid else "",
        f"groups A and B: {len(state.present) - of_b} and {of_b}" if state.is_mixed else "",
    ]
    return {
        "state": state,
        "count": head_count(state),
        "in_play": " · ".join(filter(None, notes)),
        "owing": {each.pk for each in owing},
        "unpaid": unpaid,
        "fee": format_money(party.fee, party.club.currency) if party.fee else "",
    }


def roster(
    state: PartyState, *, sought: str = "", only: Collection[int] | None = None
) -> tuple[list[tuple[str, list[Row]]], bool]:
    """The club's roster by name without the retired, under headings: of late first; and whether it is a part.

    Of a long roster: those with `sought` in their name, at its beginning first; else those of tonight, of late and some
    others. `only` players.
    """
    party = state.party
    entrants = {entrant.player_id: entrant for entrant in state.entrants.values()}
    recent, elsewhere = _recent_players(party), seated_elsewhere(party)
    listed = on_roster(party.club).filter(Q(retired=False) | Q(pk__in=entrants)).order_by("folded")
    columns = ("pk", "name", "guest")
    if only is not None:
        listed = listed.filter(pk__in=only)
    players = list(listed.values_list(*columns)[: MOST_LISTED + 1])
    is_part = len(players) > MOST_LISTED
    if is_part and sought:
        folded = sought.casefold()
        fitting = listed.filter(folded__contains=folded).order_by(StrIndex("folded", Value(folded)), "folded")
        players = list(fitting.values_list(*columns)[:MOST_FOUND])
    elif is_part:
        known = {*entrants, *recent}
        others = listed.exclude(pk__in=known).values_list(*columns)[:MOST_FOUND]
        players = [*listed.filter(pk__in=known).values_list(*columns), *others]
    rows, playing = [], state.tables_being_played
    for player, name, guest in players:
        entrant = entrants.get(player)
        stays = f"stays at {table_text(entrant.fixed_table)}" if entrant and entrant.fixed_table else ""
        place = _place(state, entrant, playing.get(entrant.pk)) if entrant else ""
        notes = ["guest" if guest else "", stays, place, elsewhere.get(player, "")]
        rows.append(Row(player, name, entrant, " · ".join(filter(None, notes))))
    late = [row for row in rows if row.player in recent]
    groups = [("Here recently", late), ("Everyone else", [row for row in rows if row.player not in recent])]
    return [(title, some) for title, some in groups if some], is_part


def _recent_players(party: Party) -> set[int]:
    """The players of the club's last parties, this one first, and of its last games. Two queries."""
    parties = Party.objects.filter(club=party.club_id, is_rehearsal=False, binned_at=None).order_by("-created_at")
    games = Game.objects.filter(club=party.club_id, binned_at=None).order_by("-started_at")
    of_parties = Entrant.objects.filter(Q(party__in=parties.values("pk")[:RECENT_PARTIES]) | Q(party=party)).order_by()
    of_games = Seat.objects.filter(game__in=games.values("pk")[:RECENT_GAMES])
    return {*of_parties.values_list("player", flat=True), *of_games.values_list("player", flat=True)}


def _place(state: PartyState, entrant: Entrant, table: TableState | None) -> str:
    """Where somebody is: at this table, else waiting for the next round, or gone."""
    if table:
        return table_text(table.number) if entrant.present else "leaves after this round"
    current = state.current
    if current is None:
        return ""
    joins_next = entrant.present and current.missing and current.assignment_of(entrant.pk) is None
    return "joins next round" if joins_next else "" if entrant.present else "left"


def sign_up_list(request: HttpRequest, party: Party) -> dict[str, Any]:
    """The list as its template shows it: each name that waits, and what it means."""
    waiting = list(party.sign_ups.filter(entrant=None))
    entries = understood(party, [Pasted(tuple(each.names)) for each in waiting]) if waiting else []
    rows = [(each, entry, entry.similar[:MOST_CORRECTIONS]) for each, entry in zip(waiting, entries, strict=True)]
    path = reverse("party:sign_up", args=[party.code, party.signup]) if party.signup_open else ""
    address = address_for_phones(request, path) if path else ""
    return {
        "version": version_of_list(party),
        "rows": rows,
        "people": sum(len(each.names) for each in waiting),
        "plain": [each for each, entry, similar in rows if entry.arrives and not similar],
        "path": path,
        "address": address,
        "qr": qr_svg(address) if address else "",
    }


def version_of_list(party: Party) -> str:
    """Changes with everything that the list shows, and with who is here. Two queries."""
    names = list(party.sign_ups.filter(entrant=None).values_list("pk", "name"))
    here = sorted(party.entrants.filter(present=True).values_list("player__folded", flat=True))
    shown = repr((party.signup, party.signup_open, party.state, names, here))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


class Means(StrEnum):
    """What a name means; `AGAIN`: a person named earlier in the same list."""

    NEW = "new"
    KNOWN = "already a player"
    HERE = "already here"
    AGAIN = "twice in this list"


@dataclass(frozen=True, slots=True)
class Typed:
    """A name as the club writes it, and what it means. `similar`: of a new name, players who may be meant by it."""

    name: str
    means: Means
    similar: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A person, or the two of a pair. A doubtful one may be no name at all."""

    people: list[Typed]
    is_doubtful: bool = False

    def __str__(self) -> str:
        return " & ".join(each.name for each in self.people)

    @property
    def arrives(self) -> bool:
        """Whether somebody of it is checked in unless the organiser unticks it."""
        return not self.is_doubtful and any(each.means in (Means.NEW, Means.KNOWN) for each in self.people)

    @property
    def similar(self) -> list[str]:
        return [name for each in self.people for name in each.similar]


def typed_names(party: Party, text: str, *, last_name_first: bool = False) -> list[Entry]:
    """The entries of a text, one a line; what is the name of a player is not taken apart. Raises UnusableName."""
    whole = " ".join(text.split())
    is_name = whole.casefold() in known_names(party.club)
    read = [] if is_name else pasted_names(text, last_name_first=last_name_first)
    return understood(party, read or [Pasted((whole,))])


def understood(party: Party, entries: Iterable[Pasted]) -> list[Entry]:
    known = known_names(party.club)
    here = set(party.entrants.filter(present=True).values_list("player", flat=True))
    cleaned = [([clean_name(name) for name in each.names], each.is_doubtful) for each in entries]
    new = {name for names, _is_doubtful in cleaned for name in names if name.casefold() not in known}
    similar = similar_names(new, [player.name for player in known.values()])
    seen: set[str] = set()
    found = []
    for names, is_doubtful in cleaned:
        people = []
        for name in names:
            player = known.get(name.casefold())
            if name.casefold() in seen:
                means = Means.AGAIN
            elif player is None:
                means = Means.NEW
            else:
                means = Means.HERE if player.pk in here else Means.KNOWN
            seen.add(name.casefold())
            people.append(Typed(player.name if player else name, means, similar.get(name, ())))
        found.append(Entry(people, is_doubtful))
    return found


def begins(party: Party, typed: str) -> list[str]:
    """The only player of the club of whose name a word begins with what was typed; nobody if there are several."""
    start = typed.casefold()
    players = known_names(party.club).values()
    found = [each.name for each in players if any(word.startswith(start) for word in each.name.casefold().split())]
    return found if len(found) == 1 else []
