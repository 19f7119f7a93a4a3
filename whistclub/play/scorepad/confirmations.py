"""Which hand another side's phone shows for confirmation, and which one is disputed."""

from dataclasses import dataclass

from whistclub.play.actions.confirming import may_answer
from whistclub.play.game_view import GameView
from whistclub.play.text import hands as hand_text


@dataclass(frozen=True, slots=True)
class HandToConfirm:
    """A hand that waits for this phone's confirmation; `more` hands wait after it."""

    entry: int
    text: str
    more: int


@dataclass(frozen=True, slots=True)
class DisputedHand:
    """A hand that another side disputes, until it is corrected or accepted."""

    position: int
    text: str


def hand_to_confirm(view: GameView) -> HandToConfirm | None:
    """The oldest hand that this viewer's side may confirm and that no other side has accepted or disputed."""
    answered = {answer.hand_id for answer in view.entries.confirmations}
    waiting = [
        line
        for line in view.lines
        if line.entry and line.entry.pk not in answered and may_answer(view.game, line.entry, view.viewer)
    ]
    if not waiting:
        return None
    first = waiting[0]
    return HandToConfirm(first.entry.pk, hand_text.numbered(first.number, first.text), len(waiting) - 1)


def disputed_hand(view: GameView) -> DisputedHand | None:
    """The oldest disputed hand: every phone shows it."""
    for line in view.lines:
        if line.entry and line.disputed:
            return DisputedHand(
                line.entry.position, f"{hand_text.numbered(line.number, line.text)} {line.confirmation}."
            )
    return None
