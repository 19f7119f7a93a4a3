"""The roster of a club."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.web.html import Html
from whistclub.club import queries
from whistclub.club.actions import NameTaken, add_player, change_player

pytestmark = pytest.mark.django_db

ROSTER = "/run/prairie/people/"


def names(club):
    return list(club.players.order_by("name").values_list("name", flat=True))


def rename(organiser, player, name):
    return organiser.post(reverse("club:person", args=["prairie", player.pk]), {"name": name})


def players_on(page):
    return [each.text for each in page.find("a") if re.fullmatch(rf"{ROSTER}\d+/", each["href"])]


def test_a_long_roster_has_pages_and_a_search_over_all_of_it(organiser, prairie, monkeypatch):
    monkeypatch.setattr(queries, "ON_A_PAGE", 2)
    for name in ("Åsa", "Bob", "Clara", "Dan", "Bobby"):
        add_player(prairie, name)

    def shown(**query):
        return players_on(Html(organiser.get(ROSTER, query)))

    assert shown() == ["Bob", "Bobby"]
    assert shown(page="3") == ["Åsa"]
    assert shown(q="åsA") == ["Åsa"]
    assert shown(q="bob") == ["Bob", "Bobby"]
    assert "No player’s name contains “Zoe”." in Html(organiser.get(ROSTER, {"q": "Zoe"})).text
    assert Html(organiser.get(ROSTER)).find("input", type="search")


def test_the_roster_can_be_narrowed(organiser, prairie, by_olga):
    ann, bob, clara, _dan = (add_player(prairie, name) for name in builders.FOUR)
    change_player(ann, guest=True, **by_olga)
    change_player(bob, retired=True, **by_olga)
    change_player(clara, hidden=True, **by_olga)

    def shown(**query):
        return players_on(Html(organiser.get(ROSTER, query)))

    assert shown(show="all") == shown(show="no such filter") == ["Ann", "Bob", "Clara", "Dan"]
    assert shown(show="regular") == ["Clara", "Dan"]
    assert shown(show="guests") == ["Ann"]
    assert shown(show="retired") == ["Bob"]
    assert shown(show="hidden") == ["Clara"]
    assert shown(show="regular", q="an") == ["Dan"]
    assert shown(show="guests", q="dan") == []


@pytest.mark.parametrize("again", ["Ann", "ANN", " ann "])
def test_a_taken_name_is_refused_with_an_alternative(organiser, prairie, again):
    add_player(prairie, "Ann")
    response = organiser.post(ROSTER, {"name": again})
    page = Html(response)
    assert response.status_code == 422
    assert "Add an initial to tell them apart." in page.texts("p", css="wrong")[0]
    assert page.find("input", id="id_name")[0]["value"] == again
    assert names(prairie) == ["Ann"]


@pytest.mark.parametrize("name, again", [("Åsa", "åsa"), ("ØYVIND", "øyvind"), ("Élise", "éLISE")])
def test_non_ascii_capitals_do_not_create_a_second_player(prairie, name, again):
    add_player(prairie, name)
    with pytest.raises(NameTaken):
        add_player(prairie, again)


def test_a_new_name_is_shown_everywhere(organiser, prairie):
    game = builders.game(prairie, prairie.roles.get().user)
    ann = prairie.players.get(name="Ann")
    response = rename(organiser, ann, "Anna")
    assert (response.status_code, response.url) == (302, reverse("club:person", args=["prairie", ann.pk]))
    watching = Client().get(reverse("play:watch", args=[game.code]))
    assert "Anna & Clara" in Html(watching).text


def test_a_rename_to_another_players_name_is_refused_with_a_message(organiser, prairie):
    ann = add_player(prairie, "Ann")
    add_player(prairie, "Bob")
    response = rename(organiser, ann, "BOB")
    assert response.status_code == 422
    assert "There is already a player called Bob." in Html(response).text
    assert 'value="BOB"' in response.content.decode()
    assert names(prairie) == ["Ann", "Bob"]
