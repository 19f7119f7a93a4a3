"""Partners for the evening, wishes about who sits at one table, who stays at a table while the others move."""

from django import forms
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.engine.movement.wishes import Wish, WishKind
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import people, seating
from whistclub.party.actions import wishes as actions
from whistclub.party.desk.pages import SwapForm, button, organiser_page, to
from whistclub.party.desk.people import people_page
from whistclub.party.state import load
from whistclub.party.wishes import wish_text
from whistclub.web.errors import attempt
from whistclub.web.formatting import table_text

split_pair = button(people.split_pair, back_to="people")
pair_rest = button(people.pair_rest, back_to="people")


class WishForm(SwapForm):
    """A wish about two people."""

    kind = forms.ChoiceField(choices=[("apart", "apart"), ("together", "together")])


class KeepForm(forms.Form):
    """Who stays at which table."""

    entrant = forms.IntegerField(min_value=1, max_value=2**31, error_messages={"required": "Choose a player."})
    table = forms.IntegerField(
        min_value=1,
        max_value=120,
        error_messages=dict.fromkeys(["required", "invalid", "min_value", "max_value"], "Choose a table."),
    )


@for_organiser_of_party
@require_POST
def pair_up(request: SignedInRequest, party: Party) -> HttpResponse:
    """Make two people partners."""
    form = SwapForm(list(party.entrants.filter(present=True).values_list("pk", flat=True)), request.POST)
    if not form.is_valid():
        return people_page(request, party, refusal="Tap the two people who are partners.", status=422)
    attempt(request, lambda: people.pair_up(party, *form.cleaned_data["who"], by=request.user, at=timezone.now()))
    return to("people", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: SignedInRequest, party: Party) -> HttpResponse:
    """The wishes of a party; a post adds one."""
    names = {entrant.pk: entrant.player.name for entrant in party.entrants.select_related("player")}
    form = WishForm(list(names), request.POST or None)
    if form.is_valid():
        (one, other), kind = form.cleaned_data["who"], form.cleaned_data["kind"]
        if attempt(request, lambda: actions.add_wish(party, one, other, kind=kind, by=request.user, at=timezone.now())):
            text = wish_text(Wish(one, other, WishKind(kind)), names)
            say(request, party, f"Wish added: {text}.")
        return to("wishes", party)
    rows = [
        (each["one"], each["other"], wish_text(Wish(each["one"], each["other"], WishKind(each["kind"])), names))
        for each in party.wishes
    ]
    context = {"rows": rows, "people": sorted(names.items(), key=lambda each: each[1].casefold()), "form": form}
    return organiser_page(request, party, "wishes", tab="people", status=422 if form.is_bound else 200, **context)


@for_organiser_of_party
@require_POST
def remove_wish(request: SignedInRequest, party: Party) -> HttpResponse:
    form = SwapForm(list(party.entrants.values_list("pk", flat=True)), request.POST)
    if form.is_valid():
        who = form.cleaned_data["who"]
        attempt(request, lambda: actions.remove_wish(party, *who, by=request.user, at=timezone.now()))
    return to("wishes", party)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def staying(request: SignedInRequest, party: Party) -> HttpResponse:
    """Who stays at which table; a post adds one."""
    state, form = load(party), KeepForm(request.POST or None)
    says_where = bool(state.movement.card_lines(1, 2))
    if form.is_valid():
        entrant, table = form.cleaned_data["entrant"], form.cleaned_data["table"]
        if attempt(request, lambda: seating.keep_table(party, entrant, table, by=request.user, at=timezone.now())):
            name = state.entrants[entrant].player.name
            done = f"From the next round on, {name} stays at {table_text(table)}."
            if says_where:
                done += " " + "Print the table cards again: the old ones send people to the wrong tables."
            say(request, party, done)
        return to("staying", party)
    people = sorted(state.present, key=lambda entrant: entrant.player.name.casefold())
    context = {
        "people": [entrant for entrant in people if entrant.fixed_table is None],
        "staying": [entrant for entrant in state.entrants.values() if entrant.fixed_table is not None],
        "says_where": says_where,
        "form": form,
    }
    return organiser_page(request, party, "staying", tab="settings", status=422 if form.is_bound else 200, **context)


@for_organiser_of_party
@require_POST
def give_up_table(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """Somebody moves as the others do."""
    attempt(request, lambda: seating.keep_table(party, entrant, None, by=request.user, at=timezone.now()))
    return to("staying", party)
