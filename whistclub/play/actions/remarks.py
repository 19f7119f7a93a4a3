"""Write a remark on a game, change it, remove it."""

from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.play.actions.locking import log_event, raise_revision
from whistclub.play.models import Game, GameEvent
from whistclub.web.transactions import write_transaction


def change_remark(game: Game, text: str, *, for_all: bool, by: User, at: datetime) -> None:
    """Write a remark, for organisers or `for_all`, in the place of an earlier one; an empty one removes it."""
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        before, after, for_all = fresh.remark, refer(fresh.club_id, text), for_all and bool(text)
        if (after, for_all) == (before, fresh.remark_for_all):
            return
        fresh.remark, fresh.remark_for_all = after, for_all
        raise_revision(fresh)
        fresh.save(update_fields=["remark", "remark_for_all", "revision"])
        kind = GameEvent.Kind(remark_kind(text, for_all=for_all))
        log_event(fresh, kind, at=at, by_user=by.pk, before=before, after=after)


def remark_kind(text: str, *, for_all: bool) -> str:
    """What the log of a game or a party calls the change of a remark, by the new text and who sees it."""
    if not text:
        return "remark_removed"
    return "remark_shown" if for_all else "remark_kept"
