"""What anyone with the link may see of a party on a phone: their seat, all tables, standings, rules. No login."""

from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from whistclub.club.access import allow_embedding
from whistclub.club.queries import remark_text
from whistclub.party import shared_html
from whistclub.party.access import Party, for_public
from whistclub.party.actions import door as door_actions
from whistclub.party.coming import MOST_SHOWN_AGAIN, coming_on, keep_cookie, keep_phone, phone_of
from whistclub.party.queries import parties
from whistclub.party.queries.door import is_open, name_of_phone, people_text
from whistclub.party.queries.expected import name_expected
from whistclub.party.queries.parties import public_path
from whistclub.party.queries.public_state import Phase, state_for_all
from whistclub.party.queries.standings import standings_for_all
from whistclub.party.queries.timetable import version_with_times
from whistclub.party.story import (
    learn_of_games,
    party_story,
    photo_of_party,
    photos_of_party,
    result_text,
    rounds_of,
    sent_result,
    sent_story,
)
from whistclub.rules.summary import card_of
from whistclub.stats.photos.views import jpeg_response
from whistclub.stats.social_preview.drawing import StoryPicture, story_picture
from whistclub.web.errors import ActionRefused, error_page
from whistclub.web.kept_answers import keep
from whistclub.web.polling import HtmxRequest, holds, nothing_new, nothing_new_for_anyone

ME_COOKIE = "me"
MOST_DIGITS = 5


@for_public
@require_safe
def party(request: HttpRequest, party: Party) -> HttpResponse:
    """The party; the phone remembers `?me=7` as its owner's number, and forgets it with `?me=`."""
    invited = coming_on(request, party)
    response = _page(request, party, parties.token_of_finished_tables(party), coming=invited)
    if invited:
        keep_phone(response, party, invited.phone)
    if "me" in request.GET:
        _remember(response, party, _number(request.GET["me"]))
    return allow_embedding(response, party.club)


@for_public
@require_GET
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """What changes on that page; 204 while it holds the newest."""
    at = timezone.now()
    version = parties.token_of_finished_tables(party)
    if holds(request, version_with_times(party, version, at)):
        return nothing_new_for_anyone(until=party.version_until(at))
    if request.GET.get("of", kind := _kind(party)) != kind:
        return HttpResponseClientRefresh()  # the page begins differently once the party is finished
    return _page(request, party, version, is_part=True)


@for_public
@require_safe
def tables(request: HttpRequest, party: Party) -> HttpResponse:
    """All tables of the round; 204 while the page holds the newest."""
    at = timezone.now()
    version = parties.token_of_finished_tables(party)
    if holds(request, version):
        return nothing_new_for_anyone(until=party.version_until(at))
    part = state_for_all(party, version)
    context = {
        "party": party,
        "public": part.value,
        "winners_wait": party.winners_wait_at(at),
        "message": party.message_at(at),
        "tables": shared_html.tables(part, part.value.my_seat(_me(request))),
        "version": version,
    }
    page = keep(render(request, "party/public/tables.html", context), until=party.version_until(at))
    return allow_embedding(page, party.club)


@for_public
@require_safe
def standings(request: HttpRequest, party: Party) -> HttpResponse:
    """Ranks, points and prizes; 204 while the page holds the newest."""
    at = timezone.now()
    version = parties.token_of_finished_tables(party)
    if holds(request, version):
        return nothing_new_for_anyone(until=party.version_until(at))
    winners_wait = party.winners_wait_at(at)
    context = {
        "party": party,
        "winners_wait": winners_wait,
        "message": party.message_at(at),
        "version": version,
    }
    if not winners_wait:
        part, me = standings_for_all(party, version), _me(request)
        context |= {
            "standings": part.value,
            "ranks": shared_html.ranks(part, me),
            "positions": shared_html.positions(part, me),
        }
    page = keep(render(request, "party/public/standings.html", context), until=party.version_until(at))
    return allow_embedding(page, party.club)


