"""What is done to a game besides its hands: end it early, adjust points, replace its link, move it to another day …"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.club.queries import refer
from whistclub.engine.game import sole_leader
from whistclub.engine.options import LimitTie
from whistclub.play import replay
from whistclub.play.changing import (
    By,
    changing,
    log_event,
    pad_stopped,
    page_is_old,
    require_open,
    require_standalone_game,
)
from whistclub.play.models import AdjustmentRecord, Game, GameEvent, PadLink
from whistclub.stats.evening import evening_of
from whistclub.web.errors import Refused
from whistclub.web.fields import FIRST_YEAR

Kind = GameEvent.Kind
FIRST_DAY = date(FIRST_YEAR, 1, 1)


def change_first_dealer(of: Game | PadLink, dealer: int, *, by: By, at: datetime) -> Game:
    """Let another person deal first, while no hand is entered: at a table of a party the people cut.

    Raises LinkGone, Closed; "dealer_is_fixed", "page_is_old" for a seat that does not exist.
    """
    with changing(of, by=by, at=at) as game:
        if not isinstance(by, User):
            require_open(game, at)
        if game.entries.filter(current=True).exists() or game.state != Game.State.RUNNING:
            raise Refused("dealer_is_fixed", "Hands have been entered, so the first dealer can no longer be changed.")
        if game.seat(dealer) is None:
            raise page_is_old()
        before, game.first_dealer = game.first_dealer, dealer
        game.left_alone = before == dealer
        if not game.left_alone:
            players = dict(game.seats.values_list("position", "player"))
            log_event(game, Kind.DEALER_CHANGED, by=by, at=at, before=[players[before]], after=[players[dealer]])
    return game


def end_without_result(game: Game, *, by: User, at: datetime) -> None:
    """End a game in progress without a winner; its hands stay. Does nothing to any other. Raises "belongs_to_party"."""
    with changing(game, Kind.STOPPED, by=by, at=at) as fresh:
        require_standalone_game(fresh)
        fresh.left_alone = fresh.state != Game.State.RUNNING
        fresh.state, fresh.finished_at = Game.State.STOPPED, at


def end_now(game: Game, *, by: User, at: datetime) -> None:
    """Let no further hand count: the leading side has won; a tie is a draw where the rules do not play on.

    Raises "belongs_to_party", "nothing_played" before the first hand, "level_yet".
    """
    with changing(game, by=by, at=at) as fresh:
        require_standalone_game(fresh)
        end_here(fresh, "end it without a result", by=by, at=at)


def end_here(game: Game, otherwise: str, *, by: By, at: datetime) -> None:
    """Inside a change: let no further hand count. The leading side wins; a tie is a draw, unless the rules play on.

    Does nothing to a finished game. Raises "nothing_played" before the first hand; "level_yet", which says what can be
    done `otherwise`.
    """
    game.left_alone = game.state != Game.State.RUNNING
    if game.left_alone:
        return
    sheet = replay.read(game)
    hands = [entry.position for entry in sheet.current_entries if not entry.is_redeal]
    if not hands:
        raise Refused("nothing_played", "Enter the hand you are playing before you end the game.")
    if sole_leader(tuple(game.totals)) is None and game.rules.limit_tie is LimitTie.EXTRA:
        sentence = "If tied, these rules require more hands until one side is ahead."
        raise Refused("level_yet", f"{sentence} Play on, or {otherwise}.")
    game.last_position = hands[-1]
    game.ended_early = True
    log_event(game, Kind.ENDED_EARLY, by=by, at=at, hand=len(hands))


def end_after_bell(link: PadLink, *, by_seat: int | None, at: datetime) -> Game:
    """The players end their game: the bell rang between two hands.

    Raises LinkGone, Closed; "nothing_played", "level_yet", "page_is_old" before the bell.
    """
    with changing(link, by=by_seat, at=at) as game:
        require_open(game, at)
        if game.state == Game.State.RUNNING and not game.bell_has_rung(at):
            raise page_is_old()
        end_here(game, "ask the organiser", by=by_seat, at=at)
    return game


def concede(game: Game, side: int, *, by: User, at: datetime) -> None:
    """One of two sides concedes a game in progress. Raises "belongs_to_party"; "page_is_old" for any other."""
    with changing(game, Kind.CONCEDED, by=by, at=at, side=side) as fresh:
        require_standalone_game(fresh)
        if fresh.state != Game.State.RUNNING or fresh.form.sides != 2 or side not in (0, 1):
            raise page_is_old()
        fresh.conceded_by = side


def continue_game(game: Game, *, by: User, at: datetime) -> None:
    """Undo an early end of any kind; a game that its rules ended stays finished. Raises "belongs_to_party"."""
    with changing(game, Kind.CONTINUED, by=by, at=at) as fresh:
        require_standalone_game(fresh)
        stopped = fresh.state == Game.State.STOPPED
        fresh.left_alone = not stopped and fresh.conceded_by is None and fresh.last_position is None
        fresh.state = Game.State.RUNNING if stopped else fresh.state
        fresh.conceded_by, fresh.last_position, fresh.ended_early = None, None, False


def adjust_points(game: Game, points: Sequence[int], reason: str, *, by: User, at: datetime) -> AdjustmentRecord:
    """Give or deduct points by side, after the last entry; the game may end, go on, or change its winner.

    Raises "not_an_adjustment".
    """
    with changing(game, by=by, at=at) as fresh:
        if fresh.paper_result is not None:
            sentence = "This result was entered from paper. Enter the corrected result instead."
            raise Refused("not_an_adjustment", sentence, 422)
        if not any(points):
            raise Refused("not_an_adjustment", "Enter the points to give (7) or deduct (−7).", 422)
        after, reason = replay.read(fresh).next_position - 1, refer(fresh.club_id, reason)
        made = fresh.adjustments.create(after=after, points=list(points), reason=reason, by_user=by, at=at)
        log_event(fresh, Kind.ADJUSTED, by=by, at=at, points=made.points, reason=reason)
    return made


def undo_adjustment(game: Game, adjustment: int, *, by: User, at: datetime) -> None:
    """Let an adjustment no longer count; it stays in the history. Raises "page_is_old" if there is no such one now."""
    with changing(game, by=by, at=at) as fresh:
        found = fresh.adjustments.filter(pk=adjustment, undone_at=None).first()
        if found is None:
            raise page_is_old()
        found.undone_by, found.undone_at = by, at
        found.save(update_fields=["undone_by", "undone_at"])
        log_event(fresh, Kind.ADJUSTMENT_UNDONE, by=by, at=at, points=found.points, reason=found.reason)


def renew_link(game: Game, *, by: User, at: datetime) -> None:
    """Make every score pad link handed out so far invalid; the game's page shows the new one."""
    with changing(game, Kind.LINK_RENEWED, by=by, at=at) as fresh:
        fresh.link_version += 1


