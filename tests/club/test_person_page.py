"""The organiser's page of one player."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import client_of
from tests.web.html import Html
from whistclub.club import queries
from whistclub.club.actions import add_player

pytestmark = pytest.mark.django_db


def address(name, player):
    return reverse(f"club:{name}", args=["prairie", player.pk])


def does(organiser, name, player):
    """Tap it, and read the page that comes."""
    response = organiser.post(address(name, player), follow=True)
    assert response.redirect_chain == [(address("person", player), 302)]
    return Html(response)


def test_the_person_page_shows_the_name_and_all_actions(organiser, marge):
    page = Html(organiser.get(address("person", marge)))
    assert page.texts("h1") == ["Marge Lindqvist"]
    assert page.value("name") == "Marge Lindqvist"
    assert [button for button in page.texts("button") if button != "Sign out"] == [
        "Rename",
        "Preview the merge",
        "Hide from statistics",
        "Mark as guest",
        "Retire",
        "Move to the bin",
    ]


def test_a_player_can_be_hidden_with_an_explanation_and_shown_again(organiser, marge):
    page = does(organiser, "hide", marge)
    assert page.texts("p", role="status") == ["Marge Lindqvist is now hidden from statistics."]
    assert "Hidden from statistics. The name still shows in games and parties." in page.text
    page = does(organiser, "show", marge)
    assert "Hide from statistics" in page.texts("button")


def test_the_log_is_listed_newest_first(organiser, marge):
    organiser.post(address("rename", marge), {"name": "Marge Berg"})
    does(organiser, "hide", marge)
    lines = Html(organiser.get(address("person", marge))).texts("li", css="log-line")
    assert [line.partition(" · Olga")[2] for line in lines] == [
        "Hidden from statistics",
        "Marge Lindqvist was renamed to Marge Berg",
    ]


def test_a_refused_name_stays_in_its_line_under_the_old_one(organiser, marge):
    add_player(marge.club, "Nils")
    response = organiser.post(address("rename", marge), {"name": "NILS"})
    page = Html(response)
    assert response.status_code == 409
    assert (page.texts("h1"), page.value("name")) == (["Marge Lindqvist"], "NILS")
    assert page.texts("p", css="wrong")[0].startswith("There is already a player called Nils.")


def test_unknown_people_are_not_found(organiser, marge):
    for name in ("person", "hide", "show"):
        url = reverse(f"club:{name}", args=["prairie", marge.pk + 1])
        assert (organiser.get(url) if name == "person" else organiser.post(url)).status_code == 404


@pytest.mark.parametrize("name", ["person", "hide", "show"])
def test_a_player_of_another_club_is_not_found(marge, name):
    otto = client_of(builders.organiser("Otto", "Valley")[0])
    for club in ("valley", "prairie"):
        url = reverse(f"club:{name}", args=[club, marge.pk])
        assert (otto.get(url) if name == "person" else otto.post(url)).status_code == 404
    assert marge.changes.count() == 0


def test_a_large_club_suggests_names_that_begin_alike(organiser, prairie, monkeypatch):
    monkeypatch.setattr(queries, "MOST_SUGGESTED", 3)
    players = [add_player(prairie, name) for name in ("Ann Lee", "Bob", "Lena", "Åsa", "Zoe Abel")]
    page = Html(organiser.get(reverse("club:person", args=["prairie", players[0].pk])))
    assert [each["value"] for each in page.find("option")] == ["Lena", "Zoe Abel"]
