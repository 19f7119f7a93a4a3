"""One table of a round: its result, its pad, and what the organiser rules there."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest, by_and_at
from whistclub.club.names import with_names
from whistclub.club.queries import PlayerNames
from whistclub.party.access import for_organiser_of_party, say
from whistclub.party.actions import results
from whistclub.party.desk.pages import organiser_page, to
from whistclub.party.desk.tables import round_context
from whistclub.party.models import Party, Round
from whistclub.party.rounds import Side
from whistclub.party.state import load
from whistclub.play.changing import number_in
from whistclub.play.games import clear_call
from whistclub.play.models import Game
from whistclub.play.organiser.forms import AdjustForm
from whistclub.web.errors import attempt, save
from whistclub.web.formatting import format_signed, number_of
from whistclub.web.links import address_for_phones, qr_svg

MOST_MOVES = 6
RULINGS: dict[str, Callable[..., results.ResultChange]] = {
    "unlock": results.reopen_table,
    "lock": results.lock_table,
    "end": results.end_table,
    "draw": results.declare_draw,
    "walkover 0": partial(results.award_walkover, side=0),
    "walkover 1": partial(results.award_walkover, side=1),
    "cut 0": partial(results.record_cut, side=0),
    "cut 1": partial(results.record_cut, side=1),
}


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """A post rules about the table (`do`), or says that the organiser has been there."""
    if request.method != "POST":
        return table_page(request, party, number, table)
    game, do = get_object_or_404(games_of(party, number, table)), request.POST.get("do", "")
    if do == "answer":
        clear_call(game, **by_and_at(request))
        return to("console", party)
    if do not in RULINGS:
        raise Http404
    attempt(
        request, lambda: report_change(request, party, table, RULINGS[do](party, number, table, **by_and_at(request)))
    )
    return to("round_table", party, number, table)


def table_page(
    request: SignedInRequest, party: Party, number: int, table: int, *, status: int = 200, **more: Any
) -> HttpResponse:
    """One table; `more` is what was typed, and why it was refused."""
    state = load(party)
    found = state.round(number)
    shown = round_context(state, found, timezone.now()) if found else {"tiles": []}
    tile = next((each for each in shown["tiles"] if each.table.number == table), None)
    if found is None or tile is None:
        raise Http404
    path = reverse("play:pad", args=[tile.table.game.pad_token])
    address = address_for_phones(request, path)
    context = shown | {
        "state": state,
        "tile": tile,
        "table": tile.table,
        "pad_path": path,
        "pad_address": address,
        "pad_qr": qr_svg(address),
        "adjust": AdjustForm(tile.table.game.form.sides),
        "adjustments": _adjustments(tile.table.game, tile.table.sides),
    }
    return organiser_page(request, party, "round_table", tab="tables", status=status, **context | more)


@for_organiser_of_party
@require_POST
def adjust(request: SignedInRequest, party: Party, number: int, table: int) -> HttpResponse:
    """Give or deduct points, or undo that. If it is refused, everything typed stays."""
    game = get_object_or_404(games_of(party, number, table))
    form = AdjustForm(game.form.sides, request.POST)

    def adjusted(typed: dict[str, Any]) -> None:
        points, reason = form.points_by_side, typed["reason"]
        changed = results.adjust_table(party, number, table, points, reason, **by_and_at(request))
        report_change(request, party, table, changed)

    if "adjustment" in request.POST:
        key = number_in(request.POST, "adjustment")
        changed = results.undo_adjustment(party, number, table, key, **by_and_at(request))
        report_change(request, party, table, changed)
    elif not save(form, adjusted):
        return table_page(request, party, number, table, adjust=form, status=422)
    return to("round_table", party, number, table)


def _adjustments(game: Game, sides: Sequence[Side]) -> list[dict[str, Any]]:
    """The adjustments that count, each with its text."""
    names, found = PlayerNames(game.club_id), []
    for record in game.adjustments.filter(undone_at=None):
        given = zip(sides, record.points, strict=True)
        points = ", ".join(f"{side.people} {format_signed(points)}" for side, points in given if points)
        found.append({"record": record, "text": f"{points} ({with_names(record.reason, names)})"})
    return found


def report_change(request: SignedInRequest, party: Party, table: int, changed: results.ResultChange) -> None:
    """Tell the organiser the new result and what it changed in the standings."""
    sentence, moves = f"Table {table}: {changed.result}.", changed.moves
    if changed.result_before:
        sentence += f" Before: {changed.result_before}."
    if changed.has_later_rounds:
        names = dict(party.entrants.values_list("number", "player__name"))
        ranks = ", ".join(f"{names[each.person]} {each.old} → {each.new}" for each in moves[:MOST_MOVES])
        change = f"{number_of(len(moves), 'rank changes', 'ranks change')}: {ranks}"
        more = " …" if len(moves) > MOST_MOVES else ""
        sentence += f" Past rounds are not reseated. {f'{change}{more}' if moves else 'No rank changes'}."
    say(request, party, sentence)


def games_of(party: Party, number: int, table: int) -> QuerySet[Game]:
    of_table = {"party_table__round__number": number, "party_table__number": table}
    found = Game.objects.filter(party_table__round__party=party, **of_table)
    return found.exclude(party_table__round__state=Round.State.UNDONE)
