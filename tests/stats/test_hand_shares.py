"""How hands go, at the end of the records, counted from the hands in the plainest way."""

from collections import Counter
from random import Random

import pytest
from django.test import Client

from tests.stats.evenings import Evenings, days_after
from tests.stats.rendered_pages import tables
from whistclub.play.models import EntryRecord, Game

pytestmark = pytest.mark.django_db


def shares(evenings: Evenings, title: str = "How hands go", **query: str) -> dict[str, tuple[int, int]]:
    """How many of how many, by what they are."""
    text = Client().get(evenings.url("records"), {"as": "csv", **query}).content.decode()
    return {row[0]: (int(row[3]), int(row[4])) for row in tables(text)[title]}


def hands_of(games: list[Game]) -> list[EntryRecord]:
    return [hand for game in games for hand in game.hands.filter(current=True)]


def test_grands_and_low_hands_are_counted_by_rules_and_by_table_format():
    evenings, chance = Evenings(), Random(10)
    pairs = [evenings.play_any(chance, at=days_after(number), most=12) for number in range(4)]
    askov = [evenings.play_any(chance, preset="askov", at=days_after(9), most=12) for _number in range(5)]
    widow = [evenings.play_any(chance, preset="widow", at=days_after(8), most=9) for _number in range(2)]

    kinds = Counter(hand.contract for hand in hands_of(pairs))
    number = kinds.total()
    made = sum(hand.tricks[hand.declarer % 2] >= 7 for hand in hands_of(pairs) if hand.contract == "high")
    own = shares(evenings, rules="neuralplay")
    assert own == {
        "Grand bids": (kinds["high"], number),
        "Grands made": (made, kinds["high"]),
        "Low hands": (kinds["low"], number),
    }
    solos = Counter(hand.contract for hand in hands_of(askov))
    both = shares(evenings, "How hands go: 4 in pairs")
    assert both["Low hands"] == (kinds["low"] + solos["low"], number + solos.total())
    assert both["Solos"][0] == solos["sola_nola"] + solos["grand_dix"] > 0
    assert both["Solos made"][1] == both["Solos"][0]
    taken = [hand for hand in hands_of(widow) if hand.declarer is not None]
    assert shares(evenings, "How hands go: 3 with a widow")["Widow taken"] == (len(taken), len(hands_of(widow)))
