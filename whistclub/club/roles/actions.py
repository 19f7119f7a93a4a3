"""Actions on the roles of a club. Each locks the club, so that it keeps an owner, and says who did it and when."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse

from whistclub.accounts.actions import store_user
from whistclub.accounts.models import User
from whistclub.club.actions import lock_club
from whistclub.club.models import Club, Role, RoleChange, RoleLink
from whistclub.web.errors import Refused
from whistclub.web.signed_links import RowKey, SignedLinks
from whistclub.web.transactions import write_transaction

_links = SignedLinks("whistclub.club.role")
VALID_FOR = timedelta(days=14)
MOST_OPEN_LINKS = 30
Kind = RoleChange.Kind


class LastOwner(Refused):
    """A club without an owner could never change who runs it."""

    def __init__(self) -> None:
        super().__init__("last_owner", "A club needs an owner. Make someone else an owner first.")


class RolesChanged(Refused):
    """The page shows people or links that are no longer there, or the user who asks is no longer an owner."""

    def __init__(self) -> None:
        super().__init__("roles_changed", "This has changed since you opened the page. Reload it.")


class TooManyLinks(Refused):
    def __init__(self) -> None:
        sentence = f"There are already {MOST_OPEN_LINKS} open invitations. Cancel one first."
        super().__init__("too_many_links", sentence)


class LinkNoLongerValid(Refused):
    """The link was used or revoked, or is too old."""

    status = 410

    def __init__(self) -> None:
        sentence = "It has been used or cancelled, or is more than 14 days old. Ask an owner of the club for a new one."
        super().__init__("role_link_over", sentence)


class HasRole(Refused):
    """The link stays as it is, for somebody else."""

    def __init__(self, club: Club) -> None:
        sentence = "You already have a role in {club}. An owner can change it; the link is for someone else."
        super().__init__("has_role", sentence.format(club=club.name))


def path_of(link: RoleLink) -> str:
    """Where the link leads: an address that cannot be guessed."""
    return reverse("club:join", args=[_links.token(link.pk, link.nonce)])


def read_link(token: str) -> RowKey | None:
    """What the token of a link says; None if it is forged or damaged."""
    return _links.row(token)


def invite(club: Club, kind: str, name: str, *, by: User, at: datetime) -> RoleLink:
    """A new link for somebody. Raises TooManyLinks."""
    with _changing(club, by):
        if _open_links(club, at).count() >= MOST_OPEN_LINKS:
            raise TooManyLinks
        link = RoleLink.objects.create(club=club, kind=kind, name=name, expires_at=at + VALID_FOR)
        _log(club, Kind.INVITED, by=by, at=at, link=link, after=kind)
        return link


def revoke(club: Club, link: int, *, by: User, at: datetime) -> None:
    """Make a link of the club useless. Raises RolesChanged if somebody has used it; repeating it changes nothing."""
    with _changing(club, by):
        found = RoleLink.objects.filter(club=club, pk=link, used_by=None).first()
        if found is None:
            raise RolesChanged
        if not found.revoked:
            _revoke(found, by=by, at=at)


def require_open(link: RowKey, *, at: datetime, user: User | None = None) -> RoleLink:
    """The link with this key, with its club; one that the user has used is open to them. Raises LinkNoLongerValid."""
    found = RoleLink.objects.select_related("club").filter(**link._asdict()).first()
    if found is None:
        raise LinkNoLongerValid
    if found.used_by_id is None:
        is_open = not found.revoked and found.expires_at > at
    else:
        is_open = user is not None and found.used_by_id == user.pk
    if not is_open:
        raise LinkNoLongerValid
    return found


def require_no_role(club: Club, user: User) -> None:
    """Raises HasRole."""
    if club.roles.filter(user=user).exists():
        raise HasRole(club)


def join(link: RowKey, user: User, *, at: datetime) -> Club:
    """Use a link, with an account or with a `new_user`, who is stored only if the link is still open.

    The same user again is only led to the club. Raises LinkNoLongerValid, HasRole, EmailTaken.
    """
    club = require_open(link, at=at, user=user).club
    with _changing(club):
        found = require_open(link, at=at, user=user)
        if found.used_by_id is not None:
            return club
        if user.pk is None:
            store_user(user)
        require_no_role(club, user)
        found.used_by = user
        found.save(update_fields=["used_by"])
        Role.objects.create(club=club, user=user, kind=found.kind)
        _log(club, Kind.JOINED, by=user, at=at, user=user, link=found, after=found.kind)
    return club


def change_role(club: Club, role: int, kind: str, *, by: User, at: datetime) -> RoleChange | None:
    """Give somebody another role. Raises LastOwner, RolesChanged; the same role again changes nothing."""
    with _changing(club, by):
        found = _role(club, role)
        if found.kind == kind:
            return None
        before, found.kind = found.kind, kind
        found.save(update_fields=["kind"])
        _require_owner(club)
        change = _log(club, Kind.CHANGED, by=by, at=at, user=found.user, before=before, after=kind)
        _revoke_if_owner(change)
        return change


def remove(club: Club, role: int, *, by: User, at: datetime) -> RoleChange:
    """Take somebody's role away; they see nothing of the club from now on. Raises LastOwner, RolesChanged."""
    with _changing(club, by):
        found = _role(club, role)
        found.delete()
        _require_owner(club)
        change = _log(club, Kind.REMOVED, by=by, at=at, user=found.user, before=found.kind)
        _revoke_if_owner(change)
        return change


