"""What users may do for a club; the gates of its owners and its organisers."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from whistclub.accounts.models import SignedInRequest, User
from whistclub.club.models import Club, Player, Role
from whistclub.club.names import as_initials
from whistclub.web.errors import error_page

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)

ORGANISERS = (Role.Kind.OWNER, Role.Kind.ORGANISER)
OWNERS = (Role.Kind.OWNER,)

ClubView = Callable[Concatenate[SignedInRequest, Club, P], HttpResponseBase]


def for_owner(view: ClubView[P]) -> Callable[..., HttpResponseBase]:
    """The gate of what owners decide; see `_gate`."""
    return _gate(view, OWNERS)


def for_organiser(view: ClubView[P]) -> Callable[..., HttpResponseBase]:
    """The gate of organisers, and so of owners; see `_gate`."""
    return _gate(view, ORGANISERS)


def owner_writes(view: ClubView[P]) -> Callable[..., HttpResponseBase]:
    """The gate of a page that organisers read, and on which only owners change something; see `_gate`."""
    return _gate(view, ORGANISERS, OWNERS)


def _gate(
    view: ClubView[P], may_read: Collection[str], may_write: Collection[str] = ()
) -> Callable[..., HttpResponseBase]:
    """Pass the club instead of its slug, with the user's role in it as `club.role`.

    404 for users without a role in it, 403 for organisers where only owners may, sign-in for visitors. The view runs
    `inside` the club.
    """

    @login_required
    @wraps(view)
    def gate(request: HttpRequest, club: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        role = Role.objects.select_related("club").filter(club__slug=club, user=cast(User, request.user)).first()
        if role is None:
            raise Http404
        found = role.club
        found.role = role.kind
        if role.kind not in (may_write if may_write and request.method == "POST" else may_read):
            sentence = f"Only owners of {found.name} may do this. Ask one of them."
            leads_to = (reverse("play:tonight", args=[found.slug]), "Go to “Tonight”")
            return error_page(request, 403, "You do not have permission", sentence, leads_to=leads_to, club=found)
        with inside(request, found):
            return view(cast(SignedInRequest, request), found, *args, **kwargs)

    return gate


@contextmanager
def inside(request: HttpRequest, club: Club) -> Iterator[None]:
    """Where pages of a club are made: in its time zone; templates know it as `request.club`."""
    request.club = club  # type: ignore[attr-defined] # read by web/base.html
    with timezone.override(ZoneInfo(club.time_zone)):
        yield


def in_bin(request: HttpRequest, club: Club, title: str) -> HttpResponse:
    """The answer to an organiser who asks for what is in the bin."""
    leads_to = (reverse("archive:bin", args=[club.slug]), "Open the bin")
    sentence = "It is in the bin. You can restore it there."
    return error_page(request, 410, title, sentence, leads_to=leads_to, club=club)


def shown_to(request: HttpRequest, club: Club, *, of_now: bool = False) -> str:
    """What this visitor sees of a game or party that they have the link of, one of `Club.Shown`.

    Its organisers see names; so does everyone of what is `of_now`: who got that link is of the evening.
    """
    know_role(request, club)
    if of_now or club.shown_to_strangers == Club.Shown.LINKS or club.is_organised:
        return Club.Shown.NAMES
    return club.shown_to_strangers


@contextmanager
def names_shown(request: HttpRequest, club: Club, shown: str) -> Iterator[None]:
    """Inside, names of the club's players are read as initials, unless names are `shown`. No view inside stores one."""
    if shown != Club.Shown.NAMES:
        with as_initials(Player.objects.filter(club=club).order_by("pk").values_list("name", flat=True)):
            yield
    else:
        yield


def not_shown(request: HttpRequest, club: Club) -> HttpResponse:
    """The page of what is past, for strangers of a club that shows them nothing."""
    return error_page(
        request,
        403,
        "No longer public",
        f"{club.name} shows past games and evenings only to its organisers. Ask one of them.",
        helped_by_sign_in=True,
    )


def organises(request: HttpRequest, club: Club) -> bool:
    """Whether the visitor organises the club, or owns it."""
    know_role(request, club)
    return club.is_organised


def know_role(request: HttpRequest, club: Club) -> None:
    """Set the `role` that the visitor has in the club. No query for visitors who are not signed in."""
    if request.user.is_authenticated:
        roles = Role.objects.filter(club=club, user=request.user)
        club.role = roles.values_list("kind", flat=True).first() or ""


def by_and_at(request: SignedInRequest) -> dict[str, Any]:
    """Who acts, and when: as each action of an organiser takes them."""
    return {"by": request.user, "at": timezone.now()}
