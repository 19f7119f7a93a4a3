"""Results from paper, typed on the console or at a table; earlier rounds, undoing the last, the end of the party."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest, by_and_at
from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import lifecycle, results, seating
from whistclub.party.desk.console import console_context, console_page
from whistclub.party.desk.pages import act, first_error, organiser_page, to
from whistclub.party.desk.table import report_change, table_page
from whistclub.party.desk.tables import round_context
from whistclub.party.log import lost_sentences, lost_values
from whistclub.party.models import Party
from whistclub.party.rounds import TableState
from whistclub.party.state import PartyState, load
from whistclub.play.models import Game, GameEvent
from whistclub.play.party_games import MOST_STARS
from whistclub.web.errors import Refused
from whistclub.web.fields import SignedField
from whistclub.web.formatting import format_score, table_text

BOTH_NEEDED = "Enter the points of both sides."
# Its text, the round, and the field with its value that is sent along.
Button = tuple[str, int, str, str]


class ResultForm(forms.Form):
    """A result from paper: the table, the points of both sides, and their stars where the rules have solos.

    `replaces` is the result that the organiser saw, as `TableState.result_key`. The form of the console does not send
    it, which reads as "", so they are asked before a result is replaced. `sure`: they were asked about an unlikely one.
    """

    table = forms.IntegerField(
        min_value=1,
        max_value=999,
        error_messages={"required": "Which table?"}
        | dict.fromkeys(["invalid", "min_value", "max_value"], "Enter the table’s number, as on its card."),
    )
    first = SignedField(
        error_messages={"required": BOTH_NEEDED, "invalid": "Enter the first pair’s points as a whole number."}
    )
    second = SignedField(
        error_messages={"required": BOTH_NEEDED, "invalid": "Enter the second pair’s points as a whole number."}
    )
    first_stars = forms.IntegerField(min_value=0, max_value=MOST_STARS, required=False)
    second_stars = forms.IntegerField(min_value=0, max_value=MOST_STARS, required=False)
    replaces = forms.CharField(required=False, max_length=40)
    sure = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("first_stars") is None) != (data.get("second_stars") is None) and not self.errors:
            raise forms.ValidationError("Enter the stars of both sides, or of neither.")
        return data

    @property
    def result(self) -> dict[str, Any]:
        """As `type_result` takes it; `stars` is None to keep those that a pad saved."""
        data = self.cleaned_data
        stars = None if data["first_stars"] is None else (data["first_stars"], data["second_stars"])
        result = {"points": (data["first"], data["second"]), "stars": stars}
        return result | {"replaces": data["replaces"], "is_sure": data["sure"]}


def _type_result(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """A result from paper. What is not saved comes back with the reason, and with the buttons that save it."""
    form = ResultForm(request.POST)
    if not form.is_valid():
        return _not_saved(request, party, number, form, first_error(form))
    table = form.cleaned_data["table"]
    try:
        changed = results.type_result(party, number, table, **form.result, **by_and_at(request))
    except results.ResultKnown as known:
        if known.is_same:
            messages.success(request, f"{capfirst(table_text(table))} has this result already.")
            return _saved(request, party, number, table)
        sentence = known_text(known.state, number, known.table_state)
        buttons = [("Replace it", number, "replaces", known.table_state.result_key)]
        return _not_saved(request, party, number, form, sentence, buttons, status=known.status)
    except Refused as refusal:
        sentence, buttons = _question(party, number, table, refusal)
        return _not_saved(request, party, number, form, sentence, buttons, status=refusal.status)
    report_change(request, party, table, changed)
    return _saved(request, party, number, table)


def _question(party: Party, number: int, table: int, refusal: Refused) -> tuple[str, list[Button]]:
    if refusal.code == "result_unlikely":
        return refusal.sentence, [("Save it anyway", number, "sure", "yes")]
    current = load(party).current
    # The console was loaded while an earlier round was being played.
    if refusal.code == "page_out_of_date" and current and number < current.number:
        sentence = f"Round {number} is over; round {current.number} is being played."
        return sentence, [(f"It is of round {each}", each, "", "") for each in (number, current.number)]
    # `StalePartyState` says here only that there is no such table.
    return (f"There is no {table_text(table)} in this round." if refusal.code == "not_now" else refusal.sentence), []


def _saved(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Back to where it was typed; for its script the sentence alone."""
    if request.htmx:
        return organiser_page(request, party, "_done", tab="tables", back=to("console", party).url)
    if request.POST.get("back") == "table":
        return to("round_table", party, number, table)
    return to("console", party)


