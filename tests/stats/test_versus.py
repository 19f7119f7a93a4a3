"""Two people compared. The numbers are in test_recount."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import high, play_out
from tests.stats.evenings import Evenings, asked, days_after
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.engine.hand import Contract
from whistclub.party.actions.merging import merge_players
from whistclub.play.entries import EntrySubmission

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings():
    """Ann and Clara win four games against Bob and Dan; then Ann and Bob lose one as partners."""
    found = Evenings()
    for number in range(4):
        found.play(high(1, 0, 9), at=days_after(number))
    found.play(high(1, 1, 9), names=("Ann", "Clara", "Bob", "Dan"), at=days_after(4))
    return found


def keys(evenings, *names):
    return [evenings.club.players.get(name=name).pk for name in names]


def compared(evenings, *names, client=None, **query):
    return Html((client or Client()).get(evenings.url("versus", *keys(evenings, *names)), query)).text


def test_the_score_the_ratings_and_the_games_as_partners_are_told(evenings):
    text = compared(evenings, "Ann", "Bob")
    assert "4 games against each other: Ann won 4, Bob won 0." in text
    assert "As partners: 0 of 1 game won." in text
    assert "Too few games against each other to tell who is better." in text
    ratings = re.search(r"Ann has the higher rating: ([0-9,]+) to ([0-9,]+)\.", compared(evenings, "Bob", "Ann"))
    assert int(ratings[1].replace(",", "")) > int(ratings[2].replace(",", ""))
    for number in range(6):
        evenings.play(high(1, 0, 9), at=days_after(5 + number))
    assert "This is unlikely to be luck: Ann is ahead." in compared(evenings, "Bob", "Ann")


def test_with_three_players_a_third_one_may_win():
    evenings = Evenings()
    evenings.play(high(1, 0, 9))
    evenings.play(
        EntrySubmission(uuid4(), 1, Contract.WIDOW, 2, (4, 3, 6)),
        names=("Ann", "Bob", "Clara"),
        preset="widow",
        at=days_after(1),
    )
    assert "a third player won 1." in compared(evenings, "Ann", "Bob", rules="widow")


def test_only_organisers_see_the_page_of_a_hidden_player(evenings):
    change_player(evenings.club.players.get(name="Bob"), hidden=True, by=evenings.olga, at=builders.NOON)
    for names in (("Ann", "Bob"), ("Bob", "Ann")):
        address = evenings.url("versus", *keys(evenings, *names))
        assert Client().get(address).status_code == 404
        assert evenings.organiser.get(address).status_code == 200
    assert "Bob" not in compared(evenings, "Ann", "Clara")
    assert "hidden player" in compared(evenings, "Ann", "Clara")


def test_a_merged_player_is_found_under_the_remaining_name(evenings):
    play_out(builders.game(evenings.club, evenings.olga, names=("Ann", "Bob", "Gail", "Dan")))
    clara, gail = (evenings.club.players.get(name=name) for name in ("Clara", "Gail"))
    merge_players(clara, gail, by=evenings.olga, at=builders.NOON)
    [ann] = keys(evenings, "Ann")
    page = Html(Client().get(evenings.url("versus", ann, gail.pk)))
    assert page.texts("h1") == ["Ann and Clara"]
    assert "As partners: 5 of 5 games won." in page.text
    assert Client().get(evenings.url("versus", clara.pk, gail.pk)).status_code == 404


@pytest.mark.parametrize("path", ["x/1", "{ann}/{ann}", "0/{ann}", f"{'9' * 40}/1", "{ann}/{theirs}", "²/{ann}"])
def test_invalid_addresses_are_not_found(evenings, path):
    otto, valley = builders.organiser("Otto", "Valley")
    theirs = builders.game(valley, otto, names=("V", "W", "X", "Y")).seats.first().player_id
    address = f"/c/prairie/versus/{path.format(ann=keys(evenings, 'Ann')[0], theirs=theirs)}/"
    assert Client().get(address).status_code == 404


def test_the_page_of_a_player_leads_to_the_comparison_with_those_they_met(evenings):
    ann, bob = keys(evenings, "Ann", "Bob")
    page = Html(Client().get(evenings.url("player", ann)))
    assert page.texts("option")[-3:] == ["Bob", "Clara", "Dan"]
    choose = reverse("stats:choose", args=["prairie"])
    assert Client().get(choose, {"one": ann, "other": bob}).url == evenings.url("versus", ann, bob)
    assert Client().get(choose, {"one": ann, "other": "x"}).status_code == 404


def test_queries_do_not_grow(evenings):
    address = evenings.url("versus", *keys(evenings, "Ann", "Bob"))
    before = asked(lambda: Client().get(address))
    evenings.play(high(1, 0, 9), at=days_after(9))
    assert asked(lambda: Client().get(address)) == before
