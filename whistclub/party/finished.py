"""What anyone with the link sees of a finished party: its winners, each person’s result."""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from whistclub.party import shared_html
from whistclub.party.access import Party, for_public
from whistclub.party.queries import parties
from whistclub.party.queries.parties import public_path
from whistclub.party.queries.public_state import MySeat, PublicState
from whistclub.party.queries.standings import standings_for_all
from whistclub.party.story import (
    learn_of_games,
    party_story,
    result_text,
    rounds_of,
    sent_result,
    sent_story,
)


@for_public
@require_safe
def result(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """One person’s result of a finished party, and a text to send it with."""
    version = parties.token_of_finished_tables(party)
    if party.state != Party.State.FINISHED:
        return redirect("party:public", code=party.code)
    found = standings_for_all(party, version)
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
        "summary": sent,
    }
    return render(request, "party/public/result.html", context)


def winners(
    request: HttpRequest, party: Party, version: str, at: datetime, *, public: PublicState, my_seat: MySeat | None
) -> dict[str, Any]:
    """What the page of the party shows once it is finished: who won and how one ended."""
    learn_of_games(party)
    found, me = standings_for_all(party, version), my_seat.number if my_seat else None
    context: dict[str, Any] = {
        "story": party_story(party, version),
        "sent": sent_story(request, party, version),
        "address": request.build_absolute_uri(public_path(party)),
        "standings": found,
    }
    if public.is_small:
        context |= {"ranks": shared_html.ranks(found, version, me)}
        context["positions"] = shared_html.positions(found, version, me)
    context["seat"] = shared_html.seat(public, my_seat, context.get("standings")) if my_seat else ""
    return context


def kind(party: Party) -> str:
    """Which of the two pages a party has: of an evening, or of its winners."""
    return "winners" if party.state == Party.State.FINISHED else "evening"
