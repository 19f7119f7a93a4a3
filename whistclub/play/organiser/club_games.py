"""The club's games: those of tonight, the history, and the start of one."""

from collections.abc import Sequence
from datetime import timedelta
from secrets import randbelow
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.forms import PlayerNameField
from whistclub.club.queries import Club, returned_at
from whistclub.engine.options import TableFormat
from whistclub.play import queries
from whistclub.play.organiser.forms import offer
from whistclub.play.start import NewGame, SamePersonTwice, start_game
from whistclub.play.table import COMPASS
from whistclub.rules.queries import choices, proposed_rules
from whistclub.rules.summary import RulesSummary
from whistclub.stats.access import asks_what_is_shown
from whistclub.stats.filters import FORMS
from whistclub.web.errors import Refused

# An evening's games: what ended longer ago belongs to the history.
TONIGHT = timedelta(hours=16)
BY_SEATS = {form.seats: form for form in TableFormat}
SEATS = set(map(str, BY_SEATS))


class StartForm(forms.Form):
    """People on their chairs, the rules (of these `cards`), the first dealer."""

    rules = forms.ChoiceField(
        error_messages={
            "required": "Choose the rules.",
            "invalid_choice": "These rules are no longer available. Choose others.",
        }
    )
    dealer = forms.TypedChoiceField(coerce=int, error_messages={"required": "Choose the first dealer."})
    requires_confirmation = forms.BooleanField(required=False)

    def __init__(self, seats: int, cards: Sequence[RulesSummary], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = range(seats)
        self.cards = {card.key: card for card in cards if card.rules.form.seats == seats}
        for seat in self.seats:
            self.fields[f"seat{seat}"] = PlayerNameField()
            self.fields[f"seat{seat}"].error_messages["required"] = "Enter a name."
        offer(self, "rules", self.cards)
        offer(self, "dealer", self.seats)

    @property
    def chosen(self) -> RulesSummary | None:
        """The rules that are ticked; the first where none is."""
        return self.cards.get(self["rules"].value()) or next(iter(self.cards.values()), None)

    def setting(self) -> NewGame:
        data = self.cleaned_data
        card = self.cards[data["rules"]]
        return NewGame(
            tuple(data[f"seat{seat}"] for seat in self.seats),
            card.base,
            data["dealer"],
            options=card.rules,
            rules_name=card.title if card.is_own else "",
            requires_confirmation=data["requires_confirmation"],
        )


@for_organiser
@require_safe
def tonight(request: SignedInRequest, club: Club) -> HttpResponse:
    page = queries.tonight(club, since=timezone.now() - TONIGHT)
    context = {"club": club, "page": page, "asks": asks_what_is_shown(club), "here": "tonight"}
    return render(request, "play/tonight.html", context)


@for_organiser
@require_safe
def history(request: SignedInRequest, club: Club) -> HttpResponse:
    sought = queries.HistorySearch.read(club, request.GET)
    page = queries.history(sought, request.GET.get("page")) if sought.shows_games else None
    context = {"club": club, "page": page, "sought": sought, "parties_page": request.GET.get("page"), "here": "history"}
    return render(request, "play/history.html", context)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: SignedInRequest, club: Club) -> HttpResponse:
    """Begin a game: who plays, where they sit, who deals first, by which rules.

    Another number of players asks for the page again, with everything typed so far.
    """
    cards, sent = choices(club), request.POST or request.GET
    proposed = proposed_rules(club, cards)
    asked = [each for each in (sent.get("switch"), sent.get("players")) if each in SEATS]
    seats = int(asked[0]) if asked else next((card.rules.form.seats for card in cards if card.key == proposed), 4)
    if request.method != "POST" or sent.get("switch") in SEATS:
        return _page(request, club, _unbound(request, cards, proposed, seats))
    form = StartForm(seats, cards, request.POST)
    if form.is_valid():
        at = timezone.now()
        try:
            game = start_game(club, form.setting(), by=request.user, at=at)
        except SamePersonTwice as refusal:
            form.add_error(f"seat{refusal.seat}", refusal.sentence)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            if returned := returned_at(club, at):
                messages.success(request, returned)
            return redirect(reverse("play:game", args=[club.slug, game.code]) + "#score-pad")
    return _page(request, club, form, status=422)


def _unbound(request: SignedInRequest, cards: list[RulesSummary], proposed: str, seats: int) -> StartForm:
    """A page with nothing wrong yet; what was typed for another number of players stays where it fits."""
    typed = {name: request.POST[name] for name in request.POST if name.startswith("seat")}
    dealer = request.POST.get("dealer", "")
    deals = int(dealer) if dealer in map(str, range(seats)) else randbelow(seats)
    fitting = [card.key for card in cards if card.rules.form.seats == seats]
    chosen = request.POST.get("rules", proposed)
    return StartForm(
        seats,
        cards,
        initial=typed
        | {
            "dealer": deals,
            "rules": chosen if chosen in fitting else fitting[0],
            "requires_confirmation": "requires_confirmation" in request.POST,
        },
    )


def _page(request: SignedInRequest, club: Club, form: StartForm, status: int = 200) -> HttpResponse:
    seats = len(form.seats)
    context = {
        "club": club,
        "form": form,
        "seats": seats,
        "tables": [(number, FORMS[form], number == seats) for number, form in reversed(BY_SEATS.items())],
        "chairs": [(form[f"seat{seat}"], place) for seat, place in zip(form.seats, COMPASS[seats], strict=True)],
        "dealer": str(form["dealer"].value()),
        "preset": form["rules"].value(),
        "chosen": form.chosen,
        "players": queries.offered_players(club),
        "cards": list(form.cards.values()),
        "here": "tonight",
    }
    return render(request, "play/start.html", context, status=status)
