"""The organiser’s pages of statistics: who may see them, and the seasons."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, by_and_at, for_organiser, for_owner
from whistclub.club.models import Club, ClubChange
from whistclub.club.settings import change_settings
from whistclub.stats.access import season_of
from whistclub.stats.models import Season
from whistclub.web.fields import DayField
from whistclub.web.links import address_for_phones, qr_svg
from whistclub.web.transactions import write_transaction


class ShownForm(forms.Form):
    shown = forms.ChoiceField(choices=Club.Shown.choices)


class SeasonForm(forms.ModelForm):  # type: ignore[type-arg] # it takes no types when it runs
    first_day = DayField("First day", "Enter the first day.")
    last_day = DayField("Last day", "Enter the last day.")

    class Meta:
        model = Season
        fields = ("name", "first_day", "last_day", "scoring", "best_parties")
        labels = {"scoring": "What counts", "best_parties": "Best parties counted per person"}
        help_texts = {"best_parties": "Leave empty to count all."}
        error_messages = {"name": {"required": "A season needs a name, like “Winter 2026”."}}

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        others = Season.objects.filter(club=self.instance.club).exclude(pk=self.instance.pk)
        if name.casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
            raise forms.ValidationError(f"There is a season called “{name}” already. Give this one another name.")
        return name

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", "The last day is before the first day.")
        return data


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def manage(request: SignedInRequest, club: Club, season: int | None = None) -> HttpResponse:
    """Who sees the statistics, and the seasons: one is added, or that of the address is changed or deleted."""
    found = season_of(club, season) if season else Season(club=club)
    name = found.name
    if season and "delete" in request.POST:
        remove_season(found, **by_and_at(request))
        messages.success(request, f"“{name}” was deleted.")
        return redirect("stats:manage", club.slug)
    form = SeasonForm(request.POST if request.method == "POST" else None, instance=found)
    if form.is_valid():
        save_season(found, **by_and_at(request))
        messages.success(request, f"“{found.name}” was {'changed' if season else 'added'}.")
        return redirect("stats:manage", club.slug)
    address = address_for_phones(request, reverse("stats:results", args=[club.slug]))
    context = {
        "club": club,
        "seasons": Season.objects.filter(club=club),
        "season": name,
        "form": form,
        "address": address,
        "code": qr_svg(address) if club.shows_statistics else "",
        "here": "club",
    }
    return render(request, "stats/manage.html", context, status=422 if form.is_bound else 200)


@for_owner
@require_POST
def show(request: SignedInRequest, club: Club) -> HttpResponse:
    """The answer to what players may see."""
    form = ShownForm(request.POST)
    if not form.is_valid():
        raise Http404
    shown, at = form.cleaned_data["shown"], timezone.now()
    if shown == club.shown_to_strangers:
        _log(club, ClubChange.Kind.SHOWN, shown, shown, by=request.user, at=at)
    change_settings(club, {"shown_to_strangers": shown}, by=request.user, at=at)
    messages.success(request, "Noted. You can change it in the club settings.")
    return redirect("stats:results", club.slug)


def save_season(season: Season, *, by: User, at: datetime) -> None:
    """Add or change a season."""
    with write_transaction():
        before = Season.objects.filter(pk=season.pk).values_list("name", flat=True).first()
        season.save()
        _log(season.club, ClubChange.Kind.SEASON, before or "", season.name, by=by, at=at)


def remove_season(season: Season, *, by: User, at: datetime) -> None:
    """Delete a season and its table; games and parties stay."""
    with write_transaction():
        Season.objects.filter(pk=season.pk).delete()
        _log(season.club, ClubChange.Kind.SEASON, season.name, "", by=by, at=at)


def _log(club: Club, kind: ClubChange.Kind, before: str, after: str, *, by: User, at: datetime) -> None:
    ClubChange.objects.create(club=club, kind=kind, before=before, after=after, at=at, by_user=by)
