"""Where a phone goes next: from a table card to the pad of the game played there, from a pad to its next table."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.club.models import Club
from whistclub.party.access import TableLink, for_table
from whistclub.party.follow import version_of_results
from whistclub.party.models import Party, Table
from whistclub.party.parties import EVENING, parties_tonight
from whistclub.party.public.seats import Phase, public_party
from whistclub.play.access import Pad, for_scorekeeper
from whistclub.play.models import Game
from whistclub.play.pad.views import next_pad
from whistclub.web.live import HtmxRequest, holds, nothing_new


def _parties_at_tables(club: Club, code: str = "") -> list[Party]:
    """The parties whose tables a card of the club may mean now: the one of this code, else those being played, else
    those with people, else those that have just ended. Those of an earlier day were forgotten; rehearsals have no cards.
    """
    tonight = [each for each in parties_tonight(club, timezone.now() - EVENING) if not each.is_rehearsal]
    found = [each for each in tonight if each.code == code]
    newest = max((each.day for each in tonight if each.is_day and each.here), default=date.min)  # type: ignore[attr-defined] # counted
    tonight = [each for each in tonight if each.day >= newest]
    for state in (Party.State.PLAYING, Party.State.GATHERING, Party.State.FINISHED):
        found = found or [each for each in tonight if each.state == state and each.here]  # type: ignore[attr-defined] # counted
    return found or tonight


@for_table
@require_safe
def table(request: HtmxRequest, club: Club, number: int) -> HttpResponse:
    """To the pad of the game being played; between rounds a page that waits for it, and asks again and again.

    Of two parties at once the page asks which; without one it says so.
    """
    parties = _parties_at_tables(club, request.GET.get("party", ""))
    if len(parties) != 1:
        return render(request, "party/scorekeeper/choose.html", {"club": club, "number": number, "parties": parties})
    party, version = parties[0], version_of_results(parties[0])
    if holds(request, version):
        return nothing_new()
    public = public_party(party, version)
    found = public.round.table(number) if public.round else None
    game = found.game if found else None
    if game and public.phase is Phase.PLAYING:
        pad = redirect("play:pad", _stored(game).pad_token)
        return HttpResponseClientRedirect(pad.url) if request.htmx else pad
    context = {
        "party": party,
        "public": public,
        "number": number,
        "is_usable": party.is_usable(number),
        "is_set_up": public.round is None or found is not None,
        "token": TableLink(club.pk, club.card_version, number).token,
        "last_token": _stored(game).pad_token if game else "",
        "message": party.now.message_at(timezone.now()),
        "version": version,
    }
    return render(request, f"party/scorekeeper/{'_' if request.htmx else ''}waiting.html", context)


@for_scorekeeper
@require_safe
def next_table(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Where the phone's owner sits next: part of the pad of a finished game, or a page of its own."""
    played = _table_of(pad)
    party = played.round.party
    version = version_of_results(party)
    if holds(request, version):
        return nothing_new()
    template = f"party/scorekeeper/{'_' if request.htmx else ''}next_table.html"
    return render(request, template, {"pad": pad, "party": party, "version": version, **_next(pad, played)})


@for_scorekeeper
@require_safe
def go_to_next_table(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """To the pad of the next table, with the phone's owner on their new seat."""
    step = _next(pad, _table_of(pad))
    if step["kind"] != "table":
        return redirect("party:next_table", pad.token)
    return next_pad(request, pad, _stored(step["table"].game))


def _table_of(pad: Pad) -> Table:
    """Where the game of a pad is or was played; 404 for a game outside parties."""
    return get_object_or_404(Table.objects.select_related("round__party__club"), game=pad.game)


def _stored(game: Game) -> Game:
    """A game of the evening as it is stored now: an organiser may have renewed its link since."""
    return Game.objects.get(pk=game.pk)


def _next(pad: Pad, played: Table) -> dict[str, Any]:
    """Where the owner of a pad goes; a phone without a seat keeps score at the table of that number.

    `kind`: there is a `table` to go to, they sit out, are not playing, wait for a newer round, or it is finished.
    """
    party = played.round.party
    public = public_party(party, version_of_results(party))
    number = None
    if pad.seat is not None:
        owner = party.entrants.filter(player__seats__game=pad.game, player__seats__position=pad.seat)
        number = owner.values_list("number", flat=True).first()
    seat = public.seat_of(number)
    step: dict[str, Any] = {"public": public, "seat": seat, "table": None}
    # After an undone round the one before is the newest; once all its results are in, nobody goes back to it.
    back_and_done = public.phase is Phase.BETWEEN and public.number < played.round.number
    if public.phase is Phase.FINISHED:
        return step | {"kind": "finished"}
    if public.round is None or public.round.round.pk == played.round_id or back_and_done:
        return step | {"kind": "wait"}
    table = public.round.table(played.number) if number is None else seat and seat["table"]
    if table and table.game:
        return step | {"kind": "table", "table": table}
    return step | {"kind": "sits_out" if seat and seat["seat"] else "not_playing"}
