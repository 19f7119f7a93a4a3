"""Pages that ask every two seconds whether something changed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import high, record
from tests.play.phone import pad_url, phone
from tests.web.html import Html, nothing_new
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["pad", "watch"])
def ask(request, game):
    """Ask as this page does, with the revision it holds."""
    url = pad_url(game, "pad_live") if request.param == "pad" else reverse("play:watch_live", args=[game.code])
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


def test_the_new_page_contains_the_new_revision(game, ask):
    held = game.revision
    record(game, high(1, 0, 9))
    (live,) = [each for each in Html(ask(held)).find("div") if "hx-get" in each.attributes]
    assert re.search(rf"\?v=([0-9]\.)?1\.{Game.objects.get().revision}$", live["hx-get"])


def test_only_the_part_that_follows_the_game_is_sent(game, ask):
    response = ask(0)
    assert Html(response).find("html") == []


@pytest.mark.parametrize("held", ["", "x", "-1", "1.0", "٣", "1" * 5000, "\x00", str(2**63)])
def test_a_malformed_revision_returns_the_page(ask, held):
    assert ask(held).status_code == 200


def test_polling_without_a_revision_returns_the_page(game):
    assert Client().get(reverse("play:watch_live", args=[game.code])).status_code == 200
