"""Give or deduct points with a reason, and undo that."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.engine import entries as engine_entries
from whistclub.engine.game import last_state
from whistclub.engine.problems import ProblemCode
from whistclub.play import replay
from whistclub.play.actions.entries import replay_and_store
from whistclub.play.actions.locking import log_event
from whistclub.play.actions.refusals import StalePage, UidReused
from whistclub.play.models import AdjustmentRecord, Game, GameEvent
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction


class InvalidAdjustment(ActionRefused):
    """Points that cannot be given or deducted."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("not_an_adjustment", sentence)


def adjust_points(
    game: Game, uid: UUID, points: Sequence[int], reason: str, *, by: User, at: datetime
) -> AdjustmentRecord:
    """Give or deduct points by side, after the last entry; the game may end, go on, or change its winner.

    The same `uid` again stores nothing new. Raises InvalidAdjustment, UidReused.
    """
    try:
        with write_transaction():
            fresh = Game.objects.select_for_update().get(pk=game.pk)
            reason = refer(fresh.club_id, reason)
            if known := fresh.adjustments.filter(uid=uid).first():
                if (known.points, known.reason) != (list(points), reason):
                    raise UidReused
                return known
            _refuse_impossible(fresh, points)
            entries = replay.read(fresh)
            if last_state(fresh.rules, fresh.first_dealer, replay.entries(entries)).played_on:
                raise InvalidAdjustment(
                    "Hands were entered after the end of this game, so an adjustment would not count. Undo those "
                    "hands first."
                )
            made = AdjustmentRecord.objects.create(
                uid=uid,
                game=fresh,
                after=len(entries.current_entries),
                points=list(points),
                reason=reason,
                by_user=by,
                at=at,
            )
            log_event(fresh, GameEvent.Kind.ADJUSTED, at=at, by_user=by.pk, points=made.points, reason=reason)
            replay_and_store(fresh, by_user=by.pk, at=at)
    except IntegrityError as error:
        raise UidReused from error
    return made


def undo_adjustment(game: Game, adjustment: int, *, by: User, at: datetime) -> None:
    """Let an adjustment no longer count; it stays in the history. Raises StalePage if the game has no such one now."""
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        found = fresh.adjustments.filter(pk=adjustment, undone_at=None).first()
        if found is None:
            raise StalePage
        found.undone_by, found.undone_at = by, at
        found.save(update_fields=["undone_by", "undone_at"])
        kind = GameEvent.Kind.ADJUSTMENT_UNDONE
        log_event(fresh, kind, at=at, by_user=by.pk, points=found.points, reason=found.reason)
        replay_and_store(fresh, by_user=by.pk, at=at)


def _refuse_impossible(game: Game, points: Sequence[int]) -> None:
    if game.paper_result is not None:
        raise InvalidAdjustment("This result was entered from paper. Enter the corrected result instead.")
    codes = {
        each.code for each in engine_entries.adjustment_problems(engine_entries.Adjustment(tuple(points)), game.rules)
    }
    if ProblemCode.NO_POINTS in codes:
        raise InvalidAdjustment("Enter the points to give (7) or deduct (−7).")
    if codes:
        raise InvalidAdjustment(f"At most {engine_entries.MOST_ADJUSTED} points can be given or deducted at once.")
