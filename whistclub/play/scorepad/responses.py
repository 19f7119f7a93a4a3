"""Responses of the score pad: its pages, a one-line notice, or a refusal that keeps the input."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.play import queries
from whistclub.play.access import SEAT_COOKIE, Pad
from whistclub.play.actions.refusals import AlreadyEntered, GameOver, InvalidHand, ResultLocked
from whistclub.play.game_view import GameView
from whistclub.play.scorepad import codec, previews, transfer
from whistclub.play.scorepad.confirmations import disputed_hand, hand_to_confirm
from whistclub.play.scorepad.form import HandForm
from whistclub.play.scorepad.form_view import HandFormView, blank_form, correction_form, restore_form
from whistclub.web.errors import ActionRefused
from whistclub.web.polling import HtmxRequest
from whistclub.web.qr import address_for_phones

YEAR = 60 * 60 * 24 * 365
CHOICE_FIELDS = ("contract", "bid", "tricks", *codec.COUNTED_FIELDS, *codec.NOTE_FIELDS)


def render_pad(
    request: HtmxRequest, template: str, pad: Pad, view: GameView, *, status: int = 200, **more: object
) -> HttpResponse:
    with timezone.override(ZoneInfo(view.game.club.time_zone)):
        version = view.game.version(timezone.now())
        return render(request, template, {"pad": pad, "view": view, "version": version, **more}, status=status)


def pad_context(view: GameView, form: HandFormView | None = None) -> dict[str, Any]:
    """What the pad shows besides the game: the form for the next hand, or the way to the next game."""
    # A hand may have been saved after the game's row was read: its entries are newer than its state.
    locked = view.game.locked
    over = view.game.state != "running" or view.result.over or locked
    return {
        "next_hand": None if over else previews.next_hand(view),
        "form": None if over else form or blank_form(view),
        "action_uid": uuid4(),
        "to_confirm": None if locked else hand_to_confirm(view),
        "disputed": None if locked else disputed_hand(view),
        "next_game": queries.next_game(view.game) if over else None,
        "restore": None if over else restore_form(view),
        "bell_has_rung": view.game.bell_has_rung(timezone.now()),
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
    more |= {
        "deliver_address": address_for_phones(request, reverse("play:pad_deliver", args=[pad.token])),
        "deliver_letters": json.dumps(
            {"version": transfer.VERSION, "kinds": transfer.KINDS, "fields": transfer.FIELDS}, separators=(",", ":")
        ),
    }
    return render_pad(request, "play/pad.html", pad, view, status=status, **pad_context(view, form), **more)


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
    if not 1 <= position <= len(view.complete_entries):
        sentences = [_("There is no such hand in this game.")]
        return pad_page(request, pad, view, status=404, sentences=sentences, kind="error")
    return render_pad(
        request,
        "play/pad_correct.html",
        pad,
        view,
        status=status,
        form=correction_form(view, position, form.data if form else request.GET),
        previews=previews.correction_previews(view, position),
        line=view.line_at(position),
        **more,
    )


def notice(request: HtmxRequest, pad: Pad, sentence: str, *, status: int) -> HttpResponse:
    """With scripts, one sentence, after which the phone fetches the new pad; without, a redirect to the pad."""
    if request.htmx:
        response = render(request, "web/_notice.html", {"sentence": sentence, "kind": "done"}, status=status)
        response["HX-Trigger-After-Settle"] = "changed"
        return response
    return redirect("play:pad", pad.token)


def refusal_response(
    request: HtmxRequest, pad: Pad, refusal: ActionRefused, form: HandForm | None = None, position: int | None = None
) -> HttpResponse:
    """The refusal's sentence and status, with everything that was entered; `position` is that of a correction."""
    sentences: Iterable[str] = refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence]
    if isinstance(refusal, GameOver | ResultLocked) and form and form.is_valid():
        yours = _submission_text(queries.game_view(pad.game, pad.seat), form)
        sentences = [*sentences, _("You entered: {hand}").format(hand=yours)]
    context = {"sentences": sentences, "kind": "conflict" if refusal.status == 409 else "error"}
    if request.htmx:
        if isinstance(refusal, AlreadyEntered):
            context["conflict"] = _conflict(queries.game_view(pad.game, pad.seat), refusal, form)
        return render(request, "play/_refused.html", {"pad": pad, **context}, status=refusal.status)
    if position is not None:
        return correction_page(request, pad, position, form=form, status=refusal.status, **context)
    view = queries.pad_view(pad.game, pad.seat, timezone.now())
    if isinstance(refusal, AlreadyEntered):
        context["conflict"] = _conflict(view, refusal, form)
    filled = blank_form(view, form.data) if form else None
    return pad_page(request, pad, view, form=filled, status=refusal.status, **context)


def _conflict(view: GameView, refusal: AlreadyEntered, form: HandForm | None) -> dict[str, Any]:
    """The saved entry and the refused one, in words, and the query that fills the correction page with the latter."""
    saved = refusal.theirs
    chosen = {name: form.data[name] for name in CHOICE_FIELDS if form.data.get(name)} if form else {}
    return {
        "position": saved.position,
        "saved": view.entry_text(saved),
        "yours": _submission_text(view, form) if form else "",
        "query": urlencode(chosen),
        "correctable": saved.tricks is not None,
    }


def _submission_text(view: GameView, form: HandForm) -> str:
    entry = form.entry()
    return view.submission_text(entry.contract, entry.declarer, entry.tricks, entry.notes)


def next_pad(pad: Pad, game: queries.Game) -> HttpResponse:
    """Redirect to the pad of another game; the owner keeps their place among the same people, whatever their seat."""
    token = queries.link(game).token
    response = redirect("play:pad", token)
    if pad.has_chosen_seat:
        seat = queries.same_person(pad.game, pad.seat, game)
        keep_seat(response, token, pad.seat_cookie if seat is None else queries.seat_cookie(game, seat))
    return response


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
