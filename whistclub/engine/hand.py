"""One hand as it is recorded (bid, tricks, notes), and everything that can be wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from whistclub.engine.options import RuleOptions, TableFormat, Trump
from whistclub.engine.problems import Problem, ProblemCode

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
    def trick_fields(self) -> int:
        """How many numbers the tricks are recorded with: one for each side, or the soloist's alone."""
        if self.is_solo:
            return 1
        return 3 if self is Contract.WIDOW else 2

    @property
    def most_tricks(self) -> int:
        """The maximum of each of those numbers: a Grand Dix is decided when seven are won (RULES.md A16)."""
        return GRAND_DIX_TRICKS if self is Contract.GRAND_DIX else TRICKS_IN_HAND


class Suit(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract and who declares it; `declarer` as in Hand."""

    contract: Contract
    declarer: int | None


@dataclass(frozen=True, slots=True)
class Revoke:
    """A side that did not follow suit though it could, and the side that it harmed."""

    by: int
    against: int


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of a hand; only a revoke changes its score.

    `trump`: the suit that was led, where that is trump. `over`: the bid that a solo overruled. `rest_to`: the side that
    got the tricks not played out, by a claim or a concession; they are included in its tricks. `revoke`: see the option
    `revoke_tricks`.
    """

    trump: Suit | None = None
    over: Bid | None = None
    rest_to: int | None = None
    revoke: Revoke | None = None


NOTHING_NOTED = Notes()


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it is recorded.

    `declarer` is a seat: the player who granded, the soloist, or in widow the first taker (None if nobody took it);
    None in low. `tricks` by side as they were taken, 13 in all; in a solo one number, the soloist's tricks (Grand Dix:
    unbroken from the first, at most 7).
    """

    contract: Contract
    declarer: int | None
    tricks: tuple[int, ...]
    notes: Notes = NOTHING_NOTED

    def __hash__(self) -> int:
        """Of what Python hashes quickly: hands are looked up by the million, and few differ in the rest alone."""
        return hash((self.declarer, self.tricks))


def notes_from_mapping(data: Mapping[str, Any]) -> Notes:
    """Notes from plain values: {"trump": "hearts", "over": ["high", 2], "rest_to": 1, "revoke": [0, 1]}, all optional.

    Raises ValueError or TypeError for an unknown suit or contract, or a list of the wrong length; numbers are not
    checked.

    >>> notes_from_mapping({"revoke": [0, 1]}).revoke
    Revoke(by=0, against=1)
    """
    trump, over, revoke = data.get("trump"), data.get("over"), data.get("revoke")
    return Notes(
        trump=None if trump is None else Suit(trump),
        over=None if over is None else _bid(*over),
        rest_to=data.get("rest_to"),
        revoke=None if revoke is None else Revoke(*revoke),
    )


def _bid(contract: str, declarer: int | None) -> Bid:
    return Bid(Contract(contract), declarer)


def contracts(options: RuleOptions) -> tuple[Contract, ...]:
    """The contracts these rules know."""
    if options.form is TableFormat.THREE_WITH_WIDOW:
        return (Contract.WIDOW,)
    if options.solos:
        return (Contract.HIGH, Contract.LOW, Contract.SOLA_NOLA, Contract.GRAND_DIX)
    return (Contract.HIGH, Contract.LOW)


# What may overrule what: a solo any bid of a lower rank, an equal one does not (Pagat, Askov).
RANKS = {Contract.LOW: 0, Contract.HIGH: 0, Contract.SOLA_NOLA: 1, Contract.GRAND_DIX: 2}


def hand_problems(hand: Hand, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with the bid, then with the tricks, then with what is noted."""
    return (
        *bid_problems(hand.contract, hand.declarer, options),
        *tricks_problems(hand.contract, hand.tricks),
        *notes_problems(hand.contract, hand.notes, options),
    )


