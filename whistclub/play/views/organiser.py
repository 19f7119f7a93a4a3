"""The club's games: start one, hand out its links, look at those that are over."""

from datetime import timedelta
from secrets import randbelow

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import for_organiser
from whistclub.club.queries import Club, roster
from whistclub.play import queries, rulebook
from whistclub.play.access import for_organiser_of_game
from whistclub.play.actions import games
from whistclub.play.actions.refusals import PageIsOld
from whistclub.play.forms import SEATS, AgainForm, StartForm
from whistclub.web.errors import Refusal, error_page, posted_only
from whistclub.web.live import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg

# An evening's games: what ended longer ago belongs to the history.
TONIGHT = timedelta(hours=16)


@for_organiser
@require_safe
def tonight(request: HttpRequest, club: Club) -> HttpResponse:
    page = queries.tonight(club, since=timezone.now() - TONIGHT)
    return render(request, "play/tonight.html", {"club": club, "page": page, "here": "tonight"})


@for_organiser
@require_safe
def history(request: HttpRequest, club: Club) -> HttpResponse:
    page = queries.history(club, request.GET.get("page"))
    return render(request, "play/history.html", {"club": club, "page": page, "here": "history"})


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, club: Club) -> HttpResponse:
    """Who plays, where they sit, who deals first, by which rules."""
    proposed = {"preset": queries.last_preset(club), "dealer": randbelow(len(SEATS))}
    form = StartForm(request.POST or None, initial=proposed)
    if form.is_valid():
        try:
            game = games.start_game(club, form.setting(), by=request.user, at=timezone.now())
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect("play:game", club.slug, game.code)
    cards = [card for card in rulebook.cards() if card.rules.form.seats == len(SEATS)]
    preset = form["preset"].value()
    context = {
        "club": club,
        "form": form,
        "chairs": [
            (form[f"seat{seat}"], place) for seat, place in zip(SEATS, ("south", "west", "north", "east"), strict=True)
        ],
        "dealer": str(form["dealer"].value()),
        "preset": preset,
        "chosen": next((card for card in cards if card.key == preset), cards[0]),
        "roster": roster(club),
        "cards": cards,
        "here": "tonight",
    }
    return render(request, "play/start.html", context, status=422 if form.is_bound else 200)


@for_organiser_of_game
@require_safe
def game(request: HttpRequest, game: queries.Game) -> HttpResponse:
    if request.htmx and holds(request, game.version(timezone.now())):
        return nothing_new()
    page = queries.game_page(game)
    pad_path = reverse("play:pad", args=[queries.link(game).token])
    watch_path = reverse("play:watch", args=[game.code])
    context = {
        "club": game.club,
        "page": page,
        "sheet": page.sheet,
        "pad_path": pad_path,
        "pad_qr": qr_svg(address_for_phones(request, pad_path)),
        "watch_path": watch_path,
        "watch_address": address_for_phones(request, watch_path),
        "watch_qr": qr_svg(address_for_phones(request, watch_path)),
        "next_game": queries.next_game(game),
        "version": game.version(timezone.now()),
        "here": "tonight" if game.state == "running" else "history",
    }
    return render(request, "play/game.html", context)


@for_organiser_of_game
@posted_only
def renew_link(request: HttpRequest, game: queries.Game) -> HttpResponse:
    games.renew_link(game, by=request.user, at=timezone.now())
    messages.success(request, _("There is a new link. Phones at the table must scan its code."))
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@posted_only
def stop(request: HttpRequest, game: queries.Game) -> HttpResponse:
    try:
        games.stop_game(game, by=request.user, at=timezone.now())
    except Refusal as refusal:
        return error_page(request, refusal.status, _("The game was not stopped"), refusal.sentence)
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@posted_only
def resume(request: HttpRequest, game: queries.Game) -> HttpResponse:
    try:
        games.resume_game(game, by=request.user, at=timezone.now())
    except Refusal as refusal:
        return error_page(request, refusal.status, _("The game was not taken up"), refusal.sentence)
    return redirect("play:game", game.club.slug, game.code)


@for_organiser_of_game
@posted_only
def again(request: HttpRequest, game: queries.Game) -> HttpResponse:
    """The next game of the same people; asked for twice, it is still one."""
    form = AgainForm(request.POST)
    try:
        if not form.is_valid():
            raise PageIsOld
        partner = form.cleaned_data["partner"]
        following = games.play_again(queries.link(game), partner, by_user=request.user.pk, at=timezone.now())
    except Refusal as refusal:
        return error_page(request, refusal.status, _("No new game was started"), refusal.sentence)
    return redirect("play:game", game.club.slug, following.code)
