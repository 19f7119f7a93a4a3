"""One hand as it is recorded (bid, tricks, notes), and everything that can be wrong with it."""

from dataclasses import dataclass, replace
from enum import StrEnum

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
    """What is wrong before a trick is counted."""
    return (
        *contract_problems(contract, options),
        *declarer_problems(contract, declarer, options.form.seats),
    )


def contract_problems(contract: Contract, options: RuleOptions) -> tuple[Problem, ...]:
    """`contract_not_in_rules`."""
    return () if contract in contracts(options) else (Problem(ProblemCode.CONTRACT_NOT_IN_RULES, "contract"),)


def declarer_problems(contract: Contract, declarer: int | None, seats: int) -> tuple[Problem, ...]:
    """`declarer_needed`, `declarer_not_allowed` and `unknown_seat`, at a table of so many seats."""
    problems: list[Problem] = []
    if declarer is None:
        if contract not in (Contract.LOW, Contract.WIDOW):
            problems.append(Problem(ProblemCode.DECLARER_NEEDED, "declarer"))
    elif contract is Contract.LOW:
        problems.append(Problem(ProblemCode.DECLARER_NOT_ALLOWED, "declarer"))
    return (*problems, *seat_problems("declarer", declarer, seats))


def seat_problems(field: str, seat: int | None, seats: int) -> tuple[Problem, ...]:
    """`unknown_seat`, its limit being the first and the last seat; no seat at all is no problem here."""
    if seat is None or 0 <= seat < seats:
        return ()
    return (Problem(ProblemCode.UNKNOWN_SEAT, field, minimum=0, maximum=seats - 1),)


def tricks_problems(contract: Contract, tricks: tuple[int, ...]) -> tuple[Problem, ...]:
    """Limits: numbers found and expected; least and most tricks; tricks found and expected.

    A sum is looked at only when there are as many counts as it takes.
    """
    problems: list[Problem] = []
    if len(tricks) != contract.counts:
        problems.append(
            Problem(ProblemCode.WRONG_NUMBER_OF_COUNTS, "tricks", found=len(tricks), expected=contract.counts)
        )
    if not all(0 <= count <= contract.most_tricks for count in tricks):
        problems.append(Problem(ProblemCode.TRICKS_OUT_OF_RANGE, "tricks", minimum=0, maximum=contract.most_tricks))
    if not contract.is_solo and len(tricks) == contract.counts and sum(tricks) != TRICKS_IN_HAND:
        problems.append(Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=sum(tricks), expected=TRICKS_IN_HAND))
    return tuple(problems)


def notes_problems(contract: Contract, notes: Notes, options: RuleOptions) -> tuple[Problem, ...]:
    """What is wrong with the notes of a hand: `trump_not_led`, `not_overruled`, `unknown_side`, `revoke_in_solo`,
    `revoke_against_itself`, and what `declarer_problems` finds in the bid that was overruled.
    """
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
    """What is wrong with the bid that a contract is said to have overruled."""
    if over.contract not in contracts(options) or RANKS.get(contract, 0) <= RANKS.get(over.contract, 0):
        return (Problem(ProblemCode.NOT_OVERRULED, "over"),)
    problems = declarer_problems(over.contract, over.declarer, options.form.seats)
    return tuple(replace(problem, field="over") for problem in problems)


def side_problems(field: str, side: int | None, sides: int) -> tuple[Problem, ...]:
    """`unknown_side`, its limit being the first and the last side; no side at all is no problem here."""
    if side is None or 0 <= side < sides:
        return ()
    return (Problem(ProblemCode.UNKNOWN_SIDE, field, minimum=0, maximum=sides - 1),)
