"""The club's games that are over."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import FOUR, NOON, play_out
from tests.web.html import Html
from whistclub.play.actions.lifecycle import NewGame, pause_game, start_game
from whistclub.play.queries import GAMES_ON_A_PAGE

pytestmark = pytest.mark.django_db


def history(organiser, club, page=""):
    return organiser.get(reverse("play:history", args=[club.slug]), {"page": page} if page else {})


def stopped(club, by, count):
    """Games of an evening, one a minute, stopped at once."""
    games = []
    for minute in range(count):
        games.append(start_game(club, NewGame(FOUR, "neuralplay", 0), by=by, at=NOON + timedelta(minutes=minute)))
        pause_game(games[-1], by=by, at=NOON)
    return games


def cards(response):
    return [each["href"] for each in Html(response).find("a", css="game-card")]


def address(game):
    return reverse("play:game", args=[game.club.slug, game.code])


def test_a_club_without_games_sees_an_explanation(organiser, prairie):
    assert "No games finished yet." in Html(history(organiser, prairie)).text


def test_a_running_game_is_not_in_the_history(organiser, prairie, game):
    assert cards(history(organiser, prairie)) == []


def test_a_social_card_shows_winner_and_score(organiser, prairie, game):
    play_out(game)
    (card,) = Html(history(organiser, prairie)).find("a", css="game-card")
    assert card.text.startswith("Ann & Clara won 15 Bob & Dan 0")


def test_a_stopped_game_says_so_and_has_no_winner(organiser, prairie, olga):
    stopped(prairie, olga, 1)
    (card,) = Html(history(organiser, prairie)).find("a", css="game-card")
    assert "paused" in card.text
    assert "won" not in card.text


def test_games_of_other_clubs_are_left_out(organiser, prairie):
    otto, valley = builders.organiser("Otto", "Valley")
    stopped(valley, otto, 1)
    assert cards(history(organiser, prairie)) == []


def test_games_are_paginated_newest_first(organiser, prairie, olga):
    games = stopped(prairie, olga, GAMES_ON_A_PAGE + 1)
    assert cards(history(organiser, prairie)) == [address(game) for game in reversed(games[1:])]


def test_the_next_page_continues_where_the_first_ended(organiser, prairie, olga):
    games = stopped(prairie, olga, GAMES_ON_A_PAGE + 1)
    assert cards(history(organiser, prairie, "2")) == [address(games[0])]


def _ways(organiser, club, page):
    links = Html(history(organiser, club, page)).find("a", css="small")
    return [each["href"] for each in links if each["href"].startswith("?")]


def test_pages_lead_to_each_other(organiser, prairie, olga):
    stopped(prairie, olga, GAMES_ON_A_PAGE + 1)
    ways = [_ways(organiser, prairie, page) for page in "12"]
    assert ways == [["?page=2"], ["?page=1"]]


@pytest.mark.parametrize("page, shown", [("x", GAMES_ON_A_PAGE), ("-1", 1), ("0", 1), ("999999999999999999999", 1)])
def test_a_missing_page_number_shows_an_existing_page(organiser, prairie, olga, page, shown):
    stopped(prairie, olga, GAMES_ON_A_PAGE + 1)
    response = history(organiser, prairie, page)
    assert (response.status_code, len(cards(response))) == (200, shown)
