"""Let a game have been played on another evening."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.changing import changing, log_event, require_standalone_game
from whistclub.play.models import Game, GameEvent
from whistclub.stats.evening import evening_of
from whistclub.web.errors import Refused
from whistclub.web.fields import FIRST_YEAR

FIRST_DAY = date(FIRST_YEAR, 1, 1)


def move_game(game: Game, day: date, *, by: User, at: datetime) -> None:
    """Let a game outside parties have been played on the evening of this day.

    What is logged of it, and when its hands were recorded, stays. Raises "belongs_to_party", "impossible_day".
    """
    with changing(game, by=by, at=at, uses=False) as fresh:
        require_standalone_game(fresh)
        before = evening_of(fresh.started_at, fresh.club)
        fresh.left_alone = day == before
        if fresh.left_alone:
            return
        if fresh.state != Game.State.FINISHED and fresh.is_of_now(at):
            # Its phones go on: hands of long ago are often entered so.
            fresh.used_at = at
        move_times([fresh], days_between(before, day, fresh.club, at=at), fresh.club, at=at)
        log_event(fresh, GameEvent.Kind.MOVED, by=by, at=at, before=before.isoformat(), after=day.isoformat())


def days_between(before: date, day: date, club: Club, *, at: datetime) -> timedelta:
    """How far a move to this day goes. Raises "impossible_day" before `FIRST_DAY` and after the evening of `at`."""
    if day < FIRST_DAY:
        raise Refused("impossible_day", f"Choose a day in {FIRST_YEAR} or later.", 422)
    if day > evening_of(at, club):
        raise Refused("impossible_day", "This day is in the future. Choose the day on which it was played.", 422)
    return day - before


def moved(moment: datetime, days: timedelta, club: Club) -> datetime:
    """A moment so many days later, at the same time by the clocks of the club."""
    zone = ZoneInfo(club.time_zone)
    return (moment.astimezone(zone).replace(tzinfo=None) + days).replace(tzinfo=zone).astimezone(UTC)


def move_times(games: Iterable[Game], days: timedelta, club: Club, *, at: datetime) -> None:
    """Move all times of these games, and mark them for statistics; saves nothing.

    An end that somebody put in long after the game is now at the latest. Raises "impossible_day" if one would begin
    after `at`.
    """
    for game in games:
        game.started_at = moved(game.started_at, days, club)
        if game.started_at > at:
            sentence = "The time of day stays the same, and on this day it is still to come. Choose an earlier day."
            raise Refused("impossible_day", sentence, 422)
        game.finished_at = game.finished_at and min(moved(game.finished_at, days, club), at)
        game.awaits_statistics = True
