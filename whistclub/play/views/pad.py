"""The score pad: a phone at the table, reached by its link and nothing else."""

from collections.abc import Iterable
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.play import previews, queries
from whistclub.play.access import SEAT_COOKIE, Pad, for_scorekeeper
from whistclub.play.actions import games, hands
from whistclub.play.actions.refusals import AlreadyEntered, LinkRevoked, NotAHand, PageIsOld
from whistclub.play.entry import EntryForm, blank, for_correction, sent_again
from whistclub.play.forms import AgainForm, HandForm, SeatForm, UndoForm
from whistclub.play.sheet import Sheet
from whistclub.web.errors import Refusal
from whistclub.web.live import held_revision, nothing_new

YEAR = 60 * 60 * 24 * 365


@for_scorekeeper
@never_cache
@require_safe
def pad(request: HttpRequest, pad: Pad) -> HttpResponse:
    sheet = queries.sheet(pad.game, pad.seat)
    if not pad.has_said:
        return shown(request, "play/pad_seat.html", pad, sheet)
    return pad_page(request, pad, sheet)


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, pad: Pad) -> HttpResponse:
    """Where the phone's owner sits; kept on the phone, for this link."""
    form = SeatForm(request.POST or None)
    if not form.is_valid():
        return shown(
            request,
            "play/pad_seat.html",
            pad,
            queries.sheet(pad.game, pad.seat),
            status=422 if form.is_bound else 200,
        )
    response = redirect("play:pad", pad.token)
    response.set_cookie(
        SEAT_COOKIE,
        form.cleaned_data["seat"],
        max_age=YEAR,
        path=f"/t/{pad.token}/",
        httponly=True,
        samesite="Lax",
    )
    return response


@for_scorekeeper
@require_GET
def live(request: HttpRequest, pad: Pad) -> HttpResponse:
    """The pad again if something changed since the revision it holds; 204 for one indexed read if not."""
    revision = queries.revision(pad.link.game, pad.link.version)
    if revision is None:
        raise LinkRevoked
    if revision == held_revision(request):
        return nothing_new()
    sheet = queries.sheet(pad.game, pad.seat)
    return shown(request, "play/_pad.html", pad, sheet, **pad_parts(pad, sheet))


