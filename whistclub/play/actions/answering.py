"""Another side's phone says of a hand that it is right, or wrong. Unanswered, it counts all the same."""

from datetime import datetime
from uuid import UUID

from whistclub.play.actions.locking import locked
from whistclub.play.actions.refusals import CannotAnswer, PageIsOld, UidUsed
from whistclub.play.links import PadLink
from whistclub.play.models import Answer, Game, Hand
from whistclub.web.writing import writing


def answer_hand(link: PadLink, uid: UUID, hand: int, *, agrees: bool, seat: int | None, at: datetime) -> Game:
    """Keep what the owner of a seat says of an entry; the newest answer counts.

    The same `uid` again stores nothing new. Raises LinkRevoked, ResultClosed, PageIsOld (the hand was corrected or
    taken out), CannotAnswer for whoever may not answer, UidUsed.
    """
    with writing():
        game = locked(link)
        found = Hand.objects.filter(game=game, pk=hand, current=True, tricks__isnull=False).first()
        if found is None:
            raise PageIsOld
        if not may_answer(game, found, seat):
            raise CannotAnswer
        if known := Answer.objects.filter(uid=uid).first():
            if (known.hand_id, known.seat, known.agrees) != (found.pk, seat, agrees):
                raise UidUsed
            return game
        Answer.objects.create(uid=uid, hand=found, seat=seat, agrees=agrees, at=at)
        game.revision += 1
        game.save(update_fields=["revision"])
    return game


def may_answer(game: Game, hand: Hand, seat: int | None) -> bool:
    """Whether this seat is of another side than the phone that entered the hand."""
    if not game.asks_other_side or hand.is_redeal or seat is None or seat >= game.form.seats:
        return False
    return hand.by_seat is None or game.form.side_of(hand.by_seat) != game.form.side_of(seat)
