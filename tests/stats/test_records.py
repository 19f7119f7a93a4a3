"""What was most in a club, and who holds it. The numbers are in test_recount."""

import csv
from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from tests.builders import NOON, high
from tests.stats.evenings import Evenings, days_after
from tests.stats.rendered_pages import tables
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.models import Player
from whistclub.play.models import EntryRecord, Game
from whistclub.stats.measures import wilson_interval

pytestmark = pytest.mark.django_db


HIGHEST, STREAK = "Highest-scoring hand", "Most games won in a row"


def records(evenings: Evenings, client: Client | None = None, **query: str) -> dict[str, list[tuple[str, str]]]:
    """Who holds each record, and what it is, as the spreadsheet says it."""
    response = (client or Client()).get(evenings.url("records"), {"as": "csv", **query})
    _title, _head, *rows = csv.reader(response.content.decode("utf-8-sig").split("\r\n\r\n")[0].splitlines())
    found: dict[str, list[tuple[str, str]]] = {}
    for title, who, number, *_rest in rows:
        found.setdefault(title, []).append((who, number))
    return found


def test_records_in_points_are_those_of_one_rule_set():
    """A hand of Norwegian whist brings tens of points, one of the usual rules a few."""
    evenings = Evenings()
    for number in range(3):
        evenings.play(high(1, 0, 9), at=days_after(number))
    evenings.play(high(1, 1, 13), preset="norwegian", at=days_after(4))
    assert records(evenings)[HIGHEST][0] == ("Ann & Clara", "3")
    assert records(evenings)["Most games"][0][1] == "4"
    assert int(records(evenings, rules="norwegian")[HIGHEST][0][1]) > 3
    assert "Points: in games by Minnesota Whist." in Html(Client().get(evenings.url("records"))).text


def test_a_hidden_player_is_nameless_in_a_side_and_holds_no_record():
    evenings = Evenings()
    evenings.play(high(1, 0, 12))
    evenings.play(high(1, 0, 12), names=("Ann", "Edith", "Frank", "Greta"), at=NOON + timedelta(hours=1))
    change_player(Player.objects.get(name="Ann"), hidden=True, by=evenings.olga, at=NOON)
    public, own = records(evenings), records(evenings, client=evenings.organiser)
    assert (public[HIGHEST][0][0], own[HIGHEST][0][0]) == ("hidden player & Clara", "Ann & Clara")
    assert own[STREAK] == [("Ann", "2")]
    assert STREAK not in public
    assert "Ann" not in Html(Client().get(evenings.url("records"))).text


def shares(evenings: Evenings, title: str = "How hands go", **query: str) -> dict[str, tuple[int, int]]:
    """How many of how many, by what they are."""
    text = Client().get(evenings.url("records"), {"as": "csv", **query}).content.decode()
    return {row[0]: (int(row[3]), int(row[4])) for row in tables(text)[title]}


def hands_of(games: list[Game]) -> list[EntryRecord]:
    return [hand for game in games for hand in game.entries.filter(current=True)]


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


# Wilson's interval at 95 %: of 81 in 263 (Newcombe 1998, table I: 0.2553, 0.3662), 15 in 148, 0 in 20, 1 in 29
# (the same: 0.0624–0.1605, 0.0000–0.1611, 0.0061–0.1718); and 29 in 29 by symmetry of 0 in 29 (0.1170).
PRINTED = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (20, 20, 0.8389, 1.0000),
    (29, 29, 0.8830, 1.0000),
]


@pytest.mark.parametrize(("part", "whole", "low", "high"), PRINTED)
def test_wilson_interval_matches_newcombe_1998(part, whole, low, high):
    assert wilson_interval(part, whole) == pytest.approx((low, high), abs=5e-5)
