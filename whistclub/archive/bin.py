"""The bin of a club: games and parties, for 30 days. What is in it appears on no other page, and counts nowhere.

Locks are taken from the top down, as everywhere: parties, games, the club.
"""

from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.contrib import messages
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.accounts.models import User
from whistclub.club.access import SignedInRequest, by_and_at, for_organiser
from whistclub.club.models import Club
from whistclub.party.changes import change
from whistclub.party.models import LogEntry, Party, SeatAssignment
from whistclub.party.results import sync_party_statistics
from whistclub.play import statistics
from whistclub.play.changing import log_event, require_standalone_game
from whistclub.play.models import Game, GameEvent
from whistclub.play.party_games import delete_games, forget
from whistclub.play.table import by_side
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_date
from whistclub.web.transactions import write_transaction

Thing: TypeAlias = Game | Party

KEPT = timedelta(days=30)
PAGES = {"game": "play:game", "party": "party:settings"}
LISTS = {"game": "play:history", "party": "play:tonight"}


def put(thing: Thing, *, by: User, at: datetime) -> None:
    """Move something to the bin, a party with its games; what is there stays as it is.

    Raises "belongs_to_party" for a game of one.
    """
    if isinstance(thing, Party):
        with change(thing, "party_binned", by=by, at=at, even_finished=True):
            _mark(thing, by, at)
        return
    with write_transaction():
        game = Game.objects.select_for_update().get(pk=thing.pk)
        require_standalone_game(game)
        if game.binned_at is None:
            log_event(game, GameEvent.Kind.BINNED, at=at, by=by)
            _mark(game, by, at)


def restore(thing: Thing, *, by: User, at: datetime) -> None:
    """Take something out of the bin: it is as it was, in statistics too. Raises "not_there"."""
    with write_transaction():
        _lock(thing)
        _mark(thing, None, None)
        if isinstance(thing, Party):
            LogEntry.objects.create(party=thing, kind="party_restored", by_user=by, at=at)
            sync_party_statistics(thing)
        else:
            log_event(thing, GameEvent.Kind.RESTORED, at=at, by=by)


def delete(thing: Thing) -> None:
    """Delete something for good that is in the bin. Raises "not_there"."""
    statistics.take_in(_games(thing))  # which may not have learned that these do not count
    with write_transaction():
        _lock(thing)
        delete_games(_games(thing))
        if isinstance(thing, Party):
            SeatAssignment.objects.filter(round__party=thing).delete()
            forget(thing.code)
            Party.objects.filter(pk=thing.pk).delete()


def empty(at: datetime) -> None:
    """Delete what has been in the bin of any club for 30 days."""
    old = Q(binned_at__lte=at - KEPT)
    things: list[Thing] = [*Game.objects.filter(old, party_code=""), *Party.objects.filter(old)]
    for thing in things:
        delete(thing)


def _mark(thing: Thing, by: User | None, at: datetime | None) -> None:
    """Move it to the bin, or out of it; a party with its games."""
    if isinstance(thing, Party):
        Party.objects.filter(pk=thing.pk).update(binned_at=at, binned_by=by, revision=F("revision") + 1)
    keys = _games(thing)
    Game.objects.filter(pk__in=keys).update(binned_at=at, binned_by=by)
    statistics.note_changes(keys)


def _games(thing: Thing) -> list[int]:
    """A game itself, or all of a party."""
    if isinstance(thing, Game):
        return [thing.pk]
    return list(Game.objects.filter(party_code=thing.code).order_by("pk").values_list("pk", flat=True))


def _lock(thing: Thing) -> None:
    """Raises "not_there" unless it is in the bin."""
    if not type(thing)._default_manager.select_for_update().filter(pk=thing.pk, binned_at__isnull=False):
        raise Refused("not_there", "Someone else has already restored or deleted this.", 410)


def _of(club: Club, kind: str) -> QuerySet[Any]:
    """What the bin takes: games and parties, but no game of a party."""
    if kind not in PAGES:
        raise Http404
    games = club.games.filter(party_code="").prefetch_related("seats__player")
    return games if kind == "game" else club.parties.all()


def contents(club: Club) -> list[tuple[Any, str, datetime]]:
    """What is in the bin, the newest first: each with its kind, and until when it is kept."""
    things = [
        (thing, kind, thing.binned_at + KEPT)
        for kind in PAGES
        for thing in _of(club, kind).filter(binned_at__isnull=False).select_related("binned_by")
    ]
    return sorted(things, key=lambda each: each[2], reverse=True)


def title_of(thing: Thing) -> str:
    """A party by its name, a game by its people and day."""
    if isinstance(thing, Party):
        return thing.name
    people = by_side(thing.form, [seat.player.name for seat in thing.seats.all()])
    return f"{' – '.join(people)}, {format_date(timezone.localtime(thing.started_at))}"


@for_organiser
@require_safe
def page(request: HttpRequest, club: Club) -> HttpResponse:
    rows = [(thing, kind, until, title_of(thing)) for thing, kind, until in contents(club)]
    return render(request, "archive/bin.html", {"club": club, "rows": rows, "here": "club"})


@for_organiser
@require_POST
def put_view(request: SignedInRequest, club: Club, kind: str, code: str) -> HttpResponse:
    """The next page says so, with an Undo beside it."""
    thing = get_object_or_404(_of(club, kind), code=code, binned_at=None)
    put(thing, **by_and_at(request))
    sentence = f"Moved to the bin: {title_of(thing)}. It stays there for 30 days."
    messages.success(request, sentence, extra_tags=reverse("archive:restore", args=[club.slug, kind, code]))
    return redirect(LISTS[kind], club.slug)


@for_organiser
@require_POST
def restore_view(request: SignedInRequest, club: Club, kind: str, code: str) -> HttpResponse:
    """Leads to what was restored."""
    thing = get_object_or_404(_of(club, kind), code=code)
    restore(thing, **by_and_at(request))
    messages.success(request, f"Restored: {title_of(thing)}.")
    return redirect(PAGES[kind], club.slug, code)
