"""What the pages of an account show."""

from dataclasses import dataclass
from datetime import datetime

from whistclub.accounts.models import AccountChange, User, UserSession, sign_in_name

CHANGES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class AccountPage:
    """`here` is the browser that asks, if it is known; `elsewhere` are the others, the last used first."""

    here: UserSession | None
    elsewhere: list[UserSession]
    changes: list[AccountChange]


def account_page(user: User, key: str, *, at: datetime) -> AccountPage:
    """The account of a user whose session has this key. Two queries."""
    sessions = list(user.sessions.filter(session__expire_date__gt=at).order_by("-last_used"))
    here = next((each for each in sessions if each.session_id == key), None)
    changes = list(user.changes.all()[:CHANGES_SHOWN])
    return AccountPage(here, [each for each in sessions if each is not here], changes)


def user_with_email(email: str) -> User | None:
    """The user who signs in with this address; None where the account is closed."""
    return User.objects.filter(email=sign_in_name(email), is_active=True).first()
