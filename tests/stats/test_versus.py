"""Head to head: two people, or two pairs."""

import csv
import io
import re

import pytest
from django.test import Client

from tests import builders
from tests.builders import high, play_out
from tests.stats.evenings import Evenings, days_after
from tests.stats.six_player_club import Counted, agrees, counted, play_three, six_player_club, tables
from tests.web.html import Html
from tests.web.test_query_counts import asked
from whistclub.club.actions import hide_player
from whistclub.party.actions.merging import merge_players
from whistclub.stats.head_to_head import page as head_to_head_page
from whistclub.stats.head_to_head import tables as head_to_head_tables

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


def test_the_chart_line_ends_at_the_score():
    six = six_player_club()
    found = sheet(six, "Ann", "Dan")
    ann, dan = found["Against each other"]
    ahead = [int(row[1]) for row in found["Ann’s lead (games won)"]]
    assert len(ahead) == int(ann[5])
    assert ahead[-1] == int(ann[1]) - int(dan[1])
    assert all(abs(now - before) <= 1 for before, now in zip([0, *ahead], ahead, strict=False))


def test_many_games_have_a_point_for_each_evening(monkeypatch):
    monkeypatch.setattr(head_to_head_tables, "MOST_POINTS", 2)
    six = six_player_club()
    ann, dan = sheet(six, "Ann", "Dan")["Against each other"]
    assert sheet(six, "Ann", "Dan")["Ann’s lead (games won)"] == [["2026-03-07", str(int(ann[1]) - int(dan[1]))]]


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


def test_two_pairs_are_compared_only_in_games_against_each_other():
    six = six_player_club()
    found = sheet(six, "Ann-Clara", "Bob-Dan")
    ours = Counted()
    for table in tables(six.club):
        if table.keys() >= {"Ann", "Clara", "Bob", "Dan"} and table["Ann"].side == table["Clara"].side:
            ours.add(table["Ann"])
    agrees(found["Against each other"][0], ours)
    assert ours.games == 5
    pairs = {row[0]: row for row in found["As a pair, against everyone"]}
    agrees(pairs["Ann & Clara"], counted(six.club, "Ann", "Clara", together=True))
    agrees(pairs["Bob & Dan"], counted(six.club, "Bob", "Dan", together=True))


def test_a_pair_keeps_its_record_against_players_it_never_met():
    six = six_player_club()
    found = sheet(six, "Ann-Bob", "Edith-Dan")
    assert "Against each other" in found
    found = sheet(six, "Clara-Ann", "Edith-Frank")
    assert "Against each other" not in found
    assert [row[5] for row in found["As a pair, against everyone"]] == ["5", "1"]
    assert "have not played against each other" in Html(page(six, "Clara-Ann", "Edith-Frank")).text


def test_a_pair_can_be_compared_with_one_person():
    six = six_player_club()
    assert sheet(six, "Ann-Bob", "Dan")["Against each other"][0][5] == "2"
    assert sheet(six, "Dan", "Bob-Ann")["Against each other"][0][5] == "2"


def test_with_three_players_each_is_a_side():
    six = six_player_club()
    assert play_three(six)["Clara"].won
    rows = sheet(six, "Ann", "Bob", "&rules=widow")["Against each other"]
    assert [(row[1], row[5]) for row in rows] == [("0", "1")] * 2
    assert "In 1 a third player won." in Html(page(six, "Ann", "Bob", "?rules=widow")).text
    assert sheet(six, "Ann", "Clara", "&rules=widow")["Against each other"][1][5] == "1"
    assert "Against each other" not in sheet(six, "Clara", "Ann-Bob", "&rules=widow")


def test_games_are_listed_newest_first_with_twenty_per_page(monkeypatch):
    monkeypatch.setattr(head_to_head_page, "ON_A_PAGE", 3)
    six = six_player_club()
    first, last = page(six, "Ann", "Bob").content.decode(), page(six, "Ann", "Bob", "?page=3").content.decode()
    codes = [table["Ann"].fact.code for table in tables(six.club) if table.keys() >= {"Ann", "Bob"}]
    assert [code for code in codes if f"/{code}/" in first] == codes[-3:]
    assert [code for code in codes if f"/{code}/" in last] == codes[:2]
    assert page(six, "Ann", "Bob", "?page=x").status_code == 200
    assert len(sheet(six, "Ann", "Bob")["Games"]) == len(codes)


def test_only_organisers_see_the_page_of_a_hidden_player():
    six = six_player_club()
    hide_player(six.club.players.get(name="Bob"), by=six.olga, at=builders.NOON)
    for one, other in (("Ann", "Bob"), ("Bob", "Ann"), ("Ann-Bob", "Dan"), ("Dan", "Ann-Bob")):
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
    response = six.stranger().get(six.address(f"versus/{keys['Ann']}/{gail.pk}/"))
    assert (response.status_code, response.url) == (302, six.versus("Ann", "Clara"))
    assert six.stranger().get(six.address(f"versus/{keys['Clara']}/{gail.pk}/")).status_code == 404
    assert sheet(six, "Ann", "Clara")["As partners"][0][5] == "6"


NO_SIDES = [
    "x/1",
    "1/x",
    "{ann}/{ann}",
    "{ann}-{bob}/{bob}",
    "{ann}-{ann}/{bob}",
    "{ann}-/{bob}",
    "-{ann}/{bob}",
    "{ann}/{bob}-{bob}-{bob}",
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


def test_the_form_leads_to_the_comparison_of_the_chosen():
    six = six_player_club()
    keys = six.keys
    ann, bob, clara, dan = (keys[name] for name in builders.FOUR)
    chosen = {"one": ann, "one_with": clara, "other": bob, "other_with": dan}
    response = six.stranger().get(six.address("versus/"), chosen)
    assert (response.status_code, response.url) == (302, six.versus("Ann-Clara", "Bob-Dan"))
    response = six.stranger().get(six.address("versus/"), {"one": ann, "one_with": "", "other": dan, "other_with": ""})
    assert response.url == six.versus("Ann", "Dan")


def test_the_form_explains_what_is_missing_or_wrong():
    six = six_player_club()
    ann = six.keys["Ann"]
    assert six.stranger().get(six.address("versus/")).status_code == 200
    assert six.stranger().get(six.address("versus/"), {"one": ann}).status_code == 200
    for query, text in (
        ({"one": ann, "other": ann}, "is chosen twice"),
        ({"one": ann, "other": ""}, "Choose a player for each side."),
        ({"one": "x", "other": "9" * 50}, "Choose a player for each side."),
        ({"one": ann, "one_with": ann, "other": six.keys["Bob"]}, "is chosen twice"),
    ):
        response = six.stranger().get(six.address("versus/"), query)
        assert response.status_code == 400
        assert text in Html(response).text


def test_the_form_offers_no_hidden_players():
    six = six_player_club()
    hide_player(six.club.players.get(name="Dan"), by=six.olga, at=builders.NOON)
    assert "Dan" not in six.stranger().get(six.address("versus/")).content.decode()
    assert "Dan" in six.organiser().get(six.address("versus/")).content.decode()


@pytest.mark.parametrize("games", [1, 7])
@pytest.mark.parametrize(
    "one, other, queries", [("Ann", "Bob", 10), ("Ann-Clara", "Bob-Dan", 12), ("Ann-Clara", "Bob", 11)]
)
def test_head_to_head_query_count_is_constant(games, one, other, queries):
    six = six_player_club(games=games)
    address = six.versus(one, other)
    assert asked(lambda: six.stranger().get(address)) == queries
