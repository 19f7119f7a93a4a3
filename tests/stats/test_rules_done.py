"""What the rules do, counted from the books in the plainest way."""

import csv
from collections import Counter
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from django.test import Client

from tests import builders
from tests.builders import high, low, play_out
from tests.party import builders as parties
from tests.stats.evenings import Evenings, asked, days_after
from tests.web.html import Html
from whistclub.engine.presets import PRESETS
from whistclub.play.models import EntryRecord, Game
from whistclub.stats import confidence
from whistclub.stats.rule_statistics.shares import Share

pytestmark = pytest.mark.django_db

SEATS = ("Dealer", "Left of the dealer", "Dealer’s partner", "Right of the dealer")


def numbers(evenings: Evenings, **query: str) -> dict[str, tuple[int, int]]:
    """How many of how many, by what they are; from the first table of the spreadsheet."""
    text = Client().get(evenings.url("rules"), {"as": "csv", **query}).content.decode().lstrip("\ufeff")
    first = list(csv.reader(StringIO(text.split("\r\n\r\n")[0])))
    return {row[0]: (int(row[1]), int(row[2])) for row in first[2:]}


def hands_of(game: Game) -> list[EntryRecord]:
    return list(game.hands.filter(current=True).order_by("position"))


def expected_of_pairs(games: list[Game]) -> dict[str, tuple[int, int]]:
    """The same by going through the books, for rules in which the deal goes round and seven tricks make a grand."""
    part, whole = Counter(), Counter()
    for game in games:
        totals = [0, 0]
        for place, hand in enumerate(hands_of(game)):
            dealer = (game.first_dealer + place) % 4
            for name in SEATS:
                whole[f"Grand bids: {name}"] += 1
            whole["Grand bids"] += 1
            whole["Low hands"] += 1
            own = hand.tricks
            if hand.contract == "low":
                part["Low hands"] += 1
                part[f"Low hands, tricks: {max(own)}"] += 1
                whole["low"] += 1
                totals[own.index(min(own))] += 7 - min(own)
                continue
            side, seat = hand.declarer % 2, SEATS[(hand.declarer - dealer) % 4]
            lead, made = totals[side] - totals[1 - side], own[side] >= 7
            stands = "Tied" if lead == 0 else f"{'Less than 5' if abs(lead) < 5 else '5 or more'} "
            stands = stands if lead == 0 else stands + ("ahead" if lead > 0 else "behind")
            part["Grand bids"] += 1
            part[f"Grand bids: {seat}"] += 1
            part[f"Grands, tricks: {own[side]}"] += 1
            whole["high"] += 1
            for name in ("Grands made", f"Grands made: {seat}", f"Grands made: {stands}"):
                part[name] += made
                whole[name] += 1
            totals[side if made else 1 - side] += own[side] - 6 if made else 2 * (7 - own[side])
        assert totals == game.totals
    for tricks in range(14):
        whole[f"Grands, tricks: {tricks}"] = whole["high"]
        whole[f"Low hands, tricks: {tricks}"] = whole["low"] if tricks > 6 else 0
    del whole["high"], whole["low"]
    return {name: (part[name], count) for name, count in whole.items() if count}


def test_hands_of_two_sides_are_counted_by_seat_score_and_tricks():
    evenings, chance = Evenings(), Random(10)
    games = [evenings.play_any(chance, at=days_after(number), most=12) for number in range(8)]
    assert numbers(evenings) == expected_of_pairs(games)


def test_a_year_can_be_chosen():
    evenings, chance = Evenings(), Random(11)
    evenings.play_any(chance, at=days_after(-365))
    games = [evenings.play_any(chance, at=days_after(number)) for number in range(3)]
    assert numbers(evenings, period="2026") == expected_of_pairs(games)
    assert numbers(evenings, period="2031") == numbers(evenings, period="x") == numbers(evenings)


def test_the_rules_most_played_come_first_and_others_can_be_chosen():
    evenings, chance = Evenings(), Random(12)
    evenings.play_any(chance, preset="widow")
    for number in range(2):
        evenings.play_any(chance, at=days_after(number))
    html = Html(Client().get(evenings.url("rules")))
    assert [each["value"] for each in html.find("option")] == ["neuralplay", "widow", "all", "2026"]
    assert html.texts("h2") == ["Standard"]
    assert numbers(evenings, rules="nobody's") == numbers(evenings, rules="neuralplay")


def test_a_widow_game_asks_who_takes_the_widow():
    evenings, chance = Evenings(), Random(13)
    games = [evenings.play_any(chance, preset="widow", at=days_after(number), most=9) for number in range(4)]
    hands = [hand for game in games for hand in hands_of(game)]
    taken = [hand for hand in hands if hand.declarer is not None]
    found = numbers(evenings)
    assert found["Widow taken"] == (len(taken), len(hands))
    tricks = Counter(hand.tricks[hand.declarer] for hand in taken)
    assert {n: found[f"Widow taken, tricks: {n}"] for n in range(14)} == {n: (tricks[n], len(taken)) for n in range(14)}
    titles = Html(Client().get(evenings.url("rules"))).texts("b", css="chart-title")
    assert titles == ["Tricks of the player who took the widow first"]


def test_solo_statistics_appear_only_if_any_were_played():
    evenings, chance = Evenings(), Random(14)
    games = [evenings.play_any(chance, preset="askov", at=days_after(number), most=12) for number in range(6)]
    solos = Counter(hand.contract for game in games for hand in hands_of(game))
    found = numbers(evenings)
    assert found["Solos"][0] == solos["sola_nola"] + solos["grand_dix"] > 0
    assert found["Made: Sola Nola"][1] == solos["sola_nola"]
    evenings.play(high(1, 0, 9))
    assert "Solos" not in numbers(evenings, rules="neuralplay")


def test_club_rules_are_listed_under_their_own_name():
    evenings = Evenings()
    own = replace(PRESETS["neuralplay"], target=7)
    play_out(builders.game(evenings.club, evenings.olga, rules=own))
    html = Html(Client().get(evenings.url("rules")))
    assert html.texts("h2") == ["House rules"]


def test_games_known_only_by_result_are_marked():
    evenings = Evenings()
    evenings.play(high(1, 0, 9), low(2, 5), high(3, 1, 6), at=days_after(-1))
    party = parties.party(evenings.club, evenings.olga, count=4)
    parties.next_round(party, evenings.olga)
    parties.typed(party, evenings.olga, (5, 3))
    text = Html(Client().get(evenings.url("rules"))).text
    assert "2 games with 3 hands, 3.0 per game. For 1 game only the result is known." in text


def test_a_share_shows_its_likely_range():
    low_end, high_end = confidence.wilson_interval(30, 40)
    share = Share("Made", 30, 40)
    assert share.likely_text == f"{100 * low_end:.0f}–{100 * high_end:.0f}%" == "60–86%"
    assert Share("Made", 6000, 100_000).likely_text == "5.9–6.1%"


def test_without_games_the_page_explains_itself():
    assert "how often grands are made" in Html(Client().get(Evenings().url("rules"))).text


def test_page_query_count_does_not_depend_on_games_played():
    evenings, chance = Evenings(), Random(15)
    for number in (1, 12):
        for count in range(number):
            evenings.play_any(chance, at=days_after(count * 40))
        for query in ({}, {"period": "2026"}):
            assert asked(lambda query=query: Client().get(evenings.url("rules"), query)) == 4
