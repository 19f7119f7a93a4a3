"""The viewer of a club’s statistics, and the player names that they may see."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format

from whistclub.club.models import Club, Player
from whistclub.club.names import HIDDEN_PLAYER, shows_initials
from whistclub.stats.evening import is_long_past
from whistclub.stats.reports import Cell
from whistclub.web.formatting import join_side


@dataclass(frozen=True, slots=True)
class Viewer:
    """An organiser of the club, or someone who sees only what the club shows."""

    club: Club
    is_organiser: bool


def game_address(code: str, day: date) -> str:
    """The spectator page of a game; "" for who reads initials, while that page may still show the names."""
    return "" if shows_initials() and not is_long_past(day) else reverse("play:watch", args=[code])


def party_address(code: str, day: date) -> str:
    """The public page of a finished party; "" as for a game."""
    return "" if shows_initials() and not is_long_past(day) else reverse("party:public", args=[code])


def day_address(club: Club, day: date) -> str:
    return reverse("stats:day", args=[club.slug, day.isoformat()])


def day_title(day: date) -> str:
    return date_format(day, "l j F Y")


class Names:
    """Player names by key, read in one query. Only organisers see the names of hidden players."""

    def __init__(self, viewer: Viewer, players: Iterable[int | None]) -> None:
        self._viewer = viewer
        wanted = {player for player in players if player is not None}
        self._known = {
            key: (name, hidden and not viewer.is_organiser, guest)
            for key, name, hidden, guest in Player.objects.filter(pk__in=wanted).values_list(
                "pk", "name", "hidden", "guest"
            )
        }

    def text(self, player: int) -> str:
        name, is_secret, _guest = self._known[player]
        return HIDDEN_PLAYER if is_secret else name

    def is_secret(self, player: int) -> bool:
        return self._known[player][1]

    def is_guest(self, player: int) -> bool:
        return self._known[player][2]

    def cell(self, player: int) -> Cell:
        """The name, linked to the player's page."""
        if self.is_secret(player):
            return Cell(self.text(player))
        return Cell(self.text(player), href=reverse("stats:player", args=[self._viewer.club.slug, player]))

    def pair(self, players: Iterable[int | None]) -> str:
        """Several names as one side."""
        return join_side(self.text(player) for player in players if player is not None)
