"""The score pad: a phone at the table, reached by its link and nothing else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from whistclub.play import queries
from whistclub.play.access import Pad, for_scorekeeper
from whistclub.play.actions import confirming, lifecycle, party_games, recording
from whistclub.play.actions.refusals import InvalidHand, LinkRevoked, StalePage
from whistclub.play.organiser.forms import AgainForm
from whistclub.play.scorepad.form import ConfirmationForm, HandForm, SeatForm, UndoForm
from whistclub.play.scorepad.responses import (
    correct_page,
    done,
    keep_seat,
    pad_page,
    pad_parts,
    refused,
    shown,
    to_next,
)
from whistclub.web.errors import ActionRefused, posted_only
from whistclub.web.polling import holds, nothing_new


@for_scorekeeper
@require_safe
def pad(request: HttpRequest, pad: Pad) -> HttpResponse:
    sheet = queries.pad_sheet(pad.game, pad.seat, timezone.now())
    if not pad.has_said:
        return shown(request, "play/pad_seat.html", pad, sheet)
    if pad.has_moved(sheet.players):
        chair = pad.chair_now(sheet.players)
        if chair is None:
            return shown(request, "play/pad_seat.html", pad, sheet, moved=True)
        return keep_seat(redirect("play:pad", pad.token), pad.token, queries.seat_said(pad.game, chair))
    return pad_page(request, pad, sheet)


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, pad: Pad) -> HttpResponse:
    """Where the phone's owner sits; kept on the phone, for this link."""
    game = pad.game
    form = SeatForm(game.form.seats, request.POST or None)
    if not form.is_valid():
        return shown(
            request,
            "play/pad_seat.html",
            pad,
            queries.sheet(game, pad.seat),
            status=422 if form.is_bound else 200,
        )
    response = redirect("play:pad", pad.token)
    seat = form.cleaned_data["seat"]
    return keep_seat(response, pad.token, queries.seat_said(game, int(seat)) if seat.isdecimal() else seat)


@for_scorekeeper
@require_GET
def live(request: HttpRequest, pad: Pad) -> HttpResponse:
    """The pad again if something changed since the revision it holds; 204 for one indexed read if not."""
    version = queries.version(pad.link, timezone.now())
    if version is None:
        raise LinkRevoked
    if holds(request, version):
        return nothing_new()
    sheet = queries.pad_sheet(pad.game, pad.seat, timezone.now())
    if pad.has_moved(sheet.players):
        return HttpResponseClientRefresh()
    return shown(request, "play/_pad.html", pad, sheet, **pad_parts(pad, sheet))


@for_scorekeeper
@posted_only
def record(request: HttpRequest, pad: Pad) -> HttpResponse:
    """Write a hand: 201 new, 200 the same again, 409 somebody else was first, 422 it cannot be."""
    form = HandForm(request.POST)
    try:
        if not form.is_valid():
            raise InvalidHand(form.sentences)
        recorded = recording.record_hand(pad.link, form.entry(), by_seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except ActionRefused as refusal:
        return refused(request, pad, refusal, form)
    return done(request, pad, _("Saved."), status=201 if recorded.is_new else 200)


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pad: Pad, number: int) -> HttpResponse:
    """One hand of the book, to be looked at and put right; says before saving what that would change."""
    if request.method == "POST":
        form = HandForm(request.POST)
        try:
            if not form.is_valid():
                raise InvalidHand(form.sentences)
            if form.entry().position != number:
                raise StalePage
            recording.correct_hand(pad.link, form.entry(), by_seat=pad.seat, at=timezone.now())
        except LinkRevoked:
            raise
        except ActionRefused as refusal:
            return refused(request, pad, refusal, form, number=number)
        back = redirect("play:pad", pad.token)
        return HttpResponseClientRedirect(back.url) if request.htmx else back
    return correct_page(request, pad, number)


@for_scorekeeper
@posted_only
def undo(request: HttpRequest, pad: Pad) -> HttpResponse:
    form = UndoForm(request.POST)
    try:
        if not form.is_valid():
            raise StalePage
        uid, last = form.values()
        recorded = recording.undo_hand(pad.link, uid, last, by_seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except ActionRefused as refusal:
        return refused(request, pad, refusal)
    said = _("The redeal was taken out.") if recorded.hand.is_redeal else _("The last hand was taken out.")
    return done(request, pad, said, status=200)


@for_scorekeeper
@posted_only
def answer(request: HttpRequest, pad: Pad) -> HttpResponse:
    """The owner of this phone, of another side, says that a hand is right, or wrong."""
    form = ConfirmationForm(request.POST)
    try:
        if not form.is_valid():
            raise StalePage
        uid, hand = form.cleaned_data["uid"], form.cleaned_data["hand"]
        confirming.answer_hand(pad.link, uid, hand, agrees=form.agrees, seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except ActionRefused as refusal:
        return refused(request, pad, refusal)
    said = _("Accepted.") if form.agrees else _("Marked as wrong. Tap the hand below to correct it.")
    return done(request, pad, said, status=200)


@for_scorekeeper
@posted_only
def again(request: HttpRequest, pad: Pad) -> HttpResponse:
    """The next game of the same people: this phone's pad of it, its owner on his new chair."""
    form = AgainForm(request.POST)
    try:
        if not form.is_valid():
            raise StalePage
        game = lifecycle.play_again(pad.link, form.cleaned_data["partner"], by_seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except ActionRefused as refusal:
        return refused(request, pad, refusal)
    return to_next(pad, game)


@for_scorekeeper
@posted_only
def end(request: HttpRequest, pad: Pad) -> HttpResponse:
    """After the bell, between two hands: this table is done."""
    try:
        party_games.end_after_bell(pad.link, by_seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except ActionRefused as refusal:
        return refused(request, pad, refusal)
    return done(request, pad, _("Saved."), status=200)


@for_scorekeeper
@require_safe
def onward(request: HttpRequest, pad: Pad) -> HttpResponse:
    """From a finished game to the one that followed it."""
    game = queries.next_game(pad.game)
    return to_next(pad, game) if game else redirect("play:pad", pad.token)


@for_scorekeeper
@require_safe
def log(request: HttpRequest, pad: Pad) -> HttpResponse:
    page = queries.pad_log(pad.game, pad.seat)
    return shown(request, "play/pad_log.html", pad, page.sheet, log=page.log)


@for_scorekeeper
@require_safe
def rules(request: HttpRequest, pad: Pad) -> HttpResponse:
    """The rules this game is played by, with the way back to the pad."""
    return render(request, "play/pad_rules.html", {"pad": pad, "card": queries.rule_card(pad.game)})