def bid_problems(contract: Contract, declarer: int | None, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with a bid, before any tricks are known."""
    return (
        *contract_problems(contract, options),
        *declarer_problems(contract, declarer, options.form.seats),
    )


def contract_problems(contract: Contract, options: RuleOptions) -> tuple[Problem, ...]:
    """`contract_not_in_rules`."""
    return () if contract in contracts(options) else (Problem(ProblemCode.CONTRACT_NOT_IN_RULES, "contract"),)


def declarer_problems(contract: Contract, declarer: int | None, seats: int) -> tuple[Problem, ...]:
    """`declarer_needed`, `declarer_not_allowed` and `unknown_seat`, at a table of `seats` seats."""
    problems: list[Problem] = []
    if declarer is None:
        if contract not in (Contract.LOW, Contract.WIDOW):
            problems.append(Problem(ProblemCode.DECLARER_NEEDED, "declarer"))
    elif contract is Contract.LOW:
        problems.append(Problem(ProblemCode.DECLARER_NOT_ALLOWED, "declarer"))
    return (*problems, *seat_problems("declarer", declarer, seats))


def seat_problems(field: str, seat: int | None, seats: int) -> tuple[Problem, ...]:
    """`unknown_seat`; None is not a problem here."""
    if seat is None or 0 <= seat < seats:
        return ()
    return (Problem(ProblemCode.UNKNOWN_SEAT, field, minimum=0, maximum=seats - 1),)


def tricks_problems(contract: Contract, tricks: tuple[int, ...]) -> tuple[Problem, ...]:
    """Everything wrong with the tricks; their sum is checked only if there are as many numbers as needed."""
    problems: list[Problem] = []
    if len(tricks) != contract.trick_fields:
        problems.append(
            Problem(ProblemCode.WRONG_NUMBER_OF_COUNTS, "tricks", found=len(tricks), expected=contract.trick_fields)
        )
    if not all(0 <= count <= contract.most_tricks for count in tricks):
        problems.append(Problem(ProblemCode.TRICKS_OUT_OF_RANGE, "tricks", minimum=0, maximum=contract.most_tricks))
    if not contract.is_solo and len(tricks) == contract.trick_fields and sum(tricks) != TRICKS_IN_HAND:
        problems.append(Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=sum(tricks), expected=TRICKS_IN_HAND))
    return tuple(problems)


def notes_problems(contract: Contract, notes: Notes, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with the notes of a hand, the bid that was overruled included."""
    problems: list[Problem] = []
    sides = options.form.sides
    if notes.trump is not None and not (options.trump is Trump.LED and contract is Contract.HIGH):
        problems.append(Problem(ProblemCode.TRUMP_NOT_LED, "trump"))
    if notes.over is not None:
        problems += over_problems(contract, notes.over, options)
    problems += side_problems("rest_to", notes.rest_to, sides)
    if notes.revoke is not None:
        if contract.is_solo:
            problems.append(Problem(ProblemCode.REVOKE_IN_SOLO, "revoke"))
        problems += side_problems("revoke", notes.revoke.by, sides)
        problems += side_problems("revoke", notes.revoke.against, sides)
        if notes.revoke.by == notes.revoke.against:
            problems.append(Problem(ProblemCode.REVOKE_AGAINST_ITSELF, "revoke"))
    return tuple(problems)


def over_problems(contract: Contract, over: Bid, options: RuleOptions) -> tuple[Problem, ...]:
    """What is wrong with the bid that the contract overruled."""
    if over.contract not in contracts(options) or RANKS.get(contract, 0) <= RANKS.get(over.contract, 0):
        return (Problem(ProblemCode.NOT_OVERRULED, "over"),)
    problems = declarer_problems(over.contract, over.declarer, options.form.seats)
    return tuple(replace(problem, field="over") for problem in problems)


def side_problems(field: str, side: int | None, sides: int) -> tuple[Problem, ...]:
    """`unknown_side`; None is not a problem here."""
    if side is None or 0 <= side < sides:
        return ()
    return (Problem(ProblemCode.UNKNOWN_SIDE, field, minimum=0, maximum=sides - 1),)
