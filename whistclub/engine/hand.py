"""One hand: who deals and leads, what the score sheet records of it, and everything that can be wrong with that."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from whistclub.engine.options import Lead, RuleOptions, TableFormat
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

TRICKS_IN_HAND = 13  # 52 cards in 13 tricks; so too with two and three players (RULES.md §1.1, §1.2)
GRAND_DIX_TRICKS = 7  # the soloist must win the first seven (Pagat, Askov)

# More than any game is worth: a larger number is a typing error.
MOST_ADJUSTED = 200

LEFT = 1  # seats are numbered clockwise
RIGHT = -1


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


@dataclass(frozen=True, slots=True)
class Revoke:
    """A side that did not follow suit though it could, and the side that it harmed."""

    by: int
    against: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it is recorded.

    `declarer` is a seat: the player who granded, the soloist, or in widow the first taker (None if nobody took it);
    None in low. `tricks` by side as they were taken, 13 in all; in a solo one number, the soloist's tricks (Grand Dix:
    unbroken from the first, at most 7). `revoke`: see the option `revoke_tricks`.
    """

    contract: Contract
    declarer: int | None
    tricks: tuple[int, ...]
    revoke: Revoke | None = None

    def __hash__(self) -> int:
        """Of what Python hashes quickly: hands are looked up by the million, and few differ in the rest alone."""
        return hash((self.declarer, self.tricks))


@dataclass(frozen=True, slots=True)
class Redeal:
    """Cards that were thrown in and dealt again: nothing is scored, and it does not count as a hand (RULES.md §1.6).

    `deal_passes`: the player to the dealer's left deals next, as after a hand; else the same dealer deals again.
    """

    deal_passes: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points by side that the organiser gave or deducted; it belongs to the hand before it."""

    points: tuple[int, ...]


Entry: TypeAlias = Hand | Redeal | Adjustment


def dealer_of(hand_number: int, first_dealer: int, form: TableFormat) -> int:
    """The dealer's seat in a hand (numbered from 1), if no redeal passed the deal on."""
    return (first_dealer + (hand_number - 1) * LEFT) % form.seats


def dealer_after(dealer: int, form: TableFormat) -> int:
    """The next dealer's seat: every hand, even a solo, passes the deal on to the left (RULES.md A18)."""
    return (dealer + LEFT) % form.seats


def first_leader(contract: Contract, declarer: int | None, dealer: int, options: RuleOptions) -> int:
    """The seat that leads to the first trick.

    A Sola Nola is led to by the opponent on the soloist's right, a Grand Dix by the soloist's partner
    (Pagat), a widow hand by the dealer's left; the others as the options say. Raises InvalidInput
    (`declarer_needed`).
    """
    seats = options.form.seats
    match contract:
        case Contract.HIGH:
            return _seat(options.high_lead, declarer, dealer, seats)
        case Contract.LOW:
            return _seat(options.low_lead, declarer, dealer, seats)
        case Contract.SOLA_NOLA:
            return _seat(Lead.DECLARER_RIGHT, declarer, dealer, seats)
        case Contract.GRAND_DIX:
            return (_required(declarer) + seats // 2) % seats
        case Contract.WIDOW:
            return _seat(Lead.DEALER_LEFT, declarer, dealer, seats)


def _seat(lead: Lead, declarer: int | None, dealer: int, seats: int) -> int:
    match lead:
        case Lead.DECLARER_RIGHT:
            return (_required(declarer) + RIGHT) % seats
        case Lead.DECLARER_LEFT:
            return (_required(declarer) + LEFT) % seats
        case Lead.DECLARER:
            return _required(declarer)
        case Lead.DEALER_LEFT:
            return (dealer + LEFT) % seats
        case Lead.DEALER_RIGHT:
            return (dealer + RIGHT) % seats


def _required(declarer: int | None) -> int:
    if declarer is None:
        raise InvalidInput([Problem(ProblemCode.DECLARER_NEEDED, "declarer")])
    return declarer


def contracts(options: RuleOptions) -> tuple[Contract, ...]:
    """The contracts these rules know."""
    if options.form is TableFormat.THREE_WITH_WIDOW:
        return (Contract.WIDOW,)
    if options.solos:
        return (Contract.HIGH, Contract.LOW, Contract.SOLA_NOLA, Contract.GRAND_DIX)
    return (Contract.HIGH, Contract.LOW)


def hand_problems(hand: Hand, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with the bid, then with the tricks, then with the revoke."""
    return (
        *bid_problems(hand.contract, hand.declarer, options),
        *tricks_problems(hand.contract, hand.tricks),
        *revoke_problems(hand.contract, hand.revoke, options.form.sides),
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


def revoke_problems(contract: Contract, revoke: Revoke | None, sides: int) -> tuple[Problem, ...]:
    """Everything wrong with a revoke, at a table of `sides` sides."""
    if revoke is None:
        return ()
    problems = [Problem(ProblemCode.REVOKE_IN_SOLO, "revoke")] if contract.is_solo else []
    for side in (revoke.by, revoke.against):
        if not 0 <= side < sides:
            problems.append(Problem(ProblemCode.UNKNOWN_SIDE, "revoke", minimum=0, maximum=sides - 1))
    if revoke.by == revoke.against:
        problems.append(Problem(ProblemCode.REVOKE_AGAINST_ITSELF, "revoke"))
    return tuple(problems)


def entry_problems(entry: Entry, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with one entry."""
    match entry:
        case Hand():
            return hand_problems(entry, options)
        case Adjustment():
            return adjustment_problems(entry, options)
        case Redeal():
            return ()


def adjustment_problems(adjustment: Adjustment, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with an adjustment: the number of sides, the range, or that it changes nothing."""
    points, sides = adjustment.points, options.form.sides
    problems: list[Problem] = []
    if len(points) != sides:
        problems.append(Problem(ProblemCode.WRONG_NUMBER_OF_POINTS, "adjust", found=len(points), expected=sides))
    if not all(-MOST_ADJUSTED <= each <= MOST_ADJUSTED for each in points):
        problems.append(
            Problem(ProblemCode.POINTS_OUT_OF_RANGE, "adjust", minimum=-MOST_ADJUSTED, maximum=MOST_ADJUSTED)
        )
    if not any(points):
        problems.append(Problem(ProblemCode.NO_POINTS, "adjust"))
    return tuple(problems)
