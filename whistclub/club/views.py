"""Pages of the club: the way in, its people."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club import actions, queries
from whistclub.club.access import for_organiser
from whistclub.club.forms import FoundingForm, PlayerForm
from whistclub.web.errors import Refusal, error_page, posted_only


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("club:home")
    return render(request, "club/front.html", {"claimed": actions.is_claimed()})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """The one-time link from the terminal: makes the first organiser and club, and signs him in."""
    if not actions.is_claim_token(token):
        raise Http404
    if actions.is_claimed():
        used = actions.AlreadyClaimed()
        return error_page(request, used.status, _("This link has been used"), used.sentence)
    form = FoundingForm(request.POST or None)
    if not form.is_valid():
        return render(request, "club/claim.html", {"form": form}, status=422 if form.is_bound else 200)
    try:
        club, user = actions.found_club(form.founding())
    except actions.AlreadyClaimed as used:
        return error_page(request, used.status, _("This link has been used"), used.sentence)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("play:tonight", club.slug)


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    clubs = queries.clubs_of(request.user)
    if len(clubs) == 1:
        return redirect("play:tonight", clubs[0].slug)
    return render(request, "club/home.html", {"clubs": clubs})


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, club: queries.Club) -> HttpResponse:
    form = PlayerForm(request.POST or None)
    if form.is_valid():
        try:
            actions.add_player(club, form.cleaned_data["name"])
        except Refusal as refusal:
            form.add_error("name", refusal.sentence)
        else:
            messages.success(request, _("{name} is on the roster.").format(name=form.cleaned_data["name"]))
            return redirect("club:people", club.slug)
    return people_page(request, club, form, status=422 if form.is_bound else 200)


@for_organiser
@posted_only
def rename(request: HttpRequest, club: queries.Club, player: int) -> HttpResponse:
    found = get_object_or_404(club.players, pk=player)
    form = PlayerForm(request.POST)
    if form.is_valid():
        try:
            actions.rename_player(found, form.cleaned_data["name"])
        except Refusal as refusal:
            form.add_error("name", refusal.sentence)
            return people_page(request, club, PlayerForm(), renaming=found.pk, renamed=form, status=refusal.status)
        messages.success(request, _("Renamed to {name}, in old games too.").format(name=form.cleaned_data["name"]))
        return redirect("club:people", club.slug)
    return people_page(request, club, PlayerForm(), renaming=found.pk, renamed=form, status=422)


def people_page(
    request: HttpRequest, club: queries.Club, form: PlayerForm, *, status: int, **more: object
) -> HttpResponse:
    """The roster; `renaming` is the player whose new name, in the form `renamed`, was refused."""
    context = {"page": queries.roster(club), "club": club, "form": form, "here": "people", **more}
    return render(request, "club/people.html", context, status=status)
