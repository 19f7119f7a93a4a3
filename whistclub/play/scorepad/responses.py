"""Responses of the score pad: its pages, a one-line notice, or a refusal that keeps the input."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.access import organises
from whistclub.play import queries, text
from whistclub.play.access import SEAT_COOKIE, YEAR, Pad, wants_json
from whistclub.play.game_view import GameView
from whistclub.play.refusals import Closed, EntryConflict, InvalidHand, pad_stopped
from whistclub.play.scorepad.form import HandForm
from whistclub.play.scorepad.form_view import CHOICES, hand_form, restore_form, what_to_tap
from whistclub.play.scorepad.phone_game import phone_game
from whistclub.web.errors import Refused
from whistclub.web.formatting import milliseconds
from whistclub.web.live import HtmxRequest

OPPOSITE = 2  # the seat of the first player's partner


def render_pad(
    request: HtmxRequest, template: str, pad: Pad, view: GameView, *, status: int = 200, **more: object
) -> HttpResponse:
    with timezone.override(ZoneInfo(view.game.club.time_zone)):
        version = view.game.version(timezone.now())
        context = {"pad": pad, "view": view, "version": version, "is_organiser": organises(request, view.game.club)}
        return render(request, template, context | more, status=status)


def pad_context(view: GameView, posted: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the pad shows besides the game: the form for the next hand, or the way to the next game."""
    # A hand may have been saved after the game's row was read: its entries are newer than its state.
    at = timezone.now()
    stopped = None if view.game.is_of_now(at) else pad_stopped(view.game)
    locked = view.game.locked or stopped is not None
    over = view.game.state != "running" or view.state.over or locked
    to_confirm, disputed = ([], None) if locked else (view.to_confirm, view.disputed)
    form = None if over else hand_form(view, view.next_position, posted)
    asked = to_confirm[0] if to_confirm else disputed
    if form and asked and asked.entry == view.saved_entry:
        # There is no room to name a hand twice.
        form["hint"] = what_to_tap(view)
    return {
        "only_viewed": locked,
        "stopped": stopped and stopped.sentence,
        "over": over,
        "hands_to_play": "" if over or not view.hand_limit else text.hands_to_play(view.state, view.rules),
        "form": form,
        "phone_game": phone_game(view),
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
    posted: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    return render_pad(request, "play/pad.html", pad, view, status=status, **pad_context(view, posted), **more)


def correction_page(
    request: HtmxRequest,
    pad: Pad,
    position: int,
    posted: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    view = queries.game_view(pad.game, pad.seat)
    if view.sheet.at(position) is None:
        sentences = ["There is no such hand in this game."]
        return pad_page(request, pad, view, status=404, sentences=sentences, kind="error")
    context = {
        "form": hand_form(view, position, posted or request.GET),
        "phone_game": phone_game(view),
        "line": view.line_at(position),
        # The last entry is undone on the pad.
        "can_take_out": position != view.next_position - 1,
    }
    return render_pad(request, "play/pad_correct.html", pad, view, status=status, **context, **more)


def notice(request: HtmxRequest, pad: Pad, sentence: str) -> HttpResponse:
    """What was sent is done: with scripts one sentence, and the page follows; without, a redirect to the pad."""
    if not request.htmx:
        return redirect("play:pad", pad.token)
    response = render(request, "web/_notice.html", {"sentence": sentence, "kind": "done"})
    response["HX-Trigger-After-Settle"] = "changed"
    return response


def refused_hand(
    request: HtmxRequest, pad: Pad, refusal: Refused, form: HandForm, position: int | None = None
) -> HttpResponse:
    """The refusal, with everything that was entered; `position` is that of a correction. Raises LinkGone."""
    sentences = refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence]
    view = queries.pad_view(pad.game, pad.seat, timezone.now())
    conflict = _conflict(view, refusal, form)
    if wants_json(request):
        is_closed = isinstance(refusal, Closed)
        answer = {"result": "refused", "sentences": sentences, "conflict": conflict, "closed": is_closed}
        return JsonResponse(answer, status=refusal.status)
    if isinstance(refusal, Closed) and form.is_valid():
        sentences = [*sentences, f"You entered: {view.numbered_text(form.entry())}"]
    context = {"sentences": sentences, "kind": "conflict" if refusal.status == 409 else "error", "conflict": conflict}
    if request.htmx:
        return render(request, "play/_refused.html", {"pad": pad, **context}, status=refusal.status)
    if position is not None:
        return correction_page(request, pad, position, form.data, status=refusal.status, **context)
    return pad_page(request, pad, view, form.data, status=refusal.status, **context)


def _conflict(view: GameView, refusal: Refused, form: HandForm) -> dict[str, Any] | None:
    """The saved entry and the refused one, in words, and what the phone sends so that the latter counts too.

    Without scripts, `query` fills the page that corrects a hand.
    """
    if not isinstance(refusal, EntryConflict):
        return None
    saved, yours = refusal.theirs, view.numbered_text(form.entry())
    if saved is None:
        fields, use = {"number": view.next_position, "replaces": ""}, "Add it as the next hand"
        return {"saved": "", "yours": yours, "use": use, "path": "hands/", "fields": fields}
    return {
        "position": saved.position,
        "saved": view.numbered_text(saved),
        "yours": yours,
        "use": "Use mine",
        "query": urlencode({name: form.data[name] for name in CHOICES if form.data.get(name)}),
        "path": f"hands/{saved.position}/",
        "fields": {"number": saved.position, "replaces": str(saved.uid)},
    }


def next_pad(request: HtmxRequest, pad: Pad, game: queries.Game, asked_for: int = 0) -> HttpResponse:
    """Lead to the pad of another game; the owner keeps their place among the same people, whatever their seat.

    Where another phone had started it with other partners than were `asked_for`, the next page says so.
    """
    token = queries.link(game).token
    address = reverse("play:pad", args=[token])
    response: HttpResponse = HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if asked_for and queries.same_person(pad.game, asked_for, game) != OPPOSITE:
        sides = " against ".join(side.people for side in queries.game_view(game).sides)
        messages.info(request, f"The next game was already started from another phone: {sides}.")
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
