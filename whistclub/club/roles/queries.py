"""The people who run a club, the links that are open, and what was changed."""

from dataclasses import dataclass
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.models import Club, Role, RoleChange, RoleLink
from whistclub.club.roles.actions import Kind, path_of

MOST_SHOWN = 100
RANKS = {Role.Kind.OWNER: 0, Role.Kind.ORGANISER: 1}
EXPLAINED = [
    (Role.Kind.ORGANISER, "Organiser: runs games and parties, changes players and statistics"),
    (Role.Kind.OWNER, "Owner: everything, including club settings and who runs the club"),
]


@dataclass(frozen=True, slots=True)
class Member:
    role: Role
    is_self: bool

    @property
    def label(self) -> str:
        return role_text(self.role.kind)


@dataclass(frozen=True, slots=True)
class OpenLink:
    link: RoleLink
    path: str

    @property
    def label(self) -> str:
        return role_text(self.link.kind)


@dataclass(frozen=True, slots=True)
class Change:
    """`removed`: the key of the change, if it took away a role that can be given back."""

    at: datetime
    who: str
    what: str
    removed: int | None


def members(club: Club, user: User) -> list[Member]:
    """Everyone with a role, owners first. One query."""
    roles = sorted(club.roles.select_related("user"), key=lambda role: (RANKS[Role.Kind(role.kind)], role.user.name))
    return [Member(role, role.user_id == user.pk) for role in roles]


def open_links(club: Club, at: datetime) -> list[OpenLink]:
    """The links that nobody has used yet, the newest first. One query."""
    found = RoleLink.objects.filter(club=club, revoked=False, used_by=None, expires_at__gt=at).order_by("-pk")
    return [OpenLink(link, path_of(link)) for link in found]


def changes(club: Club, present: list[Member]) -> list[Change]:
    """What was changed, the newest first. One query."""
    here: set[int | None] = {member.role.user_id for member in present}
    newest = club.role_changes.select_related("by_user", "user", "link").order_by("-at", "-pk")[:MOST_SHOWN]
    found = []
    for each in newest:
        # Of several removals of one person only the last can be undone.
        can_return = each.kind == Kind.REMOVED and each.user_id not in here
        here.add(each.user_id)
        found.append(Change(each.at, each.by_user.name, change_text(each), each.pk if can_return else None))
    return found


def role_text(kind: str) -> str:
    """The name of a role."""
    return {
        Role.Kind.OWNER: "Owner",
        Role.Kind.ORGANISER: "Organiser",
    }[Role.Kind(kind)]


def change_text(change: RoleChange) -> str:
    """A change as a sentence."""
    sentence = {
        Kind.INVITED: "Invited {link}: {after}",
        Kind.REVOKED: "Invitation cancelled: {link}",
        Kind.JOINED: "{user} joined: {after} (invited as {link})",
        Kind.CHANGED: "{user}: {before} → {after}",
        Kind.REMOVED: "{user} was removed (was {before})",
        Kind.BROUGHT_BACK: "{user} was brought back: {after}",
        Kind.LEFT: "{user} left (was {before})",
    }[Kind(change.kind)]
    return sentence.format(
        user=change.user.name if change.user else "",
        link=change.link.name if change.link else "",
        before=role_text(change.before) if change.before else "",
        after=role_text(change.after) if change.after else "",
    )
