"""The small values that pages of a game are drawn from."""

from dataclasses import dataclass

from whistclub.engine.game import Row
from whistclub.engine.scoring import Outcome
from whistclub.play.models import Hand


@dataclass(frozen=True, slots=True)
class Chair:
    """One person at the table, as drawn for this viewer."""

    position: int
    name: str
    side: int
    place: str
    deals: bool

    @property
    def key(self) -> str:
        """What a form sends when this chair is chosen."""
        return str(self.position)


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's box: the number is the picture."""

    side: int
    label: str
    people: str
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """A way to play again: who sits opposite chair 0 then, said with both pairs."""

    partner: int
    said: str
    same: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One hand in the book."""

    hand: Hand
    row: Row
    outcome: Outcome
    bid: str
    result: str
    gains: str
    after: str
    sentence: str
    corrected: bool

    @property
    def kind(self) -> str:
        """How the result is marked: made, failed, or low."""
        if self.outcome.made is None:
            return "low"
        return "made" if self.outcome.made else "failed"

    @property
    def counts(self) -> bool:
        """False for a hand that stands after the end of the game."""
        return self.row.totals is not None
