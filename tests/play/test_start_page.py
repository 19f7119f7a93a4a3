"""The page on which the organiser begins a game."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import FOUR
from tests.play.phone import pad_url
from tests.web.html import Html
from whistclub.play import queries
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db

FORM = {f"seat{seat}": name for seat, name in enumerate(FOUR)} | {"players": "4", "rules": "askov", "dealer": "2"}


def typed(page: Html) -> list[str]:
    return [page.value(f"seat{seat}") for seat in range(4)]


def test_four_names_and_a_tap_start_a_game(organiser, prairie, start_url):
    response = organiser.post(start_url, FORM)
    game = Game.objects.get()
    assert (response.status_code, response.url) == (302, reverse("play:game", args=[prairie.slug, game.code]))
    assert (game.preset, game.first_dealer) == ("askov", 2)


def test_the_games_page_hands_out_its_score_pad(organiser, start_url):
    page = Html(organiser.get(organiser.post(start_url, FORM).url))
    assert pad_url(Game.objects.get()) in [each["href"] for each in page.find("a")]


def test_the_page_preselects_the_last_rules(organiser, start_url):
    organiser.post(start_url, FORM)
    assert Html(organiser.get(start_url)).chosen("rules") == ["askov"]


def test_a_club_without_games_is_offered_the_default_rules(organiser, start_url):
    assert Html(organiser.get(start_url)).chosen("rules") == ["neuralplay"]


def test_a_first_dealer_is_suggested(organiser, start_url):
    assert Html(organiser.get(start_url)).chosen("dealer")[0] in {"0", "1", "2", "3"}


def test_four_can_draw_partners_and_the_first_dealer_by_cutting_cards(organiser, start_url):
    panel, *_others = Html(organiser.get(start_url)).texts("details", css="card")
    assert panel == (
        "Draw partners by cutting cards Each player cuts a card. The two highest play against the two lowest, so put "
        "each pair in facing seats. The highest card deals first: tap “deals” there. Equal cards are cut again."
    )
    assert "cutting cards" not in Html(organiser.post(start_url, {"switch": "3"})).text


def test_only_rules_for_four_are_offered(organiser, start_url):
    offered = {each["value"] for each in Html(organiser.get(start_url)).find("input", type="radio", name="rules")}
    assert offered.isdisjoint({"widow", "two_player"})
    assert {"neuralplay", "minnesota", "askov", "tuppi"} <= offered


def test_people_of_the_roster_are_offered(organiser, start_url):
    organiser.post(start_url, FORM)
    assert [each["value"] for each in Html(organiser.get(start_url)).find("option")] == ["Ann", "Bob", "Clara", "Dan"]


def test_a_large_club_offers_those_who_played_lately(organiser, start_url, monkeypatch):
    organiser.post(start_url, FORM)
    organiser.post(start_url, FORM | {"seat0": "Edith", "seat1": "Finn", "seat2": "Gro", "seat3": "Hans"})

    def offered():
        page = Html(organiser.get(start_url))
        return page.texts("button", css="chip"), [each["value"] for each in page.find("option")]

    everyone, last = ["Ann", "Bob", "Clara", "Dan", "Edith", "Finn", "Gro", "Hans"], ["Edith", "Finn", "Gro", "Hans"]
    monkeypatch.setattr(queries, "RECENT_TO_TAP", 1)
    monkeypatch.setattr(queries, "RECENT_SUGGESTED", 1)
    monkeypatch.setattr(queries, "MOST_TO_TAP", 7)
    assert offered() == (last, everyone)
    monkeypatch.setattr(queries, "MOST_SUGGESTED", 7)
    assert offered() == (last, last)


def test_an_empty_chair_is_reported_and_the_rest_kept(organiser, start_url):
    response = organiser.post(start_url, FORM | {"seat1": " "})
    page = Html(response)
    assert response.status_code == 422
    assert page.texts("span", css="wrong") == ["Enter a name."]
    assert (typed(page), page.chosen("rules"), page.chosen("dealer")) == (
        ["Ann", " ", "Clara", "Dan"],
        ["askov"],
        ["2"],
    )
    assert Game.objects.count() == 0


def test_one_person_on_two_chairs_is_refused_and_what_was_typed_kept(organiser, start_url):
    response = organiser.post(start_url, FORM | {"seat3": "ann"})
    page = Html(response)
    assert response.status_code == 422
    assert page.texts("p", css="error") == ["Not started yet – please fix what is marked below."]
    assert page.texts("span", css="wrong") == ["ann is already seated."]
    [marked] = [each for each in page.find("input") if each.attributes.get("aria-invalid") == "true"]
    assert (marked["name"], "autofocus" in marked.attributes) == ("seat3", True)
    assert marked["aria-describedby"] == page.find("span", css="wrong")[0]["id"]
    assert (typed(page), page.chosen("rules")) == (["Ann", "Bob", "Clara", "ann"], ["askov"])


def test_a_name_too_long_is_refused_and_kept(organiser, start_url):
    page = Html(organiser.post(start_url, FORM | {"seat0": "A" * 41}))
    assert len(page.texts("span", css="wrong")) == 1
    assert typed(page)[0] == "A" * 41


def test_spaces_in_a_name_are_collapsed(organiser, start_url):
    organiser.post(start_url, FORM | {"seat0": "  Ann   Marie "})
    assert Game.objects.get().seats.get(position=0).player.name == "Ann Marie"


def test_rules_that_do_not_exist_are_refused(organiser, start_url):
    response = organiser.post(start_url, FORM | {"rules": "widow"})
    assert (response.status_code, Game.objects.count()) == (422, 0)


def test_names_are_shown_as_plain_text(organiser, start_url):
    organiser.post(start_url, FORM | {"seat0": '<b>"Ann"</b> {x} %s'})
    client = Client()
    client.cookies["seat"] = "0"
    page = Html(client.get(pad_url(Game.objects.get())))
    assert page.texts("label", css="south")[0].startswith('<b>"Ann"</b> {x} %s')
