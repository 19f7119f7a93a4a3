"""Random hands, distributed as in real play, for rehearsals and demonstration clubs."""

from random import Random
from uuid import UUID

from whistclub.engine.hand import GRAND_DIX_TRICKS, TRICKS_IN_HAND, Contract, Hand
from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.play.models import EntryRecord

# How hands fall in real play (RULES.md §1.8).
HIGH_HANDS = 0.76
DECLARER_TRICKS = (7.3, 1.9)
WIDOW_TRICKS = (4.9, 1.6)
WIDOW_TAKEN = 0.85
# Our guess, as nobody has measured it: rare, and made two times out of three.
SOLOS = 0.06
SOLOS_MADE = 0.67


def random_hand(chance: Random, rules: RuleOptions) -> Hand:
    seat = chance.randrange(rules.form.seats)
    if rules.form is TableFormat.THREE_WITH_WIDOW:
        taken = chance.random() < WIDOW_TAKEN
        first = _tricks(chance, *WIDOW_TRICKS)
        rest = TRICKS_IN_HAND - first
        second = min(rest, max(0, round(chance.gauss(rest / 2, 1.5))))
        tricks = [second, rest - second]
        tricks.insert(seat, first)
        return Hand(Contract.WIDOW, seat if taken else None, tuple(tricks))
    if rules.solos and chance.random() < SOLOS:
        made = chance.random() < SOLOS_MADE
        if chance.random() < 0.5:
            return Hand(Contract.SOLA_NOLA, seat, (0 if made else 1,))
        return Hand(Contract.GRAND_DIX, seat, (GRAND_DIX_TRICKS if made else 4,))
    own = _tricks(chance, *DECLARER_TRICKS)
    if chance.random() >= HIGH_HANDS:
        return Hand(Contract.LOW, None, (own, TRICKS_IN_HAND - own))
    by_pair = (own, TRICKS_IN_HAND - own)
    return Hand(Contract.HIGH, seat, by_pair if seat % 2 == 0 else by_pair[::-1])


def random_entry(chance: Random, position: int, rules: RuleOptions) -> EntryRecord:
    """Such a hand as a phone would send it for this position."""
    hand, uid = random_hand(chance, rules), UUID(int=chance.getrandbits(128), version=4)
    tricks = list(hand.tricks)
    return EntryRecord(uid=uid, position=position, contract=hand.contract, declarer=hand.declarer, tricks=tricks)


def _tricks(chance: Random, mean: float, spread: float) -> int:
    return min(TRICKS_IN_HAND, max(0, round(chance.gauss(mean, spread))))
