"""One table of a round: what the organiser rules there, swaps, adjustments; `paper_results` has what they type."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import results
from whistclub.party.organiser.forms import SideForm, SwapForm
from whistclub.party.organiser.queries import console as queries
from whistclub.party.organiser.queries.results import rank_changes
from whistclub.party.organiser.views.console import swap_people
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.play.games import clear_call
from whistclub.play.organiser.forms import AdjustForm, UndoAdjustmentForm
from whistclub.play.organiser.views import game_page
from whistclub.play.refusals import refused
from whistclub.web.errors import Refused, attempt, error_page
from whistclub.web.formatting import plural
from whistclub.web.qr import address_for_phones, qr_svg


@for_organiser_of_party
@require_safe
def table(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """One table: its score, its pad, and what the organiser can do there."""
    return table_page(request, party, number, table)


def table_page(
    request: SignedInRequest,
    party: Party,
    number: int,
    table: int,
    *,
    status: int = 200,
    swap: SwapForm | None = None,
    **more: object,
) -> HttpResponse:
    page = queries.console(party, timezone.now(), round_number=number)
    view = next((each for each in page.round.tables if each.number == table), None) if page.round else None
    if view is None or view.table_state.game is None:
        raise Http404
    pad_path = queries.pad_path(view.table_state.game)
    context = {
        "page": page,
        "table": view,
        "pad_path": pad_path,
        "pad_address": address_for_phones(request, pad_path),
        "pad_qr": qr_svg(address_for_phones(request, pad_path)),
        "swapped": request.POST.getlist("who") if swap else [],
        "reason": request.POST.get("reason", "") if swap else "",
    }
    return organiser_page(request, party, "round_table", tab="tables", status=status, **context | more)


@for_organiser_of_party
@require_POST
def swap_here(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Swap two people in the round being played, from the page of a table."""
    form = SwapForm(queries.entrant_keys(party), request.POST)
    problem = swap_people(request, party, form)
    if problem:
        return table_page(request, party, number, table, swap=form, sentence=problem[0], status=problem[1])
    return to("round_table", party, number, table)


@for_organiser_of_party
@require_POST
def rule(request: SignedInRequest, party: Party, number: int, table: int, ruling: str) -> HttpResponse:
    """`unlock`, `lock`, `end`, `draw`; `walkover` and `cut` need a side."""
    get_object_or_404(queries.games_of(party, number, table))
    act = _ruling(request, party, number, table, ruling)
    attempt(request, lambda: report_change(request, party, table, act()))
    return to("round_table", party, number, table)


@for_organiser_of_party
@require_POST
def answer_call(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """The organiser has been at a table that called them."""
    clear_call(get_object_or_404(queries.games_of(party, number, table)), by=request.user, at=timezone.now())
    return to("console", party)


@for_organiser_of_party
@require_safe
def pad(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """To the score pad of a table, on this device."""
    game = queries.games_of(party, number, table).first()
    if game is None:
        return error_page(request, 404, "No such table", "There is no such table in this round.")
    return redirect(queries.pad_path(game))


@for_organiser_of_party
@require_POST
def adjust(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Give or deduct points, from the page of the game. If it is refused, everything typed stays."""
    game = get_object_or_404(queries.games_of(party, number, table))
    form = AdjustForm(game.form.sides, request.POST)
    if form.is_valid():
        reason, now = form.cleaned_data["reason"], timezone.now()
        try:
            changed = results.adjust_table(party, number, table, form.points_by_side, reason, by=request.user, at=now)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            report_change(request, party, table, changed)
            return redirect("play:game", party.club.slug, game.code)
    return game_page(request, game, adjust=form, status=422)


@for_organiser_of_party
@require_POST
def undo_adjustment(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Undo an adjustment."""
    game = get_object_or_404(queries.games_of(party, number, table))
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
            sentences.append(
                plural(len(changed.moves), "{n} rank changes: {moves}.", "{n} ranks change: {moves}.").format(
                    n=len(changed.moves), moves=rank_changes(party, changed.moves)
                )
            )
        else:
            sentences.append("No change in the standings.")
    say(request, party, " ".join(sentences))


def _ruling(
    request: SignedInRequest, party: Party, number: int, table: int, ruling: str
) -> Callable[[], results.ResultChange]:
    by, at = request.user, timezone.now()
    plain = {
        "unlock": results.reopen_table,
        "lock": results.lock_table,
        "end": results.end_table,
        "draw": results.declare_draw,
    }
    if ruling in plain:
        return lambda: plain[ruling](party, number, table, by=by, at=at)
    with_side = {"walkover": results.award_walkover, "cut": results.record_cut}
    form = SideForm(request.POST)
    if ruling not in with_side or not form.is_valid():
        raise Http404
    return lambda: with_side[ruling](party, number, table, form.cleaned_data["side"], by=by, at=at)
