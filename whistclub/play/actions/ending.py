"""An organiser ends a game before its rules do, and lets it go on after all."""

from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.engine.game import sole_leader
from whistclub.engine.options import LimitTie
from whistclub.play.actions import party_games
from whistclub.play.actions.entries import refold
from whistclub.play.actions.lifecycle import require_standalone_game
from whistclub.play.actions.locking import log_event
from whistclub.play.actions.refusals import StalePage
from whistclub.play.models import Game, GameEvent
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction


class ScoreTied(ActionRefused):
    """By these rules nobody can stop at a level score."""

    def __init__(self) -> None:
        super().__init__(
            "level_yet",
            _("The score is level, and by these rules one more hand is played then. Play it, or stop the game."),
        )


def end_now(game: Game, *, by: User, at: datetime) -> None:
    """Let no further hand count: whoever leads has won; level, it is a draw.

    Raises BelongsToParty, NothingPlayed before the first hand and while a bid waits, LevelYet.
    """
    with write_transaction():
        fresh = _own(game)
        if sole_leader(tuple(fresh.totals)) is None and fresh.rules.limit_tie is LimitTie.EXTRA:
            raise ScoreTied
        party_games.end_here(fresh, at=at, by_user=by.pk)


def give_up(game: Game, side: int, *, by: User, at: datetime) -> None:
    """One of two sides concedes a game that goes on. Raises BelongsToParty, PageIsOld for any other game or side."""
    with write_transaction():
        fresh = _own(game)
        if fresh.state != Game.State.RUNNING or fresh.form.sides != 2 or side not in (0, 1):
            raise StalePage
        fresh.conceded_by = side
        log_event(fresh, GameEvent.Kind.CONCEDED, at=at, by_user=by.pk)
        refold(fresh, by_user=by.pk, at=at)


def continue_game(game: Game, *, by: User, at: datetime) -> None:
    """Take back that a game was ended or given up; one that ended by its rules stays so. Raises BelongsToParty."""
    with write_transaction():
        fresh = _own(game)
        if fresh.conceded_by is None and fresh.last_hand is None:
            return
        fresh.conceded_by = None
        fresh.end_after(None)
        log_event(fresh, GameEvent.Kind.GONE_ON, at=at, by_user=by.pk)
        refold(fresh, by_user=by.pk, at=at)


def _own(game: Game) -> Game:
    """The game, locked. Raises BelongsToParty: there its end is said otherwise."""
    fresh = Game.objects.select_for_update().get(pk=game.pk)
    require_standalone_game(fresh)
    return fresh