def open_pads(game: Game, *, by: User, at: datetime) -> None:
    """Let the phones at the table change a game whose pads have stopped. Does nothing to any other game."""
    with changing(game, Kind.PADS_OPENED, by=by, at=at) as fresh:
        fresh.left_alone = fresh.is_of_now(at)


def call_organiser(link: PadLink, *, by_seat: int | None, at: datetime) -> None:
    """Call the organiser to the table of a game, whatever its state. Calling again changes nothing. Raises Closed."""
    with changing(link, Kind.CALLED, by=by_seat, at=at, counts_as_use=False) as game:
        if not game.is_of_now(at):
            raise pad_stopped(game)
        game.left_alone = game.organiser_called_at is not None
        game.organiser_called_at = at


def clear_call(of: Game | PadLink, *, by: By, at: datetime) -> None:
    """The table no longer needs the organiser, or an organiser has seen to it."""
    with changing(of, Kind.CALL_ENDED, by=by, at=at, counts_as_use=False) as game:
        game.left_alone = game.organiser_called_at is None
        game.organiser_called_at = None


def set_excluded(game: Game, *, excluded: bool, by: User, at: datetime) -> None:
    kind = Kind.EXCLUDED if excluded else Kind.INCLUDED
    with changing(game, kind, by=by, at=at, counts_as_use=False) as fresh:
        fresh.left_alone = fresh.excluded_from_statistics == excluded
        fresh.excluded_from_statistics, fresh.awaits_statistics = excluded, True


def change_remark(game: Game, text: str, *, for_all: bool, by: User, at: datetime) -> None:
    with changing(game, by=by, at=at, counts_as_use=False) as fresh:
        before, after, for_all = fresh.remark, refer(fresh.club_id, text), for_all and bool(text)
        fresh.left_alone = (after, for_all) == (before, fresh.remark_for_all)
        fresh.remark, fresh.remark_for_all = after, for_all
        if not fresh.left_alone:
            log_event(fresh, Kind(remark_kind(text, for_all=for_all)), by=by, at=at, before=before, after=after)


def remark_kind(text: str, *, for_all: bool) -> str:
    """What the log of a game or a party calls the change of a remark, by the new text and who sees it."""
    if not text:
        return "remark_removed"
    return "remark_shown" if for_all else "remark_kept"


# Played on another evening


def move_game(game: Game, day: date, *, by: User, at: datetime) -> None:
    """Let a game outside parties have been played on the evening of this day.

    What is logged of it, and when its hands were recorded, stays. Raises "belongs_to_party", "impossible_day".
    """
    with changing(game, by=by, at=at, counts_as_use=False) as fresh:
        require_standalone_game(fresh)
        before = evening_of(fresh.started_at, fresh.club)
        fresh.left_alone = day == before
        if fresh.left_alone:
            return
        if fresh.state != Game.State.FINISHED and fresh.is_of_now(at):
            # Its phones go on: hands of long ago are often entered so.
            fresh.used_at = at
        move_times([fresh], days_between(before, day, fresh.club, at=at), fresh.club, at=at)
        log_event(fresh, Kind.MOVED, by=by, at=at, before=before.isoformat(), after=day.isoformat())


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
