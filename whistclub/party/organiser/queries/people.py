"""Who is here, and who else is on the club's roster: for check-in, partners and leaving."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Q
from django.utils.translation import gettext as _

from whistclub.club.models import Player
from whistclub.club.queries import on_roster
from whistclub.party.models import Entrant, Party
from whistclub.party.money import MoneySettings
from whistclub.party.organiser.queries.console import head_count
from whistclub.party.organiser.queries.elsewhere import Elsewhere, elsewhere_sentences, seated_elsewhere
from whistclub.party.organiser.queries.planning import Fit, fit
from whistclub.party.queries.expected import ExpectedPerson, still_expected
from whistclub.party.queries.loading import load
from whistclub.party.state import PartyState, TableState
from whistclub.play.models import Game, Seat
from whistclub.web.formatting import format_money, join_list, join_side
from whistclub.web.prepared import Prepared

RECENT_PARTIES = 4
RECENT_GAMES = 20
# A larger roster is not listed as a whole: MOST_FOUND with the name that is sought, or as many of everyone else.
MOST_LISTED, MOST_FOUND = 400, 30


@dataclass(frozen=True, slots=True)
class Row:
    """One person of the club; `note` is where they are in the party."""

    player: Player
    entrant: Entrant | None
    note: str
    is_recent: bool

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def is_here(self) -> bool:
        return self.entrant is not None and self.entrant.present


@dataclass(frozen=True, slots=True)
class NewName:
    """A person who is expected and not on the roster; `key` is that of the line they are on, and which name of it."""

    key: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class Couple:
    """Fixed partners: their names, and the key of one of them to separate them by. Three take turns."""

    names: str
    key: int
    takes_turns: bool


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

    def also_elsewhere(self, players: Collection[int]) -> list[str]:
        """Sentences about those of these players who are here, and play another game."""
        here = {row.player.pk: row.name for row in self.rows if row.is_here and row.player.pk in players}
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
            Couple(
                (join_list if len(found) > 2 else join_side)([each.player.name for each in found]),
                found[0].pk,
                takes_turns=len(found) > 2,
            )
            for found in self.state.partnerships
        ]

    @property
    def groups(self) -> list[tuple[str, list[Row | NewName]]]:
        """The rows under headings: first those who said that they come, then those who have come recently."""
        expected = {person.player.pk: person for person in self.expected if person.player}
        new = [
            NewName(f"{each.key}{'p' if each.is_partner else ''}", each.name, " · ".join([_("new"), *_plans(each)]))
            for each in self.expected
            if each.player is None
        ]
        coming = [
            replace(row, note=" · ".join(filter(None, [row.note, *_plans(expected[row.player.pk])])))
            for row in self.rows
            if row.player.pk in expected
        ]
        others = [row for row in self.rows if row.player.pk not in expected]
        found: list[tuple[str, list[Row | NewName]]] = [
            (_("Expected"), sorted([*coming, *new], key=lambda row: row.name.casefold())),
            (_("Here recently"), [row for row in others if row.is_recent]),
            (_("Everyone else"), [row for row in others if not row.is_recent]),
        ]
        return [(title, rows) for title, rows in found if rows]

    @property
    def in_play(self) -> str:
        """How many are still expected, and how many of those here sit at a table that plays; empty without either."""
        coming = sum(1 for person in self.expected if not person.waiting)
        playing = sum(1 for entrant in self.state.present if self.state.table_being_played(entrant.pk))
        parts = [
            _("{n} more expected").format(n=coming) if coming else "",
            _("{n} playing now").format(n=playing) if playing else "",
        ]
        return _(" · ").join(filter(None, parts))

    @property
    def fee(self) -> str:
        """The entry fee, as money; empty without one."""
        cents = MoneySettings.read(self.state.party.money).fee
        return format_money(cents, self.state.party.club.currency) if cents else ""

    @property
    def max_tables(self) -> int | None:
        most: int | None = self.state.party.policy.get("max_tables")
        return most

    @property
    def limits_tables(self) -> bool:
        """Whether the movement knows a maximum number of tables."""
        return "max_tables" in self.state.movement.policy_fields

    def row(self, player: int) -> Row | None:
        return next((row for row in self.rows if row.player.pk == player), None)


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
    state = load(party, with_hands=False)
    entrants = {entrant.player_id: entrant for entrant in state.entrants.values()}
    recent = _recent_players(party)
    elsewhere = seated_elsewhere(party)
    expected = still_expected(state)
    listed = on_roster(party.club).filter(Q(retired=False) | Q(pk__in=entrants))
    players = list(listed.order_by("folded")[: MOST_LISTED + 1])
    is_part = len(players) > MOST_LISTED
    if is_part and sought:
        players = list(listed.filter(folded__contains=sought.casefold()).order_by("folded")[:MOST_FOUND])
    elif is_part:
        known = {*entrants, *recent, *changed, *(each.player.pk for each in expected if each.player)}
        others = listed.exclude(pk__in=known).order_by("folded")[:MOST_FOUND]
        players = sorted([*listed.filter(pk__in=known), *others], key=lambda player: player.folded)
    rows = []
    for player in players:
        entrant = entrants.get(player.pk)
        place = elsewhere.get(player.pk)
        notes = [_("guest") if player.guest else "", _note(state, entrant), place.note if place else ""]
        rows.append(Row(player, entrant, " · ".join(filter(None, notes)), player.pk in recent))
    return People(state, rows, expected, is_part, elsewhere)


def numbers(party: Party) -> People:
    """The same without the roster, for how many are here or expected."""
    state = load(party, with_hands=False)
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
    partner = [_("with {name}").format(name=person.partner)] if person.partner else []
    return [*partner, _("waiting list: {n}").format(n=person.waiting)] if person.waiting else partner


_last_parties = Party.objects.filter(rehearses=None, binned_at=None).order_by("-created_at").values("pk")
_last_games = Game.objects.filter(binned_at=None).order_by("-started_at").values("pk")
_of_parties = Prepared(
    lambda club, party: (
        Entrant.objects.filter(Q(party__in=_last_parties.filter(club=club)[:RECENT_PARTIES]) | Q(party=party))
        .order_by()
        .values_list("player")
    )
)
_of_games = Prepared(
    lambda club: Seat.objects.filter(game__in=_last_games.filter(club=club)[:RECENT_GAMES]).values_list("player")
)


def _recent_players(party: Party) -> set[int]:
    """The players of the club's last parties, this one first, and of its last games. Two queries."""
    return {player for (player,) in _of_parties(party.club_id, party.pk) + _of_games(party.club_id)}


def leaving(party: Party, entrant: int) -> Leaving | None:
    """None for a person who is not at a table that still plays."""
    state = load(party, with_hands=False)
    found, table_state = state.entrants.get(entrant), state.table_being_played(entrant)
    if found is None or table_state is None:
        return None
    return Leaving(found, table_state, state.substitutes)


def _note(state: PartyState, entrant: Entrant | None) -> str:
    if entrant is None:
        return ""
    table_state = state.table_being_played(entrant.pk)
    if entrant.present:
        if table_state:
            return table_state.name.in_text
        round_state = state.current
        joins_next = round_state is not None and round_state.missing and round_state.assignment_of(entrant.pk) is None
        return _("joins next round") if joins_next else ""
    return _("leaves after this round") if table_state else _("left") if state.announced else ""
