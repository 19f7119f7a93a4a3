"""What a party does to the games of its tables: start many at once, change seats, ring the bell, take paper results.

Called inside the party's own transaction, but for what the people at a table do themselves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player
from whistclub.engine.game import start
from whistclub.engine.options import RuleOptions, options_to_mapping
from whistclub.engine.scoring import total_limits
from whistclub.play import replay
from whistclub.play.actions import statistics
from whistclub.play.actions.locking import lock_game, log_event
from whistclub.play.actions.refusals import NothingPlayed, StalePage
from whistclub.play.links import PadLink
from whistclub.play.models import Game, GameEvent, Seat
from whistclub.web.errors import ActionRefused
from whistclub.web.formatting import format_score
from whistclub.web.transactions import write_transaction

MOST_POINTS = 999


class InvalidScore(ActionRefused):
    """Points typed from paper that no table can have."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("not_a_score", sentence)


@dataclass(frozen=True, slots=True)
class PartyGameRules:
    """What all games of a round are played by."""

    preset: str
    options: RuleOptions
    party_code: str
    round_number: int
    rules_name: str = ""
    requires_confirmation: bool = False
    excluded_with_party: bool = False


def start_games(
    club: Club, rules: PartyGameRules, tables: Sequence[Sequence[int]], *, first_dealer: int, by: User, at: datetime
) -> list[Game]:
    """Begin one game for each table, from the top down; a table is its players' keys by chair, clockwise."""
    mapping = options_to_mapping(rules.options)
    games = [
        Game(
            club=club,
            preset=rules.preset,
            rules_name=rules.rules_name,
            options=mapping,
            requires_confirmation=rules.requires_confirmation,
            excluded_with_party=rules.excluded_with_party,
            first_dealer=first_dealer,
            started_at=at,
            party_code=rules.party_code,
            round_number=rules.round_number,
            table_number=number,
        )
        for number, _players in enumerate(tables, start=1)
    ]
    for game in games:
        game.apply_result(start(game.rules, first_dealer), entries=0)
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(game=game, position=position, player_id=player)
        for game, players in zip(games, tables, strict=True)
        for position, player in enumerate(players)
    )
    GameEvent.objects.bulk_create(
        GameEvent(game=game, kind=GameEvent.Kind.STARTED, at=at, by_user=by) for game in games
    )
    return games


def reseat(changes: Mapping[tuple[int, int], int], *, by: User, at: datetime) -> None:
    """Put players on chairs: {(game, position): player}. Hands belong to chairs, so they follow without a change."""
    games = {game.pk: game for game in _locked({game for game, _position in changes})}
    before = {pk: _seated(game) for pk, game in games.items()}
    for game, position in changes:
        Seat.objects.filter(game=game, position=position).delete()
    Seat.objects.bulk_create(
        Seat(game_id=game, position=position, player_id=player) for (game, position), player in changes.items()
    )
    for pk, game in games.items():
        _raise(game)
        log_event(game, GameEvent.Kind.RESEATED, at=at, by_user=by.pk, before=before[pk], after=_seated(game))
    statistics.sync_statistics(games)


def set_bell(games: Iterable[int], bell_at: datetime | None) -> None:
    """Let the bell of these games ring at a moment; None for none. One that is over hears it if it is opened again.

    A game that goes on after an earlier bell waits for the new one.
    """
    found = Game.objects.filter(pk__in=list(games))
    found.update(bell_at=bell_at, revision=F("revision") + 1)
    found.filter(state=Game.State.RUNNING).update(last_hand=None)


def end_here(game: Game, *, at: datetime, by_user: int | None = None, by_seat: int | None = None) -> Game:
    """Let no further hand count: the side that leads wins; level, the rules say whether one more is played.

    Does nothing to a game that is over. Raises NothingPlayed before the first hand and while a bid waits.
    """
    game = _locked([game.pk])[0]
    if game.state != Game.State.RUNNING:
        return game
    if game.hands_scored == 0 or replay.read(game).waiting:
        raise NothingPlayed
    game.end_after(game.hands_scored)
    _refold(game, at)
    log_event(game, GameEvent.Kind.LAST_HAND, at=at, by_user=by_user, by_seat=by_seat, after=str(game.hands_scored))
    return game


