"""A page never holds what its reader may not see."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import client_of
from tests.play.phone import pad_url, phone
from tests.web import site
from tests.web.html import Html
from whistclub.engine.presets import PRESETS

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return site.build()


def body(response):
    return response.content.decode()


@pytest.mark.parametrize("state", ["running", "waiting", "finished", "stopped"])
@pytest.mark.parametrize("name", ["watch", "watch_live"])
def test_a_watcher_never_gets_the_score_pad_link(made, state, name):
    game = getattr(made, state)
    page = body(Client().get(reverse(f"play:{name}", args=[game.code])))
    assert site.token(game) not in page
    assert "/t/" not in page
    assert "/run/" not in page


def test_other_clubs_are_not_found_rather_than_forbidden(made):
    otto = client_of(made.otto)
    theirs = otto.get(reverse("play:game", args=["prairie", made.running.code]))
    nobodys = otto.get(reverse("play:game", args=["nowhere", "nosuchgame"]))
    assert (theirs.status_code, Html(theirs).text) == (404, Html(nobodys).text)


def test_games_of_another_club_are_not_found(made):
    otto = client_of(made.otto)
    assert otto.get(reverse("play:game", args=["valley", made.running.code])).status_code == 404


def test_a_player_of_another_club_cannot_be_renamed(made):
    ann = made.prairie.players.get(name="Ann")
    otto = client_of(made.otto)
    assert otto.post(reverse("club:person", args=["valley", ann.pk]), {"name": "Zoe"}).status_code == 404
    ann.refresh_from_db()
    assert ann.name == "Ann"


@pytest.mark.parametrize("page", ["play:tonight", "play:history", "play:start", "club:people"])
def test_an_organiser_sees_no_player_of_another_club(made, page):
    otto = client_of(made.otto)
    page = body(otto.get(reverse(page, args=["valley"])))
    assert "Valley" in page
    # As words: three letters in a row may be part of a random token.
    assert not [name for name in ("Prairie", "Ann", "Bob", "Clara", "Dan", "Olga") if re.search(rf"\b{name}\b", page)]


@pytest.mark.parametrize("signed_in", [True, False])
def test_public_error_pages_name_no_club_or_person(made, signed_in):
    client = made.organiser if signed_in else Client()
    urls = ["/rules/", *(reverse("rules:card", args=[preset]) for preset in PRESETS), "/sign-in/", "/"]
    pages = [client.get(url, follow=False) for url in urls]
    held = [
        name for name in ("Prairie", "Valley", "Clara", "Victor", "@example") for each in pages if name in body(each)
    ]
    assert held == []


@pytest.mark.parametrize("name", ["pad", "pad_seat", "pad_log", "pad_rules", "pad_live"])
def test_a_score_pad_holds_no_address_of_the_organiser(made, name):
    page = body(phone().get(pad_url(made.running, name)))
    assert "example.org" not in page
    assert "/run/" not in page


def test_a_score_pad_holds_no_link_of_another_game(made):
    page = body(phone().get(pad_url(made.running)))
    others = [made.waiting, made.finished, made.stopped]
    assert not [game for game in others if site.token(game) in page or game.code in page]
