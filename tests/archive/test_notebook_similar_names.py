"""Names in a list of past games that are similar to others: the organiser chooses whom they mean."""

import pytest

from tests.archive.notebook_requests import LINE, add, players, preview
from tests.web.html import Html
from whistclub.club.actions import add_player
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def test_a_similar_name_may_be_chosen_to_mean_the_known_player(organiser, prairie):
    add_player(prairie, "Walter")
    line = LINE.replace("Ann", "Waltr")
    page = preview(organiser, line)
    assert "Similar names 1" in page.texts("h3")
    assert page.texts("option")[:3] == ["Choose…", "is a new player", "is Walter"]
    add(organiser, line, **{"means:waltr": "Walter"})
    assert players(Game.objects.get())[0] == "Walter"
    assert not prairie.players.filter(name="Waltr").exists()


def test_games_are_added_only_once_it_is_chosen_whom_a_similar_name_means(organiser, prairie):
    """Each answer would be wrong for somebody: two people would be one, or one person two."""
    add_player(prairie, "Walter")
    line = LINE.replace("Ann", "Waltr")
    assert "Choose who Waltr is." not in preview(organiser, line).text
    response = add(organiser, line)
    page = Html(response)
    assert (response.status_code, "Choose who Waltr is." in page.text, Game.objects.count()) == (422, True, 0)
    assert "Waltr" in page.find("textarea")[0].text
    assert "Choose who" in Html(add(organiser, line, **{"means:waltr": "Wilma"})).text
    add(organiser, line, **{"means:waltr": "Waltr"})
    assert players(Game.objects.get())[0] == "Waltr"


def test_a_rare_spelling_may_mean_the_usual_one_of_the_same_list(organiser, prairie):
    lines = [LINE.replace("Ann", "Walter"), LINE.replace("Ann", "Walter"), LINE.replace("Ann", "Waltr")]
    assert "Waltr, 1 game" in preview(organiser, *lines).text
    add(organiser, *lines, **{"means:waltr": "Walter"})
    assert {players(game)[0] for game in Game.objects.all()} == {"Walter"}


def test_choices_that_seat_one_person_twice_are_refused(organiser, prairie):
    add_player(prairie, "Walter")
    response = add(organiser, LINE.replace("Ann", "Waltr").replace("Bob", "Walter"), **{"means:waltr": "Walter"})
    assert response.status_code == 422
    assert "Line 2: Walter would be in two seats." in Html(response).text
    assert not Game.objects.exists()