def known_text(state: PartyState, number: int, table_state: TableState) -> str:
    """The result of a table and where it came from: "Table 1 has 11–8, typed by Olga at 20:14." """
    game = table_state.game
    assert game is not None
    table = capfirst(table_text(table_state.number))
    then = "" if state.current and state.current.number == number else f" in round {number}"
    if table_state.ruling:
        return f"{table} was {table_state.ruling}{then}."
    stars = f", stars {format_score(game.stars)}" if any(game.stars) else ""
    return f"{table} has {format_score(game.totals)}{stars}{then}{_source(game)}."


def _source(game: Game) -> str:
    # Not always the newest: Undo puts the result before back, and the events stay.
    typed = game.events.filter(kind=GameEvent.Kind.PAPER_RESULT).select_related("by_user").order_by("-at", "-pk")
    event = next((each for each in typed if each.data["after"] == game.paper_result), None)
    if event:
        return f", typed by {event.by_user} at {time_format(timezone.localtime(event.at))}"
    finished = game.finished_at
    return f", from the phone at {time_format(timezone.localtime(finished))}" if finished else ""


def _not_saved(
    request: SignedInRequest,
    party: Party,
    number: int,
    form: ResultForm,
    sentence: str,
    buttons: Sequence[Button] = (),
    status: int = 422,
) -> HttpResponse:
    """The page where it was typed, with the reason; for its script the reason alone."""
    state = load(party)
    asked = {
        # "sure" answers one question, and is asked again after any other.
        "typed": {name: request.POST.get(name, "") for name in form.fields if name != "sure"},
        "sentence": sentence,
        "buttons": buttons,
        "round": number,
        "shown": state.shown_round,
        "back": request.POST.get("back", ""),
    }
    if request.htmx:
        return organiser_page(request, party, "_not_saved", tab="tables", status=status, asked=asked)
    table = form.cleaned_data.get("table")
    round_state = state.round(number)
    if asked["back"] == "table" and table and round_state and round_state.table(table):
        return table_page(request, party, number, table, status=status, asked=asked)
    return console_page(request, party, status=status, asked=asked)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def one_round(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """The tables of an earlier round, to look at and correct; a post is a result of any round from paper."""
    if request.method == "POST":
        return _type_result(request, party, number)
    state = load(party)
    found = state.round(number)
    if found is None:
        raise Http404
    context = round_context(state, found, timezone.now())
    return organiser_page(request, party, "round", tab="tables", state=state, **context)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def undo_round(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """Undo the last round; what would be lost is shown first."""
    state = load(party)
    found = state.current if party.state == Party.State.PLAYING else None
    is_last, sure = found is not None and found.number == number, request.POST.get("sure") == "yes"
    lost = lost_sentences(lost_values(found)) if found and is_last else []
    if request.method == "POST" and (sure or not lost):
        act(request, party, seating.undo_round, number, sure=sure, done="The round is undone. It stays in the log.")
        return to("console", party)
    if not is_last:
        raise Http404
    status = 409 if request.method == "POST" else 200
    context = {"state": state, "number": number, "lost": lost}
    return organiser_page(request, party, "undo_round", tab="tables", status=status, **context)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: SignedInRequest, party: Party) -> HttpResponse:
    """Finish the party, or reopen it; before all planned rounds were played, the page first asks."""
    if request.POST.get("do") == "reopen":
        act(request, party, lifecycle.reopen_party)
        return to("console", party)
    context = console_context(load(party))
    if request.method == "POST" and (not context["not_played"] or request.POST.get("sure") == "yes"):
        act(request, party, lifecycle.finish)
        return to("console", party)
    if context["round"] is None or party.state != Party.State.PLAYING:
        raise Http404
    status = 409 if request.method == "POST" else 200
    return organiser_page(request, party, "finish", tab="tables", status=status, **context)
