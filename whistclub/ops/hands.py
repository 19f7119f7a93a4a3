"""Made-up hands as a phone would send them."""

from random import Random
from uuid import UUID

from whistclub.engine.options import RuleOptions
from whistclub.play.actions.book import Entry
from whistclub.play.made_up import made_up


def made_up_hand(chance: Random, number: int, rules: RuleOptions) -> Entry:
    """A hand as it might be played by these rules, for this place in the book."""
    hand = made_up(chance, rules)
    uid = UUID(int=chance.getrandbits(128), version=4)
    return Entry(uid, number, hand.contract.value, hand.declarer, hand.tricks)
