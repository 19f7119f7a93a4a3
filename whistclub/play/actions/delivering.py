"""Log what another phone delivered for a pad without network."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from whistclub.play.actions.locking import lock_game, log_event
from whistclub.play.links import PadLink
from whistclub.play.models import GameEvent
from whistclub.web.transactions import write_transaction


def log_delivery(link: PadLink, uids: Sequence[UUID], *, by_user: int | None, at: datetime) -> None:
    """Log which entries came by a code: also those that another phone had saved in the same words, under another uid.

    Raises LinkRevoked.
    """
    with write_transaction():
        game = lock_game(link, to_write=False)
        log_event(game, GameEvent.Kind.DELIVERED, at=at, by_user=by_user, uids=[str(uid) for uid in uids])
