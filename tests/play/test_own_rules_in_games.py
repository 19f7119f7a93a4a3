"""Games by rules of the club's own: offered, kept with the game, and named wherever it is shown."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import FOUR, NOON, link, play_out
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.engine.options import PRESETS
from whistclub.play.models import Game
from whistclub.play.start import play_again
from whistclub.rules.actions import RuleSetInput, delete_set, save_set, set_default
from whistclub.rules.summary import own_key

pytestmark = pytest.mark.django_db

THURSDAY = replace(PRESETS["minnesota"], target=15, revoke_tricks=2)
LONG_WIDOW = replace(PRESETS["widow"], max_hands=18)


@pytest.fixture
def thursday(prairie, olga):
    return save_set(prairie, RuleSetInput("Thursday", "minnesota", THURSDAY, "Edna taught us."))


@pytest.fixture
def long_widow(prairie, olga):
    return save_set(prairie, RuleSetInput("Long widow", "widow", LONG_WIDOW))


def form(rules, **more):
    return (
        {f"seat{seat}": name for seat, name in enumerate(FOUR)} | {"players": "4", "rules": rules, "dealer": "2"} | more
    )


def begun(client, start_url, key):
    assert client.post(start_url, form(key)).status_code == 302
    return Game.objects.latest("pk")


def offered(page):
    return [each["value"] for each in page.find("input", type="radio", name="rules")]


def changed(prairie, olga, row, name="Thursday", **options):
    return save_set(prairie, RuleSetInput(name, row.base, replace(row.rules, **options), ""), row.code)


def test_own_rules_are_offered_first(organiser, start_url, thursday, long_widow):
    page = Html(organiser.get(start_url))
    assert offered(page)[0] == own_key(thursday.code)
    assert own_key(long_widow.code) not in offered(page)
    (named,) = [each for each in page.texts("label") if each.startswith("Thursday")]
    assert "to 15" in named
    assert named.endswith("club rules")


# What is proposed


def test_the_clubs_default_rules_are_preselected(organiser, start_url, prairie, olga, thursday):
    set_default(prairie, own_key(thursday.code))
    organiser.post(start_url, form("askov"))
    assert Html(organiser.get(start_url)).chosen("rules") == [own_key(thursday.code)]


# Changed or deleted


def test_rules_deleted_meanwhile_are_refused_and_everything_is_kept(organiser, start_url, prairie, olga, thursday):
    delete_set(prairie, thursday.code)
    response = organiser.post(start_url, form(own_key(thursday.code), requires_confirmation="on"))
    page = Html(response)
    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "These rules are no longer available. Choose others." in page.texts("p", css="error")
    assert [page.value(f"seat{seat}") for seat in range(4)] == list(FOUR)
    assert (page.chosen("dealer"), page.chosen("rules")) == (["2"], [])
    assert "checked" in page.find("input", name="requires_confirmation")[0].attributes


def test_a_game_keeps_its_rules_when_they_are_changed(organiser, start_url, prairie, olga, thursday):
    game = begun(organiser, start_url, own_key(thursday.code))
    changed(prairie, olga, thursday, name="Fridays", target=21)
    found = Game.objects.get(pk=game.pk)
    assert (found.rules_name, found.rules) == ("Thursday", THURSDAY)
    assert "Rules: Thursday" in Html(phone().get(pad_url(found))).text


def test_the_next_game_asks_the_other_side_as_the_last_did(organiser, start_url, thursday):
    organiser.post(start_url, form("neuralplay", requires_confirmation="on"))
    game = Game.objects.get()
    play_out(game)
    assert play_again(link(game), 2, at=NOON).requires_confirmation


# Named


def pages(game, organiser):
    return {
        "pad": Html(phone().get(pad_url(game))),
        "watch": Html(Client().get(reverse("play:watch", args=[game.code]))),
        "organiser": Html(organiser.get(reverse("play:game", args=[game.club.slug, game.code]))),
    }


def test_every_game_page_names_the_rules_and_their_differences(organiser, start_url, thursday):
    game = begun(organiser, start_url, own_key(thursday.code))
    for page in pages(game, organiser).values():
        (summary,) = page.texts("details", css="rules-summary")
        assert summary.startswith("Rules: Thursday")
        assert "Different from “Minnesota Whist, plain”:" in summary
        assert "Target score: 15, instead of 13." in summary
