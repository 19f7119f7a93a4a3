"""Who organises a club; the gate of organisers: signed in, and organiser of the club in the address."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.web.polling import HtmxRequest

P = ParamSpec("P")
Response = TypeVar("Response", bound=HttpResponseBase)


class SignedInRequest(HtmxRequest):
    """What a request is behind a gate that let nobody in without signing in."""

    user: User


ClubView = Callable[Concatenate[SignedInRequest, Club, P], Response]


def for_organiser(view: ClubView[P, Response]) -> Callable[..., Response]:
    """Pass the club instead of its slug; 404 for users who do not run it, sign-in for visitors.

    The view runs in the club's time zone.
    """

    @login_required
    @wraps(view)
    def gate(request: HttpRequest, club: str, *args: P.args, **kwargs: P.kwargs) -> Response:
        found = get_object_or_404(Club, slug=club, organisers__user=request.user)
        with timezone.override(ZoneInfo(found.time_zone)):
            return view(cast(SignedInRequest, request), found, *args, **kwargs)

    return gate


def organises(request: HttpRequest, club: Club) -> bool:
    """Whether the visitor organises the club. No query for visitors who are not signed in."""
    return request.user.is_authenticated and club.organisers.filter(user=request.user).exists()
