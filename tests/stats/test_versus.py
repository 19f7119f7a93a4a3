"""Head to head: two people."""

import csv
import io
import re

import pytest
from django.test import Client

from tests import builders
from tests.builders import high, play_out
from tests.stats.evenings import Evenings, days_after
from tests.stats.six_player_club import agrees, counted, play_three, six_player_club, tables
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.club.actions import change_player
from whistclub.party.actions.merging import merge_players
from whistclub.stats import compare

pytestmark = pytest.mark.django_db


def page(six, one, other, query=""):
    return six.stranger().get(six.versus(one, other) + query)


def sheet(six, one, other, query=""):
    """Rows by the title of their table, without the heads."""
    text = page(six, one, other, f"?as=csv{query}").content.decode("utf-8-sig")
    blocks = [list(csv.reader(io.StringIO(block))) for block in text.split("\r\n\r\n")]
    return {rows[0][0]: rows[2:] for rows in blocks}


def test_head_to_head_matches_a_manual_count():
    six = six_player_club()
    found = sheet(six, "Ann", "Bob")
    ann, bob = found["Against each other"]
    agrees(ann, counted(six.club, "Ann", "Bob", together=False))
    agrees(bob, counted(six.club, "Bob", "Ann", together=False))
    agrees(found["As partners"][0], counted(six.club, "Ann", "Bob", together=True))


def test_the_big_score_is_the_games_each_has_won():
    six = six_player_club()
    text = Html(page(six, "Ann", "Bob")).text
    ann, bob = (counted(six.club, *pair, together=False) for pair in (("Ann", "Bob"), ("Bob", "Ann")))
    points = sum(table["Ann"].points for table in tables(six.club) if table["Ann"].side != table["Bob"].side)
    assert f"Ann {ann.won} {points} points Bob {bob.won}" in text
    assert f"{ann.games} games against each other. 1 was drawn." in text
    assert "As partners: 1 of 3 games won." in text
    assert text.count("Ann and Bob") > 1


def test_swapping_the_two_players_mirrors_the_page():
    six = six_player_club()
    one, other = sheet(six, "Ann", "Bob"), sheet(six, "Bob", "Ann")
    assert one["Against each other"] == other["Against each other"][::-1]
    assert len(one["Games"]) == len(other["Games"])


def test_the_ratings_of_two_players_say_more_than_few_games_against_each_other():
    evenings = Evenings()

    def compared(one, other):
        keys = [evenings.club.players.get(name=name).pk for name in (one, other)]
        return Html(Client().get(evenings.url("versus", *keys))).text

    for number in range(4):
        evenings.play(high(1, 0, 9), at=days_after(number))
    assert "higher rating" not in compared("Ann", "Bob")
    evenings.play(high(1, 0, 9), at=days_after(4))
    ratings = re.search(r"Ann has the higher rating: ([0-9,]+) to ([0-9,]+)\.", compared("Bob", "Ann"))
    assert int(ratings[1].replace(",", "")) > int(ratings[2].replace(",", ""))
    assert "They have the same rating" in compared("Ann", "Clara")
    evenings.play(high(1, 0, 9), names=("Edith", "Frank", "Greta", "Henrik"), at=days_after(5))
    assert "higher rating" not in compared("Ann", "Edith")


def test_each_players_hands_are_added_up():
    six = six_player_club()
    both = [table for table in tables(six.club) if table.keys() >= {"Ann", "Bob"}]
    met = [table for table in both if table["Ann"].side != table["Bob"].side]
    rows = {row[0]: row[1:] for row in sheet(six, "Ann", "Bob")["In these games"]}
    for column, name in enumerate(("Ann", "Bob")):
        made, grands = (sum(getattr(table[name], what) for table in met) for what in ("grands_made", "grands"))
        percent = rows["Grands made %"][column]
        assert percent == (str(round(100 * made / grands)) if grands else "–")
        points = sum(table[name].points for table in met)
        assert float(rows["Points per game"][column]) == pytest.approx(points / len(met), abs=0.051)


