"""Actions on accounts: they are created, their owners change them, and sign out elsewhere."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from importlib import import_module

from axes.utils import reset
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, OperationalError
from django.utils.translation import gettext as _

from whistclub.accounts.models import AccountChange, User, UserSession, sign_in_name
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

Kind = AccountChange.Kind

SECONDS_TO_NOTE = 0.5  # how long a page waits for others who write, only to note when a session was last used


class EmailTaken(ActionRefused):
    """Each account has an e-mail address of its own."""

    def __init__(self) -> None:
        super().__init__("email_taken", _("Another account uses this e-mail address."))


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


def change_details(user: User, name: str, email: str, *, at: datetime) -> None:
    """Change what a user is called and signs in with; the same again changes nothing. Raises EmailTaken."""
    before = (user.name, user.email)
    user.name, user.email = name, sign_in_name(email)
    try:
        with write_transaction():
            user.save(update_fields=["name", "email"])
            changed = [(user.name, before[0], Kind.NAME), (user.email, before[1], Kind.EMAIL)]
            _log(user, [kind for now, then, kind in changed if now != then], at)
    except IntegrityError as error:
        user.name, user.email = before
        raise EmailTaken from error


def change_password(user: User, password: str, *, stays: str, at: datetime) -> None:
    """A new password. All sessions end except for the one with the key `stays`."""
    _set_password(user, password, Kind.PASSWORD, stays=stays, at=at)


def replace_forgotten_password(user: User, password: str, *, at: datetime) -> None:
    """A new password for somebody who came with a link for it. All sessions end, and so does any lock."""
    _set_password(user, password, Kind.FORGOTTEN, stays="", at=at)
    reset(username=user.email)


def end_session(user: User, session: int, *, at: datetime) -> None:
    """Sign the user out of one browser. Does nothing where they have signed out meanwhile."""
    _end(user, user.sessions.filter(pk=session).values_list("session_id", flat=True), [Kind.ENDED], at)


def end_other_sessions(user: User, *, stays: str, at: datetime) -> None:
    """Sign the user out of every browser except for the one whose session has the key `stays`."""
    _end(user, _other_keys(user, stays), [Kind.ENDED], at)


def clear_expired_sessions(*, at: datetime) -> None:
    """Delete the sessions that let nobody in any more, with what was noted of them."""
    with write_transaction():
        Session.objects.filter(expire_date__lt=at).delete()


def note_session(user: User, key: str, device: str, *, at: datetime) -> None:
    """Note that a session was used; where it is known already and others write, that is left to a later page."""
    known = UserSession.objects.filter(session_id=key)
    if known.exists():
        with suppress(OperationalError), write_transaction():
            known.update(last_used=at, device=device)
    else:
        with suppress(IntegrityError), write_transaction():  # two requests at once, or it has just ended
            UserSession.objects.create(session_id=key, user=user, device=device, since=at, last_used=at)


def _set_password(user: User, password: str, kind: Kind, *, stays: str, at: datetime) -> None:
    user.set_password(password)
    with write_transaction():
        user.save(update_fields=["password"])
        _log(user, [kind], at)
    # A session of an older password is not let in any more; this takes it off the list as well.
    _end(user, _other_keys(user, stays), [], at)


def _other_keys(user: User, stays: str) -> Iterable[str]:
    return user.sessions.exclude(session_id=stays).values_list("session_id", flat=True)


def _end(user: User, keys: Iterable[str], logged: Iterable[Kind], at: datetime) -> None:
    with write_transaction():
        ended = list(keys)
        Session.objects.filter(pk__in=ended).delete()
        _log(user, logged if ended else [], at)
    # Only now, when nobody can read it from the database again: some sessions are also held in memory.
    sessions = import_module(settings.SESSION_ENGINE)
    for key in ended:
        sessions.SessionStore(key).delete()


def _log(user: User, kinds: Iterable[Kind], at: datetime) -> None:
    AccountChange.objects.bulk_create(AccountChange(user=user, kind=kind, at=at) for kind in kinds)
