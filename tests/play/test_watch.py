"""The public page that follows a game."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, high, link, play_out, record
from tests.play.phone import pad_url
from tests.web.html import Html
from whistclub.play.games import end_without_result, play_again, renew_link

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


def test_a_watcher_sees_how_long_the_game_lasts(game):
    assert "First to 13" in Html(watch(game)).text


def test_a_watcher_reads_who_won(game):
    play_out(game)
    html = Html(watch(game))
    assert html.texts("h1") == ["Ann & Clara won the game 15–0."]
    assert "Hands" in html.texts("h2")


def test_a_watcher_reads_that_a_game_was_stopped(game, olga):
    end_without_result(game, by=olga, at=NOON)
    assert "The game ended without a result." in Html(watch(game)).text


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


@pytest.mark.parametrize("state", ["running", "finished"])
def test_the_page_never_holds_the_score_pad_link(game, state):
    if state == "finished":
        play_out(game)
    assert link(game).token not in watch(game).content.decode()


def test_the_watching_page_outlives_a_renewed_score_pad_link(game, olga):
    renew_link(game, by=olga, at=NOON)
    assert watch(game).status_code == 200


@pytest.mark.parametrize("way", ["watch", "watch_live"])
def test_an_unknown_game_code_is_not_found(db, way):
    assert Client().get(reverse(f"play:{way}", args=["nosuchcode"])).status_code == 404


def test_the_watching_page_does_not_accept_post(game):
    assert Client().post(reverse("play:watch", args=[game.code])).status_code == 405


def test_a_pad_leads_to_the_watching_page_of_its_game(game):
    client = Client()
    client.cookies["seat"] = "0"
    links = [each["href"] for each in Html(client.get(pad_url(game))).find("a")]
    assert reverse("play:watch", args=[game.code]) in links
