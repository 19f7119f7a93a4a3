"""Past games from a list: looked at, stored, and undone, each time all or none."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
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
from whistclub.web.transactions import write_transaction

LATEST = 20
EXAMPLE = (
    ("Date", "Time", "Player 1", "Player 2", "Player 3", "Player 4", "Rules", "Points 1", "Points 2"),
    ("2024-02-14", "19:30", "Ann", "Bob", "Clara", "Dan", "", "13", "9"),
    ("2024-02-14", "21:00", "Ann", "Clara", "Bob", "Dan", "Minnesota", "-2", "14"),
)


def store(club: Club, games: Sequence[PastGame], *, uid: UUID, by: User, at: datetime) -> None:
    """Add the games of a list that was read without a fault. Raises "added_already", UnusableName."""
    games = sorted(games, key=attrgetter("started_at"))
    rows = [_row(club, game) for game in games]
    names = list(dict.fromkeys(name for game in games for name in game.names))
    with write_transaction():
        lock_club(club.pk)
        if Import.objects.filter(uid=uid).exists():
            raise Refused("added_already", "This list was added already.")
        known = known_names(club)
        players = dict(zip(names, players_named(club, names), strict=True))
        Game.objects.bulk_create(rows)
        Seat.objects.bulk_create(
            Seat(game=row, position=position, player=players[name])
            for row, game in zip(rows, games, strict=True)
            for position, name in enumerate(game.names)
        )
        GameEvent.objects.bulk_create(
            GameEvent(game=row, kind=GameEvent.Kind.IMPORTED, data={"line": game.line}, at=at, by_user=by)
            for row, game in zip(rows, games, strict=True)
        )
        done = Import.objects.create(club=club, uid=uid, size=len(games), by_user=by, at=at)
        done.games.set(rows)
        done.players.set({player for name, player in players.items() if name.casefold() not in known})
        learn_after_commit(row.pk for row in rows)


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
    """Delete the games of an import, and the players who came with it.

    A game stays that was changed since, or that another one follows; a player whom something names by now.
    """
    changed = GameEvent.objects.filter(game__imports=done).exclude(kind=GameEvent.Kind.IMPORTED)
    unchanged = Game.objects.filter(imports=done, next_game=None).exclude(events__in=changed)
    with write_transaction():
        Import.objects.filter(pk=done.pk, undone_at=None).update(undone_at=at, undone_by=by)
        # Games before facts, as everywhere.
        locked = unchanged.select_for_update(of=("self",)).order_by("pk")
        keys = list(locked.values_list("pk", flat=True))
        facts.replace_facts(facts.lock_facts(done.club), keys, [])
        Game.objects.filter(pk__in=keys).delete()
        unused = done.players.filter(seats=None, entries=None, changes=None, also_known_as=None, merged_into=None)
        Player.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()


class GamesForm(ListForm):
    """A list of past games. `again`: those that are there already are others."""

    uid = forms.UUIDField(required=False)
    again = forms.BooleanField(label="These are other games: add them too", required=False)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: SignedInRequest, club: Club) -> HttpResponse:
    read = partial(past_games.read, club, at=timezone.now())
    form = GamesForm(read, request.POST or None, request.FILES or None)
    adding = []
    if form.is_valid():
        given = form.cleaned_data
        adding = [*form.found.games, *(form.found.again if given["again"] else [])]
        if form.adds and adding:
            store(club, adding, uid=given["uid"] or uuid4(), by=request.user, at=timezone.now())
            text = f"{len(adding):,} {plural(len(adding), 'game was', 'games were')} added."
            messages.success(request, f"{text} Statistics will include them within about a minute.")
            return redirect("archive:games", club.slug)
    imports = Import.objects.filter(club=club).select_related("by_user", "undone_by").order_by("-pk")
    context = {
        "club": club,
        "form": form,
        "found": form.found,
        "adding": adding,
        "days": sorted(game.started_at for game in adding),
        "usual": past_games.rules_by_name(club)[""],
        "uid": uuid4(),
        "imports": imports[:LATEST],
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
