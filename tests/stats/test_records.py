"""What was most in a club, and who holds it. The numbers are in test_recount."""

import csv
from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from tests.builders import NOON, high
from tests.stats.evenings import Evenings, asked, days_after
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]
HIGHEST, STREAK = "Highest-scoring hand", "Most games won in a row"


def records(evenings: Evenings, client: Client | None = None, **query: str) -> dict[str, list[tuple[str, str]]]:
    """Who holds each record, and what it is, as the spreadsheet says it."""
    response = (client or Client()).get(evenings.url("records"), {"as": "csv", **query})
    _title, _head, *rows = csv.reader(response.content.decode("utf-8-sig").split("\r\n\r\n")[0].splitlines())
    found: dict[str, list[tuple[str, str]]] = {}
    for title, who, number, *_rest in rows:
        found.setdefault(title, []).append((who, number))
    return found


def test_a_tied_record_belongs_to_the_earliest_and_what_more_than_five_share_is_none():
    evenings = Evenings()
    for number in range(5):
        evenings.play(high(1, 0, 9), at=days_after(number))
    page = Html(Client().get(evenings.url("records"))).text
    assert f"{HIGHEST} Ann & Clara 3 7 Mar 2026 hand 1, " in page.replace("\u00a0", " ")
    evenings.play(high(1, 0, 9), at=days_after(5))
    assert HIGHEST not in records(evenings)
    evenings.play(high(1, 0, 10), at=days_after(6))
    assert records(evenings)[HIGHEST][:2] == [("Ann & Clara", "4"), ("Ann & Clara", "3")]


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


def test_records_link_to_game_evening_and_player():
    evenings = Evenings()
    game = evenings.play(high(1, 0, 9))
    links = {each.attributes.get("href") for each in Html(Client().get(evenings.url("records"))).find("a")}
    ann = Player.objects.get(name="Ann")
    assert {f"/p/game/{game.code}/", evenings.url("day", "2026-03-07"), evenings.url("player", ann.pk)} <= links


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


def test_without_games_the_page_explains_itself_and_its_queries_do_not_grow():
    evenings, chance = Evenings(), Random(9)
    assert "Records appear here" in Html(Client().get(evenings.url("records"))).text
    counts = set()
    for number in (20, 30):
        for count in range(number):
            evenings.play_any(chance, at=days_after(count // 3))
        counts.add(asked(lambda: Client().get(evenings.url("records"))))
    assert max(counts) <= 20
