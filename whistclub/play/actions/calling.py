"""A table calls the organiser; the call is cleared at the table or by an organiser."""

from datetime import datetime

from whistclub.accounts.models import User
from whistclub.play.actions.locking import lock_game, log_event, raise_revision
from whistclub.play.actions.refusals import PadStopped
from whistclub.play.links import PadLink
from whistclub.play.models import Game, GameEvent
from whistclub.web.transactions import write_transaction


def call_organiser(link: PadLink, *, by_seat: int | None, at: datetime) -> None:
    """Call the organiser to the table of a game, whatever its state. Calling again changes nothing.

    Raises LinkRevoked, PadStopped.
    """
    with write_transaction():
        game = lock_game(link)
        if not game.is_of_now(at):
            raise PadStopped(game)
        if game.organiser_called_at is None:
            _set_call(game, at)
            log_event(game, GameEvent.Kind.CALLED, at=at, by_seat=by_seat)


def withdraw_call(link: PadLink, *, by_seat: int | None, at: datetime) -> None:
    """The table no longer needs the organiser. Raises LinkRevoked."""
    with write_transaction():
        _clear(lock_game(link), at=at, by_seat=by_seat)


def answer_call(game: Game, *, by: User, at: datetime) -> None:
    """An organiser has seen to a call."""
    with write_transaction():
        _clear(Game.objects.select_for_update().get(pk=game.pk), at=at, by_user=by.pk)


def _clear(game: Game, *, at: datetime, by_seat: int | None = None, by_user: int | None = None) -> None:
    if game.organiser_called_at is not None:
        _set_call(game, None)
        log_event(game, GameEvent.Kind.CALL_ENDED, at=at, by_seat=by_seat, by_user=by_user)


def _set_call(game: Game, at: datetime | None) -> None:
    game.organiser_called_at = at
    raise_revision(game)
    game.save(update_fields=["organiser_called_at", "revision"])
