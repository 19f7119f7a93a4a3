"""Accounts are created by those who found a club or join one."""

from django.db import IntegrityError

from whistclub.accounts.models import User, sign_in_name
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


class EmailTaken(Refused):
    """Each account has an e-mail address of its own."""

    def __init__(self) -> None:
        super().__init__("email_taken", "Another account uses this e-mail address.")


def new_user(name: str, email: str, password: str) -> User:
    """An account that is not stored yet; `password` is plain. Hashing takes half a second: call it before a
    transaction.
    """
    user = User(email=sign_in_name(email), name=name)
    user.set_password(password)
    return user


def store_user(user: User) -> None:
    """Store a new account; call it in the transaction of what the account is for. Raises EmailTaken."""
    try:
        with write_transaction():
            user.save()
    except IntegrityError as error:
        raise EmailTaken from error
