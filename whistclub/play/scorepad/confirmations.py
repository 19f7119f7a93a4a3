"""Which hand another side's phone is asked about."""

from dataclasses import dataclass

from whistclub.play.actions.confirming import may_answer
from whistclub.play.game_view import GameView


@dataclass(frozen=True, slots=True)
class Asked:
    """A hand that waits for this phone's answer, in words; `others` wait behind it."""

    hand: int
    said: str
    others: int


def asked(sheet: GameView) -> Asked | None:
    """The oldest hand that this viewer's side may answer and nobody of another side has answered."""
    answered = {answer.hand_id for answer in sheet.book.confirmations}
    open_hands = [
        line
        for line in sheet.lines
        if line.hand and line.hand.pk not in answered and may_answer(sheet.game, line.hand, sheet.viewer)
    ]
    if not open_hands:
        return None
    first = open_hands[0]
    return Asked(first.hand.pk, f"{first.number}: {first.sentence}", len(open_hands) - 1)


@dataclass(frozen=True, slots=True)
class Disputed:
    """A hand that another side called wrong, until it is corrected or accepted."""

    place: int
    said: str


def disputed(sheet: GameView) -> Disputed | None:
    """The oldest such hand: every phone is told."""
    for line in sheet.lines:
        if line.hand and line.disputed:
            return Disputed(line.hand.position, f"{line.number}: {line.sentence} {line.answer}.")
    return None
