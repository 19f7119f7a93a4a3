"""The organiser's page of one player."""

import pytest
from django.urls import reverse

from tests.web.html import Html
from whistclub.club import queries
from whistclub.club.actions import add_player

pytestmark = pytest.mark.django_db


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


def test_only_who_never_played_is_deleted(organiser, marge, game):
    ann = marge.club.players.get(name="Ann")
    assert "Delete" not in organiser.get(address(ann)).content.decode()
    page = Html(organiser.post(reverse("club:person", args=["prairie", ann.pk]), {"delete": "yes"}, follow=True))
    assert "Ann has played" in page.text
    organiser.post(reverse("club:person", args=["prairie", marge.pk]), {"delete": "yes"})
    assert sorted(marge.club.players.values_list("name", flat=True)) == ["Ann", "Bob", "Clara", "Dan"]


def test_a_large_club_suggests_names_that_begin_alike(organiser, prairie, monkeypatch):
    monkeypatch.setattr(queries, "MOST_SUGGESTED", 3)
    players = [add_player(prairie, name) for name in ("Ann Lee", "Bob", "Lena", "Åsa", "Zoe Abel")]
    page = Html(organiser.get(reverse("club:person", args=["prairie", players[0].pk])))
    assert [each["value"] for each in page.find("option")] == ["Lena", "Zoe Abel"]
