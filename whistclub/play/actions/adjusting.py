"""Points that an organiser gives or takes, with a reason, and takes back."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.engine import entries as engine_book
from whistclub.engine.game import last_state
from whistclub.engine.problems import ProblemCode
from whistclub.play import replay
from whistclub.play.actions.entries import refold
from whistclub.play.actions.locking import log_event
from whistclub.play.actions.refusals import StalePage, UidReused
from whistclub.play.models import AdjustmentRecord, Game, GameEvent
from whistclub.play.text import hands as hand_text
from whistclub.play.text.hands import SideNames
from whistclub.web.errors import ActionRefused
from whistclub.web.formatting import join_side
from whistclub.web.transactions import write_transaction


class InvalidAdjustment(ActionRefused):
    """Points that cannot be given or taken so."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("not_an_adjustment", sentence)


def adjust_points(
    game: Game, uid: UUID, points: Sequence[int], reason: str, *, by: User, at: datetime
) -> AdjustmentRecord:
    """Give or take points by side, after the last entry of the book; the game may end, go on or turn by it.

    The same `uid` again stores nothing new. Raises NotAnAdjustment, UidUsed.
    """
    try:
        with write_transaction():
            fresh = Game.objects.select_for_update().get(pk=game.pk)
            if known := fresh.adjustments.filter(uid=uid).first():
                if (known.points, known.reason) != (list(points), reason):
                    raise UidReused
                return known
            _refuse_impossible(fresh, points)
            book = replay.read(fresh)
            if last_state(fresh.rules, fresh.first_dealer, replay.entries(book)).played_on:
                raise InvalidAdjustment(
                    _("Hands were entered after the end of this game, so points would not count. Take them out first.")
                )
            made = AdjustmentRecord.objects.create(
                uid=uid,
                game=fresh,
                after=len(book.complete),
                points=list(points),
                reason=reason,
                by_user=by,
                at=at,
            )
            log_event(fresh, GameEvent.Kind.ADJUSTED, at=at, by_user=by.pk, after=_said(fresh, made))
            refold(fresh, by_user=by.pk, at=at)
    except IntegrityError as error:
        raise UidReused from error
    return made


def take_back(game: Game, adjustment: int, *, by: User, at: datetime) -> None:
    """Let an adjustment count no more; it stays in the history. Raises PageIsOld if the game has no such one now."""
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        found = fresh.adjustments.filter(pk=adjustment, undone_at=None).first()
        if found is None:
            raise StalePage
        found.undone_by, found.undone_at = by, at
        found.save(update_fields=["undone_by", "undone_at"])
        log_event(fresh, GameEvent.Kind.TAKEN_BACK, at=at, by_user=by.pk, before=_said(fresh, found))
        refold(fresh, by_user=by.pk, at=at)


def _refuse_impossible(game: Game, points: Sequence[int]) -> None:
    if game.paper_result is not None:
        raise InvalidAdjustment(_("This result was typed from paper: type it again as it should be."))
    codes = {each.code for each in engine_book.adjustment_problems(engine_book.Adjustment(tuple(points)), game.rules)}
    if ProblemCode.NO_POINTS in codes:
        raise InvalidAdjustment(_("Say how many points to give (7) or to take (−7)."))
    if codes:
        raise InvalidAdjustment(
            _("At most {most} points can be given or taken at once.").format(most=engine_book.MOST_ADJUSTED)
        )


def _said(game: Game, adjustment: AdjustmentRecord) -> str:
    """The sides by their people: the log is read by everybody."""
    seats = [seat.player.name for seat in game.seats.select_related("player")]
    sides: list[SideNames] = [
        SideNames.neutral(join_side(name for seat, name in enumerate(seats) if game.form.side_of(seat) == side))
        for side in range(game.form.sides)
    ]
    return f"{hand_text.points_by_side(adjustment.points, sides)}: {adjustment.reason}"
