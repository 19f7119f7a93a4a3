"""What players are called on pages of statistics, for this visitor."""

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.club.models import Player
from whistclub.stats.reports import Cell
from whistclub.stats.viewer import Viewer


class Names:
    """The names of players by key, read in one query. Whoever is hidden is only somebody, but for organisers."""

    def __init__(self, visit: Viewer, players: Iterable[int | None]) -> None:
        self._visit = visit
        wanted = {player for player in players if player is not None}
        self._known = {
            key: (name, hidden and not visit.is_organiser)
            for key, name, hidden in Player.objects.filter(pk__in=wanted).values_list("pk", "name", "hidden")
        }

    def text(self, player: int) -> str:
        name, is_secret = self._known[player]
        return _("somebody") if is_secret else name

    def is_secret(self, player: int) -> bool:
        return self._known[player][1]

    def cell(self, player: int) -> Cell:
        """The name, leading to the player's page."""
        if self.is_secret(player):
            return Cell(self.text(player))
        return Cell(self.text(player), href=reverse("stats:player", args=[self._visit.club.slug, player]))

    def pair(self, players: Iterable[int | None]) -> str:
        """Several names as one side."""
        return together(self.text(player) for player in players if player is not None)


def together(names: Iterable[str]) -> str:
    """The people of one side in one breath."""
    return _(" & ").join(names)


def listed(names: Sequence[str]) -> str:
    """Those who are no side: Ann, Bob and Clara."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
