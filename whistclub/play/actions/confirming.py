"""A phone of another side confirms or disputes a hand. A hand counts whether it is confirmed or not."""

from datetime import datetime
from uuid import UUID

from whistclub.play.actions.locking import lock_game, raise_revision, require_open, uid_conflicts
from whistclub.play.actions.refusals import CannotConfirm, NotAsSeen, UidReused
from whistclub.play.links import PadLink
from whistclub.play.models import Confirmation, EntryRecord, Game
from whistclub.web.transactions import write_transaction


def confirm_hand(link: PadLink, uid: UUID, hand: UUID, *, agrees: bool, seat: int | None, at: datetime) -> Game:
    """Store whether the player on a seat agrees with an entry, named by its uid; the newest confirmation counts.

    The same `uid` again stores nothing new. Raises LinkRevoked, ResultLocked, NotAsSeen (the hand was corrected or
    removed), CannotConfirm for the side that entered it, UidReused.
    """
    with uid_conflicts(uid), write_transaction():
        game = lock_game(link)
        if known := Confirmation.objects.filter(uid=uid, hand__game=game).select_related("hand").first():
            if (known.hand.uid, known.agrees) != (hand, agrees):
                raise UidReused
            return game
        if game.hands.filter(uid=uid).exists():
            raise UidReused
        require_open(game, at)
        found = EntryRecord.objects.filter(game=game, uid=hand, current=True).first()
        if found is None:
            raise NotAsSeen
        if seat is None or not may_confirm(game, found, seat):
            raise CannotConfirm
        Confirmation.objects.create(uid=uid, hand=found, seat=seat, agrees=agrees, at=at)
        raise_revision(game)
        game.save(update_fields=["revision"])
    return game


def may_confirm(game: Game, hand: EntryRecord, seat: int | None) -> bool:
    """Whether this seat is of another side than the phone that entered the hand."""
    if not game.requires_confirmation or hand.is_redeal or seat is None or seat >= game.form.seats:
        return False
    return hand.by_seat is None or game.form.side_of(hand.by_seat) != game.form.side_of(seat)
