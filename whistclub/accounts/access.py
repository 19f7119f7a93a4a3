"""The gate of what a user does with their own account."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from whistclub.accounts.models import User
from whistclub.web.live import HtmxRequest

P = ParamSpec("P")


class SignedInRequest(HtmxRequest):
    """What a request is behind a gate that let nobody in without signing in."""

    user: User


def for_user(view: Callable[Concatenate[SignedInRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """The gate of everyone who has signed in."""

    @login_required
    @wraps(view)
    def gate(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(cast(SignedInRequest, request), *args, **kwargs)

    return gate
