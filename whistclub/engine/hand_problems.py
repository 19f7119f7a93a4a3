"""Everything that can be wrong with the record of a hand."""

from whistclub.engine.hand import TRICKS_IN_HAND, Bid, Contract, Hand, Notes, contracts
from whistclub.engine.options import RuleOptions, Trump
from whistclub.engine.problems import Problem

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


def notes_problems(contract: Contract, notes: Notes, options: RuleOptions) -> tuple[Problem, ...]:
    """What is wrong with the notes of a hand: `trump_not_led`, `not_overruled`, `unknown_side`, `revoke_in_solo`,
    `revoke_against_itself`, and what `declarer_problems` finds in the bid that was overruled.
    """
    problems: list[Problem] = []
    sides = options.form.sides
    if notes.trump is not None and not (options.trump is Trump.LED and contract is Contract.HIGH):
        problems.append(Problem("trump_not_led", "trump"))
    if notes.over is not None:
        problems += over_problems(contract, notes.over, options)
    problems += side_problems("rest_to", notes.rest_to, sides)
    if notes.revoke is not None:
        if contract.is_solo:
            problems.append(Problem("revoke_in_solo", "revoke"))
        problems += side_problems("revoke", notes.revoke.by, sides)
        problems += side_problems("revoke", notes.revoke.against, sides)
        if notes.revoke.by == notes.revoke.against:
            problems.append(Problem("revoke_against_itself", "revoke"))
    return tuple(problems)


def over_problems(contract: Contract, over: Bid, options: RuleOptions) -> tuple[Problem, ...]:
    """What is wrong with the bid that a contract is said to have overruled."""
    if over.contract not in contracts(options) or RANKS.get(contract, 0) <= RANKS.get(over.contract, 0):
        return (Problem("not_overruled", "over"),)
    problems = declarer_problems(over.contract, over.declarer, options.form.seats)
    return tuple(Problem(problem.code, "over", problem.limit) for problem in problems)


def side_problems(field: str, side: int | None, sides: int) -> tuple[Problem, ...]:
    """`unknown_side`, its limit being the first and the last side; no side at all is no problem here."""
    if side is None or 0 <= side < sides:
        return ()
    return (Problem("unknown_side", field, (0, sides - 1)),)
