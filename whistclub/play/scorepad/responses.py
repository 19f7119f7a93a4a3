"""Responses of the score pad: its pages, a one-line notice, or a refusal that keeps the input."""

from collections.abc import Iterable
from dataclasses import replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from whistclub.play import queries
from whistclub.play.access import SEAT_COOKIE, YEAR, Pad, PadView, json_answer, wants_json
from whistclub.play.game_view import GameView
from whistclub.play.refusals import Closed, EntryConflict, InvalidHand, LinkGone, pad_stopped
from whistclub.play.scorepad import codec
from whistclub.play.scorepad.confirmations import disputed_hand, hand_to_confirm
from whistclub.play.scorepad.form import HandForm
from whistclub.play.scorepad.form_view import (
    HandFormView,
    blank_form,
    correction_form,
    restore_form,
    what_to_tap,
)
from whistclub.play.scorepad.phone_game import phone_game
from whistclub.play.text import hints
from whistclub.web.errors import Refused
from whistclub.web.formatting import milliseconds
from whistclub.web.live import HtmxRequest

OPPOSITE = 2  # the seat of the first player's partner
CHOICE_FIELDS = ("contract", "bid", "tricks", *codec.COUNTED_FIELDS, "revoke")


def render_pad(
    request: HtmxRequest, template: str, pad: Pad, view: GameView, *, status: int = 200, **more: object
) -> HttpResponse:
    with timezone.override(ZoneInfo(view.game.club.time_zone)):
        version = view.game.version(timezone.now())
        return render(request, template, {"pad": pad, "view": view, "version": version, **more}, status=status)


def pad_context(pad: Pad, view: GameView, form: HandFormView | None = None) -> dict[str, Any]:
    """What the pad shows besides the game: the form for the next hand, or the way to the next game."""
    # A hand may have been saved after the game's row was read: its entries are newer than its state.
    at = timezone.now()
    stopped = None if view.game.is_of_now(at) else pad_stopped(view.game)
    locked = view.game.locked or stopped is not None
    over = view.game.state != "running" or view.result.over or locked
    to_confirm = None if locked else hand_to_confirm(view)
    disputed = None if locked else disputed_hand(view)
    form = None if over else form or blank_form(view)
    asked = to_confirm or disputed
    if form and asked and view.saved_entry and view.saved_entry.uid == asked.entry:
        # There is no room to name a hand twice.
        form = replace(form, hint=what_to_tap(view))
    return {
        "only_viewed": locked,
        "stopped": stopped and stopped.sentence,
        "over": over,
        "hands_to_play": "" if over or not view.hand_limit else hints.hands_to_play(view.state, view.rules),
        "form": form,
        "phone_game": phone_game(view),
        "action_uid": uuid4(),
        "to_confirm": to_confirm,
        "disputed": disputed,
        "next_game": queries.next_game(view.game) if over else None,
        "restore": None if over else restore_form(view),
        "bell_has_rung": view.game.bell_has_rung(at),
        "bell": milliseconds(view.game.bell_at) if view.game.bell_at else None,
        "now": milliseconds(at),
        "message": view.game.message_at(at),
        "rules_card": queries.rule_card(view.game),
    }


