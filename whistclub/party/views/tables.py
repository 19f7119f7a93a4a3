"""One table of a round, and results typed from paper."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import results
from whistclub.party.forms import ResultForm, SideForm
from whistclub.party.queries import console as queries
from whistclub.party.queries import tables as table_queries
from whistclub.party.queries.console import Party
from whistclub.party.views.console import console_page
from whistclub.web.errors import Refusal, error_page, posted_only
from whistclub.web.qr import address_for_phones, qr_svg


@for_organiser_of_party
@require_safe
def table(request: HttpRequest, party: Party, number: int, table: int) -> HttpResponse:
    """One table: its score, its pad, and everything the organiser may do about it."""
    page = queries.console(party, timezone.now(), round_number=number)
    view = next((each for each in page.round.tables if each.number == table), None) if page.round else None
    if view is None:
        raise Http404
    pad_path = table_queries.pad_path(view.board.game)
    context = {
        "club": party.club,
        "party": party,
        "page": page,
        "table": view,
        "pad_path": pad_path,
        "pad_qr": qr_svg(address_for_phones(request, pad_path)),
        "tab": "tables",
        "here": "tonight",
    }
    return render(request, "party/round_table.html", context)


@for_organiser_of_party
@posted_only
def type_result(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """Table, points, points: the next slip. With a wrong one, everything typed stays."""
    form = ResultForm(request.POST)
    if not form.is_valid():
        return console_page(request, party, result=form, result_error=form.sentence, status=422)
    data = form.cleaned_data
    try:
        changed = results.type_result(
            party, number, data["table"], (data["first"], data["second"]), by=request.user, at=timezone.now()
        )
    except Refusal as refusal:
        sentence = refusal.sentence
        if refusal.code == "not_now":
            sentence = _("There is no table {n} in this round.").format(n=data["table"])
        return console_page(request, party, result=form, result_error=sentence, status=refusal.status)
    say(request, party, data["table"], changed)
    if request.POST.get("back") == "table":
        return redirect("party:round_table", party.club.slug, party.code, number, data["table"])
    return redirect("party:console", party.club.slug, party.code)


@for_organiser_of_party
@posted_only
def rule(request: HttpRequest, party: Party, number: int, table: int, what: str) -> HttpResponse:
    """open, close, end, void; award and cut with a side."""
    act = _ruling(request, party, number, table, what)
    try:
        say(request, party, table, act())
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    return redirect("party:round_table", party.club.slug, party.code, number, table)


@for_organiser_of_party
@require_safe
def pad(request: HttpRequest, party: Party, number: int, table: int) -> HttpResponse:
    """To the score pad of a table, on this device."""
    page = queries.console(party, timezone.now(), round_number=number)
    board = page.round.stage.board(table) if page.round else None
    if board is None or board.game is None:
        return error_page(request, 404, _("No such table"), _("There is no such table in this round."))
    return redirect(table_queries.pad_path(board.game))


def say(request: HttpRequest, party: Party, table: int, changed: results.Changed) -> None:
    """The new result, and what it moved."""
    said = [_("Table {n}: {result}.").format(n=table, result=changed.table)]
    if changed.seats_stay:
        said.append(_("Seats already played stay as they are."))
        if changed.moved:
            said.append(
                ngettext("{n} rank moves: {moves}.", "{n} ranks move: {moves}.", len(changed.moved)).format(
                    n=len(changed.moved), moves=table_queries.moves_said(party, changed.moved)
                )
            )
        else:
            said.append(_("No rank moves."))
    messages.success(request, " ".join(said))


def _ruling(request: HttpRequest, party: Party, number: int, table: int, what: str) -> Callable[[], results.Changed]:
    by, at = request.user, timezone.now()
    plain = {
        "open": results.open_table,
        "close": results.close_table,
        "end": results.end_table,
        "void": results.void_table,
    }
    if what in plain:
        return lambda: plain[what](party, number, table, by=by, at=at)
    with_side = {"award": results.award_table, "cut": results.choose_mover}
    form = SideForm(request.POST)
    if what not in with_side or not form.is_valid():
        raise Http404
    return lambda: with_side[what](party, number, table, form.cleaned_data["side"], by=by, at=at)
