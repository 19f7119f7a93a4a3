"""Past games from a list: looked at, stored, and undone; in pieces, so that nobody who plays meanwhile waits long."""

import time
from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.db import IntegrityError
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.accounts.models import User
from whistclub.archive import past_games
from whistclub.archive.lists import ListForm
from whistclub.archive.models import Import
from whistclub.archive.past_games import PastGame
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.actions import lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.club.queries import known_names
from whistclub.engine.game import start
from whistclub.engine.options import options_to_mapping
from whistclub.play import replay
from whistclub.play.models import Game, GameEvent, Seat
from whistclub.play.statistics import learn_after_commit
from whistclub.stats.update import facts
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural
from whistclub.web.rows import in_parts
from whistclub.web.transactions import write_transaction

AT_ONCE = 50
GAP = 0.01  # seconds in which others write; who begins the next transaction at once leaves them none
LATEST = 20
EXAMPLE = (
    ("Date", "Time", "Player 1", "Player 2", "Player 3", "Player 4", "Rules", "Points 1", "Points 2"),
    ("2024-02-14", "19:30", "Ann", "Bob", "Clara", "Dan", "", "13", "9"),
    ("2024-02-14", "21:00", "Ann", "Clara", "Bob", "Dan", "Minnesota", "-2", "14"),
)


class AddedAlready(Refused):
    def __init__(self) -> None:
        super().__init__("added_already", "This list was added already.")


def store(club: Club, games: Sequence[PastGame], *, uid: UUID, by: User, at: datetime) -> Import:
    """Add the games of a list that was read without a fault. Raises AddedAlready, UnusableName.

    If this ends half-way, the import says so, and can be undone.
    """
    names = list(dict.fromkeys(name for game in games for name in game.names))
    try:
        with write_transaction():
            lock_club(club.pk)
            known = known_names(club)
            players = dict(zip(names, players_named(club, names), strict=True))
            done = Import.objects.create(club=club, uid=uid, size=len(games), by_user=by, at=at)
            done.players.set({player for name, player in players.items() if name.casefold() not in known})
    except IntegrityError as error:
        raise AddedAlready from error
    # In order of play: each part is then rated once, and not again after each later one.
    for some in in_parts(sorted(games, key=attrgetter("started_at")), AT_ONCE):
        rows = [_row(club, game) for game in some]
        with write_transaction():
            if not Import.objects.select_for_update(of=("self",)).filter(pk=done.pk, undone_at=None):
                break
            Game.objects.bulk_create(rows)
            Seat.objects.bulk_create(
                Seat(game=row, position=position, player=players[name])
                for row, game in zip(rows, some, strict=True)
                for position, name in enumerate(game.names)
            )
            GameEvent.objects.bulk_create(
                GameEvent(game=row, kind=GameEvent.Kind.IMPORTED, data={"line": game.line}, at=at, by_user=by)
                for row, game in zip(rows, some, strict=True)
            )
            done.games.add(*rows)
            learn_after_commit(row.pk for row in rows)
        time.sleep(GAP)
    return done


def _row(club: Club, past: PastGame) -> Game:
    """A game as statistics and pages expect it: over, with a result from paper. Nobody knows when it ended."""
    game = Game(
        club=club,
        preset=past.rules.base,
        rules_name=past.rules_name,
        options=options_to_mapping(past.rules.rules),
        first_dealer=0,
        started_at=past.started_at,
        state=Game.State.FINISHED,
        paper_result=list(past.points),
        locked=True,
        awaits_statistics=True,
    )
    game.take(replay.overruled(game, start(game.rules, game.first_dealer)))
    return game


def undo(done: Import, *, by: User, at: datetime) -> None:
    """Delete the games of an import, the latest first, and the players who came with it.

    A game stays that was changed since, or that another one follows; a player whom something names by now. Interrupted,
    it can be repeated.
    """
    Import.objects.filter(pk=done.pk, undone_at=None).update(undone_at=at, undone_by=by)
    changed = GameEvent.objects.filter(game__imports=done).exclude(kind=GameEvent.Kind.IMPORTED)
    unchanged = Game.objects.filter(imports=done, next_game=None).exclude(events__in=changed)
    for some in in_parts(list(unchanged.order_by("-started_at", "-pk").values_list("pk", flat=True)), AT_ONCE):
        with write_transaction():
            # Games before facts, as everywhere.
            locked = unchanged.filter(pk__in=some).select_for_update(of=("self",)).order_by("pk")
            keys = list(locked.values_list("pk", flat=True))
            facts.replace_facts(facts.lock_facts(done.club), keys, [])
            Game.objects.filter(pk__in=keys).delete()
        time.sleep(GAP)
    with write_transaction():
        lock_club(done.club_id)
        unused = done.players.filter(seats=None, entries=None, changes=None, also_known_as=None, merged_into=None)
        Player.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()


class GamesForm(ListForm):
    """A list of past games. `again`: those that are there already are others."""

    uid = forms.UUIDField(required=False)
    again = forms.BooleanField(label="These are other games: add them too", required=False)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: SignedInRequest, club: Club) -> HttpResponse:
    form = GamesForm(request.POST or None, request.FILES or None)
    found, adding = None, []
    if form.is_valid():
        given = form.cleaned_data
        try:
            found = past_games.read(club, given["lines"], at=timezone.now())
            adding = [*found.games, *(found.again if given["again"] else [])]
            if "add" in request.POST and adding and not found.wrong:
                done = store(club, adding, uid=given["uid"] or uuid4(), by=request.user, at=timezone.now())
                text = f"{done.size:,} {plural(done.size, 'game was', 'games were')} added."
                messages.success(request, f"{text} Statistics will include them within about a minute.")
                return redirect("archive:games", club.slug)
        except Refused as refusal:
            form.add_error("lines", refusal.sentence)
    imports = Import.objects.filter(club=club).select_related("by_user", "undone_by").order_by("-pk")
    context = {
        "club": club,
        "form": form,
        "found": found,
        "adding": adding,
        "days": sorted(game.started_at for game in adding),
        "usual": past_games.rules_by_name(club)[""],
        "uid": uuid4(),
        "imports": imports.annotate(there=Count("games"))[:LATEST],
        "example": EXAMPLE,
        "here": "history",
    }
    return render(request, "archive/games.html", context, status=422 if form.errors else 200)


@for_organiser
@require_POST
def undo_import(request: SignedInRequest, club: Club, import_key: int) -> HttpResponse:
    found = get_object_or_404(Import, club=club, pk=import_key)
    undo(found, by=request.user, at=timezone.now())
    stay = found.games.count()
    text = f" {stay:,} of them {plural(stay, 'was', 'were')} changed since, and {plural(stay, 'stays', 'stay')}."
    messages.success(request, f"The games were removed.{text if stay else ''}")
    return redirect("archive:games", club.slug)