def bring_back(club: Club, change: int, *, by: User, at: datetime) -> User:
    """Undo a removal: give the same person the same role. Raises RolesChanged if they have one again."""
    with _changing(club, by):
        found = RoleChange.objects.select_related("user").filter(club=club, pk=change, kind=Kind.REMOVED).first()
        if found is None or found.user is None or club.roles.filter(user=found.user).exists():
            raise RolesChanged
        Role.objects.create(club=club, user=found.user, kind=found.before)
        _log(club, Kind.BROUGHT_BACK, by=by, at=at, user=found.user, after=found.before)
        return found.user


def leave(club: Club, *, by: User, at: datetime) -> None:
    """Give up one's own role. Raises LastOwner; repeating it changes nothing."""
    with _changing(club):
        mine = club.roles.filter(user=by).first()
        if mine:
            mine.delete()
            _require_owner(club)
            _revoke_if_owner(_log(club, Kind.LEFT, by=by, at=at, user=by, before=mine.kind))


@contextmanager
def _changing(club: Club, owner: User | None = None) -> Iterator[None]:
    """One change at a time. Raises RolesChanged if `owner` was one when they asked, and is not any more."""
    with write_transaction():
        lock_club(club.pk)
        if owner and not club.roles.filter(user=owner, kind=Role.Kind.OWNER).exists():
            raise RolesChanged
        yield


def _revoke_if_owner(change: RoleChange) -> None:
    """Revoke all open links when somebody stops being an owner: owners see them all, and could come back with one."""
    if change.before == Role.Kind.OWNER:
        for link in _open_links(change.club, change.at):
            _revoke(link, by=change.by_user, at=change.at)


def _open_links(club: Club, at: datetime) -> QuerySet[RoleLink]:
    return RoleLink.objects.filter(club=club, revoked=False, used_by=None, expires_at__gt=at)


def _revoke(link: RoleLink, *, by: User, at: datetime) -> None:
    link.revoked = True
    link.save(update_fields=["revoked"])
    _log(link.club, Kind.REVOKED, by=by, at=at, link=link)


def _role(club: Club, role: int) -> Role:
    found = club.roles.select_related("user").filter(pk=role).first()
    if found is None:
        raise RolesChanged
    return found


def _require_owner(club: Club) -> None:
    if not club.roles.filter(kind=Role.Kind.OWNER, user__is_active=True).exists():
        raise LastOwner


def _log(
    club: Club,
    kind: Kind,
    *,
    by: User,
    at: datetime,
    user: User | None = None,
    link: RoleLink | None = None,
    **roles: str,
) -> RoleChange:
    return RoleChange.objects.create(club=club, kind=kind, by_user=by, at=at, user=user, link=link, **roles)
