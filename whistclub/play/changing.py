"""The one way to change a game: lock it, change it, replay it, write its log, raise its revision."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db.models import F

from whistclub.accounts.models import User
from whistclub.play import replay
from whistclub.play.models import Game, GameEvent, PadLink, PartyNow
from whistclub.play.refusals import Closed, LinkGone, pad_stopped
from whistclub.play.statistics import learn_after_commit
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

# An organiser, or the seat of a phone's owner; None for a phone whose owner does not play.
By = User | int | None


@contextmanager
def changing(
    of: Game | PadLink, kind: GameEvent.Kind | None = None, *, by: By, at: datetime, uses: bool = True, **data: Any
) -> Iterator[Game]:
    """The game of a link, or a game, locked; at the end it is replayed, logged as `kind` and stored.

    A block that finds nothing to do sets `game.left_alone`; one that changes nothing of the play does not use the game,
    which keeps its phones writing. Raises LinkGone.
    """
    with write_transaction():
        game = _locked(of)
        before = game.state
        yield game
        if game.left_alone:
            return
        if kind:
            log_event(game, kind, by=by, at=at, **data)
        store(game, before, by=by, at=at, uses=uses)


def store(game: Game, before: str, *, by: By, at: datetime, uses: bool = True) -> None:
    """Inside a transaction: store a locked game, with the result of its entries; `before` was its state.

    A stopped game stays so.
    """
    after = replay.fold(game, replay.read(game))
    game.take(after)
    was_finished = before == Game.State.FINISHED
    if game.state != Game.State.STOPPED:
        game.state = Game.State.FINISHED if after.over else Game.State.RUNNING
        if not after.over:
            game.finished_at = None
            if was_finished:
                log_event(game, GameEvent.Kind.REOPENED, by=by, at=at)
        elif not was_finished:
            game.finished_at = at
            log_event(game, GameEvent.Kind.ENDED, by=by, at=at)
    # A phone that corrects a finished game does not keep its pads open: they stop with the game.
    if uses and (isinstance(by, User) or not (was_finished and game.state == Game.State.FINISHED)):
        game.used_at = at
    is_result = was_finished or game.state != Game.State.RUNNING
    game.awaits_statistics |= was_finished or game.state == Game.State.FINISHED
    game.revision += 1
    game.save()
    if game.awaits_statistics:
        learn_after_commit([game.pk])
    if game.party_code:
        # Whoever changes several games of a party has locked them all before, so nobody waits for another in a ring.
        PartyNow.objects.filter(pk=game.party_code).update(hands=F("hands") + 1, results=F("results") + int(is_result))


def _locked(of: Game | PadLink) -> Game:
    games = Game.objects.select_for_update()
    if isinstance(of, Game):
        found = games.filter(pk=of.pk).first()
    else:
        found = games.filter(pk=of.game, link_version=of.version).first()
    if found is None or found.binned_at is not None:
        raise LinkGone(binned=found is not None)
    return found


def require_open(game: Game, at: datetime) -> None:
    """Raises Closed. Callers first answer a repeat of an entry that is already saved."""
    if game.locked:
        sentence = "The organiser has locked this result. Nothing was changed; ask the organiser to unlock it."
        raise Closed("result_closed", sentence)
    if not game.is_of_now(at):
        raise pad_stopped(game)


def require_standalone_game(game: Game) -> None:
    """The games of a party are started and ended on the party's page."""
    if game.party_code:
        raise Refused("belongs_to_party", "This game belongs to a party. Go to the party’s page to do this.")


def log_event(game: Game, kind: GameEvent.Kind, *, by: By, at: datetime, **data: Any) -> None:
    """Which `data` belong to which kind is written at GameEvent."""
    user, seat = (by, None) if isinstance(by, User) else (None, by)
    GameEvent.objects.create(game=game, kind=kind, at=at, by_user=user, by_seat=game.seat(seat), data=data)
