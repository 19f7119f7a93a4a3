from uuid import uuid4

from django.conf import settings
from django.db import models

from whistclub.club.models import Club, Player
from whistclub.play.models import Game


class Import(models.Model):
    """Past games that came from a list: who brought them in, and when.

    `source` is the name of the file, "" for a pasted list; `uid` was made with the preview, so that no list is added
    twice by one. `games` and `players` count what was new then. Undone, the row stays with the name of who undid it.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="imports")
    uid = models.UUIDField(unique=True, default=uuid4)
    source = models.CharField(max_length=80, default="", blank=True)
    games = models.PositiveIntegerField()
    players = models.PositiveIntegerField()
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.games} games, {self.players} players"


class ImportedPlayer(models.Model):
    """A player who was new in an import; its undo removes them unless something names them by then."""

    came_with = models.ForeignKey(Import, models.CASCADE, related_name="imported_players")
    player = models.OneToOneField(Player, models.CASCADE, related_name="imported")

    def __str__(self) -> str:
        return str(self.player)


class ImportedGame(models.Model):
    """A game that came with an import; its undo deletes it."""

    came_with = models.ForeignKey(Import, models.CASCADE, related_name="imported_games")
    game = models.OneToOneField(Game, models.CASCADE, related_name="imported")

    def __str__(self) -> str:
        return str(self.game)
