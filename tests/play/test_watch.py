"""The public page that follows a game."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, high, link, play_out, record
from tests.play.phone import pad_url, phone
from tests.web.html import Html, nothing_new
from whistclub.play.start import play_again

pytestmark = pytest.mark.django_db


def watch(game):
    return Client().get(reverse("play:watch", args=[game.code]))


def test_a_watcher_sees_names_and_score(game):
    record(game, high(1, 0, 9))
    page = Html(watch(game))
    assert page.texts("span", css="label") == ["Ann & Clara", "Bob & Dan"]
    assert page.texts("span", css="total") == ["3", "0"]


def test_a_watcher_reads_the_last_hand_and_who_deals_next(game):
    record(game, high(1, 0, 9))
    assert [line.split(".")[0] for line in Html(watch(game)).texts("p", css="latest")] == [
        "Hand 1: Ann granded, made 9: Ann & Clara +3",
        "Hand 2: Bob deals",
    ]


def test_a_watcher_is_taken_to_the_next_game(game):
    play_out(game)
    following = play_again(link(game), 2, by=0, at=NOON)
    links = [each["href"] for each in Html(watch(game)).find("a") if each.text == "Watch the next game"]
    assert links == [reverse("play:watch", args=[following.code])]


def test_a_watcher_can_change_nothing(game):
    record(game, high(1, 0, 9))
    page = Html(watch(game))
    assert page.find("form") == []
    assert page.find("a", css="line") == []


@pytest.fixture(params=["pad", "watch"])
def ask(request, game):
    """Ask as this page does, with the revision it holds."""
    url = pad_url(game) if request.param == "pad" else reverse("play:watch", args=[game.code])
    return lambda held: phone().get(url, {"v": f"1.{held}"})


@pytest.mark.parametrize("page", ["pad", "watch"])
def test_a_page_asks_every_two_seconds(game, page):
    url = pad_url(game, "pad") if page == "pad" else reverse("play:watch", args=[game.code])
    client = phone()
    client.cookies["seat"] = "0"
    assert 'hx-trigger="every 2000ms, changed from:body"' in client.get(url).content.decode()


def test_without_news_the_response_is_empty(game, ask):
    response = ask(game.revision)
    assert nothing_new(response)
    assert "no-store" in response["Cache-Control"]


def test_a_stale_page_gets_the_new_version(game, ask):
    held = game.revision
    record(game, high(1, 0, 9))
    response = ask(held)
    assert response.status_code == 200
    assert Html(response).texts("span", css="total") == ["3", "0"]


@pytest.mark.parametrize("held", ["", "x", "-1", "1.0", "٣", "1" * 5000, "\x00", str(2**63)])
def test_a_malformed_revision_returns_the_page(ask, held):
    assert ask(held).status_code == 200
