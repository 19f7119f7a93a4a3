"""Let a game have been on another day: its times move by whole days of the club's time zone.

What is logged of it, and when its hands were recorded, stays as it is.
"""

from collections.abc import Container, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.actions.lifecycle import require_standalone_game
from whistclub.play.actions.locking import log_event
from whistclub.play.actions.refusals import GameRemoved, ImpossibleDay
from whistclub.play.models import Game, GameEvent
from whistclub.stats.inputs import FIRST_YEAR, evening_of
from whistclub.web.transactions import write_transaction

FIRST_DAY = date(FIRST_YEAR, 1, 1)
# A game that ends later than this was put right later, and nobody knows when it was over.
LONGEST = timedelta(hours=12)


def move_game(game: Game, day: date, *, by: User, at: datetime) -> date:
    """Let a game outside parties have been played on the evening of this day; returns the day before the change.

    Raises BelongsToParty, GameRemoved, ImpossibleDay.
    """
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        require_standalone_game(fresh)
        if fresh.binned_at is not None:
            raise GameRemoved
        before = evening_of(fresh.started_at, fresh.club)
        if day == before:
            return before
        shift = shift_to(day, fresh.started_at, fresh.club, at=at)
        if fresh.state != Game.State.FINISHED and fresh.is_of_now(at):
            # Its phones go on: hands of long ago are often entered so.
            fresh.used_at = at
        logged = fresh.events.filter(kind=GameEvent.Kind.MOVED).order_by("pk").values_list("data", flat=True)
        stays = [fresh.pk] if move_undone_by(logged, day.isoformat()).get("end_stays") else []
        stays = move_games([fresh], shift, at=at, ends_stay=stays)
        log_move(fresh, before, day, end_stays=fresh.pk in stays, by=by, at=at)
    return before


def shift_to(day: date, began: datetime, club: Club, *, at: datetime) -> timedelta:
    """How far a moment moves to be on the evening of a day, at the same time by the clocks of the club.

    Where clocks were changed there is no such time, or there are two: then it is the nearest, or the first that is on
    that evening. Raises ImpossibleDay before `FIRST_DAY`, after the evening of `at`, and for a day that the club's time
    zone left out.
    """
    if day < FIRST_DAY:
        raise ImpossibleDay.too_early()
    if day > evening_of(at, club):
        raise ImpossibleDay.in_future()
    local = began.astimezone(ZoneInfo(club.time_zone))
    # After midnight it is the next day by the calendar.
    on_calendar = day + (local.date() - evening_of(began, club))
    for fold in (local.fold, 1 - local.fold):
        moved = datetime.combine(on_calendar, local.time(), local.tzinfo).replace(fold=fold).astimezone(UTC)
        if evening_of(moved, club) == day:
            return moved - began
    raise ImpossibleDay.left_out()


def move_undone_by(logged: Iterable[Mapping[str, Any]], day: object) -> Mapping[str, Any]:
    """Of all logged moves, oldest first, the one that a move to this day undoes; {} if it undoes none.

    `day` is written as in "before" and "after".
    """
    left: list[Mapping[str, Any]] = []
    for move in logged:
        if left and left[-1]["before"] == move["after"]:
            left.pop()
        else:
            left.append(move)
    return left[-1] if left and left[-1]["before"] == day else {}


def ended_that_evening(began: datetime, ended: datetime) -> bool:
    """Whether an end is that of play. Long after the beginning it is when somebody put it right, or typed it.

    A clock that was set back says nothing either.
    """
    return timedelta() <= ended - began <= LONGEST


def move_games(games: Iterable[Game], shift: timedelta, *, at: datetime, ends_stay: Container[int] = ()) -> list[int]:
    """Inside a change: move all times of these games, which are locked; statistics learn of it.

    An end that says nothing about that evening stays as it is, and so do those of the games with the keys `ends_stay`.
    Returns the keys of the games whose ends stayed. Raises ImpossibleDay if one would begin or end after `at`.
    """
    moved, stayed = list(games), []
    for game in moved:
        if game.finished_at is not None:
            if ended_that_evening(game.started_at, game.finished_at) and game.pk not in ends_stay:
                game.finished_at += shift
            else:
                stayed.append(game.pk)
        game.started_at += shift
        if game.bell_at is not None:
            game.bell_at += shift
        if max(game.started_at, game.finished_at or game.started_at) > at:
            raise ImpossibleDay.too_late_in_the_day()
        game.awaits_statistics = True
        game.revision += 1
    fields = ["started_at", "finished_at", "bell_at", "used_at", "awaits_statistics", "revision"]
    Game.objects.bulk_update(moved, fields, batch_size=100)
    return stayed


def log_move(game: Game, before: date, after: date, *, end_stays: bool, by: User, at: datetime) -> None:
    """Append the change to the game's log."""
    days = before.isoformat(), after.isoformat()
    kind = GameEvent.Kind.MOVED
    log_event(game, kind, at=at, by_user=by.pk, before=days[0], after=days[1], end_stays=end_stays)
