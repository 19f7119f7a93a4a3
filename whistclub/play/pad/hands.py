"""A hand from a phone: saved, corrected, taken out or undone; if it is refused, everything that was entered stays."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.play import entries, queries, text
from whistclub.play.access import Pad, for_scorekeeper, wants_json
from whistclub.play.changing import Closed, EntryConflict, InvalidHand, checked, page_is_old
from whistclub.play.game_view import GameView
from whistclub.play.models import EntryRecord
from whistclub.play.pad.form import CHOICES, HandForm, RemovalForm, hand_form
from whistclub.play.pad.phone_game import phone_game
from whistclub.play.pad.views import notice, pad_page, render_pad
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_score
from whistclub.web.live import HtmxRequest
from whistclub.web.transactions import write_transaction


@for_scorekeeper
@require_POST
def record(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Save a hand. Sent again it is answered as saved; `record_hand` says what it refuses."""
    form = HandForm(request.POST)
    try:
        entry, waited = form.entry(), form.cleaned_data["waited"]
        saved = entries.record_hand(pad.link, entry, waited=waited, by_seat=pad.seat, at=timezone.now())
    except Refused as refusal:
        return _refused(request, pad, refusal, form)
    return _saved(request, pad, saved)


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HtmxRequest, pad: Pad, position: int) -> HttpResponse:
    """The page to correct one entry or take it out; says what that changes (``?preview``), or saves it."""
    if request.method != "POST":
        return _correction_page(request, pad, position, request.GET)
    form, is_preview = HandForm(request.POST), "preview" in request.GET
    try:
        if is_preview:
            return HttpResponse(escape(_what_changes(pad, form, position)))
        return _saved(request, pad, _correct(pad, form, position))
    except Refused as refusal:
        return HttpResponse(escape(refusal.sentence)) if is_preview else _refused(request, pad, refusal, form, position)


@for_scorekeeper
@require_POST
def undo(request: HtmxRequest, pad: Pad) -> HttpResponse:
    last = checked(RemovalForm(request.POST))["entry"]
    undone = entries.remove_entry(pad.link, last, must_be_last=True, by_seat=pad.seat, at=timezone.now())
    if wants_json(request):
        return _saved(request, pad, undone)
    return notice(request, pad, "Redeal undone." if undone.is_redeal else "Last hand undone.")


def _correct(pad: Pad, form: HandForm, position: int) -> EntryRecord:
    by_and_at: dict[str, Any] = {"by_seat": pad.seat, "at": timezone.now()}
    if "take_out" in form.data:
        return entries.remove_entry(pad.link, checked(RemovalForm(form.data))["entry"], **by_and_at)
    entry = form.entry()
    if entry.position != position:
        raise page_is_old()
    return entries.correct_hand(pad.link, entry, corrects=form.cleaned_data["corrects"], **by_and_at)


def _saved(request: HtmxRequest, pad: Pad, saved: EntryRecord) -> HttpResponse:
    """JSON for the outbox of a phone, through which each new hand goes; for other forms and without scripts the way back.

    Until the page of the phone has this revision, its outbox adds the entry to the score. `changing` adds 1 to the
    revision as its block ends, so `saved.game.revision` is right only after the action.
    """
    if wants_json(request):
        return JsonResponse({"result": "saved", "revision": saved.game.revision})
    address = reverse("play:pad", args=[pad.token])
    return HttpResponse(headers={"HX-Redirect": address}) if request.htmx else redirect(address)


def _correction_page(
    request: HtmxRequest, pad: Pad, position: int, posted: Mapping[str, Any], *, status: int = 200, **more: object
) -> HttpResponse:
    view = queries.game_view(pad.game, pad.seat)
    entry = view.sheet.at(position)
    if entry is None:
        return pad_page(request, pad, view, status=404, sentences=["There is no such hand in this game."], kind="error")
    context = {
        "form": hand_form(view, position, posted),
        "phone_game": phone_game(view),
        "line": view.line_at(position),
        # The last entry is undone on the pad.
        "can_take_out": entry != view.last_entry,
    }
    return render_pad(request, "play/pad_correct.html", pad, view, status=status, **context, **more)


# What a correction changes, in words, before it is saved


