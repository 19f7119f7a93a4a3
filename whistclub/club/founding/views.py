"""Clubs are founded: by the link of the terminal, by the founder of the site, or by a link of `manage.py new_club`."""

from typing import cast

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from whistclub.accounts.actions import EmailTaken, new_user
from whistclub.club.access import SignedInRequest
from whistclub.club.founding import actions
from whistclub.club.founding.forms import FoundingForm, NewClubForm
from whistclub.web.errors import error_page

BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """The one-time link from the terminal: creates the first organiser and club, and signs them in."""
    if not actions.is_claim_token(token):
        raise Http404
    if actions.is_claimed():
        return _used(request, actions.AlreadyClaimed())
    form = FoundingForm(request.POST or None)
    if not form.is_valid():
        return _page(request, form)
    try:
        club, user = actions.found_club(form.founding())
    except actions.AlreadyClaimed as used:
        return _used(request, used)
    login(request, user, backend=BACKEND)
    return redirect("play:tonight", club.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: SignedInRequest) -> HttpResponse:
    """One more club, for the founder of the site."""
    if not actions.may_found(request.user):
        sentence = "Only the person who set up this site can create another club here. Ask them for a link."
        return error_page(request, 403, "You do not have permission", sentence)
    form = NewClubForm(request.POST or None)
    if not form.is_valid():
        return _page(request, form, another=True)
    club = actions.found_another_club(form.new_club(), by=request.user)
    return redirect("play:tonight", club.slug)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def found_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """One more club, for anybody who got the link: with the account they have, or with a new one."""
    link, at = actions.read_founding_link(token), timezone.now()
    if link is None:
        raise Http404
    form: NewClubForm = (NewClubForm if request.user.is_authenticated else FoundingForm)(request.POST or None)
    try:
        actions.require_open(link, at=at)
        if not form.is_valid():
            return _page(request, form, another=True)
        if isinstance(form, FoundingForm):
            user = new_user(*(form.cleaned_data[name] for name in ("organiser_name", "email", "password")))
            club = actions.found_by_link(link, form.new_club(), by=user, at=at)
            login(request, user, backend=BACKEND)
        else:
            club = actions.found_by_link(link, form.new_club(), by=cast(SignedInRequest, request).user, at=at)
    except EmailTaken as refusal:
        form.add_error("email", refusal.sentence)
        return _page(request, form, another=True, status=refusal.status)
    except actions.FoundingLinkNoLongerValid as over:
        return error_page(request, over.status, "This link is no longer valid", over.sentence)
    return redirect("play:tonight", club.slug)


def _page(request: HttpRequest, form: NewClubForm, *, another: bool = False, status: int = 0) -> HttpResponse:
    context = {"form": form, "another": another, "has_account": not isinstance(form, FoundingForm)}
    return render(request, "club/claim.html", context, status=status or (422 if form.is_bound else 200))


def _used(request: HttpRequest, used: actions.AlreadyClaimed) -> HttpResponse:
    return error_page(request, used.status, "This link has already been used", used.sentence)
