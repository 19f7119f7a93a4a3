"""The people of a club: its roster, one person's page, and which player a name means."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player, PlayerChange, Remarked
from whistclub.club.names import with_names, with_references
from whistclub.web.formatting import plural

Kind = PlayerChange.Kind
ON_A_PAGE = 200
LONGEST_SEARCH = 40
# On the front page; a site of more clubs has a page of its own elsewhere.
MOST_PUBLIC = 20


class Person(NamedTuple):
    """A player of the roster. `others` may be the same person; `merged` are, each with those merged into it before."""

    player: Player
    others: list[Player]
    merged: list[tuple[Player, list[Player]]]
    changes: list[PlayerChange]
    may_be_deleted: bool


def clubs_of(user: User) -> list[Club]:
    return list(Club.objects.filter(roles__user=user).order_by("name"))


def public_clubs() -> list[Club]:
    """The clubs of the site whose statistics anyone may read, by name. One query."""
    shown = (Club.Shown.INITIALS, Club.Shown.NAMES)
    return list(Club.objects.filter(shown_to_strangers__in=shown).order_by("name", "pk")[:MOST_PUBLIC])


def is_first_of_site(club: Club) -> bool:
    """Whether the site began with this club: its owners own the site. One query."""
    return Club.objects.order_by("pk").values_list("pk", flat=True).first() == club.pk


def on_roster(club: Club) -> QuerySet[Player]:
    """The players of the club without those merged into others; erased ones too, see `Player.is_erased`."""
    return club.players.filter(merged_into=None)


def offered(club: Club) -> QuerySet[Player]:
    """The players offered for a new game or party: those on the roster who have not retired."""
    return on_roster(club).filter(retired=False)


def roster(club: Club) -> list[Player]:
    return list(on_roster(club).order_by("folded"))


@dataclass(frozen=True, slots=True)
class RosterPage:
    """A page of the roster; `sought` is a part of the names shown, "" for all; `shown` is one of `ROSTER_FILTERS`."""

    players: Page[Player]
    sought: str
    shown: str

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """Key, label, whether it is chosen."""
        return [(key, str(label), key == self.shown) for key, (label, _filter) in ROSTER_FILTERS.items()]

    @property
    def is_filtered(self) -> bool:
        return bool(self.sought) or self.shown != ALL


ALL = "all"
ROSTER_FILTERS = {
    ALL: ("All", Q()),
    "regular": ("Regular", Q(guest=False, retired=False)),
    "guests": ("Guests", Q(guest=True)),
    "retired": ("Retired", Q(retired=True)),
    "hidden": ("Hidden", Q(hidden=True)),
}


def roster_page(club: Club, sought: str, shown: str, number: str | None) -> RosterPage:
    """The players whose name has this part, by name. Two queries."""
    sought = clean_search(sought)
    shown = shown if shown in ROSTER_FILTERS else ALL
    found = on_roster(club).filter(ROSTER_FILTERS[shown][1]).order_by("folded")
    if sought:
        found = found.filter(folded__contains=sought.casefold())
    return RosterPage(Paginator(found, ON_A_PAGE).get_page(number), sought, shown)


def clean_search(typed: str) -> str:
    """A part of a name as a person typed it; a name has no control characters, and databases refuse some of them."""
    return " ".join("".join(each for each in typed if each.isprintable() or each.isspace()).split())[:LONGEST_SEARCH]


def returned_at(club: Club, at: datetime) -> str:
    """What to say of those who came back at this moment from having retired; empty if nobody did. One query."""
    changes = PlayerChange.objects.filter(player__club=club, kind=Kind.RETURNED, at=at)
    names = list(changes.order_by("player__folded").values_list("player__name", flat=True))
    return f"{', '.join(names)} {plural(len(names), 'is', 'are')} no longer retired." if names else ""


def known_names(club: Club) -> dict[str, Player]:
    """The player that each name of the club means, by case-folded name: a merged player's means the one they are."""
    players = {player.pk: player for player in club.players.all()}
    return {player.folded: _followed(player, players) for player in players.values()}


