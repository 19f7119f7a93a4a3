"""The score pad: a phone at the table, reached by its link and nothing else."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from whistclub.club.access import organises
from whistclub.play import entries, games, queries, text
from whistclub.play.access import NOT_SEATED, SEAT_COOKIE, YEAR, Pad, for_scorekeeper
from whistclub.play.changing import LinkGone, checked, number_in, pad_stopped, page_is_old
from whistclub.play.game_view import GameView
from whistclub.play.log import log_lines
from whistclub.play.models import Game
from whistclub.play.pad.form import ConfirmationForm, hand_form, restore_form, what_to_tap
from whistclub.play.pad.phone_game import phone_game
from whistclub.play.start import play_again
from whistclub.web.formatting import milliseconds
from whistclub.web.links import address_for_phones, qr_svg
from whistclub.web.live import HtmxRequest, holds, nothing_new

OPPOSITE = 2  # the seat of the first player's partner


@for_scorekeeper
@require_safe
def pad(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """The pad: a page, which asks for itself again while it is open; nothing, if it holds the newest version."""
    if holds(request, pad.game.version(timezone.now())):
        return nothing_new()
    view = queries.game_view(pad.game, pad.seat, pad_at=timezone.now())
    # A pad that was open when its cookies were cleared goes on following: the seat page is no part of it.
    if not pad.has_chosen_seat and not request.htmx:
        return render_pad(request, "play/pad_seat.html", pad, view)
    seat = pad.seat_now(view.players)
    if seat != pad.seat:
        if request.htmx:
            return HttpResponseClientRefresh()
        if seat is None:
            return render_pad(request, "play/pad_seat.html", pad, view, moved=True)
        return _keep_seat(redirect("play:pad", pad.token), pad.token, queries.seat_cookie(pad.game, seat))
    return pad_page(request, pad, view)


def pad_page(
    request: HtmxRequest,
    pad: Pad,
    view: GameView,
    posted: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """The game, with the form for the next hand, as it was `posted` and refused, or the way to the next game."""
    at, game = timezone.now(), view.game
    too_old = None if game.is_of_now(at) else pad_stopped(game)
    read_only = game.locked or too_old is not None
    # By the row or by its entries: a hand may have been saved after the row was read.
    over = game.state != Game.State.RUNNING or view.state.over or read_only
    to_confirm, disputed = ([], None) if read_only else (view.to_confirm, view.disputed)
    form = None if over else hand_form(view, view.sheet.next_position, posted)
    asked = to_confirm[0] if to_confirm else disputed
    if form and asked and asked.entry == view.saved_entry:
        # The hand that was saved last stands above the form, to be answered: the hint does not repeat it.
        form["hint"] = what_to_tap(view)
    context = {
        "can_change": not read_only,
        "too_old": too_old and too_old.sentence,
        "over": over,
        "hands_to_play": "" if over or not view.rules.hand_limit else text.hands_to_play(view.state, view.rules),
        "form": form,
        "phone_game": phone_game(view),
        "to_confirm": to_confirm,
        "disputed": disputed,
        "may_accept": disputed and disputed.entry and game.may_confirm(disputed.entry, pad.seat),
        "next_game": queries.next_game(game) if over else None,
        "restore": None if read_only or game.state == Game.State.STOPPED else restore_form(view),
        "bell_has_rung": game.bell_has_rung(at),
        "bell": milliseconds(game.bell_at) if game.bell_at else None,
        "now": milliseconds(at),
        "message": game.message_at(at),
        "rules_card": queries.rule_card(game),
    }
    return render_pad(request, "play/pad.html", pad, view, status=status, **context, **more)


def render_pad(
    request: HtmxRequest, template: str, pad: Pad, view: GameView, *, status: int = 200, **more: object
) -> HttpResponse:
    with timezone.override(ZoneInfo(view.game.club.time_zone)):
        version = view.game.version(timezone.now())
        context = {"pad": pad, "view": view, "version": version, "is_organiser": organises(request, view.game.club)}
        return render(request, template, context | more, status=status)


def notice(request: HtmxRequest, pad: Pad, sentence: str) -> HttpResponse:
    """What was sent is done: with scripts one sentence, and the page follows; without, a redirect to the pad."""
    if not request.htmx:
        return redirect("play:pad", pad.token)
    response = render(request, "web/_notice.html", {"sentence": sentence, "kind": "done"})
    response["HX-Trigger-After-Settle"] = "changed"
    return response


@for_scorekeeper
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Where the phone's owner sits; kept on the phone, for this link."""
    if request.method != "POST":
        return render_pad(request, "play/pad_seat.html", pad, queries.game_view(pad.game, pad.seat))
    seat = request.POST.get("seat", "")
    if seat not in {NOT_SEATED, *map(str, range(pad.game.form.seats))}:
        raise page_is_old()
    cookie = queries.seat_cookie(pad.game, int(seat)) if seat.isdecimal() else seat
    return _keep_seat(redirect("play:pad", pad.token), pad.token, cookie)


