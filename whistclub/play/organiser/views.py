"""The club's games: start one, hand out its links, look at those that are over."""

from datetime import timedelta
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.forms import RemarkForm
from whistclub.club.queries import Club
from whistclub.play import queries
from whistclub.play.access import for_organiser_of_game
from whistclub.play.actions import adjusting, calling, lifecycle
from whistclub.play.actions.other_day import move_game
from whistclub.play.actions.refusals import ImpossibleDay, StalePage
from whistclub.play.actions.remarks import change_remark
from whistclub.play.organiser.forms import AdjustForm, AgainForm, EndForm, OtherDayForm, UndoAdjustmentForm
from whistclub.play.past import HistorySearch
from whistclub.web.errors import ActionRefused, error_page
from whistclub.web.formatting import format_date
from whistclub.web.live import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg

# An evening's games: what ended longer ago belongs to the history.
TONIGHT = timedelta(hours=16)


@for_organiser
@require_safe
def tonight(request: SignedInRequest, club: Club) -> HttpResponse:
    """The parties and games of the evening."""
    page = queries.tonight(club, since=timezone.now() - TONIGHT)
    return render(request, "play/tonight.html", {"club": club, "page": page, "here": "tonight"})


@for_organiser
@require_safe
def history(request: SignedInRequest, club: Club) -> HttpResponse:
    sought = HistorySearch.read(club, request.GET)
    page = queries.history(sought, request.GET.get("page")) if sought.shows_games else None
    context = {"club": club, "page": page, "sought": sought, "parties_page": request.GET.get("page"), "here": "history"}
    return render(request, "play/history.html", context)


@for_organiser_of_game
@require_safe
def game(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    if request.htmx and holds(request, game.version(timezone.now())):
        return nothing_new()
    return game_page(request, game)


@for_organiser_of_game
@require_POST
def end(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """End a game before its rules do."""
    form = EndForm(request.POST)
    try:
        if not form.is_valid():
            raise StalePage
        how = form.cleaned_data["how"]
        if how == "now":
            lifecycle.end_now(game, by=request.user, at=timezone.now())
        elif how == "nobody":
            lifecycle.end_without_result(game, by=request.user, at=timezone.now())
        else:
            lifecycle.concede(game, int(how), by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, "The game was not ended", refusal.sentence)
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def continue_game(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Take that back."""
    try:
        lifecycle.continue_game(game, by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, "The game was not continued", refusal.sentence)
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def adjust(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Give or take points, with a reason."""
    form = AdjustForm(game.form.sides, request.POST)
    if form.is_valid():
        try:
            lifecycle.require_standalone_game(game)
            adjusting.adjust_points(
                game,
                form.uid_sent,
                form.points_by_side,
                form.cleaned_data["reason"],
                by=request.user,
                at=timezone.now(),
            )
        except ActionRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, "Points adjusted. You can undo this under “Adjust points”.")
            return redirect("play:game", game.club.slug, game.code)
    return game_page(request, game, adjust=form, status=422)


@for_organiser_of_game
@require_POST
def take_back(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Let an adjustment count no more."""
    form = UndoAdjustmentForm(request.POST)
    try:
        lifecycle.require_standalone_game(game)
        if not form.is_valid():
            raise StalePage
        adjusting.undo_adjustment(game, form.cleaned_data["adjustment"], by=request.user, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, "Nothing was undone", refusal.sentence)
    messages.success(request, "Adjustment undone.")
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def other_day(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Let the game have been on another day."""
    form = OtherDayForm(game.club, game.started_at, request.POST)
    if form.is_valid():
        day = form.cleaned_data["day"]
        try:
            move_game(game, day, by=request.user, at=timezone.now())
        except ImpossibleDay as refusal:
            form.add_error("day", refusal.sentence)
        except ActionRefused as refusal:
            return error_page(request, refusal.status, "Nothing was changed", refusal.sentence)
        else:
            messages.success(request, f"It was played on {format_date(day)}.")
            return redirect("play:game", game.club.slug, game.code)
    return game_page(request, game, other_day=form, status=422)


@for_organiser_of_game
@require_POST
def write_remark(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Write a remark on the game, or remove it; if it is refused, what was typed stays."""
    form = RemarkForm(request.POST)
    if not form.is_valid():
        return game_page(request, game, remark=form, status=422)
    typed = form.cleaned_data
    change_remark(game, typed["remark"], for_all=typed["for_all"], by=request.user, at=timezone.now())
    messages.success(request, "Remark saved." if typed["remark"] else "Remark removed.")
    return redirect("play:game", game.club.slug, game.code)


def game_page(
    request: SignedInRequest,
    game: queries.Game,
    *,
    adjust: AdjustForm | None = None,
    other_day: OtherDayForm | None = None,
    remark: RemarkForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a game; a form that was refused is shown with what was typed."""
    page = queries.game_page(game)
    pad_path = reverse("play:pad", args=[queries.link(game).token])
    watch_path = reverse("play:watch", args=[game.code])
    context = {
        "club": game.club,
        "page": page,
        "view": page.view,
        "pad_path": pad_path,
        "pad_address": address_for_phones(request, pad_path),
        "pad_qr": qr_svg(address_for_phones(request, pad_path)),
        "stopped": not game.is_of_now(timezone.now()),
        "watch_path": watch_path,
        "watch_address": address_for_phones(request, watch_path),
        "watch_qr": qr_svg(address_for_phones(request, watch_path)),
        "next_game": queries.next_game(game),
        "version": game.version(timezone.now()),
        "rules_card": queries.rule_card(game),
        "adjust": adjust or AdjustForm(game.form.sides),
        "other_day": other_day or OtherDayForm(game.club, game.started_at),
        "remark_form": remark or RemarkForm(initial={"remark": page.view.remark, "for_all": game.remark_for_all}),
        "adjust_uid": uuid4(),
        "here": "tonight" if game.state == "running" else "history",
    }
    return render(request, "play/game.html", context, status=status)


@for_organiser_of_game
@require_POST
def renew_link(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    lifecycle.renew_link(game, by=request.user, at=timezone.now())
    messages.success(request, "The link has been replaced. Phones at the table must scan the new code.")
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def open_pads(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    lifecycle.open_pads(game, by=request.user.pk, at=timezone.now())
    messages.success(request, "Phones can change this game again.")
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def answer_call(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    calling.answer_call(game, by=request.user, at=timezone.now())
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def again(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """The next game of the same people; asked for twice, it is still one."""
    form = AgainForm(request.POST)
    try:
        if not form.is_valid():
            raise StalePage
        partner = form.cleaned_data["partner"]
        following = lifecycle.play_again(queries.link(game), partner, by_user=request.user.pk, at=timezone.now())
    except ActionRefused as refusal:
        return error_page(request, refusal.status, "No new game was started", refusal.sentence)
    return redirect("play:game", game.club.slug, following.code)
