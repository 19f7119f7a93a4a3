"""The table of players, and the pages of one: who is listed, ranks, how many queries. Numbers are in test_recount."""

import csv
from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from tests.builders import NOON, high
from tests.stats.evenings import Evenings, asked, days_after
from tests.web.html import Html

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


@pytest.fixture
def evenings():
    return Evenings()


def names(page):
    return [each.text for each in page.find("u")]


def ranks(page):
    return [each.text for each in page.find("span", css="rank")]


def read(evenings, **query):
    return Html(Client().get(evenings.url("players"), query))


def many_games(evenings, number):
    """Ann and Clara win them all against Bob and Dan; Edith and Frank come once, and lose to them."""
    for count in range(number):
        evenings.play(high(1, 0, 8), at=days_after(count))
    evenings.play(high(1, 0, 8), names=("Ann", "Edith", "Clara", "Frank"), at=days_after(number))


def test_without_a_game_the_pages_say_what_they_will_show(evenings):
    page = read(evenings)
    assert "Players appear here after the first finished game." in page.text


def test_a_young_club_lists_every_player(evenings):
    many_games(evenings, 1)
    assert sorted(names(read(evenings))) == ["Ann", "Bob", "Clara", "Dan", "Edith", "Frank"]


def test_older_clubs_rank_players_from_five_games_and_list_the_rest(evenings):
    many_games(evenings, 5)
    page = read(evenings, by="won")
    assert sorted(names(page)) == ["Ann", "Bob", "Clara", "Dan"]
    assert "2 more players have fewer than 5 chances for this figure." in page.text
    assert len(names(read(evenings, by="won", least=1))) == 6


def test_a_file_says_which_numbers_are_per_cent(evenings):
    many_games(evenings, 5)
    [_title, head, first, *_rows] = csv.reader(
        Client().get(evenings.url("players"), {"as": "csv", "by": "won"}).content.decode("utf-8-sig").splitlines()
    )
    assert head == [
        *("Rank", "Player", "Games won %", "Rating", "Points per game", "Grands made %", "Games played"),
        "Likely range",
    ]
    assert first[:3] == ["1", "Ann", "100"]
    player = evenings.club.players.get(name="Ann").pk
    found = Client().get(evenings.url("player", player), {"as": "csv"}).content.decode()
    assert "Games won %,100," in found
    assert "Points per game," in found
    assert "Share %" in Client().get(evenings.url("records"), {"as": "csv"}).content.decode()


def test_equals_share_a_rank(evenings):
    many_games(evenings, 5)
    assert ranks(read(evenings, by="won")) == ["1", "1", "3", "3"]


def test_a_share_without_opportunities_is_not_ranked(evenings):
    many_games(evenings, 5)
    # Bob and Dan have never granded, Clara neither.
    assert names(read(evenings, by="made")) == ["Ann"]


def test_invalid_dates_are_a_bad_request_with_a_message(evenings):
    many_games(evenings, 1)
    response = Client().get(evenings.url("players"), {"from": "yesterday"})
    assert response.status_code == 400
    assert "“yesterday” is not a date." in Html(response).text


def test_points_are_those_of_one_rule_set_and_wins_of_all(evenings):
    """A game of Norwegian whist is worth five of the usual ones in points."""
    many_games(evenings, 5)
    evenings.play(*[high(number, 0, 13) for number in (1, 2)], preset="norwegian", at=days_after(9))
    ann = evenings.club.players.get(name="Ann").pk
    usual, everything = (sheet(evenings, ann, rules=rules) for rules in ("neuralplay", ""))
    assert everything["Points per game"] == usual["Points per game"]
    assert (usual["Games won %"][2], everything["Games won %"][2]) == ("6 of 6", "7 of 7")
    assert "Points: in games by Minnesota Whist." in read(evenings).text


def sheet(evenings, player, **query):
    text = Client().get(evenings.url("player", player), {"as": "csv", **query}).content.decode("utf-8-sig")
    return {row[0]: row for row in csv.reader(text.splitlines()) if row}


def test_player_pages_query_count_does_not_grow(evenings):
    chance = Random(4)
    found = set()
    for number in (24, 40):
        for count in range(number):
            evenings.play_any(chance, at=NOON + timedelta(hours=count, days=number))
        player = evenings.club.players.order_by("pk")[0].pk
        pages = [evenings.url("players"), evenings.url("player", player), evenings.url("games", player)]
        found.add(tuple(asked(lambda page=page: Client().get(page)) for page in pages))
    assert len(found) == 1