@for_public
@require_safe
def result(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """One person’s result of a finished party, and a text to send it with."""
    at = timezone.now()
    version = parties.token_of_finished_tables(party)
    if party.state != Party.State.FINISHED or party.winners_wait_at(at):
        return redirect("party:public", code=party.code)
    found = standings_for_all(party, version).value
    rank = found.of(number)
    if rank is None:
        raise Http404
    sent = sent_result(found, rank)
    context = {
        "party": party,
        "rank": rank,
        "sentence": result_text(found, rank),
        "rounds": list(rounds_of(found, number)),
        "text": sent,
        "address": request.build_absolute_uri(),
        "preview": _preview(request, party, sent),
    }
    page = keep(render(request, "party/public/result.html", context), until=party.version_until(at))
    return allow_embedding(page, party.club)


@for_public
@require_safe
def picture(request: HttpRequest, party: Party) -> HttpResponse:
    """The image that a chat shows for a link to the party: its winners once they are out, as strangers see them."""
    version = parties.token_of_finished_tables(party)
    is_out = party.state == Party.State.FINISHED and not party.winners_wait_at(timezone.now())
    story = sent_story(request, party, version) if is_out else None
    card = story.picture if story else StoryPicture(party.club.name, "", party.name, [])
    return HttpResponse(story_picture(card), content_type="image/png")


@for_public
@require_safe
def photo(_request: HttpRequest, party: Party, photo: int) -> HttpResponse:
    """A photo of the evening of a finished party."""
    return allow_embedding(jpeg_response(photo_of_party(party, photo, "large", timezone.now())), party.club)


@for_public
@require_safe
def small_photo(_request: HttpRequest, party: Party, photo: int) -> HttpResponse:
    return allow_embedding(jpeg_response(photo_of_party(party, photo, "small", timezone.now())), party.club)


@for_public
@require_safe
def rules(request: HttpRequest, party: Party) -> HttpResponse:
    """The rules that the games of this party are played by."""
    card = card_of(party.preset, party.rules, title=party.rules_name, currency=party.club.currency)
    return render(request, "play/rules.html", {"party": party, "card": card})


@for_public
@require_http_methods(["GET", "HEAD", "POST"])
def here(request: HtmxRequest, party: Party, door: str) -> HttpResponse:
    """The list at the door: a person writes their own name, and sees when the organiser has checked them in."""
    if not is_open(party, door):
        closed = door_actions.DoorClosed()
        return error_page(request, closed.status, _("The list at the door is closed"), closed.sentence)
    phone = phone_of(request)
    context: dict[str, Any] = {"party": party, "door": door}
    status = 200
    if request.method == "POST":
        typed = request.POST.get("name", "")
        try:
            if "cancel" in request.POST:
                door_actions.take_off_list(party, phone)
            else:
                door_actions.put_on_list(party, door, typed, phone, at=timezone.now())
        except ActionRefused as refusal:
            status = refusal.status
            context |= {"refusal": refusal.sentence, "typed": typed[:MOST_SHOWN_AGAIN]}
        else:
            response = redirect(request.path)
            keep_phone(response, party, phone)
            return response
    context["mine"] = mine = name_of_phone(party, phone)
    context["people"] = people_text(party, mine.name) if mine else ""
    if mine is None or mine.removed_at:
        context.setdefault("typed", mine.name if mine else name_expected(party, phone))
    context["version"] = version = f"{mine.pk}.{mine.entrant_id}.{mine.removed_at}" if mine else "nobody"
    if request.htmx and holds(request, version):
        return keep(nothing_new(), until=None)
    page = render(request, f"party/public/{'_' if request.htmx else ''}here.html", context, status=status)
    keep_phone(page, party, phone)
    return page


def _page(request: HttpRequest, party: Party, version: str, *, is_part: bool = False, **more: object) -> HttpResponse:
    """The page, or the part of it that changes. `version` was read before the rows, so that a change in between is
    sent with the next poll."""
    at = timezone.now()
    part, wanted = state_for_all(party, version), request.GET.get("q", "").strip()[:40]
    public = part.value
    is_over, my_seat = public.phase is Phase.FINISHED, public.my_seat(_me(request))
    is_searched, winners_wait = not my_seat and not is_over, party.winners_wait_at(at)
    context: dict[str, Any] = more | {
        "party": party,
        "news": shared_html.news(part, at),
        "remark": remark_text(party, party.club_id) if party.remark_for_all else "",
        "public": public,
        "winners_wait": winners_wait,
        "my_seat": my_seat,
        "of": _kind(party),
        "wanted": wanted,
        "is_searched": is_searched,
        "version": version_with_times(party, version, at),
    }
    if not my_seat:
        names = "" if public.is_before else shared_html.names(part, wanted)
        context |= {"names": names, "names_version": f"{crc32(names.encode()):x}", "held_names": request.GET.get("n")}
    if public.is_small and public.number and not is_over:
        context["tables"] = shared_html.tables(part, my_seat)
    sent = None
    if is_over and not winners_wait:
        learn_of_games(party)
        sent = sent_story(request, party, version)
        context |= {
            "story": party_story(party, version),
            "photos": photos_of_party(party, at),
            "sent": sent,
            "address": request.build_absolute_uri(public_path(party)),
        }
        found, me = standings_for_all(party, version), my_seat.number if my_seat else None
        context |= {"standings": found.value}
        if public.is_small:
            context |= {"ranks": shared_html.ranks(found, me), "positions": shared_html.positions(found, me)}
    else:
        context["round_now"] = shared_html.round_now(part, at)
    context["seat"] = shared_html.seat(party, public, my_seat, context.get("standings")) if my_seat else ""
    if not is_part:
        context["preview"] = _preview(request, party, sent.headline if sent else "")
    page = render(request, f"party/public/{'_live' if is_part else 'party'}.html", context)
    return keep(page, until=party.version_until(at), with_clock=True)


@dataclass(frozen=True, slots=True)
class SocialPreview:
    """What a chat shows for a link to the party; `summary` is empty before there are winners."""

    title: str
    summary: str
    picture: str


def _preview(request: HttpRequest, party: Party, summary: str) -> SocialPreview:
    address = reverse("party:public_picture", args=[party.code])
    # Chats keep a picture for long: that of the winners has another address.
    of = f"{address}?of={_kind(party)}"
    return SocialPreview(party.name, summary, request.build_absolute_uri(of))


def _kind(party: Party) -> str:
    """Which of the two pages a party has: of an evening, or of its winners."""
    return "winners" if party.state == Party.State.FINISHED else "evening"


def _me(request: HttpRequest) -> int | None:
    """The viewer's number: from the address, else from the phone's cookie."""
    return _number(request.GET.get("me", request.COOKIES.get(ME_COOKIE, "")))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _remember(response: HttpResponse, party: Party, me: int | None) -> None:
    """Let the phone remember its owner, for this party only."""
    path = public_path(party)
    if me is None:
        response.delete_cookie(ME_COOKIE, path=path, samesite="Lax")
        return
    keep_cookie(response, ME_COOKIE, str(me), path)
