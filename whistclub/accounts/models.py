from unicodedata import normalize

from axes.utils import reset
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower

from whistclub.web.live import HtmxRequest

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

    email = models.EmailField(
        "e-mail address", unique=True, error_messages={"unique": "Another account uses this e-mail address."}
    )
    name = models.CharField("name", max_length=60)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    objects = UserManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="accounts_user_email_lower_case")
        ]

    def __str__(self) -> str:
        return self.name

    def set_password(self, raw_password: str | None) -> None:
        """Who has a new password may sign in, even where wrong ones have blocked signing in."""
        super().set_password(raw_password)
        reset(username=self.email)


class SignedInRequest(HtmxRequest):
    """What a request is behind a gate that let nobody in without signing in."""

    user: User
