"""The hands behind a number of the statistics."""

import csv
import io
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import FOUR, NOON, client_of, entry_row, high, low, play_out, record, redeal
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.engine.hand import Contract
from whistclub.play import public
from whistclub.play.games import concede
from whistclub.play.start import NewGame, start_game
from whistclub.stats.measures import HAND_COUNTERS
from whistclub.stats.models import PlayerGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def prairie(prairie):
    prairie.shown_to_strangers = "names"
    prairie.save()
    return prairie


@pytest.fixture
def finished_game(game, olga):
    """Ann grands and makes it, Bob grands and fails, Clara makes it, a low hand, Ann fails; then Bob & Dan give up."""
    record(game, high(1, 0, 9), high(2, 1, 5), redeal(uuid4(), 3, deal_passes=True), high(4, 2, 8))
    record(game, low(5, 4), high(6, 0, 5))
    concede(game, 1, by=olga, at=NOON)
    return game


def url(club, name, kind):
    return reverse("play:player_hands", args=[club.slug, club.players.get(name=name).pk, kind])


def page(club, name, kind, client=None, **query):
    return Html((client or Client()).get(url(club, name, kind), query))


def links(found):
    return [each["href"] for each in found.find("a") if "#hand-" in each["href"]]


def numbers(found):
    return [each.partition("#")[2] for each in links(found)]


def begun(club, by, minute):
    return start_game(club, NewGame(FOUR, "neuralplay", 0), by=by, at=NOON + timedelta(minutes=minute))


@pytest.mark.parametrize("preset", ["widow", "two_player", "askov"])
def test_listed_hands_of_every_kind_add_up_to_the_number(prairie, olga, preset):
    made = builders.game(prairie, olga, preset=preset)
    hands = {
        "widow": [entry_row(uuid4(), n, Contract.WIDOW, n % 3, (5, 5, 3)) for n in range(1, 4)]
        + [entry_row(uuid4(), n, Contract.WIDOW, 0, (13, 0, 0)) for n in range(4, 40)],
        "two_player": [low(1, 4), *(high(n, n % 2, 9) for n in range(2, 40))],
        "askov": [entry_row(uuid4(), 1, Contract.SOLA_NOLA, 1, (0,)), *(high(n, 0, 9) for n in range(2, 40))],
    }[preset]
    for hand in hands:
        if builders.record(made, hand).game.state == "finished":
            break
    made.refresh_from_db()
    assert made.state == "finished"
    for part in PlayerGame.objects.filter(fact__code=made.code).select_related("player"):
        for kind in HAND_COUNTERS:
            shown = len(numbers(page(prairie, part.player.name, kind)))
            assert (kind, shown) == (kind, getattr(part, kind))


def test_games_are_paginated_with_a_link_to_the_next_page(prairie, olga, monkeypatch):
    monkeypatch.setattr(public, "GAMES_ON_A_PAGE", 2)
    games = [play_out(begun(prairie, olga, minute)) for minute in range(3)]
    first, second = (page(prairie, "Ann", "grands_made", page=number) for number in "12")
    newest = [links(found)[0].partition("#")[0] for found in (first, second)]
    assert newest == [reverse("play:watch", args=[games[at].code]) for at in (2, 0)]
    assert (len(numbers(first)), len(numbers(second))) == (4, 2)
    assert "6 hands in 3 games." in first.text
    assert "6 hands in 3 games." in second.text
    (following,) = [each["href"] for each in first.find("a", css="small") if each.text == "Next →"]
    assert following == "?page=2"


def test_the_same_hands_are_available_as_csv(prairie, finished_game):
    text = Client().get(url(prairie, "Ann", "grands"), {"as": "csv"}).content.decode("utf-8-sig")
    _title, head, *rows = csv.reader(io.StringIO(text))
    assert head == ["Day", "Hand", "Bid", "Result", "Tricks", "Points", "Others", "With", "Against"]
    assert rows[1] == ["2026-03-07", "1", "Ann granded", "made 9", "9", "3", "0", "Clara", "Bob & Dan"]


@pytest.mark.parametrize("kind", ["games", "points", "grand_tricks", "won", "x", "pk"])
def test_unknown_kinds_of_hands_are_not_found(prairie, finished_game, kind):
    assert Client().get(url(prairie, "Ann", kind)).status_code == 404


def test_a_hidden_player_is_nameless_to_strangers(prairie, finished_game, olga):
    change_player(prairie.players.get(name="Bob"), hidden=True, by=olga, at=timezone.now())
    found = page(prairie, "Ann", "defended")
    assert found.texts("td")[1] == "hidden player granded"
    assert "Bob" not in found.text
    organiser = client_of(olga)
    assert "Bob granded" in page(prairie, "Ann", "defended", organiser).text
    assert Client().get(url(prairie, "Bob", "grands")).status_code == 404
