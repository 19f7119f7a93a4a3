"""The pages on which an organiser says that two are one, and two after all."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON
from tests.web.html import Html
from whistclub.club.actions import change_player
from whistclub.party.actions.merging import merge_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def ingrid(prairie, olga):
    builders.game(prairie, olga, names=("Ingrid Dahl", "Bob", "Clara", "Dan"))
    builders.game(prairie, olga, names=("Ingrid Dahl", "Bob", "Clara", "Dan"))
    return prairie.players.get(name="Ingrid Dahl")


@pytest.fixture
def dahl(prairie, olga):
    builders.game(prairie, olga, names=("I. Dahl", "Bob", "Clara", "Dan"))
    return prairie.players.get(name="I. Dahl")


def page_of(player):
    return reverse("club:person", args=["prairie", player.pk])


def merging(player):
    return reverse("party:merge", args=["prairie", player.pk])


def test_a_merge_is_previewed_before_it_happens(organiser, prairie, olga, ingrid, dahl):
    change_player(dahl, hidden=True, by=olga, at=NOON)
    response = organiser.get(merging(dahl), {"other": "ingrid dahl"})
    page = Html(response)
    assert "Are I. Dahl and Ingrid Dahl the same person?" in page.texts("h1")
    assert page.texts("label") == ["I. Dahl: 1 game; excluded from statistics", "Ingrid Dahl: 2 games"]
    assert page.chosen("stays") == [str(ingrid.pk)]
    assert "This name will then have 3 games." in page.text
    assert dahl.seats.count() == 1


@pytest.mark.parametrize("name", ["Nobody", "", "I. Dahl", "x" * 41])
def test_an_invalid_name_is_refused_and_stays_in_its_row(organiser, ingrid, dahl, name):
    response = organiser.get(merging(dahl), {"other": name})
    page = Html(response)
    assert response.status_code == 422
    assert len(page.texts("p", css="wrong")) == 1
    assert page.value("other") == name


@pytest.mark.parametrize("stays", ["ingrid", "dahl"])
def test_selected_name_is_kept_on_merge(organiser, ingrid, dahl, stays):
    kept, gone = (ingrid, dahl) if stays == "ingrid" else (dahl, ingrid)
    response = organiser.post(merging(dahl), {"other": "Ingrid Dahl", "stays": kept.pk}, follow=True)
    assert response.redirect_chain == [(page_of(kept), 302)]
    assert Html(response).texts("p", role="status") == [f"{gone.name} is now {kept.name}, in past games too."]
    assert kept.seats.count() == 3


def test_a_merge_can_be_undone_with_one_tap(organiser, olga, ingrid, dahl):
    merge_players(ingrid, dahl, by=olga, at=NOON)
    page = Html(organiser.get(page_of(ingrid)))
    separate = reverse("party:separate", args=["prairie", dahl.pk])
    assert separate in [form["action"] for form in page.find("form")]
    response = organiser.post(separate, follow=True)
    assert response.redirect_chain == [(page_of(ingrid), 302)]
    assert Html(response).texts("p", role="status") == ["I. Dahl is a separate player again, with their own games."]
