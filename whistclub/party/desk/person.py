"""What is arranged for a person: partner, wishes, a table to stay at; in play, changing seats and leaving."""

from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest, by_and_at
from whistclub.engine.movement.wishes import Wish, WishKind
from whistclub.party.access import for_organiser_of_party, say
from whistclub.party.actions import people, seating
from whistclub.party.desk.pages import SwapForm, act, organiser_page, swap_people, to
from whistclub.party.desk.people import people_page
from whistclub.party.desk.tables import seats_by_entrant
from whistclub.party.models import Party, Round
from whistclub.party.movements import wish_text
from whistclub.party.state import load
from whistclub.web.errors import save
from whistclub.web.fields import whole
from whistclub.web.formatting import table_text

MOST_TABLES = 120


class WishForm(SwapForm):
    kind = forms.ChoiceField(choices=[("apart", "apart"), ("together", "together")], required=False)


class StayForm(forms.Form):
    entrant = forms.IntegerField(min_value=1, max_value=2**31)
    table = forms.IntegerField(min_value=1, max_value=MOST_TABLES)


@for_organiser_of_party
@require_POST
def pairs(request: SignedInRequest, party: Party) -> HttpResponse:
    """Make two people partners; or pair the rest as listed, or separate a pair, as the button says."""
    split = whole(request.POST, "split")
    if split is not None:
        act(request, party, people.split_pair, split)
    elif "rest" in request.POST:
        act(request, party, people.pair_rest)
    else:
        form = SwapForm(list(party.entrants.filter(present=True).values_list("pk", flat=True)), request.POST)
        if not form.is_valid():
            return people_page(request, party, refusal="Tap the two people who are partners.", status=422)
        act(request, party, people.pair_up, *form.cleaned_data["who"])
    return to("people", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: SignedInRequest, party: Party) -> HttpResponse:
    """Who should share a table or should not, and who stays at one; a post adds or removes a wish."""
    if request.method != "POST":
        return _wishes_page(request, party)
    if not {"table", "moves"}.isdisjoint(request.POST):
        return _staying(request, party)
    names = {entrant.pk: entrant.player.name for entrant in party.entrants.select_related("player")}
    form = WishForm(list(names), request.POST)
    if not form.is_valid():
        return _wishes_page(request, party, refusal="Choose two different people.", status=422)
    one, other = form.cleaned_data["who"]
    if kind := form.cleaned_data["kind"]:
        text = wish_text(Wish(one, other, WishKind(kind)), names)
        act(request, party, people.set_wish, one, other, kind=kind, done=f"Wish added: {text}.")
    else:
        act(request, party, people.set_wish, one, other, kind="removed")
    return to("wishes", party)


def _wishes_page(request: SignedInRequest, party: Party, *, status: int = 200, refusal: str = "") -> HttpResponse:
    """Each wish in words, with what its button sends to remove it."""
    state = load(party)
    names = {key: entrant.player.name for key, entrant in state.entrants.items()}
    wanted = [Wish(each["one"], each["other"], WishKind(each["kind"])) for each in party.wishes]
    wishes = [(wish_text(wish, names), wish.one, "who", wish.other) for wish in wanted] + [
        (f"{names[key]} stays at {table_text(each.fixed_table)}", key, "moves", key)
        for key, each in state.entrants.items()
        if each.fixed_table
    ]
    context = {"state": state, "wishes": wishes, "refusal": refusal}
    return organiser_page(request, party, "wishes", tab="people", status=status, **context)


def _staying(request: SignedInRequest, party: Party) -> HttpResponse:
    """Somebody stays at a table from the next round on, or (`moves`) moves as the others do."""
    moves, form = whole(request.POST, "moves"), StayForm(request.POST)
    if moves is not None:
        act(request, party, seating.keep_table, moves, None)
    elif not form.is_valid():
        return _wishes_page(request, party, refusal="Choose a player and a table.", status=422)
    else:
        state, entrant, table = load(party), form.cleaned_data["entrant"], form.cleaned_data["table"]
        name = state.entrants[entrant].player.name if entrant in state.entrants else ""
        done = f"From the next round on, {name} stays at {table_text(table)}."
        if state.movement.card_lines(1, 2):
            done += " Print the table cards again: the old ones send people to the wrong tables."
        act(request, party, seating.keep_table, entrant, table, done=done)
    return to("wishes", party)


class LeaveForm(forms.Form):
    """How a person who is playing leaves: after the round, or now, with or without a substitute."""

    how = forms.ChoiceField(choices=[(each, each) for each in ("after", "alone", "draw", "substitute")])
    substitute = forms.IntegerField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("how") == "substitute" and not data.get("substitute"):
            self.add_error("substitute", "Choose who takes over.")
        return data


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """A post with a reason swaps them with another; else they leave, `how` says when and who takes over."""
    state = load(party)
    found = state.current
    seat = found.assignment_of(entrant) if found and found.round.state == Round.State.RUNNING else None
    if found is None or seat is None:
        return to("people", party)
    form: forms.Form = LeaveForm(request.POST if request.method == "POST" else None)
    if "reason" in request.POST:
        form = SwapForm(list(state.entrants), request.POST)
        if save(form, partial(swap_people, request, party)):
            return to("person", party, entrant)
    elif save(form, partial(_leave, request, party, entrant)):
        return to("console", party)
    context = {
        "state": state,
        "person": seat.entrant,
        "seat": seat,
        "why": seats_by_entrant(state, found)[entrant][1],
        "round": found,
        "is_playing": entrant in state.tables_being_played,
        "form": form,
    }
    return organiser_page(request, party, "person", tab="tables", status=422 if form.is_bound else 200, **context)


def _leave(request: SignedInRequest, party: Party, entrant: int, typed: dict[str, Any]) -> None:
    how = typed["how"]
    if how == "after":
        people.check_out(party, entrant, after_round=True, **by_and_at(request))
        done = f"{party.entrants.select_related('player').get(pk=entrant).player.name} leaves after this round."
    else:
        substitute = typed["substitute"] if how == "substitute" else None
        done = people.leave_now(party, entrant, substitute=substitute, draw=how == "draw", **by_and_at(request))
    say(request, party, done)
