"""Which hand another side's phone is asked about."""

from dataclasses import dataclass

from whistclub.play.actions.answering import may_answer
from whistclub.play.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Asked:
    """A hand that waits for this phone's answer, in words; `others` wait behind it."""

    hand: int
    said: str
    others: int


def asked(sheet: Sheet) -> Asked | None:
    """The oldest hand that this viewer's side may answer and nobody of another side has answered."""
    answered = {answer.hand_id for answer in sheet.book.answers}
    open_hands = [
        line
        for line in sheet.lines
        if line.hand and line.hand.pk not in answered and may_answer(sheet.game, line.hand, sheet.viewer)
    ]
    if not open_hands:
        return None
    first = open_hands[0]
    return Asked(first.hand.pk, f"{first.number}: {first.sentence}", len(open_hands) - 1)
