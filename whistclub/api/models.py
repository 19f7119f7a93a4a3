from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from whistclub.club.models import Club
from whistclub.web.row_links import NONCE_LETTERS, new_nonce

NAME_LETTERS = 60


class ApiToken(models.Model):
    """Lets other programs read a club: all of it, or only its calendar. Revoked ones are kept, with who revoked them.

    A program's token works while the user who made it is an owner; the calendar is for everyone who has its address.

    Of a program's token only the `digest` (SHA-256) is stored. The address of the calendar is signed and names the
    `nonce`, so that it can be shown again; its digest is of a text that nobody has. `last_used_on` is a day in UTC, so
    that reading does not write each time.
    """

    class Kind(models.TextChoices):
        PROGRAM = "program", _("program")
        CALENDAR = "calendar", _("calendar")

    club = models.ForeignKey(Club, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=NAME_LETTERS)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    digest = models.CharField(max_length=64, unique=True)
    nonce = models.CharField(max_length=NONCE_LETTERS, default=new_nonce)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    last_used_on = models.DateField(null=True)
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(kind="calendar", revoked_at=None),
                name="api_token_one_calendar",
            )
        ]

    def __str__(self) -> str:
        return self.name
