"""The record of one hand, and everything that can be wrong with it."""

from dataclasses import dataclass
from enum import StrEnum

from whistclub.engine.options import Form, RuleOptions
from whistclub.engine.problems import Problem

TRICKS_IN_HAND = 13  # 52 cards in 13 tricks; so too with two and three players (rule book §1.1, §1.2)
GRAND_DIX_TRICKS = 7  # the soloist must win the first seven (Pagat, Askov)


class Contract(StrEnum):
    """What was played. `WIDOW` is the only contract of three-handed whist, always high (rule book §1.2)."""

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
        """The greatest of those numbers: a Grand Dix is decided when seven are won (A16)."""
        return GRAND_DIX_TRICKS if self is Contract.GRAND_DIX else TRICKS_IN_HAND


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it is written down.

    `declarer` is a seat: the grander, the soloist, in widow the first taker (None if nobody took it); None in
    low. `tricks` counts by side, adding up to 13; in a solo it holds one number, the soloist's tricks (Grand
    Dix: unbroken from the first, at most 7).
    """

    contract: Contract
    declarer: int | None
    tricks: tuple[int, ...]


def contracts(options: RuleOptions) -> tuple[Contract, ...]:
    """The contracts these rules know."""
    if options.form is Form.WIDOW3:
        return (Contract.WIDOW,)
    if options.solos:
        return (Contract.HIGH, Contract.LOW, Contract.SOLA_NOLA, Contract.GRAND_DIX)
    return (Contract.HIGH, Contract.LOW)


def hand_problems(hand: Hand, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with the bid, then with the tricks."""
    return (
        *bid_problems(hand.contract, hand.declarer, options),
        *tricks_problems(hand.contract, hand.tricks),
    )


def bid_problems(contract: Contract, declarer: int | None, options: RuleOptions) -> tuple[Problem, ...]:
    """What is wrong before a trick is counted."""
    return (
        *contract_problems(contract, options),
        *declarer_problems(contract, declarer, options.form.seats),
    )


def contract_problems(contract: Contract, options: RuleOptions) -> tuple[Problem, ...]:
    """`contract_not_in_rules`."""
    return () if contract in contracts(options) else (Problem("contract_not_in_rules", "contract"),)


def declarer_problems(contract: Contract, declarer: int | None, seats: int) -> tuple[Problem, ...]:
    """`declarer_needed`, `declarer_not_allowed` and `unknown_seat`, at a table of so many seats."""
    problems: list[Problem] = []
    if declarer is None:
        if contract not in (Contract.LOW, Contract.WIDOW):
            problems.append(Problem("declarer_needed", "declarer"))
    elif contract is Contract.LOW:
        problems.append(Problem("declarer_not_allowed", "declarer"))
    return (*problems, *seat_problems("declarer", declarer, seats))


def seat_problems(field: str, seat: int | None, seats: int) -> tuple[Problem, ...]:
    """`unknown_seat`, its limit being the first and the last seat; no seat at all is no problem here."""
    if seat is None or 0 <= seat < seats:
        return ()
    return (Problem("unknown_seat", field, (0, seats - 1)),)


def tricks_problems(contract: Contract, tricks: tuple[int, ...]) -> tuple[Problem, ...]:
    """Limits: numbers found and expected; least and most tricks; tricks found and expected.

    A sum is looked at only when there are as many counts as it takes.
    """
    problems: list[Problem] = []
    if len(tricks) != contract.counts:
        problems.append(Problem("wrong_number_of_counts", "tricks", (len(tricks), contract.counts)))
    if not all(0 <= count <= contract.most_tricks for count in tricks):
        problems.append(Problem("tricks_out_of_range", "tricks", (0, contract.most_tricks)))
    if not contract.is_solo and len(tricks) == contract.counts and sum(tricks) != TRICKS_IN_HAND:
        problems.append(Problem("tricks_do_not_add_up", "tricks", (sum(tricks), TRICKS_IN_HAND)))
    return tuple(problems)