def _keep_seat(response: HttpResponse, token: str, seat_cookie: str) -> HttpResponse:
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


@for_scorekeeper
@require_POST
def dealer(request: HtmxRequest, pad: Pad) -> HttpResponse:
    dealer = number_in(request.POST, "dealer")
    games.change_first_dealer(pad.link, dealer, by=pad.seat, at=timezone.now())
    return redirect("play:pad", pad.token)


@for_scorekeeper
@require_POST
def confirm(request: HtmxRequest, pad: Pad) -> HttpResponse:
    answer = checked(ConfirmationForm(request.POST))
    entries.confirm_hand(pad.link, **answer, seat=pad.seat, at=timezone.now())
    return notice(request, pad, "Confirmed." if answer["agrees"] else "Disputed. Tap the hand below to correct it.")


@for_scorekeeper
@require_POST
def end(request: HtmxRequest, pad: Pad) -> HttpResponse:
    games.end_after_bell(pad.link, by_seat=pad.seat, at=timezone.now())
    return notice(request, pad, "Saved.")


@for_scorekeeper
@require_POST
def call(request: HtmxRequest, pad: Pad) -> HttpResponse:
    match request.POST.get("needed"):
        case "yes":
            games.call_organiser(pad.link, by_seat=pad.seat, at=timezone.now())
            return notice(request, pad, "The organiser has been called.")
        case "no":
            games.clear_call(pad.link, by=pad.seat, at=timezone.now())
            return notice(request, pad, "The call has been cancelled.")
    raise page_is_old()


# The next game


@for_scorekeeper
@require_POST
def again(request: HtmxRequest, pad: Pad) -> HttpResponse:
    partner = number_in(request.POST, "partner")
    game = play_again(pad.link, partner, by=pad.seat, at=timezone.now())
    return next_pad(request, pad, game, asked_for=partner)


@for_scorekeeper
@require_safe
def next_game(request: HtmxRequest, pad: Pad) -> HttpResponse:
    game = queries.next_game(pad.game)
    return next_pad(request, pad, game) if game else redirect("play:pad", pad.token)


def next_pad(request: HtmxRequest, pad: Pad, game: Game, asked_for: int = 0) -> HttpResponse:
    """Lead to the pad of another game; the owner keeps their place among the same people, whatever their seat.

    Where another phone had started it with other partners than were `asked_for`, the next page says so.
    """
    if game.link_version > 1:
        raise LinkGone  # it was replaced to shut people out: the previous game must not let them back in
    token = game.pad_token
    address = reverse("play:pad", args=[token])
    response: HttpResponse = HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if asked_for and queries.same_person(pad.game, asked_for, game) != OPPOSITE:
        sides = " against ".join(side.people for side in queries.game_view(game).sides)
        messages.info(request, f"The next game was already started from another phone: {sides}.")
    if pad.has_chosen_seat:
        seat = queries.same_person(pad.game, pad.seat, game)
        _keep_seat(response, token, pad.seat_cookie if seat is None else queries.seat_cookie(game, seat))
    return response


# Pages beside the pad


@for_scorekeeper
@require_safe
def log(request: HtmxRequest, pad: Pad) -> HttpResponse:
    view = queries.game_view(pad.game, pad.seat)
    return render_pad(request, "play/pad_log.html", pad, view, log=log_lines(view))


@for_scorekeeper
@require_safe
def rules(request: HtmxRequest, pad: Pad) -> HttpResponse:
    return render(request, "play/rules.html", {"pad": pad, "card": queries.rule_card(pad.game)})


@for_scorekeeper
@require_safe
def share(request: HtmxRequest, pad: Pad) -> HttpResponse:
    address = address_for_phones(request, reverse("play:pad", args=[pad.game.pad_token]))
    return render(request, "play/pad_share.html", {"pad": pad, "address": address, "qr": qr_svg(address)})
