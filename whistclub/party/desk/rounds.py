"""Results from paper, typed on the console or at a table; earlier rounds, undoing the last, the end of the party."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest
from whistclub.party import text as party_text
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import lifecycle, results, seating
from whistclub.party.desk.console import console_context, console_page
from whistclub.party.desk.pages import act, first_error, organiser_page, to
from whistclub.party.desk.table import report_change, table_page
from whistclub.party.desk.tables import round_page
from whistclub.party.refusals import ConfirmationRequired, PageOutOfDate, ResultKnown, ResultUnlikely
from whistclub.party.rounds import TableState
from whistclub.party.state import PartyState, load
from whistclub.play.models import Game, GameEvent
from whistclub.web.errors import Refused
from whistclub.web.fields import SignedField
from whistclub.web.formatting import format_score, table_text

BOTH_NEEDED = "Enter the points of both sides."
MOST_STARS = 99


class ResultForm(forms.Form):
    """A result from paper: the table, the points of both sides, and their stars where the rules have solos.

    `replaces` is the result that the page shows, as `TableState.result_key`; empty where it shows none. `sure`: the
    organiser was asked about an unlikely result.
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
    def points(self) -> tuple[int, int]:
        return self.cleaned_data["first"], self.cleaned_data["second"]

    @property
    def stars(self) -> tuple[int, int] | None:
        """None where those that a pad saved stay."""
        one, other = self.cleaned_data["first_stars"], self.cleaned_data["second_stars"]
        return None if one is None else (one, other)


def type_result(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """A result from paper. What is not saved comes back with the reason, and with the buttons that save it."""
    form = ResultForm(request.POST)
    if not form.is_valid():
        return _not_saved(request, party, number, form, first_error(form))
    table = form.cleaned_data["table"]
    try:
        changed = results.type_result(
            party,
            number,
            table,
            form.points,
            stars=form.stars,
            replaces=form.cleaned_data["replaces"],
            is_sure=form.cleaned_data["sure"],
            by=request.user,
            at=timezone.now(),
        )
    except PageOutOfDate as old:
        return _which_round(request, party, number, form, old)
    except ResultKnown as known:
        table_state = _table(known.state, number, table)
        if known.is_same:
            messages.success(request, f"{capfirst(table_text(table))} has this result already.")
            return _saved(request, party, number, table)
        asked = known_text(known.state, number, table_state)
        buttons = [("Replace it", number, "replaces", table_state.result_key)]
        return _not_saved(request, party, number, form, asked, buttons, status=known.status)
    except ResultUnlikely as unlikely:
        buttons = [("Save it anyway", number, "sure", "yes")]
        return _not_saved(request, party, number, form, unlikely.sentence, buttons, status=unlikely.status)
    except Refused as refusal:
        sentence = refusal.sentence
        if refusal.code == "not_now":
            sentence = f"There is no {table_text(table)} in this round."
        return _not_saved(request, party, number, form, sentence, status=refusal.status)
    report_change(request, party, table, changed)
    return _saved(request, party, number, table)


def _saved(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Back to where it was typed; for its script the sentence alone."""
    if request.htmx:
        back = reverse("party:console", args=[party.club.slug, party.code])
        return organiser_page(request, party, "_done", tab="tables", back=back)
    if request.POST.get("back") == "table":
        return to("round_table", party, number, table)
    return redirect(f"{reverse('party:console', args=[party.club.slug, party.code])}?next")


def known_text(state: PartyState, number: int, table_state: TableState) -> str:
    """The result of a table and where it came from: "Table 1 has 11–8, typed by Olga at 20:14." """
    game = table_state.game
    assert game is not None
    ruling = table_state.ruling
    result = ruling or format_score(game.totals)
    if any(game.stars) and not ruling:
        result += f", stars {format_score(game.stars)}"
    has = "was" if ruling else "has"
    then = "" if state.current and state.current.round.number == number else f" in round {number}"
    return f"{capfirst(table_text(table_state.number))} {has} {result}{then}{'' if ruling else _source(game)}."


def _source(game: Game) -> str:
    typed = game.events.filter(kind=GameEvent.Kind.PAPER_RESULT).select_related("by_user").order_by("-at", "-pk")
    event = next((each for each in typed if each.data["after"] == game.paper_result), None)
    if event:
        return f", typed by {event.by_user} at {time_format(timezone.localtime(event.at))}"
    finished = game.finished_at
    return f", from the phone at {time_format(timezone.localtime(finished))}" if finished else ""


def _table(state: PartyState, number: int, table: int) -> TableState:
    round_state = state.round(number)
    table_state = round_state.table(table) if round_state else None
    assert table_state is not None
    return table_state


def _which_round(
    request: SignedInRequest, party: Party, number: int, form: ResultForm, old: PageOutOfDate
) -> HttpResponse:
    """It was typed on a page of another round than there is now."""
    state = load(party)
    now = state.current.round.number if state.current else 0
    sentence, buttons = old.sentence, []
    if 0 < number < now:
        sentence = f"Round {number} is over; round {now} is being played."
        buttons = [(f"It is of round {each}", each, "", "") for each in (number, now)]
    return _not_saved(request, party, number, form, sentence, buttons, status=old.status)


def _not_saved(
    request: SignedInRequest,
    party: Party,
    number: int,
    form: ResultForm,
    sentence: str,
    buttons: list[tuple[str, int, str, str]] | None = None,
    status: int = 422,
) -> HttpResponse:
    """The page where it was typed, with the reason; for its script the reason alone.

    `buttons`: text, round, and the field with its value that is sent along.
    """
    now = load(party)
    asked = {
        "typed": {name: request.POST.get(name, "") for name in form.fields if name != "sure"},
        "sentence": sentence,
        "buttons": buttons or [],
        "round": number,
        "shown": now.shown_round,
        "back": request.POST.get("back", ""),
    }
    if request.htmx:
        return organiser_page(request, party, "_not_saved", tab="tables", status=status, asked=asked)
    table = form.cleaned_data.get("table")
    round_state = now.round(number)
    if asked["back"] == "table" and table and round_state and round_state.table(table):
        return table_page(request, party, number, table, status=status, asked=asked)
    return console_page(request, party, status=status, asked=asked)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def one_round(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """The tables of an earlier round, to look at and correct; a post is a result of any round from paper."""
    if request.method == "POST":
        return type_result(request, party, number)
    state = load(party)
    found = state.round(number)
    if found is None:
        raise Http404
    context = round_page(state, found, timezone.now())
    return organiser_page(request, party, "round", tab="tables", state=state, **context)


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def undo_round(request: SignedInRequest, party: Party, number: int) -> HttpResponse:
    """Undo the last round; what would be lost is shown first."""
    state = load(party)
    if request.method == "POST":
        sure, status = request.POST.get("sure") == "yes", 409
        try:
            seating.undo_round(party, number, sure=sure, by=request.user, at=timezone.now())
        except ConfirmationRequired as refusal:
            lost = refusal.sentences
        except Refused as refusal:
            messages.error(request, refusal.sentence)
            return to("console", party)
        else:
            say(request, party, "The round is undone. It stays in the log.")
            return to("console", party)
    else:
        if state.current is None or state.current.number != number or party.state != Party.State.PLAYING:
            raise Http404
        lost, status = party_text.lost_sentences(party_text.lost_values(state.current)), 200
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
