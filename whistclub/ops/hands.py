"""Made-up hands as a phone would send them."""

from random import Random
from uuid import UUID

from whistclub.engine.options import RuleOptions
from whistclub.play.actions.entries import EntrySubmission
from whistclub.play.simulation import random_entry


def made_up_hand(chance: Random, number: int, rules: RuleOptions) -> EntrySubmission:
    """A hand as it might be played by these rules, for this place in the book."""
    hand = random_entry(chance, rules)
    uid = UUID(int=chance.getrandbits(128), version=4)
    return EntrySubmission(uid, number, hand.contract.value, hand.declarer, hand.tricks)
