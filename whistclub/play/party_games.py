"""Actions on the games of a party, inside its transaction: start many, change seats, the bell, paper results, lock."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F

from whistclub.accounts.models import User
from whistclub.engine.game import start
from whistclub.engine.options import RuleOptions, options_to_mapping
from whistclub.engine.scoring import total_limits
from whistclub.play import statistics
from whistclub.play.changing import changing, log_event, store
from whistclub.play.games import end_here
from whistclub.play.models import Game, GameEvent, PartyNow, Seat
from whistclub.web.errors import Refused
from whistclub.web.fields import values_of

MOST_POINTS = 999
MOST_STARS = 99


def start_games(
    tables: Mapping[int, Sequence[int]], top: RuleOptions, below: RuleOptions, *, by: User, at: datetime, **shared: Any
) -> list[Game]:
    """Start one game for each table (by number), the top table first; it has its players' keys by chair, clockwise.

    `top` are the rules of the top table, `below` those of the others; `shared` is what all these games have alike.
    """
    games = [
        Game(table_number=table, options=options_to_mapping(below if place else top), started_at=at, **shared)
        for place, table in enumerate(tables)
    ]
    for game in games:
        game.cache_state(start(game.rules, game.first_dealer))
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player_id=player)
        for game, players in zip(games, tables.values(), strict=True)
        for position, player in enumerate(players)
    )
    GameEvent.objects.bulk_create(
        GameEvent(game=game, kind=GameEvent.Kind.STARTED, at=at, by_user=by) for game in games
    )
    return games


def reseat(changes: Mapping[tuple[int, int], int], *, by: User, at: datetime) -> None:
    """Put players on chairs: {(game, position): player}. Hands belong to chairs and stay there."""
    games = {game.pk: game for game in _held({game for game, _position in changes})}
    before = {pk: _seated(game) for pk, game in games.items()}
    for key, position in changes:
        Seat.objects.filter(game=key, position=position).delete()
    Seat.objects.bulk_create(
        Seat(game=games[game], position=position, player_id=player) for (game, position), player in changes.items()
    )
    for pk, game in games.items():
        log_event(game, GameEvent.Kind.RESEATED, at=at, by=by, before=before[pk], after=_seated(game))
    statistics.note_changes(games)


def tell(party_code: str, **values: Any) -> None:
    """Set what is true at all tables of a party: its timer, its message, whether statistics leave it out.

    The timer runs to `bell_at`, or is paused with `seconds_left`; with neither it is off.
    """
    PartyNow.objects.filter(pk=party_code).update(**values, revision=F("revision") + 1)
    games = Game.objects.filter(party_code=party_code)
    if "bell_at" in values:
        # Games still in progress after an earlier bell wait for the new one.
        now = PartyNow.objects.get(pk=party_code)
        if now.ends_games:
            waiting = games.filter(round_number=now.round_number, state=Game.State.RUNNING)
            waiting.update(last_position=None, last_hand=None, revision=F("revision") + 1)
    if "excluded" in values:
        statistics.note_changes(games.values_list("pk", flat=True))


def restore(
    games: Mapping[int, Mapping[str, Any]], seats: Mapping[tuple[int, int], int], *, by: User, at: datetime
) -> None:
    """Give games the values of these fields again (as JSON holds them), and seats their players. Hands stay.

    Only what decides a result is taken from there; the result follows from it and from the hands.
    """
    for game in _held(games):
        for name, value in values_of(Game, games[game.pk]).items():
            setattr(game, name, value)
        store(game, game.state, by=by, at=at)
    if seats:
        reseat(seats, by=by, at=at)
    statistics.note_changes(games)


def end_table(game: Game, *, by: User, at: datetime) -> None:
    with changing(game, by=by, at=at) as fresh:
        end_here(fresh, "count it as a draw", by=by, at=at)


def let_phones_write(party_code: str, *, at: datetime) -> None:
    """The evening goes on: the phones at its tables may change their games again, as after their end."""
    Game.objects.filter(party_code=party_code).update(used_at=at, revision=F("revision") + 1)


def type_result(
    game: Game, points: Sequence[int], stars: Sequence[int] | None = None, *, by: User, at: datetime
) -> None:
    """Enter the sides' points from paper, and their stars, and lock the result. The game must be held.

    Without stars it keeps those that a pad saved. Raises "not_a_score".
    """
    if len(points) != game.form.sides:
        raise Refused("not_a_score", "Enter the points of both sides.", 422)
    require_points(game.frozen_rules, points)
    if stars is not None and (len(stars) != len(points) or not all(0 <= each <= MOST_STARS for each in stars)):
        raise Refused("not_a_score", "Enter the stars of both sides.", 422)
    state_before, points_before = game.state, game.totals
    game.paper_result, game.locked = list(points), True
    game.paper_stars = list(game.stars if stars is None else stars)
    if game.state == Game.State.STOPPED:
        game.state = Game.State.RUNNING
    log_event(game, GameEvent.Kind.PAPER_RESULT, at=at, by=by, before=points_before, after=game.paper_result)
    store(game, state_before, by=by, at=at)


def require_points(rules: RuleOptions, points: Sequence[int]) -> None:
    """Raises "not_a_score"."""
    if any(abs(each) > MOST_POINTS for each in points):
        raise Refused("not_a_score", "Points can have at most three digits.", 422)
    least, most = total_limits(rules)
    if least is not None and min(points) < least:
        raise Refused("not_a_score", "Scores can’t go below zero in these rules.", 422)
    if most is not None and max(points) > most:
        sentence = f"{max(points)} points are more than this game allows ({most} at most)."
        raise Refused("not_a_score", sentence, 422)


def lock_results(games: Iterable[Game], *, by: User, at: datetime) -> None:
    """Lock results: phones can view them but not change them. Locked ones are left alone."""
    open_games = [game for game in games if not game.locked]
    Game.objects.filter(pk__in=[game.pk for game in open_games]).update(locked=True, revision=F("revision") + 1)
    GameEvent.objects.bulk_create(
        GameEvent(game=game, kind=GameEvent.Kind.LOCKED, at=at, by_user=by) for game in open_games
    )


def reopen_result(game: Game, *, by: User, at: datetime) -> None:
    """Unlock a result: phones enter and correct hands again; a paper result or an early end no longer counts."""
    with changing(game, by=by, at=at) as fresh:
        before = {} if fresh.paper_result is None else {"before": fresh.paper_result}
        fresh.locked, fresh.ended_early, fresh.last_position = False, False, None
        fresh.paper_result = fresh.paper_stars = None
        if fresh.state == Game.State.STOPPED:
            fresh.state = Game.State.RUNNING
        log_event(fresh, GameEvent.Kind.UNLOCKED, at=at, by=by, **before)


def abandon_games(games: Iterable[Game], *, by: User, at: datetime) -> None:
    """Leave games without a result of their own; they are locked, and their hands stay."""
    for game in _held(game.pk for game in games):
        before, game.state, game.finished_at, game.locked = game.state, Game.State.STOPPED, at, True
        log_event(game, GameEvent.Kind.STOPPED, at=at, by=by)
        store(game, before, by=by, at=at, counts_as_use=False)


def delete_games(games: Iterable[int]) -> None:
    """Delete games with everything in them: those of a rehearsal, or one that has just begun."""
    Game.objects.filter(pk__in=list(games)).delete()


def forget(party_code: str) -> None:
    PartyNow.objects.filter(pk=party_code).delete()


def _held(games: Iterable[int]) -> list[Game]:
    return list(Game.objects.select_for_update().filter(pk__in=list(games)).order_by("pk"))


def _seated(game: Game) -> list[int]:
    return list(game.seats.order_by("position").values_list("player", flat=True))
