"""Who runs a club: owners invite people with links, change roles and remove people; everybody may leave.

Each change locks the club, so that it keeps an owner, and is logged.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import QuerySet

from whistclub.accounts.actions import store_user
from whistclub.accounts.models import User
from whistclub.club.actions import lock_club
from whistclub.club.models import Club, ClubChange, Invitation, Role
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

VALID_FOR = timedelta(days=14)
MOST_OPEN = 30
Kind = ClubChange.Kind


def roles_changed() -> Refused:
    """The page shows people or links that are no longer there, or the user who asks is no longer an owner."""
    return Refused("roles_changed", "This has changed since you opened the page. Reload it.")


def invite(club: Club, kind: str, name: str, *, by: User, at: datetime) -> Invitation:
    """A new link for somebody. Raises "too_many_invitations"."""
    with _changing(club, by):
        if open_invitations(club, at).count() >= MOST_OPEN:
            sentence = f"There are already {MOST_OPEN} open invitations. Cancel one first."
            raise Refused("too_many_invitations", sentence)
        token = secrets.token_urlsafe(32)
        made = Invitation.objects.create(club=club, kind=kind, name=name, token=token, expires_at=at + VALID_FOR)
        _log(club, Kind.INVITED, by=by, at=at, after=_with_role(name, kind))
        return made


def cancel(club: Club, invitation: int, *, by: User, at: datetime) -> None:
    """Make a link of the club useless. Raises "roles_changed" if somebody has used it."""
    with _changing(club, by):
        found = open_invitations(club, at).filter(pk=invitation).first()
        if found is None:
            raise roles_changed()
        found.delete()
        _log(club, Kind.CANCELLED, by=by, at=at, before=found.name)


def open_invitations(club: Club, at: datetime) -> QuerySet[Invitation]:
    """The newest first."""
    return club.invitations.filter(used_by=None, expires_at__gt=at).order_by("-pk")


def opened(token: str, user: User | None, *, at: datetime) -> Invitation:
    """The invitation with its club. Raises "invitation_over", and "has_role" for somebody who has a role already."""
    invitation = Invitation.objects.select_related("club").filter(token=token).first()
    if invitation is None or invitation.used_by_id is not None or invitation.expires_at <= at:
        sentence = "It has been used (if by you, sign in) or cancelled, or is more than 14 days old. Ask an owner for a new one."
        raise Refused("invitation_over", sentence, 410, title="This invitation is no longer valid")
    if user and user.pk and invitation.club.roles.filter(user=user).exists():
        name = invitation.club.name
        sentence = f"You already have a role in {name}. An owner can change it; the link is for someone else."
        raise Refused("has_role", sentence, title="You already have a role here")
    return invitation


def join(invitation: Invitation, user: User, *, at: datetime) -> None:
    """Use an invitation, with an account or with a `new_user`, who is stored only if it is still open.

    Raises "invitation_over", "has_role", EmailTaken.
    """
    club = invitation.club
    with _changing(club):
        found = opened(invitation.token, user, at=at)
        if user.pk is None:
            store_user(user)
        found.used_by = user
        found.save(update_fields=["used_by"])
        Role.objects.create(club=club, user=user, kind=found.kind)
        _log(club, Kind.JOINED, by=user, at=at, before=found.name, after=_with_role(user.name, found.kind))


def change_role(club: Club, role: int, kind: str, *, by: User, at: datetime) -> None:
    """Give somebody another role. Raises "last_owner", "roles_changed"; the same role again changes nothing."""
    with _changing(club, by):
        found = club.roles.select_related("user").filter(pk=role).first()
        if found is None:
            raise roles_changed()
        before, found.kind = found.kind, kind
        if before != kind:
            found.save(update_fields=["kind"])
            after = _with_role(found.user.name, kind)
            _changed(found, before, Kind.ROLE, after, by=by, at=at)


def remove(club: Club, role: int, *, by: User, at: datetime) -> None:
    """Take somebody's role away, or one's own; they see nothing of the club from now on.

    Raises "last_owner", "roles_changed".
    """
    with _changing(club):
        found = club.roles.select_related("user").filter(pk=role).first()
        if found is None or (found.user != by and not _is_owner(club, by)):
            raise roles_changed()
        found.delete()
        _changed(found, found.kind, Kind.REMOVED, "", by=by, at=at)


def _changed(role: Role, before: str, kind: Kind, after: str, *, by: User, at: datetime) -> None:
    """Open invitations end when somebody stops being an owner: owners see them all, and could come back with one."""
    club = role.club
    if not club.roles.filter(kind=Role.Kind.OWNER, user__is_active=True).exists():
        raise Refused("last_owner", "A club needs an owner. Make someone else an owner first.")
    _log(club, kind, by=by, at=at, before=_with_role(role.user.name, before), after=after)
    if before == Role.Kind.OWNER:
        for each in open_invitations(club, at):
            each.delete()
            _log(club, Kind.CANCELLED, by=by, at=at, before=each.name)


@contextmanager
def _changing(club: Club, owner: User | None = None) -> Iterator[None]:
    """One change at a time. Raises "roles_changed" if `owner` was one when they asked, and is not any more."""
    with write_transaction():
        lock_club(club.pk)
        if owner and not _is_owner(club, owner):
            raise roles_changed()
        yield


def _is_owner(club: Club, user: User) -> bool:
    return club.roles.filter(user=user, kind=Role.Kind.OWNER).exists()


def _with_role(name: str, kind: str) -> str:
    return f"{name}, {Role.Kind(kind).label}"


def _log(club: Club, kind: Kind, *, by: User, at: datetime, before: str = "", after: str = "") -> None:
    ClubChange.objects.create(club=club, kind=kind, before=before, after=after, by_user=by, at=at)
