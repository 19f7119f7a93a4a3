"""What a score pad is answered with: its pages, one sentence, or a refusal that keeps everything typed."""

from collections.abc import Iterable
from urllib.parse import urlencode
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.play import queries
from whistclub.play.access import SEAT_COOKIE, Pad
from whistclub.play.actions.refusals import AlreadyEntered, GameClosed, InvalidHand, ResultClosed
from whistclub.play.game_view import GameView
from whistclub.play.scorepad import codec, previews
from whistclub.play.scorepad.confirmations import asked, disputed
from whistclub.play.scorepad.form import HandForm
from whistclub.play.scorepad.form_view import HandFormView, blank, for_correction, sent_again
from whistclub.web.errors import ActionRefused

YEAR = 60 * 60 * 24 * 365
WANTED = ("contract", "bid", "tricks", *codec.COUNTS, *codec.FIELDS)


def pad_parts(pad: Pad, sheet: GameView, entry: HandFormView | None = None) -> dict:
    """What the pad shows beside the sheet: the entry of the next hand, or the next game."""
    # A hand may have come between the reading of the game and of its hands: the fold knows best.
    over = sheet.game.state != "running" or sheet.result.over or sheet.game.locked
    return {
        "next": None if over else previews.next_hand(sheet),
        "entry": None if over else entry or blank(sheet),
        "action_uid": uuid4(),
        "asked": None if sheet.game.locked else asked(sheet),
        "disputed": None if sheet.game.locked else disputed(sheet),
        "next_game": queries.next_game(sheet.game) if over else None,
        "put_back": sent_again(sheet) if sheet.undone and not over and not sheet.game.locked else None,
        "rung": sheet.game.bell_has_rung(timezone.now()),
        "rules_card": queries.rule_card(sheet.game),
    }


def pad_page(
    request: HttpRequest,
    pad: Pad,
    sheet: GameView,
    *,
    entry: HandFormView | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    return shown(request, "play/pad.html", pad, sheet, status=status, **pad_parts(pad, sheet, entry), **more)


def correct_page(
    request: HttpRequest,
    pad: Pad,
    number: int,
    *,
    form: HandForm | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    sheet = queries.sheet(pad.game, pad.seat)
    if not 1 <= number <= len(sheet.played):
        more = {
            "sentences": [_("There is no such hand in this game.")],
            "kind": "error",
        }
        return pad_page(request, pad, sheet, status=404, **more)
    entry = for_correction(sheet, number, wanted=form.data if form else request.GET)
    table = previews.correction(sheet, number)
    line = sheet.line_at(number)
    return shown(
        request,
        "play/pad_correct.html",
        pad,
        sheet,
        status=status,
        entry=entry,
        table=table,
        line=line,
        **more,
    )


def shown(
    request: HttpRequest, template: str, pad: Pad, sheet: GameView, *, status: int = 200, **more: object
) -> HttpResponse:
    with timezone.override(ZoneInfo(sheet.game.club.time_zone)):
        version = sheet.game.version(timezone.now())
        return render(request, template, {"pad": pad, "sheet": sheet, "version": version, **more}, status=status)


def done(request: HttpRequest, pad: Pad, sentence: str, *, status: int) -> HttpResponse:
    """A phone with scripts hears one sentence and then asks for the new pad as it always does; others get the page."""
    if request.htmx:
        response = render(request, "web/_notice.html", {"sentence": sentence, "kind": "done"}, status=status)
        response["HX-Trigger-After-Settle"] = "changed"
        return response
    return redirect("play:pad", pad.token)


def refused(
    request: HttpRequest, pad: Pad, refusal: ActionRefused, form: HandForm | None = None, number: int | None = None
) -> HttpResponse:
    """The sentence, the right status, and everything that was typed."""
    sentences: Iterable[str] = refusal.sentences if isinstance(refusal, InvalidHand) else [refusal.sentence]
    if isinstance(refusal, GameClosed | ResultClosed) and form and form.is_valid():
        sentences = [*sentences, _yours(queries.sheet(pad.game, pad.seat), form)]
    said = {"sentences": sentences, "kind": "conflict" if refusal.status == 409 else "error"}
    if request.htmx:
        sheet = queries.sheet(pad.game, pad.seat) if isinstance(refusal, AlreadyEntered) else None
        said |= {"clash": clash(sheet, refusal, form)} if sheet else {}
        return render(request, "play/_refused.html", {"pad": pad, **said}, status=refusal.status)
    if number is not None:
        return correct_page(request, pad, number, form=form, status=refusal.status, **said)
    sheet = queries.pad_sheet(pad.game, pad.seat, timezone.now())
    if isinstance(refusal, AlreadyEntered):
        said["clash"] = clash(sheet, refusal, form)
    entry = blank(sheet, wanted=form.data) if form else None
    return pad_page(request, pad, sheet, entry=entry, status=refusal.status, **said)


def _yours(sheet: GameView, form: HandForm) -> str:
    """The hand that could not be saved, so that the organiser can be told."""
    entry = form.entry()
    return _("Yours was: {hand}").format(hand=sheet.said_by(entry.contract, entry.declarer, entry.tricks, entry.notes))


def clash(sheet: GameView, refusal: AlreadyEntered, form: HandForm | None) -> dict:
    """Both entries of one hand, in words, and how to make the book say the other one."""
    theirs = refusal.theirs
    entry = form.entry() if form else None
    return {
        "number": theirs.position,
        "theirs": sheet.sentence(theirs),
        "ours": sheet.said_by(entry.contract, entry.declarer, entry.tricks, entry.notes) if entry else "",
        "wanted": _wanted(form),
        "correctable": theirs.tricks is not None,
    }


def to_next(pad: Pad, game: queries.Game) -> HttpResponse:
    """Bring this phone along: its owner keeps his place beside the others, wherever his chair is now."""
    token = queries.link(game).token
    response = redirect("play:pad", token)
    if pad.has_said:
        seat = queries.same_person(pad.game, pad.seat, game)
        keep_seat(response, token, pad.seat_said if seat is None else queries.seat_said(game, seat))
    return response


def keep_seat(response: HttpResponse, token: str, said: str) -> HttpResponse:
    """Let the phone remember where its owner sits, for this link only."""
    response.set_cookie(
        SEAT_COOKIE,
        said,
        max_age=YEAR,
        path=f"/t/{token}/",
        httponly=True,
        samesite="Lax",
        secure=settings.BEHIND_HTTPS,
    )
    return response


def _wanted(form: HandForm | None) -> str:
    """What was chosen, as a query that the correcting page takes up."""
    return urlencode({name: form.data[name] for name in WANTED if form.data.get(name)}) if form else ""