def end_after_bell(link: PadLink, *, by_seat: int | None, at: datetime) -> Game:
    """The people of a table say that they are done: the bell rang between two hands.

    Raises LinkRevoked, ResultClosed, NothingPlayed, PageIsOld before the bell.
    """
    with write_transaction():
        game = lock_game(link)
        if game.state == Game.State.RUNNING and not game.bell_has_rung(at):
            raise StalePage
        return end_here(game, at=at, by_seat=by_seat)


def type_result(game: Game, points: Sequence[int], *, by: User, at: datetime) -> Game:
    """Take the sides' points as they stood on paper, and close the result. Raises NotAScore."""
    if len(points) != game.form.sides:
        raise InvalidScore(_("Type the points of both sides."))
    if any(abs(each) > MOST_POINTS for each in points):
        raise InvalidScore(_("Points have three digits at most."))
    game = _locked([game.pk])[0]
    _refuse_impossible(points, game.rules)
    before = _points(game)
    game.paper_result = list(points)
    game.locked = True
    _refold(game, at)
    log_event(game, GameEvent.Kind.PAPER, at=at, by_user=by.pk, before=before, after=_points(game))
    return game


def lock_results(games: Iterable[Game], *, by: User, at: datetime) -> None:
    """Let phones only look at these results. Says nothing where they are closed already."""
    open_games = [game for game in games if not game.locked]
    Game.objects.filter(pk__in=[game.pk for game in open_games]).update(locked=True, revision=F("revision") + 1)
    GameEvent.objects.bulk_create(
        GameEvent(game=game, kind=GameEvent.Kind.CLOSED, at=at, by_user=by) for game in open_games
    )


def reopen_result(game: Game, *, by: User, at: datetime) -> Game:
    """Let phones enter and correct hands again; what was typed from paper or ended early counts no more."""
    game = _locked([game.pk])[0]
    before = _points(game) if game.paper_result is not None else ""
    game.locked = False
    game.paper_result = None
    game.end_after(None)
    if game.state == Game.State.STOPPED:
        game.state = Game.State.RUNNING
    _refold(game, at)
    log_event(game, GameEvent.Kind.OPENED, at=at, by_user=by.pk, before=before)
    return game


def stop_games(games: Iterable[Game], *, by: User, at: datetime) -> None:
    """Leave games without a result of their own; they are closed, and their hands stay."""
    for game in _locked(game.pk for game in games):
        game.state = Game.State.STOPPED
        game.finished_at = at
        game.locked = True
        game.save(update_fields=["state", "finished_at", "locked"])
        _raise(game)
        log_event(game, GameEvent.Kind.STOPPED, at=at, by_user=by.pk)
        statistics.sync_statistics([game.pk])


def delete_games(games: Iterable[int]) -> None:
    """Take made-up games away with all they hold."""
    keys = list(games)
    for game in Game.objects.filter(pk__in=keys):
        game.hands.update(replaces=None)
    Game.objects.filter(pk__in=keys).delete()


def players_of(game: Game) -> list[Player]:
    """The people on the chairs, clockwise from the first."""
    return [seat.player for seat in game.seats.select_related("player").order_by("position")]


def _refuse_impossible(points: Sequence[int], rules: RuleOptions) -> None:
    """Raises InvalidScore for points that these rules cannot bring."""
    least, most = total_limits(rules)
    if least is not None and min(points) < least:
        raise InvalidScore(_("By these rules nobody has less than nil."))
    if most is not None and max(points) > most:
        raise InvalidScore(
            _("{points} points are more than this game can have: {most} at most.").format(points=max(points), most=most)
        )


def _locked(games: Iterable[int]) -> list[Game]:
    return list(Game.objects.select_for_update().filter(pk__in=list(games)).order_by("pk"))


def _refold(game: Game, at: datetime) -> None:
    """Fold the game anew and keep what it says, with the state that follows."""
    book = replay.read(game)
    result = replay.fold(game, book)
    game.apply_result(result, entries=len(book.complete))
    if game.state != Game.State.STOPPED or game.paper_result is not None:
        game.state = Game.State.FINISHED if result.over else Game.State.RUNNING
        game.finished_at = (game.finished_at or at) if result.over else None
    game.revision = F("revision") + 1
    game.save()
    game.refresh_from_db(fields=["revision"])
    statistics.sync_statistics([game.pk])


def _raise(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)


def _points(game: Game) -> str:
    return format_score(game.totals)


def _seated(game: Game) -> str:
    return ", ".join(player.name for player in players_of(game))
