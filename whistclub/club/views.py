"""The front page, the clubs of a user, and the people of a club."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.club import actions, queries
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.forms import PlayerForm
from whistclub.club.founding.actions import is_claimed, may_found
from whistclub.web.errors import Refused, attempt


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("club:home")
    return render(request, "club/front.html", {"claimed": is_claimed(), "clubs": queries.public_clubs()})


@login_required
@require_safe
def home(request: SignedInRequest) -> HttpResponse:
    clubs = queries.clubs_of(request.user)
    if len(clubs) == 1:
        return redirect("play:tonight", clubs[0].slug)
    return render(request, "club/home.html", {"clubs": clubs, "may_found": may_found(request.user)})


@for_organiser
@require_safe
def hub(request: SignedInRequest, club: queries.Club) -> HttpResponse:
    """Where everything about the club itself begins."""
    context = {
        "club": club,
        "here": "club",
        "may_found": may_found(request.user),
        "has_backups": club.role == "owner" and queries.is_first_of_site(club),
    }
    return render(request, "club/hub.html", context)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, club: queries.Club) -> HttpResponse:
    form = PlayerForm(request.POST or None)
    if form.is_valid():
        try:
            actions.add_player(club, form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error("name", refusal.sentence)
        else:
            messages.success(request, "{name} was added.".format(name=form.cleaned_data["name"]))
            return redirect("club:people", club.slug)
    asked = request.GET
    page = queries.roster_page(club, asked.get("q", ""), asked.get("show", ""), asked.get("page"))
    context = {"page": page, "club": club, "form": form, "here": "people"}
    return render(request, "club/people.html", context, status=422 if form.is_bound else 200)


@for_organiser
@require_safe
def person(request: HttpRequest, club: queries.Club, player: int) -> HttpResponse:
    """A merged player redirects to the one they turned out to be."""
    page = queries.person(club, player)
    if page is None:
        raise Http404
    if page.player.pk != player:
        return redirect("club:person", club.slug, page.player.pk)
    form = PlayerForm(initial={"name": page.player.name})
    return render(request, "club/person.html", {"page": page, "club": club, "form": form, "here": "people"})


@for_organiser
@require_POST
def rename(request: SignedInRequest, club: queries.Club, player: int) -> HttpResponse:
    found = get_object_or_404(queries.on_roster(club), pk=player)
    form = PlayerForm(request.POST)
    if not form.is_valid():
        return _refused(request, club, player, form, 422)
    name = form.cleaned_data["name"]
    try:
        actions.rename_player(found, name, by=request.user, at=timezone.now())
    except Refused as refusal:
        form.add_error("name", refusal.sentence)
        return _refused(request, club, player, form, refusal.status)
    messages.success(request, f"Renamed to {name}, in past games too.")
    return redirect("club:person", club.slug, found.pk)


def _refused(request: HttpRequest, club: queries.Club, player: int, form: PlayerForm, status: int) -> HttpResponse:
    context = {"page": queries.person(club, player), "club": club, "form": form, "here": "people"}
    return render(request, "club/person.html", context, status=status)


def _change(action: Callable[..., None], done: str) -> Callable[..., HttpResponseBase]:
    """The view of a form without fields: it changes a player; `done` names them as they are called afterwards."""

    @for_organiser
    @require_POST
    def view(request: SignedInRequest, club: queries.Club, player: int) -> HttpResponse:
        found = get_object_or_404(queries.on_roster(club), pk=player)
        if attempt(request, lambda: action(found, by=request.user, at=timezone.now())):
            messages.success(request, str(done).format(name=found.name))
        return redirect("club:person", club.slug, found.pk)

    return view


hide = _change(actions.hide_player, "{name} is now hidden from statistics.")
show = _change(actions.show_player, "{name} is shown in statistics again.")
guest = _change(partial(actions.set_guest, guest=True), "{name} is now a guest, not in ratings or statistics.")
regular = _change(
    partial(actions.set_guest, guest=False),
    "{name} is no longer a guest, and is in ratings and statistics again.",
)
retire = _change(
    actions.retire_player,
    "{name} is retired: still in past games and statistics, but no longer offered for new ones.",
)
bring_back = _change(actions.bring_player_back, "{name} is no longer retired.")