def _what_changes(pad: Pad, form: HandForm, position: int) -> str:
    """The change is made, the game looked at, and all of it undone. Raises what it raises."""
    before = queries.game_view(pad.game, pad.seat)
    with write_transaction():
        after = queries.game_view(_correct(pad, form, position).game, pad.seat)
        transaction.set_rollback(True)
    # What takes an entry out has no hand in its form.
    entry = [before.entry_text(form.entry())] if form.is_valid() else []
    return " ".join([*entry, *_effects(before, after, position)])


def _effects(before: GameView, after: GameView, position: int) -> list[str]:
    """The score, the end, who deals, and the numbers of later hands, as far as they are others than before."""
    old, new = before.state, after.state
    has_same_end = (old.over, old.winner) == (new.over, new.winner)
    if before.score_text == after.score_text and has_same_end:
        found = [f"Score unchanged: {before.score_text}."]
    else:
        found = [f"New score: {after.score_text} (now {before.score_text})."]
    # Nothing is saved yet: not "We won".
    if new.over and not has_same_end and new.winner is None:
        found.append(f"The game then ends in a draw: {text.score(new.totals, after.sides)}.")
    elif new.over and not has_same_end and new.winner is not None:
        score = format_score(text.winner_first(new.totals, new.winner))
        found.append(f"The game then ends {score}, won by {after.sides[new.winner].object}.")
    elif old.over and not new.over:
        found.append("The game is no longer over: play continues.")
    elif after.ended_early:
        found.append("The game was ended early and stays over.")
    if sum(not line.counts for line in after.lines) > sum(not line.counts for line in before.lines):
        found.append(f"The game ends with hand {new.hands_scored}; later hands no longer count.")
    if not new.over and old.dealer != new.dealer:
        found.append(f"{after.short_names[new.dealer]} then deals the next hand.")
    first, last = before.sheet.number_at(position + 1), before.hands_played
    step = after.hands_played - last
    if step and first == last:
        found.append(f"Hand {first} becomes hand {first + step}.")
    elif step and first < last:
        found.append(f"Hands {first} to {last} become hands {first + step} to {last + step}.")
    return found


# Refusals


def _refused(
    request: HtmxRequest, pad: Pad, refusal: Refused, form: HandForm, position: int | None = None
) -> HttpResponse:
    """The refusal, with everything that was entered; `position` is that of a correction."""
    is_closed = isinstance(refusal, Closed)
    view = queries.game_view(pad.game, pad.seat, pad_at=timezone.now())
    conflict = _conflict(view, refusal, form) if isinstance(refusal, EntryConflict) else None
    context: dict[str, Any] = {
        "sentences": refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence],
        "kind": "conflict" if refusal.status == 409 else "error",
        "conflict": conflict,
    }
    if wants_json(request):
        html = render_to_string("play/_refused.html", {"waits": True, "closed": is_closed, **context})
        answer = {"result": "refused", "html": html, "use": conflict and conflict["use"], "closed": is_closed}
        return JsonResponse(answer, status=refusal.status)
    if is_closed and form.is_valid():
        context["sentences"].append(f"You entered: {view.numbered_text(form.entry())}")
    if request.htmx:
        return render(request, "play/_refused.html", {"pad": pad, **context}, status=refusal.status)
    if position is not None:
        return _correction_page(request, pad, position, form.data, status=refusal.status, **context)
    # A hand that met a saved one is not left in the form: it would be saved as the next hand as well.
    posted = None if conflict and "saved" in conflict else form.data
    return pad_page(request, pad, view, posted, status=refusal.status, **context)


def _conflict(view: GameView, refusal: EntryConflict, form: HandForm) -> dict[str, Any]:
    """The saved entry and the refused one, in words; and what the phone sends to `use` the latter all the same.

    Without scripts, `query` fills the page that corrects a hand.
    """
    saved, yours = refusal.theirs, view.numbered_text(form.entry())
    if saved is None:
        fields = {"position": view.sheet.next_position, "corrects": ""}
        return {"yours": yours, "use": {"text": yours, "path": "hands/", "fields": fields}}
    fields = {"position": saved.position, "corrects": str(saved.uid)}
    return {
        "position": saved.position,
        "saved": view.numbered_text(saved),
        "yours": yours,
        "query": urlencode({name: form.data[name] for name in CHOICES if form.data.get(name)}),
        "use": {"text": yours, "path": f"hands/{saved.position}/", "fields": fields},
    }
