"""What club pages show, and who is meant by a name."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from whistclub.accounts.models import User
from whistclub.club import words
from whistclub.club.models import Club, Player, PlayerChange


@dataclass(frozen=True, slots=True)
class Roster:
    club: Club
    players: list[Player]


@dataclass(frozen=True, slots=True)
class Merged:
    """Somebody who turned out to be the player of the page, and who had turned out to be him before."""

    player: Player
    others: list[Player]


@dataclass(frozen=True, slots=True)
class Change:
    at: datetime
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on the roster; `others` are all the rest of it."""

    player: Player
    others: list[Player]
    merged: list[Merged]
    changes: list[Change]


def clubs_of(user: User) -> list[Club]:
    return list(Club.objects.filter(organisers__user=user).order_by("name"))


def on_roster(club: Club) -> QuerySet[Player]:
    """Everybody of the club but those who turned out to be somebody else."""
    return club.players.filter(merged_into=None)


def roster(club: Club) -> Roster:
    return Roster(club, list(on_roster(club).order_by("name")))


def known_names(club: Club) -> dict[str, Player]:
    """Who is meant by each name that somebody of the club has or had, without the difference of capitals.

    Whoever turned out to be somebody else is that one; an anonymous player is also meant by the name of before.
    """
    players = {player.pk: player for player in club.players.all()}
    known = {player.real_name.casefold(): _followed(player, players) for player in players.values()}
    known |= {player.folded: _followed(player, players) for player in players.values()}
    known.pop("", None)
    return known


def person(club: Club, key: int) -> Person | None:
    """Whoever this key means now, as organisers see him; None if it is nobody's. Two queries."""
    players = {player.pk: player for player in club.players.order_by("name")}
    if key not in players:
        return None
    player = _followed(players[key], players)
    below: dict[int | None, list[Player]] = {}
    for each in players.values():
        below.setdefault(each.merged_into_id, []).append(each)
    keys = [player.pk, *(each.pk for each in _all_below(player, below))]
    changes = PlayerChange.objects.filter(Q(player__in=keys) | Q(into__in=keys)).select_related("by_user", "player")
    return Person(
        player,
        [each for each in below[None] if each.pk != player.pk],
        [Merged(each, _all_below(each, below)) for each in below.get(player.pk, [])],
        [Change(each.at, str(each.by_user), words.change(each, of=player)) for each in reversed(changes)],
    )


def _followed(player: Player, players: dict[int, Player]) -> Player:
    while player.merged_into_id is not None:
        player = players[player.merged_into_id]
    return player


def _all_below(player: Player, below: dict[int | None, list[Player]]) -> list[Player]:
    return [found for each in below.get(player.pk, []) for found in (each, *_all_below(each, below))]
