"""The record of one hand: what was bid, the tricks, and what is noted beside them."""

from dataclasses import dataclass
from enum import StrEnum

from whistclub.engine.options import RuleOptions, TableFormat

TRICKS_IN_HAND = 13  # 52 cards in 13 tricks; so too with two and three players (RULES.md §1.1, §1.2)
GRAND_DIX_TRICKS = 7  # the soloist must win the first seven (Pagat, Askov)


class Contract(StrEnum):
    """What was played. `WIDOW` is the only contract of three-handed whist, always high (RULES.md §1.2)."""

    HIGH = "high"
    LOW = "low"
    SOLA_NOLA = "sola_nola"
    GRAND_DIX = "grand_dix"
    WIDOW = "widow"

    @property
    def is_solo(self) -> bool:
        return self in (Contract.SOLA_NOLA, Contract.GRAND_DIX)

    @property
    def counts(self) -> int:
        """How many numbers its tricks are recorded with."""
        if self.is_solo:
            return 1
        return 3 if self is Contract.WIDOW else 2

    @property
    def most_tricks(self) -> int:
        """The greatest of those numbers: a Grand Dix is decided when seven are won (RULES.md A16)."""
        return GRAND_DIX_TRICKS if self is Contract.GRAND_DIX else TRICKS_IN_HAND


class Suit(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid before a trick is counted; `declarer` as in Hand."""

    contract: Contract
    declarer: int | None


@dataclass(frozen=True, slots=True)
class Revoke:
    """A side that did not follow suit though it could, and the side that it harmed."""

    by: int
    against: int


@dataclass(frozen=True, slots=True)
class Notes:
    """What is noted of a hand beside its bid and tricks; only a revoke changes its score.

    `trump`: the suit that was led, where that is trump. `over`: the bid that a solo overruled. `rest_to`: the side to
    which the tricks not played out went, claimed or conceded; they are among its tricks. `revoke`: see the option
    `revoke_tricks`.
    """

    trump: Suit | None = None
    over: Bid | None = None
    rest_to: int | None = None
    revoke: Revoke | None = None


NOTHING_NOTED = Notes()


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it is written down.

    `declarer` is a seat: the grander, the soloist, in widow the first taker (None if nobody took it); None in
    low. `tricks` counts by side, adding up to 13, as they were taken; in a solo it holds one number, the soloist's
    tricks (Grand Dix: unbroken from the first, at most 7).
    """

    contract: Contract
    declarer: int | None
    tricks: tuple[int, ...]
    notes: Notes = NOTHING_NOTED


def contracts(options: RuleOptions) -> tuple[Contract, ...]:
    """The contracts these rules know."""
    if options.form is TableFormat.THREE_WITH_WIDOW:
        return (Contract.WIDOW,)
    if options.solos:
        return (Contract.HIGH, Contract.LOW, Contract.SOLA_NOLA, Contract.GRAND_DIX)
    return (Contract.HIGH, Contract.LOW)
