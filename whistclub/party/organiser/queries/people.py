"""Who is here, and who else is on the club's roster: for check-in, partners and leaving."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Q, QuerySet

from whistclub.club.models import Player
from whistclub.club.queries import on_roster
from whistclub.party.desk.tables import head_count
from whistclub.party.models import Entrant, Party
from whistclub.party.organiser.queries.elsewhere import (
    Elsewhere,
    ElsewhereSentence,
    elsewhere_sentences,
    seated_elsewhere,
)
from whistclub.party.organiser.queries.planning import Fit, fit
from whistclub.party.queries.expected import ExpectedPerson, still_expected
from whistclub.party.state import PartyState, TableState, load
from whistclub.play.models import Game, Seat
from whistclub.web.formatting import format_money, join_side, table_text

RECENT_PARTIES = 4
RECENT_GAMES = 20
# A larger roster is not listed as a whole: MOST_FOUND with the name that is sought, or as many of everyone else.
MOST_LISTED, MOST_FOUND = 400, 30


@dataclass(frozen=True, slots=True)
class Row:
    """One person of the club, by the keys of the player and, if they are or were in the party, of the entrant.

    `note` is where they are in the party.
    """

    player: int
    entrant: int | None
    name: str
    is_here: bool
    note: str
    is_recent: bool


@dataclass(frozen=True, slots=True)
class NewName:
    """A person who is expected and not on the roster; `key` is that of the line they are on, and which name of it."""

    key: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class Couple:
    """Fixed partners: their names, and the key of one of them to separate them by."""

    names: str
    key: int


@dataclass(frozen=True, slots=True)
class People:
    """`is_part`: the roster is too long to be listed, and the page asks the server for a name that is sought.

    `elsewhere` is where people play other games, by the keys of players.
    """

    state: PartyState
    rows: list[Row]
    expected: list[ExpectedPerson]
    is_part: bool = False
    elsewhere: Mapping[int, Elsewhere] = field(default_factory=dict)

    def also_elsewhere(self, players: Collection[int]) -> list[ElsewhereSentence]:
        """Sentences about those of these players who are here, and play another game."""
        here = {row.player: row.name for row in self.rows if row.is_here and row.player in players}
        return elsewhere_sentences(self.elsewhere, here)

    @property
    def count(self) -> str:
        return head_count(self.state)

    @property
    def fit(self) -> Fit | None:
        """Whether the movement works for the people who are here."""
        return fit(self.state)

    @property
    def couples(self) -> list[Couple]:
        """The fixed partners present."""
        return [
            Couple(join_side([each.player.name for each in found]), found[0].pk) for found in self.state.partnerships
        ]

    @property
    def groups(self) -> list[tuple[str, list[Row | NewName]]]:
        """The rows under headings: first those who said that they come, then those who have come recently."""
        expected = {person.player.pk: person for person in self.expected if person.player}
        new = [
            NewName(f"{each.key}{'p' if each.is_partner else ''}", each.name, " · ".join(["new", *_plans(each)]))
            for each in self.expected
            if each.player is None
        ]
        coming = [
            replace(row, note=" · ".join(filter(None, [row.note, *_plans(expected[row.player])])))
            for row in self.rows
            if row.player in expected
        ]
        others = [row for row in self.rows if row.player not in expected]
        found: list[tuple[str, list[Row | NewName]]] = [
            ("Expected", sorted([*coming, *new], key=lambda row: row.name.casefold())),
            ("Here recently", [row for row in others if row.is_recent]),
            ("Everyone else", [row for row in others if not row.is_recent]),
        ]
        return [(title, rows) for title, rows in found if rows]

    @property
    def groups_here(self) -> str:
        """How many of those here are in group A and in group B."""
        of_b = sum(entrant.group == "B" for entrant in self.state.present)
        return f"Groups A and B: {len(self.state.present) - of_b} and {of_b}"

    @property
    def in_play(self) -> str:
        """How many are still expected, and how many of those here sit at a table that plays; empty without either."""
        coming = sum(1 for person in self.expected if not person.waiting)
        at_tables = self.state.tables_being_played
        playing = sum(1 for entrant in self.state.present if entrant.pk in at_tables)
        parts = [
            f"{coming} more expected" if coming else "",
            f"{playing} playing now" if playing else "",
        ]
        return " · ".join(filter(None, parts))

    @property
    def fee(self) -> str:
        """The entry fee, as money; empty without one."""
        cents = self.state.party.fee
        return format_money(cents, self.state.party.club.currency) if cents else ""

    def row(self, player: int) -> Row | None:
        return next((row for row in self.rows if row.player == player), None)


@dataclass(frozen=True, slots=True)
class Leaving:
    """A person who is playing, their table, and who could take over."""

    entrant: Entrant
    table_state: TableState
    substitutes: list[Entrant]


def people(party: Party, *, sought: str = "", changed: Collection[int] = ()) -> People:
    """The club's roster by name without the retired, each with where they are tonight, and whether they came recently.

    Of a long roster: those with `sought` in their name; else those of tonight, of late and `changed`, and some others.
    """
    state = load(party)
    entrants = {entrant.player_id: entrant for entrant in state.entrants.values()}
    recent = _recent_players(party)
    elsewhere = seated_elsewhere(party)
    expected = still_expected(state)
    listed = on_roster(party.club).filter(Q(retired=False) | Q(pk__in=entrants))
    players = [*_columns(listed)[: MOST_LISTED + 1]]
    is_part = len(players) > MOST_LISTED
    if is_part and sought:
        players = [*_columns(listed.filter(folded__contains=sought.casefold()))[:MOST_FOUND]]
    elif is_part:
        known = {*entrants, *recent, *changed, *(each.player.pk for each in expected if each.player)}
        others = _columns(listed.exclude(pk__in=known))[:MOST_FOUND]
        players = sorted([*_columns(listed.filter(pk__in=known)), *others])
    rows, note_of = [], _notes(state)
    for _folded, player, name, guest in players:
        entrant, place = entrants.get(player), elsewhere.get(player)
        notes = ["guest" if guest else "", note_of(entrant) if entrant else "", place.note if place else ""]
        note, is_here = " · ".join(filter(None, notes)), entrant is not None and entrant.present
        key = entrant.pk if entrant else None
        rows.append(Row(player, key, name, is_here, note, player in recent))
    return People(state, rows, expected, is_part, elsewhere)


def numbers(party: Party) -> People:
    """The same without the roster, for how many are here or expected."""
    state = load(party)
    return People(state, [], still_expected(state))


def entrant_of(party: Party, player: int) -> tuple[Player, Entrant | None] | None:
    """A player of the roster and their place in the party; None for an unknown key. Two queries."""
    found = on_roster(party.club).filter(pk=player).first()
    return None if found is None else (found, party.entrants.filter(player=found).first())


def new_names_of(party: Party, names: Collection[str]) -> list[str]:
    """The keys of `NewName` under which a page may show these people. One query."""
    folded = {name.casefold() for name in names}
    lines = list(party.expected_names.all())
    first = [str(line.pk) for line in lines if line.name.casefold() in folded]
    return [*first, *(f"{line.pk}p" for line in lines if line.partner.casefold() in folded)]


def _plans(person: ExpectedPerson) -> list[str]:
    """With whom a person said they come, and where they are on the waiting list."""
    partner = [f"with {person.partner}"] if person.partner else []
    return [*partner, f"waiting list: {person.waiting}"] if person.waiting else partner


_last_parties = Party.objects.filter(rehearses=None, binned_at=None).order_by("-created_at").values("pk")
_last_games = Game.objects.filter(binned_at=None).order_by("-started_at").values("pk")


def _recent_players(party: Party) -> set[int]:
    """The players of the club's last parties, this one first, and of its last games. Two queries."""
    parties = _last_parties.filter(club=party.club_id)[:RECENT_PARTIES]
    games = _last_games.filter(club=party.club_id)[:RECENT_GAMES]
    of_parties = Entrant.objects.filter(Q(party__in=parties) | Q(party=party)).order_by()
    of_games = Seat.objects.filter(game__in=games)
    return {*of_parties.values_list("player", flat=True), *of_games.values_list("player", flat=True)}


def leaving(party: Party, entrant: int) -> Leaving | None:
    """None for a person who is not at a table that still plays."""
    state = load(party)
    found, table_state = state.entrants.get(entrant), state.tables_being_played.get(entrant)
    if found is None or table_state is None:
        return None
    return Leaving(found, table_state, state.substitutes)


def _columns(players: QuerySet[Player]) -> QuerySet[Player, tuple[str, int, str, bool]]:
    """What a row takes of each player, in the order of the list."""
    return players.order_by("folded").values_list("folded", "pk", "name", "guest")


def _notes(state: PartyState) -> Callable[[Entrant], str]:
    """Says of each person where they are."""
    playing, round_state = state.tables_being_played, state.current
    goes_on = bool(round_state and round_state.missing)

    def note(entrant: Entrant) -> str:
        table_state = playing.get(entrant.pk)
        if entrant.present:
            if table_state:
                return table_text(table_state.number)
            joins_next = goes_on and round_state is not None and round_state.assignment_of(entrant.pk) is None
            return "joins next round" if joins_next else ""
        if table_state:
            return "leaves after this round"
        return "left" if round_state else ""

    return note
