"""Log what another phone delivered for an offline pad."""

from collections.abc import Mapping
from datetime import datetime

from whistclub.play.actions.locking import lock_game, log_event
from whistclub.play.links import PadLink
from whistclub.play.models import GameEvent
from whistclub.web.transactions import write_transaction


def log_delivery(link: PadLink, saved_as: Mapping[str, str], *, by_user: int | None, at: datetime) -> None:
    """Log the entries that came by a code: their uids, each with the uid of what is saved.

    The two differ where another phone had saved the same before. Raises LinkRevoked.
    """
    with write_transaction():
        game = lock_game(link, to_write=False)
        log_event(game, GameEvent.Kind.DELIVERED, at=at, by_user=by_user, saved_as=dict(saved_as))
