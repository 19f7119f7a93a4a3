"""The club's games: start one, hand out its links, look at those that are over."""

from datetime import timedelta
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.forms import RemarkForm
from whistclub.club.queries import Club
from whistclub.play import export, games, queries
from whistclub.play.access import for_organiser_of_game
from whistclub.play.changing import require_standalone_game
from whistclub.play.organiser.forms import (
    AdjustForm,
    AgainForm,
    DealerForm,
    EndForm,
    InclusionForm,
    OtherDayForm,
    UndoAdjustmentForm,
)
from whistclub.play.past import HistorySearch
from whistclub.play.refusals import refused
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_date
from whistclub.web.live import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg
from whistclub.web.workbook import table_response

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
def dealer(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Let another person deal first, while no hand is entered."""
    form = DealerForm(request.POST)
    if not form.is_valid():
        raise refused("page_is_old")
    games.change_first_dealer(game, form.cleaned_data["dealer"], by=request.user, at=timezone.now())
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def end(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """End a game before its rules do."""
    form = EndForm(request.POST)
    if not form.is_valid():
        raise refused("page_is_old")
    how = form.cleaned_data["how"]
    if how == "now":
        games.end_now(game, by=request.user, at=timezone.now())
    elif how == "nobody":
        games.end_without_result(game, by=request.user, at=timezone.now())
    else:
        games.concede(game, int(how), by=request.user, at=timezone.now())
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def continue_game(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Take that back."""
    games.continue_game(game, by=request.user, at=timezone.now())
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def adjust(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Give or take points, with a reason."""
    form = AdjustForm(game.form.sides, request.POST)
    if form.is_valid():
        try:
            require_standalone_game(game)
            games.adjust_points(
                game,
                form.uid_sent,
                form.points_by_side,
                form.cleaned_data["reason"],
                by=request.user,
                at=timezone.now(),
            )
        except Refused as refusal:
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
    require_standalone_game(game)
    if not form.is_valid():
        raise refused("page_is_old")
    games.undo_adjustment(game, form.cleaned_data["adjustment"], by=request.user, at=timezone.now())
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
            games.move_game(game, day, by=request.user, at=timezone.now())
        except Refused as refusal:
            if refusal.code != "impossible_day":
                raise
            form.add_error("day", refusal.sentence)
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
    games.change_remark(game, typed["remark"], for_all=typed["for_all"], by=request.user, at=timezone.now())
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
def count(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """Exclude a game from statistics, or let it count again."""
    form = InclusionForm(request.POST)
    if not form.is_valid():
        raise refused("page_is_old")
    counts = form.cleaned_data["counts"]
    games.set_excluded(game, excluded=not counts, by=request.user, at=timezone.now())
    done = "The game is included in statistics again."
    messages.success(request, done if counts else "The game is excluded from statistics. Nothing is deleted.")
    return redirect("play:game", game.club.slug, game.code)


@for_organiser
@require_safe
def hands_csv(_request: SignedInRequest, club: Club) -> HttpResponseBase:
    """Every entry of every game of the club, for spreadsheets and scripts."""
    return table_response(f"{club.slug}-hands", export.rows(club), "csv")


@for_organiser_of_game
@require_POST
def renew_link(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    games.renew_link(game, by=request.user, at=timezone.now())
    messages.success(request, "The link has been replaced. Phones at the table must scan the new code.")
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def open_pads(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    games.open_pads(game, by=request.user, at=timezone.now())
    messages.success(request, "Phones can change this game again.")
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def answer_call(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    games.clear_call(game, by=request.user, at=timezone.now())
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@require_POST
def again(request: SignedInRequest, game: queries.Game) -> HttpResponse:
    """The next game of the same people; asked for twice, it is still one."""
    form = AgainForm(request.POST)
    if not form.is_valid():
        raise refused("page_is_old")
    following = games.play_again(queries.link(game), form.cleaned_data["partner"], by=request.user, at=timezone.now())
    return redirect("play:game", game.club.slug, following.code)
