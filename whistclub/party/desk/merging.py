"""Merge two players who are the same person: preview, merge, separate again."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest, by_and_at, for_organiser
from whistclub.club.forms import PlayerNameField
from whistclub.club.models import Club, Player
from whistclub.club.queries import known_names, on_roster, roster
from whistclub.party.actions import merging
from whistclub.party.models import Entrant, Round
from whistclub.play.models import Seat
from whistclub.web.errors import Refused, attempt
from whistclub.web.formatting import number_of

STAYS = "Choose which name to keep."


class MergeForm(forms.Form):
    """The other player, cleaned to a player, and the key of the one whose name to keep; None while it is asked.

    `known`: the players by folded name.
    """

    other = PlayerNameField()
    stays = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, error_messages={"invalid_choice": STAYS}
    )

    def __init__(self, player: Player, known: Mapping[str, Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player, self.known = player, known
        self.fields["other"].label = f"{player.name} is the same person as"
        self.fields["other"].widget.attrs |= {"list": "roster", "autocomplete": "off"}
        cast(forms.ChoiceField, self.fields["stays"]).choices = [(each.pk, each.name) for each in known.values()]

    def clean_other(self) -> Player:
        name = self.cleaned_data["other"]
        found = self.known.get(name.casefold())
        if found is None:
            raise forms.ValidationError(f"Nobody in the club is called {name}. Choose a name from the list.")
        if found.pk == self.player.pk:
            raise forms.ValidationError(f"That is {name} again. Choose someone else.")
        return found


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    """GET with the other's name shows what would happen; POST merges."""
    found = get_object_or_404(on_roster(club), pk=player)
    sent = request.POST if request.method == "POST" else request.GET if "other" in request.GET else None
    form = MergeForm(found, known_names(club), sent)
    if (not form.is_valid() and "other" in form.errors) or sent is None:
        context = {"club": club, "one": found, "others": [each for each in roster(club) if each != found], "form": form}
        status = 422 if form.is_bound else 200
        return render(request, "party/desk/merge.html", context | {"here": "people"}, status=status)
    other, stays = form.cleaned_data["other"], form.cleaned_data.get("stays")
    try:
        merging.require_never_together(found, other)
    except Refused as refusal:
        return _confirm(request, club, found, other, refusal.sentence, refusal.status, impossible=True)
    if request.method != "POST":
        return _confirm(request, club, found, other)
    if stays not in (found.pk, other.pk):
        return _confirm(request, club, found, other, STAYS, 422)
    kept, gone = (found, other) if stays == found.pk else (other, found)
    merging.merge_players(kept, gone, **by_and_at(request))
    messages.success(request, f"{gone.name} is now {kept.name}, in past games too.")
    return redirect("club:person", club.slug, kept.pk)


@for_organiser
@require_POST
def separate(request: SignedInRequest, club: Club, player: int) -> HttpResponse:
    gone = get_object_or_404(club.players.select_related("merged_into"), pk=player)
    kept = gone.merged_into
    done = f"{gone.name} is a separate player again, with their own games."
    attempt(request, lambda: merging.separate_players(gone, **by_and_at(request)), done)
    return redirect("club:person", club.slug, kept.pk if kept else gone.pk)


def _confirm(
    request: SignedInRequest,
    club: Club,
    one: Player,
    other: Player,
    sentence: str = "",
    status: int = 200,
    **more: bool,
) -> HttpResponse:
    """What each has played, and which name to keep; the one who has played more is chosen."""
    played = [(each, *_played(each)) for each in (one, other)]
    context = {
        "club": club,
        "one": one,
        "other": other,
        "played": [(each, _text(games, parties)) for each, games, parties in played],
        "together": _text(played[0][1] + played[1][1], played[0][2] + played[1][2]),
        "kept": None if sentence else max(played, key=lambda each: each[1])[0],
        "sentence": sentence,
        "here": "people",
    }
    return render(request, "party/desk/merge.html", context | more, status=status)


def _played(player: Player) -> tuple[int, int]:
    """How many games and parties; rehearsals and rounds that were undone do not count."""
    seats = Seat.objects.filter(player=player, game__binned_at=None)
    seats = seats.exclude(game__party_table__round__state=Round.State.UNDONE)
    entries = Entrant.objects.filter(player=player, party__is_rehearsal=False, party__binned_at=None)
    return seats.exclude(game__party_table__round__party__is_rehearsal=True).count(), entries.count()


def _text(games: int, parties: int) -> str:
    text = number_of(games, "game", "games")
    return f"{text}, {number_of(parties, 'party', 'parties')}" if parties else text
