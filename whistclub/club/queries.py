"""What club pages show."""

from dataclasses import dataclass

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player


@dataclass(frozen=True, slots=True)
class Roster:
    club: Club
    players: list[Player]


def clubs_of(user: User) -> list[Club]:
    return list(Club.objects.filter(organisers__user=user).order_by("name"))


def roster(club: Club) -> Roster:
    return Roster(club, list(club.players.order_by("name")))