@for_scorekeeper
@require_POST
def record(request: HttpRequest, pad: Pad) -> HttpResponse:
    """Write a hand: 201 new, 200 the same again, 409 somebody else was first, 422 it cannot be."""
    form = HandForm(request.POST)
    try:
        if not form.is_valid():
            raise NotAHand(form.sentences)
        recorded = hands.record_hand(pad.link, form.entry(), by_seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except Refusal as refusal:
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
                raise NotAHand(form.sentences)
            hands.correct_hand(pad.link, form.entry(), by_seat=pad.seat, at=timezone.now())
        except LinkRevoked:
            raise
        except Refusal as refusal:
            return refused(request, pad, refusal, form, number=number)
        back = redirect("play:pad", pad.token)
        return HttpResponseClientRedirect(back.url) if request.htmx else back
    return correct_page(request, pad, number)


@for_scorekeeper
@require_POST
def undo(request: HttpRequest, pad: Pad) -> HttpResponse:
    form = UndoForm(request.POST)
    try:
        if not form.is_valid():
            raise PageIsOld
        uid, last = form.values()
        recorded = hands.undo_hand(pad.link, uid, last, by_seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except Refusal as refusal:
        return refused(request, pad, refusal)
    return done(request, pad, _("Hand {number} taken out.").format(number=recorded.hand.number), status=200)


@for_scorekeeper
@require_POST
def again(request: HttpRequest, pad: Pad) -> HttpResponse:
    """The next game of the same people: this phone's pad of it, its owner on his new chair."""
    form = AgainForm(request.POST)
    try:
        if not form.is_valid():
            raise PageIsOld
        game = games.play_again(pad.link, form.cleaned_data["partner"], by_seat=pad.seat, at=timezone.now())
    except LinkRevoked:
        raise
    except Refusal as refusal:
        return refused(request, pad, refusal)
    return to_next(pad, game)


@for_scorekeeper
@require_safe
def onward(request: HttpRequest, pad: Pad) -> HttpResponse:
    """From a finished game to the one that followed it."""
    game = queries.next_game(pad.game)
    return to_next(pad, game) if game else redirect("play:pad", pad.token)


@for_scorekeeper
@never_cache
@require_safe
def log(request: HttpRequest, pad: Pad) -> HttpResponse:
    page = queries.pad_log(pad.game, pad.seat)
    return shown(request, "play/pad_log.html", pad, page.sheet, log=page.log)


def pad_parts(pad: Pad, sheet: Sheet, entry: EntryForm | None = None) -> dict:
    """What the pad shows beside the sheet: the entry of the next hand, or the next game."""
    over = sheet.game.state != "running"
    table = None if over else previews.next_hand(sheet)
    return {
        "table": table,
        "entry": None if over else entry or blank(sheet),
        "undo_uid": uuid4(),
        "next_game": queries.next_game(sheet.game) if over else None,
        "put_back": sent_again(sheet) if sheet.undone and not over else None,
    }


def pad_page(
    request: HttpRequest,
    pad: Pad,
    sheet: Sheet,
    *,
    entry: EntryForm | None = None,
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
            "sentences": [_("There is no hand {number} in this game.").format(number=number)],
            "kind": "error",
        }
        return pad_page(request, pad, sheet, status=404, **more)
    entry = for_correction(sheet, number, wanted=form.data if form else request.GET)
    table = previews.correction(sheet, number)
    line = sheet.lines[number - 1]
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
    request: HttpRequest, template: str, pad: Pad, sheet: Sheet, *, status: int = 200, **more: object
) -> HttpResponse:
    with timezone.override(ZoneInfo(sheet.game.club.time_zone)):
        return render(request, template, {"pad": pad, "sheet": sheet, **more}, status=status)


def done(request: HttpRequest, pad: Pad, sentence: str, *, status: int) -> HttpResponse:
    """A phone with scripts hears one sentence and then asks for the new pad as it always does; others get the page."""
    if request.htmx:
        response = render(request, "web/_notice.html", {"sentence": sentence, "kind": "done"}, status=status)
        response["HX-Trigger-After-Settle"] = "changed"
        return response
    return redirect("play:pad", pad.token)


def refused(
    request: HttpRequest, pad: Pad, refusal: Refusal, form: HandForm | None = None, number: int | None = None
) -> HttpResponse:
    """The sentence, the right status, and everything that was typed."""
    sentences: Iterable[str] = refusal.sentences if isinstance(refusal, NotAHand) else [refusal.sentence]
    said = {"sentences": sentences, "kind": "conflict" if refusal.status == 409 else "error"}
    if request.htmx:
        sheet = queries.sheet(pad.game, pad.seat) if isinstance(refusal, AlreadyEntered) else None
        said |= {"clash": clash(sheet, refusal, form)} if sheet else {}
        return render(request, "play/_refused.html", {"pad": pad, **said}, status=refusal.status)
    if number is not None:
        return correct_page(request, pad, number, form=form, status=refusal.status, **said)
    sheet = queries.sheet(pad.game, pad.seat)
    if isinstance(refusal, AlreadyEntered):
        said["clash"] = clash(sheet, refusal, form)
    entry = blank(sheet, wanted=form.data) if form else None
    return pad_page(request, pad, sheet, entry=entry, status=refusal.status, **said)


def clash(sheet: Sheet, refusal: AlreadyEntered, form: HandForm | None) -> dict:
    """Both entries of one hand, in words, and how to make the book say the other one."""
    theirs = refusal.theirs
    entry = form.entry() if form else None
    return {
        "number": theirs.number,
        "theirs": sheet.sentence(theirs),
        "ours": sheet.said_by(entry.contract, entry.declarer, entry.tricks) if entry else "",
        "wanted": form.data if form else {},
        "correctable": theirs.tricks is not None,
    }


def to_next(pad: Pad, game: queries.Game) -> HttpResponse:
    """Bring this phone along: its owner keeps his place beside the others, wherever his chair is now."""
    token = queries.link(game).token
    response = redirect("play:pad", token)
    if pad.has_said:
        seat = queries.same_person(pad.game, pad.seat, game)
        response.set_cookie(
            SEAT_COOKIE,
            pad.seat_said if seat is None else str(seat),
            max_age=YEAR,
            path=f"/t/{token}/",
            httponly=True,
            samesite="Lax",
        )
    return response
