"""What the page of a player says first: the right people and numbers, and doubt where few games make it doubtful."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON, high
from tests.stats.evenings import Evenings, days_after
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.club.models import Player

pytestmark = pytest.mark.django_db

LOST_TOGETHER = ("Ann", "Frank", "Edith", "Dan")


@pytest.fixture
def evenings():
    """Ann wins six games with Clara against Bob and Dan, and loses four with Edith against Frank and Dan."""
    found = Evenings()
    for count in range(6):
        found.play(high(1, 0, 8), at=days_after(count))
    for count in range(4):
        found.play(high(1, 1, 8), names=LOST_TOGETHER, at=days_after(6 + count))
    return found


def begins_so(answers, start):
    """Whether one of the answers begins so; links follow."""
    return any(each.startswith(start) for each in answers)


def answered(evenings, name, client=None, **query):
    """What is words in answer to each question, with the doubt before it."""
    player = Player.objects.get(name=name)
    page = Html((client or Client()).get(evenings.url("player", player.pk), query))
    return {each.text for each in page.find("li", css="answer")}, page


def test_form_partner_opponent_and_strength_are_named_with_their_numbers(evenings):
    answers, page = answered(evenings, "Ann")
    assert begins_so(answers, "Lately Won 6 of the last 10 games")
    assert begins_so(answers, "Best partner Clara 6 wins in 6 games together")
    assert begins_so(answers, "Toughest opponent too few games to tell Frank 0 wins in 4 games against them")
    strength = "Nothing stands out yet the same as the club making grands 100% (club 100%)"
    assert any(each.startswith(strength) for each in answers)
    assert any(each.startswith("Rating may still change") and ", rank 3 of 4" in each for each in answers)
    assert "Last games, newest last: won, won, won, won, won, won, lost, lost, lost, lost" in [
        each["aria-label"] for each in page.find("span", css="form-strip")
    ]


def test_each_answer_leads_to_the_games_or_hands_behind_it(evenings):
    ann, clara, frank = (Player.objects.get(name=name).pk for name in ("Ann", "Clara", "Frank"))
    _answers, page = answered(evenings, "Ann")
    links = {each.attributes.get("href") for each in page.find("a")}
    assert {
        evenings.url("versus", ann, clara),
        evenings.url("versus", ann, frank),
        evenings.url("games", ann),
        reverse("play:player_hands", args=[evenings.club.slug, ann, "grands_made"]),
    } <= links


def test_a_hidden_player_is_never_the_best_partner_for_strangers(evenings):
    change_player(Player.objects.get(name="Clara"), hidden=True, by=evenings.olga, at=NOON)
    answers, page = answered(evenings, "Ann")
    assert "Clara" not in page.text
    assert not any(each.startswith("Best partner") for each in answers)
    assert any("Clara" in each for each in answered(evenings, "Ann", evenings.organiser)[0])


def test_answers_follow_the_filter(evenings):
    answers, page = answered(evenings, "Ann", **{"from": days_after(6).date().isoformat()})
    assert begins_so(answers, "Lately too few games to tell Won 0 of 4 games")
    assert not any(each.startswith("Best partner") for each in answers)
    reason = "The rating always counts all games, whatever the filter."
    assert [each.startswith("Rating") for each in answers if reason in each] == [True]
    assert not page.find("figure", css="lines")
    assert not any(reason in each for each in answered(evenings, "Ann")[0])


def test_who_is_below_the_club_in_everything_is_best_at_nothing(evenings):
    """Frank fails in all his grands; those of Ann were made."""
    for count in range(5):
        evenings.play(high(1, 1, 4), high(2, 0, 13), names=LOST_TOGETHER, at=days_after(20 + count))
    answers, page = answered(evenings, "Frank")
    [strength] = [each for each in answers if "grands" in each]
    assert strength.startswith("Nothing stands out yet below the club average"), answers
    assert "Best at" not in page.text


def test_form_is_compared_with_all_games(evenings):
    for count in range(5):
        evenings.play(high(1, 0, 8), at=days_after(20 + count))
    assert begins_so(answered(evenings, "Ann")[0], "Lately about as usual")


def test_after_one_game_everything_is_said_to_be_too_little():
    evenings = Evenings()
    evenings.play(high(1, 0, 8))
    answers, page = answered(evenings, "Ann")
    assert begins_so(answers, "Lately too few games to tell Won 1 of 1 game")
    assert begins_so(answers, "Best partner too few games to tell Clara 1 win in 1 game together")
    assert any(each.startswith("Rating too few games to tell") for each in answers)
    assert begins_so(answers, "Nothing stands out yet too few hands to tell making grands 100% (club 100%)")
    assert not re.search(r"\d–\d+%", page.text)


def test_an_empty_page_says_what_it_will_show():
    evenings = Evenings()
    evenings.play(high(1, 0, 8))
    player = Player.objects.get(name="Ann")
    page = Html(Client().get(evenings.url("player", player.pk), {"to": "2001-01-01"}))
    assert "No games match this filter." in page.text
    zoe = evenings.club.players.create(name="Zoe")
    page = Html(Client().get(evenings.url("player", zoe.pk)))
    assert "No games yet." in page.text
