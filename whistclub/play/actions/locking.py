"""Shared by all actions at the table: lock the game, tell ids of phones apart, write the log, raise the revision."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F

from whistclub.play.actions.refusals import GameRemoved, LinkRevoked, PadStopped, ResultLocked, UidReused
from whistclub.play.links import PadLink
from whistclub.play.models import Confirmation, EntryRecord, Game, GameEvent, PartyRevision


def lock_game(link: PadLink) -> Game:
    """The game of a link, locked until the transaction ends, so that its checks hold when it is stored.

    Raises LinkRevoked when the link is not the newest of the game, GameRemoved when it is in the bin.
    """
    game = Game.objects.select_for_update().filter(pk=link.game, link_version=link.version).first()
    if game is None:
        raise LinkRevoked
    if game.binned_at is not None:
        raise GameRemoved
    return game


def require_open(game: Game, at: datetime) -> None:
    """Raises ResultLocked, PadStopped. Callers first answer a repeat of an entry that is already saved."""
    if game.locked:
        raise ResultLocked
    if not game.is_of_now(at):
        raise PadStopped(game)


@contextmanager
def uid_conflicts(uid: UUID) -> Iterator[None]:
    """An id that another game holds breaks the unique constraint: raise UidReused."""
    try:
        yield
    except IntegrityError as error:
        if any(model.objects.filter(uid=uid).exists() for model in (EntryRecord, Confirmation)):
            raise UidReused from error
        raise


def log_event(
    game: Game,
    kind: GameEvent.Kind,
    *,
    at: datetime,
    by_seat: int | None = None,
    by_user: int | None = None,
    **data: Any,
) -> None:
    """Append an event to the game's log; which `data` belong to which kind is written at GameEvent."""
    GameEvent.objects.create(
        game=game,
        kind=kind,
        at=at,
        by_seat=game.seat(by_seat),
        by_user_id=by_user,
        data=data,
    )


def raise_revision(game: Game, *, is_result: bool = False) -> None:
    """Let open pages of a game and of its party fetch it again; the caller saves the game.

    `is_result`: the game has a result, or had one before. Actions on a whole party need not call this: they raise the
    revision of the party, which all pages of it hold as well.
    """
    game.revision += 1
    if game.party_code:
        # Whoever changes several games of a party has locked them all before, so nobody waits for another in a ring.
        PartyRevision.objects.filter(pk=game.party_code).update(
            hands=F("hands") + 1, results=F("results") + int(is_result)
        )
