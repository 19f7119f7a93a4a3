"""Seasons, and what organisers changed of them and of who may read statistics."""

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from whistclub.club.models import Club


class Season(models.Model):
    """A span of evenings with a table of its own, made from the results of its parties.

    `counts` says what a party brings; of a player's parties the `best` so many count, all where it is None.
    """

    class Counts(models.TextChoices):
        POINTS = "points", _("Points")
        WINS = "wins", _("Games won")
        PLACES = "places", _("Places")

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    first_day = models.DateField()
    last_day = models.DateField()
    counts = models.CharField(max_length=8, default=Counts.POINTS)
    best = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["-first_day", "-pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(last_day__gte=F("first_day")), name="stats_season_forwards"),
            models.UniqueConstraint(fields=["club", "name"], name="stats_season_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class StatisticsChange(models.Model):
    """What an organiser changed, and when. A season is named by its number, which outlives it; `before` and `after` are
    what it said, empty where there was or is none.
    """

    class Kind(models.TextChoices):
        SHOWN = "shown", _("Everybody with the address may read the statistics")
        CLOSED = "closed", _("Only organisers may read the statistics")
        ADDED = "added", _("Season added")
        CHANGED = "changed", _("Season changed")
        REMOVED = "removed", _("Season removed")
        BROUGHT_BACK = "back", _("Season brought back")

    club = models.ForeignKey(Club, models.CASCADE, related_name="statistics_changes")
    kind = models.CharField(max_length=8)
    season = models.PositiveBigIntegerField(null=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return str(self.Kind(self.kind).label)
