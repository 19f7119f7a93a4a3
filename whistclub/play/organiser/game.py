"""The organiser's page of one game: its score and links, and everything that can be changed of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.club.access import SignedInRequest, by_and_at
from whistclub.club.forms import RemarkForm
from whistclub.play import games, queries
from whistclub.play.access import for_organiser_of_game
from whistclub.play.changing import checked, number_in, page_is_old, require_standalone_game
from whistclub.play.games import move_game
from whistclub.play.log import log_lines
from whistclub.play.models import Game
from whistclub.play.organiser.forms import AdjustForm, InclusionForm, OtherDayForm
from whistclub.play.start import play_again
from whistclub.web.errors import save
from whistclub.web.formatting import format_date
from whistclub.web.links import address_for_phones, qr_svg
from whistclub.web.live import holds, nothing_new


@for_organiser_of_game
@require_safe
def game(request: SignedInRequest, game: Game) -> HttpResponse:
    if request.htmx and holds(request, game.version(timezone.now())):
        return nothing_new()
    return game_page(request, game)


@for_organiser_of_game
@require_POST
def dealer(request: SignedInRequest, game: Game) -> HttpResponse:
    dealer = number_in(request.POST, "dealer")
    games.change_first_dealer(game, dealer, **by_and_at(request))
    return _back(request, game)


@for_organiser_of_game
@require_POST
def end(request: SignedInRequest, game: Game) -> HttpResponse:
    match request.POST.get("how"):
        case "now":
            games.end_now(game, **by_and_at(request))
        case "nobody":
            games.end_without_result(game, **by_and_at(request))
        case "0" | "1" as side:
            games.concede(game, int(side), **by_and_at(request))
        case "not":
            games.continue_game(game, **by_and_at(request))
        case _:
            raise page_is_old()
    return _back(request, game)


@for_organiser_of_game
@require_POST
def pads(request: SignedInRequest, game: Game) -> HttpResponse:
    """Its phones: they get a new link, may change it again, or have called and were seen to."""
    match request.POST.get("what"):
        case "renew":
            games.renew_link(game, **by_and_at(request))
            return _back(request, game, "The link has been replaced. Phones at the table must scan the new code.")
        case "open":
            games.open_pads(game, **by_and_at(request))
            return _back(request, game, "Phones can change this game again.")
        case "answered":
            games.clear_call(game, **by_and_at(request))
            return _back(request, game)
    raise page_is_old()


@for_organiser_of_game
@require_POST
def adjust(request: SignedInRequest, game: Game) -> HttpResponse:
    """Give or deduct points, or undo it."""
    require_standalone_game(game)
    if "adjustment" in request.POST:
        adjustment = number_in(request.POST, "adjustment")
        games.undo_adjustment(game, adjustment, **by_and_at(request))
        return _back(request, game, "Adjustment undone.")
    form = AdjustForm(game.form.sides, request.POST)
    if save(form, lambda typed: games.adjust_points(game, form.points_by_side, typed["reason"], **by_and_at(request))):
        return _back(request, game, "Points adjusted. You can undo this under “Adjust points”.")
    return game_page(request, game, adjust=form, status=422)


@for_organiser_of_game
@require_POST
def other_day(request: SignedInRequest, game: Game) -> HttpResponse:
    require_standalone_game(game)
    form = OtherDayForm(game.club, game.started_at, request.POST)
    if save(form, lambda typed: move_game(game, typed["day"], **by_and_at(request)), at="day"):
        return _back(request, game, f"It was played on {format_date(form.cleaned_data['day'])}.")
    return game_page(request, game, other_day=form, status=422)


@for_organiser_of_game
@require_POST
def write_remark(request: SignedInRequest, game: Game) -> HttpResponse:
    form = RemarkForm(request.POST)
    if not form.is_valid():
        return game_page(request, game, remark=form, status=422)
    typed = form.cleaned_data
    games.change_remark(game, typed["remark"], for_all=typed["for_all"], **by_and_at(request))
    return _back(request, game, "Remark saved." if typed["remark"] else "Remark removed.")


def _back(request: SignedInRequest, game: Game, done: str = "") -> HttpResponse:
    if done:
        messages.success(request, done)
    return redirect("play:game", game.club.slug, game.code)


def game_page(
    request: SignedInRequest,
    game: Game,
    *,
    adjust: AdjustForm | None = None,
    other_day: OtherDayForm | None = None,
    remark: RemarkForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a game; a form that was refused is shown with what was typed."""
    view, at = queries.game_view(game), timezone.now()
    pad_path = reverse("play:pad", args=[game.pad_token])
    watch_path = reverse("play:watch", args=[game.code])
    pad_address, watch_address = (address_for_phones(request, path) for path in (pad_path, watch_path))
    context = {
        "club": game.club,
        "view": view,
        "log": log_lines(view),
        "pad_path": pad_path,
        "pad_address": pad_address,
        "pad_qr": qr_svg(pad_address),
        "too_old": not game.is_of_now(at),
        "watch_path": watch_path,
        "watch_address": watch_address,
        "watch_qr": qr_svg(watch_address),
        "next_game": queries.next_game(game),
        "version": game.version(at),
        "rules_card": queries.rule_card(game),
        "adjust": adjust or AdjustForm(game.form.sides),
        "other_day": other_day or OtherDayForm(game.club, game.started_at),
        "remark_form": remark or RemarkForm(initial={"remark": view.remark, "for_all": game.remark_for_all}),
        "here": "tonight" if game.state == Game.State.RUNNING else "history",
    }
    return render(request, "play/game.html", context, status=status)


@for_organiser_of_game
@require_POST
def count(request: SignedInRequest, game: Game) -> HttpResponse:
    counts = checked(InclusionForm(request.POST))["counts"]
    games.set_excluded(game, excluded=not counts, **by_and_at(request))
    excluded = "The game is excluded from statistics. Nothing is deleted."
    return _back(request, game, "The game is included in statistics again." if counts else excluded)


@for_organiser_of_game
@require_POST
def again(request: SignedInRequest, game: Game) -> HttpResponse:
    partner = number_in(request.POST, "partner")
    return _back(request, play_again(game, partner, **by_and_at(request)))
