"""Past games from a list: looked at, stored, and undone; in pieces, so that nobody who plays meanwhile waits long."""

import time
from collections.abc import Sequence
from datetime import datetime
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
from whistclub.archive.models import Import, ImportedGame, ImportedPlayer
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
from whistclub.rules.queries import choices
from whistclub.rules.summary import RulesSummary
from whistclub.stats.update import facts
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_date, join_list, plural
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


class ChangedSince(Refused):
    """A game of the import was changed, or another one follows it."""

    def __init__(self, game: Game) -> None:
        day = format_date(game.started_at.date())
        super().__init__("changed_since", f"A game of {day} was changed after it was added. Nothing was undone.")


class AddedAlready(Refused):
    def __init__(self) -> None:
        super().__init__("added_already", "This list was added already.")


def store(club: Club, games: Sequence[PastGame], *, uid: UUID, source: str, by: User, at: datetime) -> Import:
    """Add the games of a list that was read without a fault. Raises AddedAlready, UnusableName.

    If this ends half-way, the import says so, and can be undone.
    """
    names = list(dict.fromkeys(name for game in games for name in game.names))
    try:
        with write_transaction():
            lock_club(club.pk)
            known = known_names(club)
            players = dict(zip(names, players_named(club, names), strict=True))
            joined = {player for name, player in players.items() if name.casefold() not in known}
            done = Import.objects.create(
                club=club, uid=uid, source=source, games=len(games), players=len(joined), by_user=by, at=at
            )
            ImportedPlayer.objects.bulk_create(ImportedPlayer(came_with=done, player=player) for player in joined)
    except IntegrityError as error:
        raise AddedAlready from error
    for some in in_parts(games, AT_ONCE):
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
            ImportedGame.objects.bulk_create(ImportedGame(came_with=done, game=row) for row in rows)
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
    game.apply_result(replay.overruled(game, start(game.rules, game.first_dealer)), entries=0)
    return game


def undo(done: Import, *, by: User, at: datetime) -> list[str]:
    """Delete the games of an import, the latest first, and the players who came with it; the names of those who stay,
    because something names them by now. Interrupted, it can be repeated. Raises ChangedSince.
    """
    games = Game.objects.filter(imported__came_with=done)
    since = GameEvent.objects.filter(game__in=games).exclude(kind=GameEvent.Kind.IMPORTED)
    if changed := games.filter(events__in=since).first() or games.filter(next_game__isnull=False).first():
        raise ChangedSince(changed)
    Import.objects.filter(pk=done.pk, undone_at=None).update(undone_at=at, undone_by=by)
    keys = list(games.order_by("-started_at", "-pk").values_list("pk", flat=True))
    for some in in_parts(keys, AT_ONCE):
        with write_transaction():
            # Games before facts, as everywhere. One that was changed a moment ago stays.
            locked = games.filter(pk__in=some).exclude(events__in=since).select_for_update(of=("self",)).order_by("pk")
            unchanged = list(locked.values_list("pk", flat=True))
            facts.replace_facts(facts.lock_facts(done.club), unchanged, [])
            Game.objects.filter(pk__in=unchanged).delete()
        time.sleep(GAP)
    with write_transaction():
        lock_club(done.club_id)
        came = Player.objects.filter(imported__came_with=done)
        unused = came.filter(seats=None, entries=None, changes=None, also_known_as=None, merged_into=None)
        Player.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()
        return list(came.order_by("name").values_list("name", flat=True))


class GamesForm(ListForm):
    """A list of past games. `new`: its new names are new people. `again`: games that are there already are others."""

    usual = forms.ChoiceField(label="Rules for lines that don’t name any", required=False)
    uid = forms.UUIDField(required=False)
    new = forms.BooleanField(required=False)
    again = forms.BooleanField(required=False)

    def __init__(self, rules: list[RulesSummary], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type] # whatever a form takes
        self.fields["usual"].choices = [(card.key, card.title) for card in rules]  # type: ignore[attr-defined] # of a ChoiceField


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: SignedInRequest, club: Club) -> HttpResponse:
    initial = {"usual": past_games.usual_rules(club).key}
    form = GamesForm(choices(club), request.POST or None, request.FILES or None, initial=initial)
    found, adding = None, []
    if form.is_valid():
        given = form.cleaned_data
        usual = past_games.usual_rules(club, given["usual"])
        try:
            found = past_games.read(club, given["lines"], usual=usual, at=timezone.now())
            adding = [*found.games, *(found.again if given["again"] else [])]
            if "add" in request.POST and adding and not found.wrong:
                if not found.new_names or given["new"]:
                    uid = given["uid"] or uuid4()
                    done = store(club, adding, uid=uid, source=given["source"], by=request.user, at=timezone.now())
                    messages.success(request, _done_text(done))
                    return redirect("archive:games", club.slug)
                form.add_error("new", "Tick this if these are new people; otherwise correct their names below.")
        except Refused as refusal:
            form.add_error("lines", refusal.sentence)
    imports = Import.objects.filter(club=club).select_related("by_user", "undone_by").order_by("-pk")
    imports = imports.annotate(there=Count("imported_games"))[:LATEST]
    context = {
        "club": club,
        "form": form,
        "found": found,
        "adding": adding,
        "can_add": found and not found.wrong and (found.games or found.again),
        "days": sorted(game.started_at for game in adding),
        "uid": uuid4(),
        "imports": imports,
        "example": EXAMPLE,
        "here": "history",
    }
    return render(request, "archive/games.html", context, status=422 if form.errors else 200)


def _done_text(done: Import) -> str:
    text = f"{done.games:,} {plural(done.games, 'game was', 'games were')} added."
    if done.players:
        text += f" {done.players:,} {plural(done.players, 'player is', 'players are')} new."
    return f"{text} Statistics will include them within about a minute."


@for_organiser
@require_POST
def undo_import(request: SignedInRequest, club: Club, import_key: int) -> HttpResponse:
    found = get_object_or_404(Import, club=club, pk=import_key)
    try:
        stay = undo(found, by=request.user, at=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, "The games were removed.")
        if stay:
            messages.info(request, f"Still in the club, because they have played since: {join_list(stay[:20])}.")
    return redirect("archive:games", club.slug)
