"""The small values that pages of a game are drawn from."""

from dataclasses import dataclass

from whistclub.play.models import EntryRecord

MOST_DRAWN_STARS = 3


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
    """One side's box: the number is the picture. `more` says what is missing to the target."""

    side: int
    label: str
    people: str
    total: str
    won: bool
    stars: int
    more: str

    @property
    def drawn_stars(self) -> str:
        """One star for each, or their number where they would not fit."""
        return "★" * self.stars if self.stars <= MOST_DRAWN_STARS else f"{self.stars}★"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A way to play again: who sits opposite chair 0 then (0 where nobody does), said with all sides."""

    partner: int
    said: str
    same: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One entry in the book: a hand, cards thrown in, or points adjusted.

    `hand` is its row (None for an adjustment), `number` that of the hand (None where it is none). `kind` is how the
    result is marked: made, failed, low, thrown, adjusted or nothing. `answer` says what the other side's phone said,
    `disputed` whether that it is wrong.
    """

    hand: EntryRecord | None
    number: int | None
    kind: str
    bid: str
    result: str
    gains: str
    remarks: str
    after: str
    sentence: str
    corrected: bool
    counts: bool
    answer: str = ""
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points given or taken that an organiser may take back."""

    key: int
    said: str
