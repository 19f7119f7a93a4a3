"""The first organiser and the first club, made once by whoever started the site."""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.accounts.names import sign_in_name
from whistclub.club.models import Club, Organiser
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

# Signed with the site's secret: only a person who saw the terminal that started the program knows the link.
_claim_signer = Signer(salt="whistclub.club.claim", sep=".")
_CLAIM = "first-organiser"


class AlreadyClaimed(ActionRefused):
    """The first club exists: the link works once."""

    status = 410

    def __init__(self) -> None:
        super().__init__("already_claimed", _("This link has already been used; the club exists. Sign in instead."))


@dataclass(frozen=True, slots=True)
class Founding:
    """What the first organiser enters about themselves and the club. `password` is plain and is stored hashed."""

    club_name: str
    time_zone: str
    currency: str
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
    """Create the first organiser and the first club. Raises AlreadyClaimed if there is an organiser."""
    with write_transaction():
        if is_claimed():
            raise AlreadyClaimed
        user = User(email=sign_in_name(founding.email), name=founding.organiser_name)
        user.set_password(founding.password)
        user.save()
        club = Club.objects.create(
            name=founding.club_name,
            slug=slugify(founding.club_name)[:40].strip("-") or "club",
            time_zone=founding.time_zone,
            currency=founding.currency,
        )
        Organiser.objects.create(club=club, user=user)
    return club, user