def test_with_three_players_each_is_a_side():
    six = six_player_club()
    assert play_three(six)["Clara"].won
    rows = sheet(six, "Ann", "Bob", "&rules=widow")["Against each other"]
    assert [(row[1], row[5]) for row in rows] == [("0", "1")] * 2
    assert "In 1 a third player won." in Html(page(six, "Ann", "Bob", "?rules=widow")).text
    assert sheet(six, "Ann", "Clara", "&rules=widow")["Against each other"][1][5] == "1"


def test_games_are_listed_newest_first_with_twenty_per_page(monkeypatch):
    monkeypatch.setattr(compare, "ON_A_PAGE", 3)
    six = six_player_club()
    first, last = page(six, "Ann", "Bob").content.decode(), page(six, "Ann", "Bob", "?page=3").content.decode()
    codes = [table["Ann"].fact.code for table in tables(six.club) if table.keys() >= {"Ann", "Bob"}]
    assert [code for code in codes if f"/{code}/" in first] == codes[-3:]
    assert [code for code in codes if f"/{code}/" in last] == codes[:2]
    assert page(six, "Ann", "Bob", "?page=x").status_code == 200


def test_only_organisers_see_the_page_of_a_hidden_player():
    six = six_player_club()
    change_player(six.club.players.get(name="Bob"), hidden=True, by=six.olga, at=builders.NOON)
    for one, other in (("Ann", "Bob"), ("Bob", "Ann")):
        assert page(six, one, other).status_code == 404
        assert six.organiser().get(six.versus(one, other)).status_code == 200
    assert "Bob" not in page(six, "Ann", "Clara").content.decode()
    assert "hidden player" in page(six, "Ann", "Clara").content.decode()


def test_a_merged_player_is_found_only_under_the_remaining_name():
    six = six_player_club()
    keys = six.keys
    clara = six.club.players.get(name="Clara")
    play_out(builders.game(six.club, six.olga, names=("Ann", "Bob", "Gail", "Dan")))
    gail = six.club.players.get(name="Gail")
    merge_players(clara, gail, by=six.olga, at=builders.NOON)
    assert Html(six.stranger().get(six.address(f"versus/{keys['Ann']}/{gail.pk}/"))).texts("h1") == ["Ann and Clara"]
    assert six.stranger().get(six.address(f"versus/{keys['Clara']}/{gail.pk}/")).status_code == 404
    assert sheet(six, "Ann", "Clara")["As partners"][0][5] == "6"


NO_SIDES = [
    "x/1",
    "1/x",
    "{ann}/{ann}",
    "{ann}-{bob}/{bob}",
    "0/{bob}",
    f"{'9' * 40}/1",
    f"{'9' * 18}/{{ann}}",
    "{ann}/{theirs}",
    "²/{bob}",
    "%20/1",
]


@pytest.mark.parametrize("path", NO_SIDES)
def test_invalid_head_to_head_addresses_are_not_found(path):
    six = six_player_club(games=1)
    otto, valley = builders.organiser("Otto", "Valley")
    theirs = builders.game(valley, otto, names=("V", "W", "X", "Y")).seats.first().player_id
    keys = six.keys
    address = six.address(f"versus/{path.format(ann=keys['Ann'], bob=keys['Bob'], theirs=theirs)}/")
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize("games", [1, 7])
def test_head_to_head_query_count_is_constant(games):
    six = six_player_club(games=games)
    address = six.versus("Ann", "Bob")
    assert asked(lambda: six.stranger().get(address)) == 9


def test_the_page_of_a_player_leads_to_the_comparison_with_those_they_met():
    six = six_player_club(games=1)
    keys = six.keys
    page = Html(six.stranger().get(six.address(f"players/{keys['Ann']}/")))
    assert page.texts("option")[-3:] == ["Bob", "Clara", "Dan"]
    chosen = {"one": keys["Ann"], "other": keys["Bob"]}
    assert six.stranger().get(six.address("versus/"), chosen).url == six.versus("Ann", "Bob")
    for wrong in ({}, {"one": keys["Ann"], "other": "9" * 50}):
        assert six.stranger().get(six.address("versus/"), wrong).status_code == 404
