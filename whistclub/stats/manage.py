"""The organiser’s page of statistics: who may see them, and the seasons."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.models import Club, ClubChange
from whistclub.stats.access import season_of
from whistclub.stats.forms import SeasonForm
from whistclub.stats.models import Season
from whistclub.web.qr import address_for_phones, qr_svg
from whistclub.web.transactions import write_transaction


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def manage(request: SignedInRequest, club: Club) -> HttpResponse:
    """Shows who sees the statistics, and the seasons; adds a season when posted."""
    form = SeasonForm(request.POST if request.method == "POST" else None, instance=Season(club=club))
    if form.is_valid():
        save_season(form.instance, by=request.user, at=timezone.now())
        messages.success(request, f"“{form.instance.name}” was added.")
        return redirect("stats:manage", club.slug)
    address = address_for_phones(request, reverse("stats:results", args=[club.slug]))
    context = {
        "club": club,
        "seasons": Season.objects.filter(club=club),
        "form": form,
        "address": address,
        "code": qr_svg(address) if club.shows_statistics else "",
        "here": "club",
    }
    return render(request, "stats/manage.html", context, status=422 if form.is_bound else 200)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def change_season(request: SignedInRequest, club: Club, season: int) -> HttpResponse:
    found = season_of(club, season)
    name = found.name
    form = SeasonForm(request.POST if request.method == "POST" else None, instance=found)
    if form.is_valid():
        save_season(found, by=request.user, at=timezone.now())
        messages.success(request, f"“{found.name}” was changed.")
        return redirect("stats:manage", club.slug)
    context = {"club": club, "season": found, "name": name, "form": form, "here": "club"}
    return render(request, "stats/change_season.html", context, status=422 if form.is_bound else 200)


@for_organiser
@require_POST
def delete_season(request: SignedInRequest, club: Club, season: int) -> HttpResponse:
    found = season_of(club, season)
    remove_season(found, by=request.user, at=timezone.now())
    messages.success(request, f"“{found.name}” was deleted.")
    return redirect("stats:manage", club.slug)


def save_season(season: Season, *, by: User, at: datetime) -> None:
    """Add or change a season."""
    with write_transaction():
        before = Season.objects.filter(pk=season.pk).values_list("name", flat=True).first()
        season.save()
        _log(season.club, before or "", season.name, by=by, at=at)


def remove_season(season: Season, *, by: User, at: datetime) -> None:
    """Delete a season and its table; games and parties stay."""
    with write_transaction():
        Season.objects.filter(pk=season.pk).delete()
        _log(season.club, season.name, "", by=by, at=at)


def _log(club: Club, before: str, after: str, *, by: User, at: datetime) -> None:
    ClubChange.objects.create(club=club, kind=ClubChange.Kind.SEASON, before=before, after=after, at=at, by_user=by)
