"""Who deals and who leads to the first trick (RULES.md §1.1, §1.2)."""

from whistclub.engine.hand import Contract
from whistclub.engine.options import Lead, RuleOptions, TableFormat
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

LEFT = 1  # seats are numbered clockwise
RIGHT = -1


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
