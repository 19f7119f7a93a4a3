"""The score pad: a phone at the table, reached by its link and nothing else."""

from functools import partial
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from whistclub.play import entries, games, queries
from whistclub.play.access import Pad, for_scorekeeper, wants_json
from whistclub.play.log import log_lines
from whistclub.play.organiser.forms import AgainForm, DealerForm
from whistclub.play.refusals import checked, refused
from whistclub.play.scorepad.changes import what_changes
from whistclub.play.scorepad.form import ConfirmationForm, HandForm, SeatForm, UndoForm
from whistclub.play.scorepad.responses import (
    correction_page,
    keep_seat,
    next_pad,
    notice,
    pad_page,
    refused_hand,
    render_pad,
)
from whistclub.web.errors import Refused
from whistclub.web.live import HtmxRequest, holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg


@for_scorekeeper
@require_safe
def pad(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """The pad: a page, which asks for itself again while it is open; nothing, if it holds the newest version."""
    if holds(request, pad.game.version(timezone.now())):
        return nothing_new()
    view = queries.pad_view(pad.game, pad.seat, timezone.now())
    if not pad.has_chosen_seat and not request.htmx:
        return render_pad(request, "play/pad_seat.html", pad, view)
    if pad.has_moved(view.players):
        if request.htmx:
            return HttpResponseClientRefresh()
        seat = pad.seat_now(view.players)
        if seat is None:
            return render_pad(request, "play/pad_seat.html", pad, view, moved=True)
        return keep_seat(redirect("play:pad", pad.token), pad.token, queries.seat_cookie(pad.game, seat))
    return pad_page(request, pad, view)


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Where the phone's owner sits; kept on the phone, for this link."""
    form = SeatForm(pad.game.form.seats, request.POST or None)
    if not form.is_valid():
        view = queries.game_view(pad.game, pad.seat)
        return render_pad(request, "play/pad_seat.html", pad, view, status=422 if form.is_bound else 200)
    seat = form.cleaned_data["seat"]
    cookie = queries.seat_cookie(pad.game, int(seat)) if seat.isdecimal() else seat
    return keep_seat(redirect("play:pad", pad.token), pad.token, cookie)


@for_scorekeeper
@require_POST
def dealer(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Let another person deal first, while no hand is entered: at a table of a party the people cut."""
    dealer = checked(DealerForm(request.POST))["dealer"]
    games.change_first_dealer(pad.link, dealer, by=pad.seat, at=timezone.now())
    return redirect("play:pad", pad.token)


@for_scorekeeper
@require_POST
def record(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Save a hand: 201 new, 200 the same again, 409 another phone was first, 422 impossible."""
    form = HandForm(request.POST)
    try:
        recorded = entries.record_hand(pad.link, form.entry(), by_seat=pad.seat, at=timezone.now())
    except Refused as refusal:
        return refused_hand(request, pad, refusal, form)
    return _saved(request, pad, recorded, 201 if recorded.is_new else 200)


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HtmxRequest, pad: Pad, position: int) -> HttpResponse:
    """The form to correct one entry; says what that changes (``?preview``), or saves it."""
    if request.method != "POST":
        return correction_page(request, pad, position)
    form, is_preview = HandForm(request.POST), "preview" in request.GET
    try:
        if is_preview:
            return HttpResponse(escape(what_changes(pad, partial(_correct, pad, form, position), form, position)))
        return _saved(request, pad, _correct(pad, form, position))
    except Refused as refusal:
        if is_preview:
            return HttpResponse(escape(refusal.sentence))
        return refused_hand(request, pad, refusal, form, position)


def _correct(pad: Pad, form: HandForm, position: int) -> entries.Recorded:
    """Replace the entry by what the form says, or take it out."""
    who: dict[str, Any] = {"by_seat": pad.seat, "at": timezone.now()}
    if form.is_valid() and form.takes_out and form.cleaned_data["replaces"]:
        return entries.remove_entry(pad.link, form.cleaned_data["replaces"], **who)
    entry = form.entry()
    if entry.position != position:
        raise refused("page_is_old")
    return entries.correct_hand(pad.link, entry, **who)


def _saved(request: HtmxRequest, pad: Pad, recorded: entries.Recorded, status: int = 200) -> HttpResponse:
    """The outbox of a phone counts the entry itself until its page has this revision."""
    if wants_json(request):
        return JsonResponse({"result": "saved", "revision": recorded.game.revision}, status=status)
    address = reverse("play:pad", args=[pad.token])
    return HttpResponse(status=status, headers={"HX-Redirect": address}) if request.htmx else redirect(address)


@for_scorekeeper
@require_POST
def undo(request: HtmxRequest, pad: Pad) -> HttpResponse:
    last = checked(UndoForm(request.POST))["last"]
    undone = entries.undo_hand(pad.link, last, by_seat=pad.seat, at=timezone.now())
    return notice(request, pad, "Redeal undone." if undone.entry.is_redeal else "Last hand undone.")


@for_scorekeeper
@require_POST
def confirm(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """The owner of this phone, of another side, accepts or disputes a hand."""
    answer = checked(ConfirmationForm(request.POST))
    entries.confirm_hand(pad.link, **answer, seat=pad.seat, at=timezone.now())
    return notice(request, pad, "Confirmed." if answer["agrees"] else "Disputed. Tap the hand below to correct it.")


@for_scorekeeper
@require_POST
def again(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Start the next game with the same people and go to its pad, the owner on their new seat."""
    partner = checked(AgainForm(request.POST))["partner"]
    game = games.play_again(pad.link, partner, by=pad.seat, at=timezone.now())
    return next_pad(request, pad, game, asked_for=partner)


@for_scorekeeper
@require_POST
def end(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """End the game after the bell, between two hands."""
    games.end_after_bell(pad.link, by_seat=pad.seat, at=timezone.now())
    return notice(request, pad, "Saved.")


@for_scorekeeper
@require_POST
def call(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Call the organiser to the table, or clear the call."""
    match request.POST.get("needed"):
        case "yes":
            games.call_organiser(pad.link, by_seat=pad.seat, at=timezone.now())
            return notice(request, pad, "The organiser has been called.")
        case "no":
            games.clear_call(pad.link, by=pad.seat, at=timezone.now())
            return notice(request, pad, "The call has been cancelled.")
    raise refused("page_is_old")


@for_scorekeeper
@require_safe
def next_game(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """From a finished game to the one that followed it."""
    game = queries.next_game(pad.game)
    return next_pad(request, pad, game) if game else redirect("play:pad", pad.token)


@for_scorekeeper
@require_safe
def log(request: HtmxRequest, pad: Pad) -> HttpResponse:
    view = queries.game_view(pad.game, pad.seat)
    return render_pad(request, "play/pad_log.html", pad, view, log=log_lines(view))


@for_scorekeeper
@require_safe
def rules(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """The rules of this game, with a link back to the pad."""
    return render(request, "play/rules.html", {"pad": pad, "card": queries.rule_card(pad.game)})


@for_scorekeeper
@require_safe
def share(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """The pad's link for another phone: as a code, to copy, to send."""
    address = address_for_phones(request, reverse("play:pad", args=[pad.token]))
    view = queries.game_view(pad.game, pad.seat)
    return render_pad(request, "play/pad_share.html", pad, view, address=address, qr=qr_svg(address))
