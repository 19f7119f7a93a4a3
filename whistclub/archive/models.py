from uuid import uuid4

from django.conf import settings
from django.db import models

from whistclub.club.models import Club, Player
from whistclub.play.models import Game


class Import(models.Model):
    """Past games that came from a list, and the players who were new then.

    `uid` was made with the preview, so that no list is added twice by one; `size` is how many games it had. Undone, the
    row stays with the name of who undid it.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="imports")
    uid = models.UUIDField(unique=True, default=uuid4)
    size = models.PositiveIntegerField()
    games = models.ManyToManyField(Game, related_name="imports")
    players = models.ManyToManyField(Player, related_name="+")
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.size} games"
