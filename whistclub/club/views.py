"""The front page, the clubs of a user, and the people of a club."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club import actions, queries
from whistclub.club.access import SignedInRequest, by_and_at, for_organiser
from whistclub.club.forms import PersonForm, PlayerForm
from whistclub.club.founding import is_claimed
from whistclub.club.models import Club
from whistclub.web.errors import attempt, save

# What can be downloaded: key, title, what it holds.
TABLES = [
    ("players", "Players", "everyone in the club, with how many games they played"),
    ("games", "Games", "every finished game, with the columns of a list of past games"),
    ("hands", "Hands", "every hand of every game, to check the scores"),
]


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
    return render(request, "club/home.html", {"clubs": clubs})


@for_organiser
@require_safe
def hub(request: SignedInRequest, club: Club) -> HttpResponse:
    """Where everything about the club itself begins."""
    context = {
        "club": club,
        "here": "club",
        "tables": TABLES,
        "has_backups": club.role == "owner" and queries.is_first_of_site(club),
    }
    return render(request, "club/hub.html", context)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, club: Club) -> HttpResponse:
    form = PlayerForm(request.POST or None)
    if save(form, lambda typed: actions.add_player(club, typed["name"]), at="name"):
        messages.success(request, f"{form.cleaned_data['name']} was added.")
        return redirect("club:people", club.slug)
    asked = request.GET
    page = queries.roster_page(club, asked.get("q", ""), asked.get("show", ""), asked.get("page"))
    context = {"page": page, "club": club, "form": form, "here": "people"}
    return render(request, "club/people.html", context, status=422 if form.is_bound else 200)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    """A merged player redirects to the one they turned out to be."""
    page = queries.person(club, player)
    if page is None:
        raise Http404
    if page.player.pk != player:
        return redirect("club:person", club.slug, page.player.pk)
    if "delete" in request.POST:
        found = page.player
        is_done = attempt(request, lambda: actions.delete_player(found), f"{found.name} was deleted.")
        return redirect("club:people", club.slug) if is_done else redirect("club:person", club.slug, player)
    form = PersonForm(request.POST or None, initial=model_to_dict(page.player))
    change = partial(actions.change_player, page.player, **by_and_at(request))
    if save(form, lambda typed: change(**typed), at="name"):
        messages.success(request, f"{page.player.name}: saved.")
        return redirect("club:person", club.slug, player)
    if form.is_bound:
        page = queries.person(club, player)
    context = {"page": page, "club": club, "form": form, "here": "people"}
    return render(request, "club/person.html", context, status=422 if form.is_bound else 200)
