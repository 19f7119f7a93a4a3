"""The front page, the one-time link, the clubs of the signed-in user."""

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club import queries
from whistclub.club.access import SignedInRequest
from whistclub.club.actions import founding
from whistclub.club.forms import FoundingForm
from whistclub.web.errors import error_page


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("club:home")
    return render(request, "club/front.html", {"claimed": founding.is_claimed()})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """The one-time link from the terminal: creates the first organiser and club, and signs them in."""
    if not founding.is_claim_token(token):
        raise Http404
    if founding.is_claimed():
        used = founding.AlreadyClaimed()
        return error_page(request, used.status, _("This link has already been used"), used.sentence)
    form = FoundingForm(request.POST or None)
    if not form.is_valid():
        return render(request, "club/claim.html", {"form": form}, status=422 if form.is_bound else 200)
    try:
        club, user = founding.found_club(form.founding())
    except founding.AlreadyClaimed as used:
        return error_page(request, used.status, _("This link has already been used"), used.sentence)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("play:tonight", club.slug)


@login_required
@require_safe
def home(request: SignedInRequest) -> HttpResponse:
    clubs = queries.clubs_of(request.user)
    if len(clubs) == 1:
        return redirect("play:tonight", clubs[0].slug)
    return render(request, "club/home.html", {"clubs": clubs})
