"""Which hand another side's phone shows for confirmation, and which one is disputed."""

from dataclasses import dataclass
from uuid import UUID

from whistclub.play.entries import may_confirm
from whistclub.play.game_view import GameView


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A hand that the pad names above its form; `more` wait for this phone's confirmation after it.

    The `notes` are only for one to confirm: the page that corrects a hand has them.
    """

    entry: UUID
    position: int
    text: str
    notes: str = ""
    more: int = 0


def hand_to_confirm(view: GameView) -> AskedHand | None:
    """The oldest hand that this phone, of the viewer's side, may confirm and no other side has accepted or disputed."""
    answered = {answer.hand_id for answer in view.entries.confirmations}
    waiting = [
        (line, line.entry)
        for line in view.lines
        if line.entry
        and line.number is not None
        and line.entry.pk not in answered
        and may_confirm(view.game, line.entry, view.viewer)
    ]
    if not waiting:
        return None
    line, entry = waiting[0]
    return AskedHand(entry.uid, entry.position, view.brief_text(line), line.notes, len(waiting) - 1)


def disputed_hand(view: GameView) -> AskedHand | None:
    """The oldest disputed hand, until it is corrected or accepted: every phone shows it."""
    for line in view.lines:
        if line.entry and line.number is not None and line.disputed:
            text = f"{view.brief_text(line)} {line.confirmation}."
            return AskedHand(line.entry.uid, line.entry.position, text)
    return None
