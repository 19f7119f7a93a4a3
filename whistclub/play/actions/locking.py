"""What every action at the table begins and ends with."""

from datetime import datetime

from whistclub.play.actions.refusals import LinkRevoked, ResultClosed
from whistclub.play.links import PadLink
from whistclub.play.models import Game, GameEvent


def lock_game(link: PadLink, *, to_write: bool = True) -> Game:
    """The game of a link, locked until the transaction ends, so that its checks hold when it is stored.

    Raises LinkRevoked when the link is no longer the game's newest, ResultClosed when phones may only look.
    """
    try:
        game = Game.objects.select_for_update().get(pk=link.game, link_version=link.version)
    except Game.DoesNotExist as error:
        raise LinkRevoked from error
    if to_write:
        require_open(game)
    return game


def require_open(game: Game) -> None:
    """Raises ResultClosed when phones may only look. An entry that is in the book already is answered before."""
    if game.locked:
        raise ResultClosed


def log_event(
    game: Game,
    kind: GameEvent.Kind,
    *,
    at: datetime,
    by_seat: int | None = None,
    by_user: int | None = None,
    before: str = "",
    after: str = "",
) -> None:
    """Put a line into the game's log, with what was and what is now where that can be said."""
    GameEvent.objects.create(
        game=game,
        kind=kind,
        at=at,
        by_seat=game.seat(by_seat),
        by_user_id=by_user,
        before=before[:200],
        after=after[:200],
    )