def pad_page(
    request: HtmxRequest,
    pad: Pad,
    view: GameView,
    *,
    form: HandFormView | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    return render_pad(request, "play/pad.html", pad, view, status=status, **pad_context(pad, view, form), **more)


def correction_page(
    request: HtmxRequest,
    pad: Pad,
    position: int,
    *,
    form: HandForm | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    view = queries.game_view(pad.game, pad.seat)
    if view.entries.at(position) is None:
        sentences = ["There is no such hand in this game."]
        return pad_page(request, pad, view, status=404, sentences=sentences, kind="error")
    line = view.line_at(position)
    assert line.entry is not None
    return render_pad(
        request,
        "play/pad_correct.html",
        pad,
        view,
        status=status,
        form=correction_form(view, position, form.data if form else request.GET),
        phone_game=phone_game(view),
        line=line,
        # The last entry is undone on the pad.
        can_take_out=line.entry is not view.last_entry,
        **more,
    )


def notice(request: HtmxRequest, pad: Pad, sentence: str) -> HttpResponse:
    """What was sent is done: with scripts one sentence, and the page follows; without, a redirect to the pad."""
    if not request.htmx:
        return redirect("play:pad", pad.token)
    response = render(request, "web/_notice.html", {"sentence": sentence, "kind": "done"})
    response["HX-Trigger-After-Settle"] = "changed"
    return response


def refusal_response(
    request: HtmxRequest, pad: Pad, refusal: Refused, form: HandForm | None = None, position: int | None = None
) -> HttpResponse:
    """The refusal's sentence and status, with everything that was entered; `position` is that of a correction."""
    sentences: Iterable[str] = refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence]
    view = queries.pad_view(pad.game, pad.seat, timezone.now())
    is_closed = isinstance(refusal, Closed)
    conflict = _conflict(view, refusal, form, position)
    if wants_json(request):
        return json_answer("refused", sentences, status=refusal.status, conflict=conflict, closed=is_closed)
    if is_closed and form and form.is_valid():
        sentences = [*sentences, f"You entered: {_submission_text(view, form)}"]
    context = {"sentences": sentences, "kind": "conflict" if refusal.status == 409 else "error", "conflict": conflict}
    if request.htmx:
        return render(request, "play/_refused.html", {"pad": pad, **context}, status=refusal.status)
    if position is not None:
        return correction_page(request, pad, position, form=form, status=refusal.status, **context)
    filled = blank_form(view, form.data) if form else None
    return pad_page(request, pad, view, form=filled, status=refusal.status, **context)


def refusals_shown(view: PadView) -> PadView:
    """Answers what an action refuses; of a link that is gone the gate does."""

    @wraps(view)
    def answering(request: HtmxRequest, pad: Pad, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, pad, **kwargs)
        except LinkGone:
            raise
        except Refused as refusal:
            return refusal_response(request, pad, refusal)

    return answering


def _conflict(view: GameView, refusal: Refused, form: HandForm | None, position: int | None) -> dict[str, Any] | None:
    """The saved entry and the refused one, in words, and what the phone sends so that the latter counts too.

    Without scripts, `query` fills the page that corrects a hand.
    """
    if form is None or not form.data.get("number", "").isdecimal():
        return None
    if isinstance(refusal, EntryConflict):
        saved = refusal.theirs
    elif refusal.code == "page_before_update" and position is not None and view.entries.at(position):
        saved = view.entries.at(position)
    else:
        return None
    if saved is None:
        fields, use = {"number": view.next_position, "replaces": ""}, "Add it as the next hand"
        return {"saved": "", "yours": _submission_text(view, form), "use": use, "path": "hands/", "fields": fields}
    return {
        "position": saved.position,
        "saved": view.numbered_text(saved),
        "yours": _submission_text(view, form) if form.is_valid() else "",
        "use": "Use mine",
        "query": urlencode({name: form.data[name] for name in CHOICE_FIELDS if form.data.get(name)}),
        "path": f"hands/{saved.position}/",
        "fields": {"number": saved.position, "replaces": str(saved.uid)},
    }


def _submission_text(view: GameView, form: HandForm) -> str:
    entry = form.entry()
    number = view.hand_number(entry.position)
    return view.submission_text(entry.contract, entry.declarer, entry.tricks, entry.notes, number)


def next_pad(request: HtmxRequest, pad: Pad, game: queries.Game, asked_for: int = 0) -> HttpResponse:
    """Lead to the pad of another game; the owner keeps their place among the same people, whatever their seat.

    Where another phone had started it with other partners than were `asked_for`, the next page says so.
    """
    token = queries.link(game).token
    address = reverse("play:pad", args=[token])
    response: HttpResponse = HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if other := _other_pairing(pad, game, asked_for):
        messages.info(request, f"The next game was already started from another phone: {other}.")
    if pad.has_chosen_seat:
        seat = queries.same_person(pad.game, pad.seat, game)
        keep_seat(response, token, pad.seat_cookie if seat is None else queries.seat_cookie(game, seat))
    return response


def _other_pairing(pad: Pad, game: queries.Game, asked_for: int) -> str:
    """Who plays with whom in the next game, unless the first player has the partner that was asked for."""
    if not asked_for or queries.same_person(pad.game, asked_for, game) == OPPOSITE:
        return ""
    pairings = queries.game_view(pad.game, pad.seat).pairings
    found = (each.label for each in pairings if queries.same_person(pad.game, each.partner, game) == OPPOSITE)
    return next(found, "")


def keep_seat(response: HttpResponse, token: str, seat_cookie: str) -> HttpResponse:
    """Let the phone remember where its owner sits, for this link only."""
    response.set_cookie(
        SEAT_COOKIE,
        seat_cookie,
        max_age=YEAR,
        path=f"/t/{token}/",
        httponly=True,
        samesite="Lax",
        secure=settings.BEHIND_HTTPS,
    )
    return response
