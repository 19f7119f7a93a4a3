"""Tokens of other programs and of the calendar: made and revoked by an owner."""

import hashlib
import secrets
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.api.models import ApiToken
from whistclub.club.actions import lock_club
from whistclub.club.models import Club, Role
from whistclub.web.errors import ActionRefused
from whistclub.web.row_links import RowLinks
from whistclub.web.transactions import write_transaction

MOST_TOKENS = 20
# So that programs which look for secrets in published texts can find it.
PREFIX = "whistclub_"
_calendars = RowLinks("whistclub.api.calendar")
Kind = ApiToken.Kind


class TooManyTokens(ActionRefused):
    def __init__(self) -> None:
        sentence = _("A club can have {n} tokens. Disable one you no longer use.")
        super().__init__("too_many_tokens", sentence.format(n=MOST_TOKENS))


def make_token(club: Club, name: str, *, by: User, at: datetime) -> str:
    """A new token's text, which nobody can read again. Raises TooManyTokens."""
    text = PREFIX + secrets.token_hex(20)
    with write_transaction():
        lock_club(club.pk)
        if _valid(club, Kind.PROGRAM).count() >= MOST_TOKENS:
            raise TooManyTokens
        ApiToken.objects.create(club=club, kind=Kind.PROGRAM, name=name, digest=digest(text), made_by=by, made_at=at)
    return text


def make_calendar(club: Club, *, by: User, at: datetime) -> None:
    """Give the calendar an address, in place of the one that it had."""
    with write_transaction():
        lock_club(club.pk)
        _valid(club, Kind.CALENDAR).update(revoked_by=by, revoked_at=at)
        ApiToken.objects.create(
            club=club, kind=Kind.CALENDAR, digest=digest(secrets.token_urlsafe()), made_by=by, made_at=at
        )


def revoke_token(club: Club, token: int, *, by: User, at: datetime) -> None:
    """Let a token, by its key, open nothing any more. Repeating it changes nothing."""
    club.api_tokens.filter(pk=token, revoked_at=None).update(revoked_by=by, revoked_at=at)


def use_token(text: str, at: datetime) -> ApiToken | None:
    """The token of this text, with its club; None for one that is unknown or revoked, or was made by somebody who is
    no owner any more, or whose account was blocked: nobody else knows its text. Notes the day of its use.
    """
    owners = Role.objects.filter(club=OuterRef("club"), kind=Role.Kind.OWNER, user__is_active=True)
    is_owners = Exists(owners.filter(user=OuterRef("made_by")))
    found = ApiToken.objects.select_related("club").filter(is_owners, digest=digest(text), revoked_at=None)
    return _used(found.first(), at)


def use_calendar(signed: str, at: datetime) -> ApiToken | None:
    """The same for the signed text in the address of a calendar."""
    key = _calendars.read(signed)
    if key is None:
        return None
    found = ApiToken.objects.select_related("club").filter(**key._asdict(), kind=Kind.CALENDAR, revoked_at=None)
    return _used(found.first(), at)


def calendar_text(token: ApiToken) -> str:
    """The part of a calendar's address that cannot be guessed."""
    return _calendars.token(token)


def _valid(club: Club, kind: Kind) -> QuerySet[ApiToken]:
    return club.api_tokens.filter(kind=kind, revoked_at=None)


def _used(token: ApiToken | None, at: datetime) -> ApiToken | None:
    if token and token.last_used_on != at.date():
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=at.date())
    return token


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
