"""Who may see backups: they hold all clubs of the site."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.club.access import ClubView, P, SignedInRequest, for_owner
from whistclub.club.queries import Club, is_first_of_site
from whistclub.web.errors import error_page


def for_site_owner(view: Callable[Concatenate[SignedInRequest, Club, P], HttpResponseBase]) -> ClubView[P]:
    """The gate of those who own the site: owners of its first club. Other owners have their club's document."""

    @for_owner
    @wraps(view)
    def gate(request: SignedInRequest, club: Club, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not is_first_of_site(club):
            return error_page(
                request,
                403,
                _("You do not have permission"),
                _("A backup holds all clubs of this site. Only owners of its first club can make and restore one."),
                leads_to=(reverse("club:hub", args=[club.slug]), _("Go to “Club”")),
            )
        return view(request, club, *args, **kwargs)

    return gate