def person(club: Club, key: int) -> Person | None:
    """The player a key means now, as organisers see them; None for an unknown key. Three queries."""
    players = {player.pk: player for player in club.players.order_by("folded")}
    if key not in players:
        return None
    player = _followed(players[key], players)
    below: dict[int | None, list[Player]] = {}
    for each in players.values():
        below.setdefault(each.merged_into_id, []).append(each)
    keys = [player.pk, *(each.pk for each in _all_below(player, below))]
    found = PlayerChange.objects.filter(Q(player__in=keys) | Q(into__in=keys)).select_related("by_user", "player")
    changes = list(reversed(found))
    for change in changes:
        change.what = change_text(change, of=player)
    merged = [(each, _all_below(each, below)) for each in below.get(player.pk, [])]
    others = [each for each in below[None] if each != player]
    return Person(player, others, merged, changes, not merged and not has_played(player))


def has_played(player: Player) -> bool:
    """Whether the player has been in a game or at a party, also one that is in the bin. One query."""
    return Player.objects.filter(Q(seats__isnull=False) | Q(entries__isnull=False), pk=player.pk).exists()


class PlayerNames(Mapping[int, str]):
    """What the players of a club are called now, by key; a merged player has the name of the one they turned out to be.

    Read from the database (one query) when the first name is needed: most texts refer to nobody.
    """

    def __init__(self, club: int) -> None:
        self._club = club

    @cached_property
    def _names(self) -> dict[int, str]:
        players = {player.pk: player for player in Player.objects.filter(club=self._club)}
        return {key: _followed(player, players).name for key, player in players.items()}

    def __getitem__(self, key: int) -> str:
        return self._names[key]

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def remark_text(of: Remarked, club: int) -> str:
    """The remark on something of a club, with the names of now."""
    return with_names(of.remark, PlayerNames(club))


def read_remarks(things: Iterable[Remarked], club: int) -> None:
    """Set `remark_line` of things of a club that a list shows. One query, if any of them names a player."""
    names = PlayerNames(club)
    for each in things:
        each.remark_line = with_names(each.remark, names).partition("\n")[0]


def refer(club: int, text: str) -> str:
    """A text typed now, as it is stored: with references to the players it names. One query."""
    players = Player.objects.filter(club=club).order_by("-pk")
    return with_references(text, {name: key for key, name in players.values_list("pk", "name")})


def _followed(player: Player, players: dict[int, Player]) -> Player:
    while player.merged_into_id is not None:
        player = players[player.merged_into_id]
    return player


def _all_below(player: Player, below: dict[int | None, list[Player]]) -> list[Player]:
    return [found for each in below.get(player.pk, []) for found in (each, *_all_below(each, below))]


_WITHOUT_NAMES = {
    Kind.HIDDEN: "Hidden from statistics",
    Kind.SHOWN: "Shown in statistics again",
    Kind.GUEST: "Guest: not ranked among the players",
    Kind.REGULAR: "No longer a guest: ranked among the players again",
    Kind.RETIRED: "Retired: not offered for new games and parties",
    Kind.RETURNED: "No longer retired",
}


def change_text(change: PlayerChange, *, of: Player) -> str:
    """A change on the page of one player; where it hid or showed a player merged into them, that one's name first."""
    match Kind(change.kind):
        case Kind.RENAMED:
            text = "{before} was renamed to {after}"
        case Kind.MERGED:
            text = "{before} was merged into {after}"
        case Kind.SEPARATED:
            text = "{before} was separated from {after} again"
        case Kind.ERASED:
            text = "Name erased: now called {after}"
        case kind:
            text = str(_WITHOUT_NAMES[kind])
            if change.player_id != of.pk:
                return f"{change.player.name}: {text}"
    return text.format(before=change.before, after=change.after)
