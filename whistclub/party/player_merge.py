"""Merge two players who are the same person: preview, merge, separate again."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.forms import PlayerNameField
from whistclub.club.queries import Club, Player, known_names, on_roster, roster, suggested_others
from whistclub.party.actions import merging as actions
from whistclub.party.queries import player_merge as queries
from whistclub.web.errors import Refused, attempt


class OtherForm(forms.Form):
    """The other player that is the same person, cleaned to a player. `known`: the players by folded name."""

    other = PlayerNameField()

    def __init__(self, player: Player, known: Mapping[str, Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.known = known
        self.fields["other"].label = f"{player.name} is the same person as"
        self.fields["other"].widget.attrs |= {"list": "roster", "autocomplete": "off"}

    def clean_other(self) -> Player:
        name = self.cleaned_data["other"]
        found = self.known.get(name.casefold())
        if found is None:
            raise forms.ValidationError(f"Nobody in the club is called {name}. Choose a name from the list.")
        if found.pk == self.player.pk:
            raise forms.ValidationError(f"That is {name} again. Choose someone else.")
        return found


class MergeForm(OtherForm):
    """The other player, and which of the two names to keep."""

    stays = forms.TypedChoiceField(
        coerce=int,
        error_messages=dict.fromkeys(["required", "invalid_choice"], "Choose which name to keep."),
    )

    def __init__(self, player: Player, known: Mapping[str, Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(player, known, *args, **kwargs)
        cast(forms.ChoiceField, self.fields["stays"]).choices = [(each.pk, each.name) for each in known.values()]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        both = {self.player.pk, getattr(data.get("other"), "pk", None)}
        if "stays" in data and data["stays"] not in both:
            self.add_error("stays", "Choose which name to keep.")
        return data

    @property
    def kept_and_gone(self) -> tuple[Player, Player]:
        other = self.cleaned_data["other"]
        return (other, self.player) if self.cleaned_data["stays"] == other.pk else (self.player, other)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    """GET with the other's name shows what would happen; POST merges."""
    found = get_object_or_404(on_roster(club), pk=player)
    known = known_names(club)
    if request.method != "POST":
        form = OtherForm(found, known, request.GET if "other" in request.GET else None)
        if not form.is_valid():
            return choose_page(request, club, found, form)
        return _preview(request, club, found, form.cleaned_data["other"])
    form = MergeForm(found, known, request.POST)
    if not form.is_valid():
        if "other" in form.errors:
            return choose_page(request, club, found, form)
        sentence = form.errors["stays"][0]
        return confirm_page(
            request, club, queries.both(found, form.cleaned_data["other"]), sentence=sentence, status=422
        )
    kept, gone = form.kept_and_gone
    try:
        actions.merge_players(kept, gone, by=request.user, at=timezone.now())
    except Refused as refusal:
        page = queries.both(found, form.cleaned_data["other"])
        return confirm_page(request, club, page, kept=kept, sentence=refusal.sentence, status=refusal.status)
    messages.success(request, f"{gone.name} is now {kept.name}, in past games too.")
    return redirect("club:person", club.slug, kept.pk)


@for_organiser
@require_POST
def separate(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    gone = get_object_or_404(club.players.select_related("merged_into"), pk=player)
    kept = gone.merged_into
    done = f"{gone.name} is a separate player again, with their own games."
    attempt(request, lambda: actions.separate_players(gone, by=request.user, at=timezone.now()), done)
    return redirect("club:person", club.slug, kept.pk if kept else gone.pk)


def _preview(request: SignedInRequest, club: Club, player: Player, other: Player) -> HttpResponse:
    """The page that shows what would happen, or why it cannot."""
    page = queries.both(player, other)
    try:
        actions.require_never_together(player, other)
    except Refused as refusal:
        return confirm_page(request, club, page, sentence=refusal.sentence, status=refusal.status, impossible=True)
    return confirm_page(request, club, page, kept=page.played_more)


def choose_page(request: SignedInRequest, club: Club, player: Player, form: OtherForm) -> HttpResponse:
    others = suggested_others(player, roster(club))
    context = {"club": club, "player": player, "others": others, "form": form, "here": "people"}
    return render(request, "party/player_merge/choose.html", context, status=422 if form.is_bound else 200)


def confirm_page(
    request: SignedInRequest,
    club: Club,
    page: queries.Both,
    *,
    kept: Player | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """`kept` is the name that is preselected to keep."""
    context = {"club": club, "page": page, "kept": kept, "here": "people", **more}
    return render(request, "party/player_merge/confirm.html", context, status=status)
