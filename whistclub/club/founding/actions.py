"""Actions that found a club: the first of a site, by the link of the terminal; others by its founder, or by a link."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count

from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.text import slugify

from whistclub.accounts.actions import create_user, store_user
from whistclub.accounts.models import User
from whistclub.club.models import Club, FoundingLink, Role
from whistclub.web.errors import Refused
from whistclub.web.signed_links import RowKey, SignedLinks
from whistclub.web.transactions import write_transaction

# Signed with the site's secret: only a person who saw the terminal that started the program knows the link.
_claim_signer = Signer(salt="whistclub.club.claim", sep=".")
_CLAIM = "first-organiser"
_links = SignedLinks("whistclub.club.founding")
VALID_FOR = timedelta(days=14)
LONGEST_SLUG = 40


class AlreadyClaimed(Refused):
    """The first club exists: the link works once."""

    status = 410

    def __init__(self) -> None:
        super().__init__("already_claimed", "This link has already been used; the club exists. Sign in instead.")


class FoundingLinkNoLongerValid(Refused):
    """The link has founded its club, or is too old."""

    status = 410

    def __init__(self) -> None:
        sentence = "It has been used, or is more than 14 days old. The person who runs this site can make a new one."
        super().__init__("founding_link_over", sentence)


@dataclass(frozen=True, slots=True)
class NewClub:
    """What people enter about a new club."""

    club_name: str
    time_zone: str
    currency: str


@dataclass(frozen=True, slots=True)
class Founding(NewClub):
    """What somebody without an account enters. `password` is plain and is stored hashed."""

    organiser_name: str
    email: str
    password: str


def is_claimed() -> bool:
    return User.objects.exists()


def claim_link_path() -> str | None:
    """Path of the one-time link that creates the first organiser and club; None once that is done."""
    if is_claimed():
        return None
    return reverse("club:claim", args=[_claim_signer.signature(_CLAIM)])


def is_claim_token(token: str) -> bool:
    try:
        return _claim_signer.unsign(f"{_CLAIM}{_claim_signer.sep}{token}") == _CLAIM
    except BadSignature:
        return False


def found_club(founding: Founding) -> tuple[Club, User]:
    """Create the first organiser and the first club, exactly once. Raises AlreadyClaimed if there is an organiser."""
    with write_transaction():
        if is_claimed():
            raise AlreadyClaimed
        try:
            # Of several at once the database lets one through; the others wait for it here, and are refused.
            used = FoundingLink.objects.create(is_first=True)
        except IntegrityError as error:
            raise AlreadyClaimed from error
        user = create_user(founding.organiser_name, founding.email, founding.password)
        return _create(founding, by=user, used=used), user


def may_found(user: User) -> bool:
    """Whether the user founded the first club of the site: they may found others."""
    return FoundingLink.objects.filter(is_first=True, user=user).exists()


def found_another_club(new: NewClub, *, by: User) -> Club:
    """Found one more club, by the founder of the site."""
    with write_transaction():
        return _create(new, by=by, used=None)


def make_founding_link(*, at: datetime) -> str:
    """Path of a new link with which anybody founds one more club, once."""
    link = FoundingLink.objects.create(expires_at=at + VALID_FOR)
    return reverse("club:found_by_link", args=[_links.token(link.pk, link.nonce)])


def read_founding_link(token: str) -> RowKey | None:
    """What the token of a link says; None if it is forged or damaged."""
    return _links.row(token)


def require_open(link: RowKey, *, at: datetime) -> FoundingLink:
    """The link with this key. Raises FoundingLinkNoLongerValid."""
    found = FoundingLink.objects.filter(**link._asdict(), club=None, expires_at__gt=at).first()
    if found is None:
        raise FoundingLinkNoLongerValid
    return found


def found_by_link(link: RowKey, new: NewClub, *, by: User, at: datetime) -> Club:
    """Found one more club with a link, which works once; a `new_user` is stored with it.

    Raises FoundingLinkNoLongerValid, EmailTaken.
    """
    with write_transaction():
        # Of several at once the others wait here.
        FoundingLink.objects.select_for_update().filter(pk=link.pk).first()
        used = require_open(link, at=at)
        if by.pk is None:
            store_user(by)
        return _create(new, by=by, used=used)


def _create(new: NewClub, *, by: User, used: FoundingLink | None) -> Club:
    club = _with_free_slug(Club(name=new.club_name, time_zone=new.time_zone, currency=new.currency))
    Role.objects.create(club=club, user=by, kind=Role.Kind.OWNER)
    if used:
        used.club, used.user = club, by
        used.save(update_fields=["club", "user"])
    return club


def _with_free_slug(club: Club) -> Club:
    """Store a new club under its name, with a number if there is one of that name already."""
    name = slugify(club.name)[:LONGEST_SLUG].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=name[:30]).values_list("slug", flat=True))
    for number in count(1):
        end = f"-{number}" if number > 1 else ""
        club.slug = name[: LONGEST_SLUG - len(end)].strip("-") + end
        if club.slug in taken:
            continue
        try:
            with transaction.atomic():
                club.save()
        except IntegrityError:  # another one of that name was founded at this moment
            continue
        return club
    raise AssertionError
