"""The roster of a club."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import refusal_of
from tests.party import builders as parties
from tests.web.html import Html
from whistclub.club import queries
from whistclub.club.actions import add_player, change_player
from whistclub.club.models import Player
from whistclub.party.models import Party

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
    for name in ("Åsa", "Bob", "Clara", "Dan", "bobby"):
        add_player(prairie, name)

    def shown(**query):
        return players_on(Html(organiser.get(ROSTER, query)))

    assert shown() == ["Bob", "bobby"]
    assert shown(page="3") == ["Åsa"]
    assert shown(q="åsA") == ["Åsa"]
    assert shown(q="bob") == ["Bob", "bobby"]
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
    with refusal_of("name_taken"):
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


def address(player, club="prairie"):
    return reverse("club:person", args=[club, player.pk])


def test_what_was_changed_is_listed_newest_first(organiser, marge):
    organiser.post(address(marge), {"name": "Marge Berg"})
    organiser.post(address(marge), {"name": "Marge Berg", "hidden": "on"})
    page = Html(organiser.post(address(marge), {"name": "Marge Berg", "hidden": "on"}, follow=True))
    assert "Marge Berg: saved." in page.texts("p", role="status")
    assert [line.partition(" · Olga")[2] for line in page.texts("li", css="log-line")] == [
        "Hidden from statistics",
        "Marge Lindqvist was renamed to Marge Berg",
    ]


def test_a_refused_name_stays_in_its_line_under_the_old_one(organiser, marge):
    add_player(marge.club, "Nils")
    response = organiser.post(address(marge), {"name": "NILS", "guest": "on"})
    page = Html(response)
    assert response.status_code == 422
    assert (page.texts("h1"), page.value("name")) == (["Marge Lindqvist"], "NILS")
    assert page.texts("p", css="wrong")[0].startswith("There is already a player called Nils.")
    marge.refresh_from_db()
    assert not marge.guest


@pytest.fixture
def edith(prairie, by_olga) -> Player:
    player = add_player(prairie, "Edith")
    change_player(player, retired=True, **by_olga)
    player.refresh_from_db()
    return player


@pytest.fixture
def party(prairie, olga) -> Party:
    return parties.party(prairie, olga, count=4)


def page(organiser, name, *args):
    return organiser.get(reverse(name, args=["prairie", *args])).content.decode()


def test_a_retired_player_is_offered_for_no_game_and_at_no_check_in(organiser, prairie, edith, party):
    add_player(prairie, "Frieda")
    for found in (page(organiser, "play:start"), page(organiser, "party:people", party.code)):
        assert "Frieda" in found
        assert "Edith" not in found


def test_somebody_who_is_here_stays_at_check_in_when_they_retire(organiser, party, by_olga):
    here = party.entrants.select_related("player").first().player
    change_player(here, retired=True, **by_olga)
    assert here.name in page(organiser, "party:people", party.code)


def test_the_name_of_a_retired_player_is_refused_with_the_way_to_bring_them_back(organiser, edith):
    assert "bring them back on their page" in Html(organiser.post(ROSTER, {"name": "edith"})).text


def test_a_retired_player_stays_in_the_past(organiser, prairie, game, by_olga):
    builders.play_out(game)
    ann = prairie.players.get(name="Ann")
    change_player(ann, retired=True, **by_olga)
    assert "Ann" in page(organiser, "play:history")
    assert "Ann" in page(organiser, "stats:players")


def test_the_page_of_a_player_retires_and_brings_back(organiser, prairie, olga):
    player = add_player(prairie, "Edith")
    for retired in (True, True, False, False):
        form = {"name": "Edith"} | ({"retired": "on"} if retired else {})
        assert organiser.post(reverse("club:person", args=["prairie", player.pk]), form).status_code == 302
        player.refresh_from_db()
        assert player.retired is retired
    changes = list(player.changes.values_list("kind", "by_user__name"))
    assert changes == [("retired", "Olga"), ("returned", "Olga")]


def test_typing_the_name_for_a_game_brings_them_back_with_a_notice(organiser, edith):
    seats = {f"seat{seat}": name for seat, name in enumerate(("Edith", "Bob", "Clara", "Dan"))}
    form = seats | {"players": 4, "rules": "neuralplay", "dealer": 0}
    response = organiser.post(reverse("play:start", args=["prairie"]), form, follow=True)
    assert "Edith is no longer retired." in Html(response).text
    edith.refresh_from_db()
    assert not edith.retired
