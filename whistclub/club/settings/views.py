"""The settings of a club, for its owners; its logo, for everyone."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.club import queries as club_queries
from whistclub.club.access import SignedInRequest, for_owner
from whistclub.club.settings import actions, queries
from whistclub.club.settings.forms import BasicsForm, EmbeddingForm, LookForm, StrangersForm

FOR_A_YEAR = "public, max-age=31536000, immutable"


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedInRequest, club: club_queries.Club) -> HttpResponse:
    """The page; its first form changes the name, the time zone, the currency symbol and the language."""
    form = BasicsForm(club, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(request, club, basics=form)
    actions.change_settings(club, form.cleaned_data, by=request.user, at=timezone.now())
    return _saved(request, club)


@for_owner
@require_POST
def look(request: SignedInRequest, club: club_queries.Club) -> HttpResponse:
    form = LookForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, club, look=form)
    at = timezone.now()
    actions.change_settings(club, {"colour": form.cleaned_data["colour"]}, by=request.user, at=at)
    if form.cleaned_data["logo"]:
        actions.set_logo(club, form.cleaned_data["logo"], by=request.user, at=at)
    return _saved(request, club)


def _change(name: str, form_of: type[forms.Form]) -> Callable[..., HttpResponseBase]:
    """The view of a form whose fields are columns of the club; `name` is that of the form on the page."""

    @for_owner
    @require_POST
    def view(request: SignedInRequest, club: club_queries.Club) -> HttpResponse:
        form = form_of(request.POST)
        if not form.is_valid():
            return _page(request, club, **{name: form})
        actions.change_settings(club, form.cleaned_data, by=request.user, at=timezone.now())
        return _saved(request, club)

    return view


show_to_strangers = _change("strangers", StrangersForm)
embed = _change("embedding", EmbeddingForm)


@for_owner
@require_POST
def remove_logo(request: SignedInRequest, club: club_queries.Club) -> HttpResponse:
    actions.remove_logo(club, by=request.user, at=timezone.now())
    messages.success(request, _("The logo was removed."))
    return redirect("club:settings", club.slug)


@require_safe
def logo(request: HttpRequest, club: str, name: str) -> HttpResponse:
    png = queries.logo(club, name)
    if png is None:
        raise Http404
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": FOR_A_YEAR})


def _saved(request: SignedInRequest, club: club_queries.Club) -> HttpResponse:
    messages.success(request, _("Saved."))
    return redirect("club:settings", club.slug)


def _page(request: SignedInRequest, club: club_queries.Club, **sent: forms.Form) -> HttpResponse:
    """The page with its forms; one that was sent has errors."""
    shown = {
        "basics": BasicsForm(club),
        "look": LookForm(initial={"colour": club.colour}),
        "strangers": StrangersForm(initial={"shown_to_strangers": club.shown_to_strangers}),
        "embedding": EmbeddingForm(initial={"embedded_in": club.embedded_in.replace(" ", "\n")}),
    } | sent
    refused = next((form for form in shown.values() if form.is_bound), None)
    context = shown | {
        "club": club,
        "refused": refused,
        "changes": queries.changes(club),
        "address": request.build_absolute_uri(f"/c/{club.slug}/"),
        "here": "club",
    }
    return render(request, "club/settings.html", context, status=422 if refused else 200)
