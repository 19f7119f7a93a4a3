"""Which hand another side's phone shows for confirmation, and which one is disputed."""

from dataclasses import dataclass
from uuid import UUID

from whistclub.play.actions.confirming import is_entered_on, may_confirm
from whistclub.play.game_view import GameView
from whistclub.play.text import hands as hand_text


@dataclass(frozen=True, slots=True)
class HandToConfirm:
    """A hand that waits for this phone's confirmation; `more` hands wait after it."""

    entry: UUID
    text: str
    more: int


@dataclass(frozen=True, slots=True)
class DisputedHand:
    """A hand that another side disputes, until it is corrected or accepted."""

    position: int
    text: str


def hand_to_confirm(view: GameView, device: str) -> HandToConfirm | None:
    """The oldest hand that this phone, of the viewer's side, may confirm and no other side has accepted or disputed."""
    answered = {answer.hand_id for answer in view.entries.confirmations}
    waiting = [
        (line.entry.uid, line.number, line.text)
        for line in view.lines
        if line.entry
        and line.number is not None
        and line.entry.pk not in answered
        and may_confirm(view.game, line.entry, view.viewer)
        and not is_entered_on(line.entry, device)
    ]
    if not waiting:
        return None
    entry, number, text = waiting[0]
    return HandToConfirm(entry, hand_text.numbered(number, text), len(waiting) - 1)


def disputed_hand(view: GameView) -> DisputedHand | None:
    """The oldest disputed hand: every phone shows it."""
    for line in view.lines:
        if line.entry and line.number is not None and line.disputed:
            return DisputedHand(
                line.entry.position, f"{hand_text.numbered(line.number, line.text)} {line.confirmation}."
            )
    return None
