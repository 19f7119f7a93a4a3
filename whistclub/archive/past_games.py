"""A list of past games: read, compared, stored and undone; in pieces, so that hands are saved in between."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import NamedTuple, TypeAlias
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.db.models import F, Max, Min
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.accounts.models import User
from whistclub.archive import lists
from whistclub.archive.models import Import
from whistclub.club.access import SignedInRequest, by_and_at, for_organiser
from whistclub.club.actions import lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.club.names import clean_name, similar_names
from whistclub.club.queries import known_names
from whistclub.engine.game import start
from whistclub.engine.options import DEFAULT_PRESET, options_to_mapping
from whistclub.play import replay
from whistclub.play.models import Game, GameEvent, Seat
from whistclub.play.party_games import require_points
from whistclub.play.statistics import in_batches, learn_after_commit, take_in
from whistclub.rules.queries import choices, default_key
from whistclub.rules.summary import RulesSummary
from whistclub.stats.evening import EVENING_BEGINS, USUAL_TIME, evening_of
from whistclub.stats.models import rules_key
from whistclub.web.errors import Refused
from whistclub.web.fields import FIRST_YEAR
from whistclub.web.formatting import MINUS, number_of, plural
from whistclub.web.transactions import write_transaction

SEATS, SIDES = range(1, 5), range(1, 4)
COLUMNS = {
    "date": ("date", "day", "evening"),
    "time": ("time", "start"),
    "rules": ("rules", "ruleset", "game"),
    **{f"player{seat}": (f"player{seat}", f"name{seat}", f"seat{seat}") for seat in SEATS},
    **{f"points{side}": (f"points{side}", f"score{side}", f"result{side}") for side in SIDES},
}
NEEDED = {"date": "Date", "player1": "Player 1", "player2": "Player 2", "points1": "Points 1", "points2": "Points 2"}
NOT_A_DATE = "Write dates as 2024-02-14, times as 19:30. In a spreadsheet, format the date column as yyyy-mm-dd."
Mark: TypeAlias = tuple[date, tuple[int | str, ...], tuple[int, ...], str]


class PastGame(NamedTuple):
    """A game to be stored, with the names by seat, as typed, and the name of its rules."""

    line: int
    names: tuple[str, ...]
    game: Game
    rules: str


class PastGames(NamedTuple):
    """`again` are games that the club has already, or that an earlier row tells: the same people, result and rules on
    one evening. They may be others. `wrong` are the lines with the same fault. `new_names`, each with those that it is
    similar to. `unused` are columns that mean nothing.
    """

    games: list[PastGame]
    again: list[PastGame]
    wrong: lists.Wrong
    new_names: dict[str, list[str]]
    unused: Collection[str]


def read(club: Club, text: str, *, at: datetime) -> PastGames:
    """Read a list and compare it with what the club has. Raises "wrong_list"."""
    table = lists.read_table(text, COLUMNS)
    if missing := [title for column, title in NEEDED.items() if column not in table.columns]:
        raise lists.wrong(f"The columns need headings. Missing: {', '.join(missing)}.")
    rules = rules_by_name(club)
    known = {folded: player.pk for folded, player in known_names(club).items()}
    found: list[tuple[PastGame, Mark]] = []
    wrong: lists.Wrong = {}
    for line, cells in table.rows:
        try:
            past = _past_game(club, line, cells, rules)
            who = [known.get(name.casefold(), name.casefold()) for name in past.names]
            if past.game.started_at > at:
                raise lists.wrong("This date is in the future.")
            if len(set(who)) < len(who):
                raise lists.wrong("A player stands twice in this line.")
            found.append((past, _mark(past.game, who)))
        except Refused as fault:
            wrong.setdefault(fault.sentence, []).append((line, ", ".join(filter(None, cells.values()))))
    there = _there(club, [past.game.started_at for past, _own in found])
    games: list[PastGame] = []
    again: list[PastGame] = []
    for past, mark in found:
        (again if mark in there else games).append(past)
        there.add(mark)
    names = {name.casefold(): name for past in games for name in past.names}
    new = [name for folded, name in names.items() if folded not in known]
    similar = similar_names(new, [*new, *club.players.values_list("name", flat=True)])
    return PastGames(games, again, wrong, similar, table.unused)


def _there(club: Club, moments: list[datetime]) -> set[Mark]:
    """The finished games of the club between the first and the last of these."""
    if not moments:
        return set()
    within = (min(moments) - timedelta(days=1), max(moments) + timedelta(days=1))
    games = club.games.filter(binned_at=None, state=Game.State.FINISHED, started_at__range=within)
    return {_mark(game, [seat.player_id for seat in game.seats.all()]) for game in games.prefetch_related("seats")}


def _mark(game: Game, who: Collection[int | str]) -> Mark:
    """What two lines of one game have alike. `who` are players by key, or by name if the club does not know them."""
    rules = rules_key(game.preset, game.rules_name)
    return evening_of(game.started_at, game.club), tuple(who), tuple(game.totals), rules


def rules_by_name(club: Club) -> dict[str, RulesSummary]:
    """The rules that a line can name; without a name it is of those that new games start with."""
    cards, usual = choices(club), default_key(club) or DEFAULT_PRESET
    found = {"": next(card for card in cards if card.key == usual)}
    # The club's own are first, and mean their name.
    return found | {" ".join(card.title.casefold().split()): card for card in cards[::-1]}


def _past_game(club: Club, line: int, cells: Mapping[str, str], rules: Mapping[str, RulesSummary]) -> PastGame:
    """A game as statistics and pages expect it: over, with a result from paper. Nobody knows when it ended."""
    card = rules.get(" ".join(cells.get("rules", "").casefold().split()))
    if card is None:
        raise lists.wrong(f"The club has no rules called “{cells['rules']}”. Empty means {rules[''].title}.")
    names = tuple(clean_name(name) for seat in SEATS if (name := cells.get(f"player{seat}", "")))
    if len(names) != card.seats:
        raise lists.wrong(f"This line has {len(names)} names, but {card.title} is for {card.seats} players.")
    moment = _moment(cells["date"], cells.get("time", ""), ZoneInfo(club.time_zone))
    game = Game(
        club=club,
        preset=card.base,
        rules_name=card.title if card.is_own else "",
        options=options_to_mapping(card.rules),
        first_dealer=0,
        # Games of one moment follow each other as their lines do.
        started_at=moment + timedelta(microseconds=line),
        state=Game.State.FINISHED,
        paper_result=_points(cells, card),
        locked=True,
        awaits_statistics=True,
    )
    game.cache_state(replay.overruled(game, start(card.rules, game.first_dealer)))
    return PastGame(line, names, game, card.title)


def _moment(day_typed: str, time_typed: str, zone: ZoneInfo) -> datetime:
    """When a game began. A time after midnight is still of the evening of its date."""
    try:
        day = date.fromisoformat(day_typed.removesuffix(" 00:00:00"))  # as spreadsheets write a date
        at = time.fromisoformat(time_typed.zfill(5)) if time_typed else USUAL_TIME
        is_after_midnight = timedelta(hours=at.hour, minutes=at.minute) < EVENING_BEGINS
        began = datetime.combine(day + timedelta(days=is_after_midnight), at, zone)
    except (ValueError, OverflowError) as error:
        raise lists.wrong(NOT_A_DATE) from error
    if day.year < FIRST_YEAR:
        raise lists.wrong("The year is too early.")
    return began


def _points(cells: Mapping[str, str], card: RulesSummary) -> list[int]:
    """Raises Refused."""
    typed = [cells.get(f"points{side}", "") for side in SIDES]
    sides = card.rules.form.sides
    if not all(typed[:sides]) or any(typed[sides:]):
        raise lists.wrong(f"Write the points of {sides} sides: {card.title} has so many.")
    try:
        points = [int(each.replace(MINUS, "-").replace("–", "-")) for each in typed[:sides]]
    except ValueError as error:
        raise lists.wrong("Write points as whole numbers.") from error
    require_points(card.rules, points)
    return points


def store(club: Club, games: list[PastGame], *, uid: UUID, by: User, at: datetime) -> None:
    """Add the games of a list that was read without a fault. Raises "added_already"."""
    names = list(dict.fromkeys(name for past in games for name in past.names))
    with write_transaction():
        lock_club(club.pk)
        if Import.objects.filter(uid=uid).exists():
            raise Refused("added_already", "This list was added already.")
        known = known_names(club)
        players = dict(zip(names, players_named(club, names), strict=True))
        done = Import.objects.create(club=club, uid=uid, size=len(games), by_user=by, at=at)
        done.players.set({player for name, player in players.items() if name.casefold() not in known})
    for piece in in_batches(games):
        with write_transaction():
            done.games.add(*Game.objects.bulk_create([past.game for past in piece]))
            Seat.objects.bulk_create(
                Seat(game=past.game, position=position, player=players[name])
                for past in piece
                for position, name in enumerate(past.names)
            )
            GameEvent.objects.bulk_create(
                GameEvent(game=past.game, kind=GameEvent.Kind.IMPORTED, data={"line": past.line}, at=at, by_user=by)
                for past in piece
            )
    with write_transaction():
        learn_after_commit(past.game.pk for past in games)


def undo(done: Import, *, by: User, at: datetime) -> int:
    """Delete the games of an import, and the players who came with it; how many games.

    A game stays that was changed since, or that another one follows; a player whom something names by now.
    """
    changed = GameEvent.objects.filter(game__imports=done).exclude(kind=GameEvent.Kind.IMPORTED)
    unchanged = Game.objects.filter(imports=done, next_game=None).exclude(events__in=changed)
    with write_transaction():
        unchanged.update(binned_at=at, binned_by=by, awaits_statistics=True, revision=F("revision") + 1)
    keys = list(done.games.filter(binned_at=at).values_list("pk", flat=True))
    take_in(keys)  # statistics forget them
    for piece in in_batches(keys):
        with write_transaction():
            Game.objects.filter(pk__in=piece).delete()
    with write_transaction():
        Import.objects.filter(pk=done.pk, undone_at=None).update(undone_at=at, undone_by=by)
        unused = done.players.filter(seats=None, entries=None, changes=None, also_known_as=None, merged_into=None)
        Player.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()
    return len(keys)


class GamesForm(lists.ListForm):
    """A list of past games. `again`: those that are there already are others."""

    uid = forms.UUIDField(required=False)
    again = forms.BooleanField(label="These are other games: add them too", required=False)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: SignedInRequest, club: Club) -> HttpResponse:
    form = GamesForm(partial(read, club, at=timezone.now()), request.POST or None, request.FILES or None)
    adding = []
    if form.is_valid():
        given = form.cleaned_data
        adding = [*form.found.games, *(form.found.again if given["again"] else [])]
        adding.sort(key=lambda past: past.game.started_at)
        if form.adds and adding:
            store(club, adding, uid=given["uid"] or uuid4(), **by_and_at(request))
            messages.success(request, f"{number_of(len(adding), 'game was', 'games were')} added.")
            return redirect("archive:games", club.slug)
    imports = Import.objects.filter(club=club).select_related("by_user", "undone_by").order_by("-pk")
    context = {
        "club": club,
        "form": form,
        "found": form.found,
        "adding": adding,
        "by_rules": Counter(past.rules for past in adding).items(),
        "usual": rules_by_name(club)[""],
        "uid": uuid4(),
        "imports": imports.annotate(first=Min("games__started_at"), last=Max("games__started_at"))[:20],
        "here": "history",
    }
    return render(request, "archive/games.html", context, status=422 if form.errors else 200)


@for_organiser
@require_POST
def undo_import(request: SignedInRequest, club: Club, import_key: int) -> HttpResponse:
    found = get_object_or_404(Import, club=club, pk=import_key)
    removed, stay = undo(found, **by_and_at(request)), found.games.count()
    text = f" {stay:,} {plural(stay, 'was', 'were')} changed since, and {plural(stay, 'stays', 'stay')}."
    messages.success(request, f"{number_of(removed, 'game was', 'games were')} removed.{text if stay else ''}")
    return redirect("archive:games", club.slug)
