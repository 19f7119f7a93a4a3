from unicodedata import normalize

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

MOST_LETTERS = 254


def sign_in_name(email: str) -> str:
    """An e-mail address as it is stored, compared and counted: phones like to start it with a capital.

    Letters of other widths become plain ones, as in the field of the form: each spelling that signs in counts as one.
    """
    return normalize("NFKC", email.strip()[:MOST_LETTERS]).lower().strip()


class UserManager(BaseUserManager["User"]):
    """Users are created by `accounts.actions`, with a name, an e-mail address and a password."""

    def get_by_natural_key(self, email: str | None) -> "User":
        """The user with this e-mail address, in any mixture of upper and lower case."""
        return self.get(email=sign_in_name(email or ""))


class User(AbstractBaseUser):
    """A person who signs in: an organiser. Players and scorekeepers need no user."""

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=60)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]
    objects = UserManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="accounts_user_email_lower_case")
        ]

    def __str__(self) -> str:
        return self.name


class UserSession(models.Model):
    """A browser in which a user is signed in; it ends with its session.

    `device` names the browser and the system, as far as the browser says. `last_used` is noted every few minutes.
    """

    session = models.OneToOneField(Session, models.CASCADE, related_name="+")
    user = models.ForeignKey(User, models.CASCADE, related_name="sessions")
    device = models.CharField(max_length=60)
    since = models.DateTimeField()
    last_used = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}: {self.device}"


class AccountChange(models.Model):
    """Something a user changed about their own account."""

    class Kind(models.TextChoices):
        NAME = "name", _("Name changed")
        EMAIL = "email", _("E-mail address changed")
        PASSWORD = "password", _("Password changed")
        FORGOTTEN = "forgotten", _("New password chosen with a link")
        ENDED = "ended", _("Signed out elsewhere")

    user = models.ForeignKey(User, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.get_kind_display()
