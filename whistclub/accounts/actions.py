"""Accounts are created by those who found a club or join one."""

from django.db import IntegrityError

from whistclub.accounts.models import User, sign_in_name
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction


class EmailTaken(Refused):
    """Each account has an e-mail address of its own."""

    def __init__(self) -> None:
        super().__init__("email_taken", "Another account uses this e-mail address.")


def create_user(name: str, email: str, password: str) -> User:
    """A new account; `password` is plain and is stored hashed. Raises EmailTaken."""
    user = new_user(name, email, password)
    store_user(user)
    return user


def new_user(name: str, email: str, password: str) -> User:
    """An account that is not stored yet. Hashing takes half a second: call it before a transaction."""
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
