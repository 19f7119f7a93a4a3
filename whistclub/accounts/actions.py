"""Actions on accounts: they are created, and their owners change them."""

from django.db import IntegrityError
from django.utils.translation import gettext as _

from whistclub.accounts.models import User, sign_in_name
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction


class EmailTaken(ActionRefused):
    """Each account has an e-mail address of its own."""

    def __init__(self) -> None:
        super().__init__("email_taken", _("Another account uses this e-mail address."))


def create_user(name: str, email: str, password: str) -> User:
    """A new account; `password` is plain and is stored hashed. Raises EmailTaken.

    Hashing takes half a second: call it before a transaction, or in one that keeps nobody waiting.
    """
    user = User(email=sign_in_name(email), name=name)
    user.set_password(password)
    try:
        with write_transaction():
            user.save()
    except IntegrityError as error:
        raise EmailTaken from error
    return user
