"""One table of a round, and results typed from paper."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import results
from whistclub.party.forms import ResultForm, SideForm, SwapForm
from whistclub.party.queries import console as queries
from whistclub.party.queries import tables as table_queries
from whistclub.party.queries.console import Party
from whistclub.party.views.console import change_places, console_page
from whistclub.web.errors import ActionRefused, error_page, posted_only
from whistclub.web.qr import address_for_phones, qr_svg


@for_organiser_of_party
@require_safe
def table(request: HttpRequest, party: Party, number: int, table: int) -> HttpResponse:
    """One table: its score, its pad, and everything the organiser may do about it."""
    return table_page(request, party, number, table)


def table_page(
    request: HttpRequest,
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
    if view is None:
        raise Http404
    pad_path = table_queries.pad_path(view.table_state.game)
    context = {
        "club": party.club,
        "party": party,
        "page": page,
        "table": view,
        "pad_path": pad_path,
        "pad_qr": qr_svg(address_for_phones(request, pad_path)),
        "tab": "tables",
        "here": "tonight",
        "swapped": swap.data.getlist("who") if swap else [],
        "reason": swap.data.get("reason", "") if swap else "",
    }
    return render(request, "party/round_table.html", {**context, **more}, status=status)


@for_organiser_of_party
@posted_only
def type_result(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """Table, points, points: the next slip. With a wrong one, everything typed stays."""
    form = ResultForm(request.POST)
    if not form.is_valid():
        return _slip_refused(request, party, number, form, form.sentence, status=422)
    data = form.cleaned_data
    try:
        changed = results.type_result(
            party, number, data["table"], (data["first"], data["second"]), by=request.user, at=timezone.now()
        )
    except ActionRefused as refusal:
        sentence = refusal.sentence
        if refusal.code == "not_now":
            sentence = _("There is no table {n} in this round.").format(n=data["table"])
        return _slip_refused(request, party, number, form, sentence, status=refusal.status)
    say(request, party, data["table"], changed)
    if request.POST.get("back") == "table":
        return redirect("party:round_table", party.club.slug, party.code, number, data["table"])
    return redirect(f"{reverse('party:console', args=[party.club.slug, party.code])}?slip")


@for_organiser_of_party
@posted_only
def swap_here(request: HttpRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Two people change places in the round being played, from the page of a table."""
    form = SwapForm(queries.entrant_keys(party), request.POST)
    refused = change_places(request, party, form)
    if refused:
        return table_page(request, party, number, table, swap=form, sentence=refused[0], status=refused[1])
    return redirect("party:round_table", party.club.slug, party.code, number, table)


@for_organiser_of_party
@posted_only
def rule(request: HttpRequest, party: Party, number: int, table: int, what: str) -> HttpResponse:
    """open, close, end, void; award and cut with a side."""
    if table_queries.game_of(party, number, table) is None:
        raise Http404
    act = _ruling(request, party, number, table, what)
    try:
        say(request, party, table, act())
    except ActionRefused as refusal:
        messages.error(request, refusal.sentence)
    return redirect("party:round_table", party.club.slug, party.code, number, table)


@for_organiser_of_party
@require_safe
def pad(request: HttpRequest, party: Party, number: int, table: int) -> HttpResponse:
    """To the score pad of a table, on this device."""
    game = table_queries.game_of(party, number, table)
    if game is None:
        return error_page(request, 404, _("No such table"), _("There is no such table in this round."))
    return redirect(table_queries.pad_path(game))


def say(request: HttpRequest, party: Party, table: int, changed: results.ResultChange) -> None:
    """The new result, and what it moved."""
    said = [_("Table {n}: {result}.").format(n=table, result=changed.result)]
    if changed.result_before:
        said.append(_("Before: {result}.").format(result=changed.result_before))
    if changed.has_later_rounds:
        said.append(_("Seats already played stay as they are."))
        if changed.moves:
            said.append(
                ngettext("{n} rank moves: {moves}.", "{n} ranks move: {moves}.", len(changed.moves)).format(
                    n=len(changed.moves), moves=table_queries.moves_said(party, changed.moves)
                )
            )
        else:
            said.append(_("No rank moves."))
    messages.success(request, " ".join(said))


def _slip_refused(
    request: HttpRequest, party: Party, number: int, form: ResultForm, sentence: str, *, status: int
) -> HttpResponse:
    """Where it was typed, with everything that was typed; never filled into the form of another round."""
    table = form.cleaned_data.get("table")
    is_now = table_queries.current_number(party) == number
    on_table_page = form.data.get("back") == "table" or not is_now
    if on_table_page and table is not None and table_queries.game_of(party, number, table):
        return table_page(request, party, number, table, result=form, result_error=sentence, status=status)
    if not is_now:
        return console_page(
            request,
            party,
            sentence=_("That slip was for round {n}. {why}").format(n=number, why=sentence),
            status=status,
        )
    return console_page(request, party, result=form, result_error=sentence, status=status)


def _ruling(
    request: HttpRequest, party: Party, number: int, table: int, what: str
) -> Callable[[], results.ResultChange]:
    by, at = request.user, timezone.now()
    plain = {
        "open": results.reopen_table,
        "close": results.lock_table,
        "end": results.end_table,
        "void": results.declare_draw,
    }
    if what in plain:
        return lambda: plain[what](party, number, table, by=by, at=at)
    with_side = {"award": results.award_walkover, "cut": results.record_cut}
    form = SideForm(request.POST)
    if what not in with_side or not form.is_valid():
        raise Http404
    return lambda: with_side[what](party, number, table, form.cleaned_data["side"], by=by, at=at)
