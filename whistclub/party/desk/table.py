"""One table of a round: its result, its pad, and what the organiser rules there."""

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest
from whistclub.engine.standings import Move
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import results
from whistclub.party.desk.console import swap_people
from whistclub.party.desk.pages import SwapForm, organiser_page, to
from whistclub.party.desk.tables import round_page, seats_by_entrant
from whistclub.party.models import Round
from whistclub.party.state import load
from whistclub.play.games import clear_call
from whistclub.play.models import Game
from whistclub.play.organiser.forms import AdjustForm, UndoAdjustmentForm
from whistclub.play.organiser.views import game_page
from whistclub.play.queries import link
from whistclub.play.refusals import refused
from whistclub.web.errors import Refused, attempt, error_page
from whistclub.web.formatting import plural
from whistclub.web.qr import address_for_phones, qr_svg

MOST_MOVES = 6


class SideForm(forms.Form):
    side = forms.TypedChoiceField(coerce=int, choices=[(0, 0), (1, 1)])


@for_organiser_of_party
@require_safe
def table(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    return table_page(request, party, number, table)


def table_page(
    request: SignedInRequest, party: Party, number: int, table: int, *, status: int = 200, **more: Any
) -> HttpResponse:
    """One table; `more` is what was typed, and why it was refused."""
    state = load(party)
    found = state.round(number)
    page = round_page(state, found, timezone.now()) if found else {"tiles": []}
    tile = next((each for each in page["tiles"] if each.table.number == table), None)
    if found is None or tile is None:
        raise Http404
    path = pad_path(tile.table.game)
    address = address_for_phones(request, path)
    context = page | {
        "state": state,
        "tile": tile,
        "table": tile.table,
        "seats": seats_by_entrant(state, found),
        "pad_path": path,
        "pad_address": address,
        "pad_qr": qr_svg(address),
        "swapped": request.POST.getlist("who"),
        "reason": request.POST.get("reason", ""),
    }
    return organiser_page(request, party, "round_table", tab="tables", status=status, **context | more)


@for_organiser_of_party
@require_POST
def swap_here(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Swap two people in the round being played, from the page of a table."""
    form = SwapForm(list(party.entrants.values_list("pk", flat=True)), request.POST)
    if problem := swap_people(request, party, form):
        return table_page(request, party, number, table, sentence=problem[0], status=problem[1])
    return to("round_table", party, number, table)


@for_organiser_of_party
@require_POST
def rule(request: SignedInRequest, party: Party, number: int, table: int, ruling: str) -> HttpResponse:
    """`unlock`, `lock`, `end`, `draw`; `walkover` and `cut` need a side."""
    get_object_or_404(games_of(party, number, table))
    by, at = request.user, timezone.now()
    plain: dict[str, Callable[..., results.ResultChange]] = {
        "unlock": results.reopen_table,
        "lock": results.lock_table,
        "end": results.end_table,
        "draw": results.declare_draw,
    }
    with_side: dict[str, Callable[..., results.ResultChange]] = {
        "walkover": results.award_walkover,
        "cut": results.record_cut,
    }
    form = SideForm(request.POST)
    if ruling in plain:
        act, sides = plain[ruling], []
    elif ruling in with_side and form.is_valid():
        act, sides = with_side[ruling], [form.cleaned_data["side"]]
    else:
        raise Http404
    attempt(request, lambda: report_change(request, party, table, act(party, number, table, *sides, by=by, at=at)))
    return to("round_table", party, number, table)


@for_organiser_of_party
@require_POST
def answer_call(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """The organiser has been at a table that called them."""
    clear_call(get_object_or_404(games_of(party, number, table)), by=request.user, at=timezone.now())
    return to("console", party)


@for_organiser_of_party
@require_safe
def pad(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """To the score pad of a table, on this device."""
    game = games_of(party, number, table).first()
    if game is None:
        return error_page(request, 404, "No such table", "There is no such table in this round.")
    return redirect(pad_path(game))


@for_organiser_of_party
@require_POST
def adjust(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Give or deduct points, from the page of the game. If it is refused, everything typed stays."""
    game = get_object_or_404(games_of(party, number, table))
    form = AdjustForm(game.form.sides, request.POST)
    if form.is_valid():
        typed = (form.points_by_side, form.cleaned_data["reason"])
        try:
            changed = results.adjust_table(party, number, table, *typed, by=request.user, at=timezone.now())
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            report_change(request, party, table, changed)
            return redirect("play:game", party.club.slug, game.code)
    return game_page(request, game, adjust=form, status=422)


@for_organiser_of_party
@require_POST
def undo_adjustment(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    game = get_object_or_404(games_of(party, number, table))
    form = UndoAdjustmentForm(request.POST)
    try:
        if not form.is_valid():
            raise refused("page_is_old")
        adjustment = form.cleaned_data["adjustment"]
        changed = results.undo_adjustment(party, number, table, adjustment, by=request.user, at=timezone.now())
    except Refused as refusal:
        return error_page(request, refusal.status, "The adjustment was not undone", refusal.sentence)
    report_change(request, party, table, changed)
    return redirect("play:game", party.club.slug, game.code)


def report_change(request: SignedInRequest, party: Party, table: int, changed: results.ResultChange) -> None:
    """Tell the organiser the new result and what it changed in the standings."""
    sentences = [f"Table {table}: {changed.result}."]
    if changed.result_before:
        sentences.append(f"Before: {changed.result_before}.")
    if changed.has_later_rounds:
        sentences.append("Past rounds are not reseated.")
        if changed.moves:
            text = plural(len(changed.moves), "{n} rank changes: {moves}.", "{n} ranks change: {moves}.")
            sentences.append(text.format(n=len(changed.moves), moves=rank_changes(party, changed.moves)))
        else:
            sentences.append("No change in the standings.")
    say(request, party, " ".join(sentences))


def rank_changes(party: Party, moves: Iterable[Move]) -> str:
    """Whose ranks a correction changed: "Ann 3 → 1, Bob 1 → 2"; long lists are cut."""
    names = dict(party.entrants.values_list("number", "player__name"))
    changes = [f"{names[move.person]} {move.old} → {move.new}" for move in moves]
    return ", ".join(changes[:MOST_MOVES]) + (" …" if len(changes) > MOST_MOVES else "")


def games_of(party: Party, number: int, table: int) -> QuerySet[Game]:
    """The game of a table in an announced round."""
    of_table = {"party_table__round__number": number, "party_table__number": table}
    found = Game.objects.filter(party_table__round__party=party, **of_table)
    return found.exclude(party_table__round__state=Round.State.UNDONE)


def pad_path(game: Game) -> str:
    """Address of a game's score pad."""
    return reverse("play:pad", args=[link(game).token])
