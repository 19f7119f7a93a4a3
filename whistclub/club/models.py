from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from whistclub.web.fields import FoldedField


class Club(models.Model):
    """People who play together: a whist club, a church, a kitchen."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64)
    currency = models.CharField(_("currency sign"), max_length=4, default="$")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Organiser(models.Model):
    """A user who may run a club: start games, hand out links, change its people."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="organisers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="organises")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="club_organiser_once")]

    def __str__(self) -> str:
        return f"{self.user} ({self.club})"


class Player(models.Model):
    """Somebody on a club's roster. The name is what the others call them, so it is unique in the club."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=40)
    # Three times as long: folding may make three letters of one.
    folded = FoldedField("name", max_length=120)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "folded"], name="club_player_name_once")]

    def __str__(self) -> str:
        return self.name
