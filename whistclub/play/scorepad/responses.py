"""Responses of the score pad: its pages, a one-line notice, or a refusal that keeps the input."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from whistclub.play import queries
from whistclub.play.access import SEAT_COOKIE, YEAR, Pad, json_answer, wants_json
from whistclub.play.game_view import GameView
from whistclub.play.refusals import Closed, EntryConflict, InvalidHand, pad_stopped
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
from whistclub.web.errors import ActionRefused
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
    """What the pad shows besides the game: the form for the next hand, or the way to the next game.

    After the end the form is there but hidden: the phone shows it when an entry that waits to be sent reopens the game.
    """
    # A hand may have been saved after the game's row was read: its entries are newer than its state.
    at = timezone.now()
    stopped = None if view.game.is_of_now(at) else pad_stopped(view.game)
    locked = view.game.locked or stopped is not None
    over = view.game.state != "running" or view.result.over or locked
    closed = locked or view.game.state == "stopped"
    to_confirm = None if locked else hand_to_confirm(view)
    disputed = None if locked else disputed_hand(view)
    form = None if closed else form or blank_form(view)
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
        phone_game=phone_game(view, correcting=True),
        line=line,
        # The last entry is undone on the pad.
        can_take_out=line.entry is not view.last_entry,
        **more,
    )


def notice(request: HtmxRequest, pad: Pad, sentence: str, *, status: int, entry: UUID | None = None) -> HttpResponse:
    """What was sent is saved: with scripts one sentence and the uid of the saved entry; without, a redirect to the pad.

    That uid is another one if a different phone had saved the same.
    """
    if wants_json(request):
        return json_answer("saved", [sentence], status=status, **({"entry": str(entry)} if entry else {}))
    if request.htmx:  # a pad opened in 0.1, which fetches the new one then; goes with 0.3
        response = render(request, "web/_notice.html", {"sentence": sentence, "kind": "done"}, status=status)
        response["HX-Trigger-After-Settle"] = "changed"
        return response
    return redirect("play:pad", pad.token)


def refusal_response(
    request: HtmxRequest, pad: Pad, refusal: ActionRefused, form: HandForm | None = None, position: int | None = None
) -> HttpResponse:
    """The refusal's sentence and status, with everything that was entered; `position` is that of a correction."""
    sentences: Iterable[str] = refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence]
    # The phone says itself what waits on it.
    if isinstance(refusal, Closed) and not wants_json(request) and form and form.is_valid():
        yours = _submission_text(queries.game_view(pad.game, pad.seat), form)
        sentences = [*sentences, f"You entered: {yours}"]
    view = queries.pad_view(pad.game, pad.seat, timezone.now())
    conflict = _conflict(view, refusal, form, position)
    if wants_json(request):
        closed = refusal.by if isinstance(refusal, Closed) else None
        final = refusal.code in ("not_the_last", "not_as_seen", "uid_used")
        return json_answer("refused", sentences, status=refusal.status, conflict=conflict, closed=closed, final=final)
    context = {"sentences": sentences, "kind": "conflict" if refusal.status == 409 else "error", "conflict": conflict}
    if request.htmx:  # a pad opened in 0.1; goes with 0.3
        return render(request, "play/_refused.html", {"pad": pad, **context}, status=refusal.status)
    if position is not None:
        return correction_page(request, pad, position, form=form, status=refusal.status, **context)
    filled = blank_form(view, form.data) if form else None
    return pad_page(request, pad, view, form=filled, status=refusal.status, **context)


def _conflict(
    view: GameView, refusal: ActionRefused, form: HandForm | None, position: int | None
) -> dict[str, Any] | None:
    """The saved entry and the refused one, in words, and how the latter can replace the former or follow the last.

    `path` and `fields` are what the phone changes in what it sends. Without scripts, `query` fills the page that
    corrects a hand.
    """
    if form is None or not form.data.get("number", "").isdecimal():
        return None
    if isinstance(refusal, EntryConflict):
        saved = refusal.theirs
    elif refusal.code == "page_before_update" and position is not None and view.entries.at(position):
        saved = view.entries.at(position)
    else:
        return None
    yours = _submission_text(view, form) if form.is_valid() else ""
    if saved is None:
        fields = {"number": str(view.next_position), "replaces": ""}
        return {"saved": "", "yours": yours, "path": "hands/", "fields": fields}
    return {
        "position": saved.position,
        "saved": view.numbered_text(saved),
        "yours": yours,
        "query": urlencode({name: form.data[name] for name in CHOICE_FIELDS if form.data.get(name)}),
        "path": f"hands/{saved.position}/",
        "fields": {"number": str(saved.position), "replaces": str(saved.uid)},
    }


def _submission_text(view: GameView, form: HandForm) -> str:
    entry = form.entry()
    number = view.hand_number(entry.position)
    return view.submission_text(entry.contract, entry.declarer, entry.tricks, entry.notes, number)


def next_pad(request: HttpRequest, pad: Pad, game: queries.Game, asked_for: int = 0) -> HttpResponse:
    """Lead to the pad of another game; the owner keeps their place among the same people, whatever their seat.

    Where another phone had started it with other partners than were `asked_for`, the phone says so before it leaves.
    """
    token = queries.link(game).token
    response: HttpResponse = redirect("play:pad", token)
    other = _other_pairing(pad, game, asked_for)
    news = f"The next game was already started from another phone: {other}." if other else ""
    if wants_json(request):
        sentence = news or "The next game has started."
        response = json_answer("saved", [sentence], status=200, next=None if news else response["Location"])
    elif news:
        messages.info(request, news)
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
