"""Actions of owners on the settings of their club. Each change is logged, and open pages follow it."""

import secrets
from datetime import datetime

from django.dispatch import Signal

from whistclub.accounts.models import User
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.models import Club, ClubChange, Logo
from whistclub.club.settings.pictures import name_of
from whistclub.web.transactions import write_transaction

Kind = ClubChange.Kind

# Sent with the `club` inside the transaction that changes its time zone: evenings may then be on another day.
time_zone_changed = Signal()


def change_settings(club: Club, settings: dict[str, str], *, by: User, at: datetime) -> list[str]:
    """Change settings of a club: values by the names of its fields. Returns the names of those that were different."""
    with write_transaction():
        stored = lock_club(club.pk)
        different = [name for name, value in settings.items() if getattr(stored, name) != value]
        for name in different:
            _change(stored, Kind(name), settings[name], by=by, at=at)
        if different:
            stored.save(update_fields=different)
            raise_revision(club.pk)
        if Kind.TIME_ZONE in different:
            time_zone_changed.send(Club, club=stored)
    return different


def set_logo(club: Club, png: bytes, *, by: User, at: datetime) -> None:
    """Show this picture as the logo of the club. The same picture again changes nothing."""
    with write_transaction():
        Logo.objects.update_or_create(club=club, defaults={"png": png})
        change_settings(club, {"logo": name_of(png)}, by=by, at=at)


def remove_logo(club: Club, *, by: User, at: datetime) -> None:
    """Show no logo any more. Repeating it changes nothing."""
    with write_transaction():
        Logo.objects.filter(club=club).delete()
        change_settings(club, {"logo": ""}, by=by, at=at)


def replace_calendar(club: Club, *, by: User, at: datetime) -> None:
    """Give the club's calendar a new secret address; an old one stops working."""
    _set_calendar(club, secrets.token_urlsafe(16), by=by, at=at)


def stop_calendar(club: Club, *, by: User, at: datetime) -> None:
    _set_calendar(club, "", by=by, at=at)


def _set_calendar(club: Club, token: str, *, by: User, at: datetime) -> None:
    with write_transaction():
        stored = lock_club(club.pk)
        stored.calendar = token
        stored.save(update_fields=["calendar"])
        # The address is a secret: the log says only that there is a new one.
        text = "new address" if token else "off"
        ClubChange.objects.create(club=stored, kind=Kind.CALENDAR, after=text, at=at, by_user=by)


def _change(stored: Club, kind: Kind, value: str, *, by: User, at: datetime) -> None:
    before = getattr(stored, kind)
    setattr(stored, kind, value)
    ClubChange.objects.create(club=stored, kind=kind, before=before, after=value, at=at, by_user=by)
