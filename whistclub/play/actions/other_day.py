"""Let a game have been on another day: its times move by whole days, by the clocks of the club.

What is logged of it, and when its hands were recorded, stays as it is.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
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


def move_game(game: Game, day: date, *, by: User, at: datetime) -> None:
    """Let a game outside parties have been played on the evening of this day.

    Raises BelongsToParty, GameRemoved, ImpossibleDay.
    """
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        require_standalone_game(fresh)
        if fresh.binned_at is not None:
            raise GameRemoved
        before = evening_of(fresh.started_at, fresh.club)
        if day == before:
            return
        if fresh.state != Game.State.FINISHED and fresh.is_of_now(at):
            # Its phones go on: hands of long ago are often entered so.
            fresh.used_at = at
        move_games([fresh], days_between(before, day, fresh.club, at=at), fresh.club, at=at)
        kind = GameEvent.Kind.MOVED
        log_event(fresh, kind, at=at, by_user=by.pk, before=before.isoformat(), after=day.isoformat())


def days_between(before: date, day: date, club: Club, *, at: datetime) -> timedelta:
    """How far a move to this day goes. Raises ImpossibleDay before `FIRST_DAY` and after the evening of `at`."""
    if day < FIRST_DAY:
        raise ImpossibleDay(f"Choose a day in {FIRST_YEAR} or later.")
    if day > evening_of(at, club):
        raise ImpossibleDay("This day is in the future. Choose the day on which it was played.")
    return day - before


def moved(moment: datetime, days: timedelta, club: Club) -> datetime:
    """A moment so many days later, at the same time by the clocks of the club."""
    zone = ZoneInfo(club.time_zone)
    return (moment.astimezone(zone).replace(tzinfo=None) + days).replace(tzinfo=zone).astimezone(UTC)


def move_games(games: Iterable[Game], days: timedelta, club: Club, *, at: datetime) -> None:
    """Inside a change: move all times of these games, which are locked; statistics learn of it.

    An end that somebody put in long after the game is now at the latest. Raises ImpossibleDay if one would begin after
    `at`.
    """
    games = list(games)
    for game in games:
        game.started_at = moved(game.started_at, days, club)
        if game.started_at > at:
            raise ImpossibleDay(
                "The time of day stays the same, and on this day it is still to come. Choose an earlier day."
            )
        game.finished_at = game.finished_at and min(moved(game.finished_at, days, club), at)
        game.bell_at = game.bell_at and moved(game.bell_at, days, club)
        game.awaits_statistics = True
        game.revision += 1
    fields = ["started_at", "finished_at", "bell_at", "used_at", "awaits_statistics", "revision"]
    Game.objects.bulk_update(games, fields, batch_size=100)
