"""Made-up hands for clubs that only show what the program does."""

from random import Random
from uuid import UUID

from whistclub.engine.hand import TRICKS_IN_HAND, Contract
from whistclub.play.actions.book import Entry

# How hands fall in real play, from the rule book's length model (§1.8).
HIGH_HANDS = 0.76
DECLARER_TRICKS = (7.3, 1.9)


def made_up_hand(chance: Random, number: int) -> Entry:
    """A hand as it might be played in any rules for four."""
    uid = UUID(int=chance.getrandbits(128), version=4)
    mean, spread = DECLARER_TRICKS
    own = min(TRICKS_IN_HAND, max(0, round(chance.gauss(mean, spread))))
    if chance.random() < HIGH_HANDS:
        declarer = chance.randrange(4)
        tricks = (own, TRICKS_IN_HAND - own) if declarer % 2 == 0 else (TRICKS_IN_HAND - own, own)
        return Entry(uid, number, Contract.HIGH, declarer, tricks)
    return Entry(uid, number, Contract.LOW, None, (own, TRICKS_IN_HAND - own))
