"""The pages of help, and the empty pages that say how to begin."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.party.builders import USUAL
from tests.web.html import Html
from whistclub.party.actions.lifecycle import set_up

pytestmark = pytest.mark.django_db


def addresses(shown):
    return [each["href"] for each in shown.find("a")]


def test_anyone_can_read_help_on_each_subject():
    shown = Html(Client().get(reverse("club:help")))
    for subject in ("table", "party", "statistics", "club"):
        assert f"#{subject}" in addresses(shown)
        assert shown.find("section", id=subject)
    assert len(shown.find("img", loading="lazy")) == 20


def test_every_page_of_the_organiser_leads_to_help(organiser, prairie, olga):
    party = set_up(prairie, USUAL, by=olga, at=NOON)
    for page in (reverse("play:tonight", args=["prairie"]), reverse("party:console", args=["prairie", party.code])):
        assert reverse("club:help") in addresses(Html(organiser.get(page)))


@pytest.mark.parametrize(
    "page, button, leads_to",
    [("play:tonight", "Start a game", "play:start"), ("play:history", "Start a game", "play:start")],
)
def test_an_empty_page_of_a_club_has_the_button_that_goes_on(organiser, page, button, leads_to):
    links = {each.text: each["href"] for each in Html(organiser.get(reverse(page, args=["prairie"]))).find("a")}
    assert links[button] == reverse(leads_to, args=["prairie"])


@pytest.mark.parametrize(
    "page, button, leads_to", [("standings", "Go to the tables", "console"), ("console", "Check people in", "people")]
)
def test_an_empty_page_of_a_party_has_the_button_that_goes_on(organiser, prairie, olga, page, button, leads_to):
    party = set_up(prairie, USUAL, by=olga, at=NOON)
    shown = Html(organiser.get(reverse(f"party:{page}", args=["prairie", party.code])))
    links = {each.text: each["href"] for each in shown.find("a")}
    assert links[button] == reverse(f"party:{leads_to}", args=["prairie", party.code])
