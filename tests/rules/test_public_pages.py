"""The pages of rules that everybody may read, and the workshop."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.rules.conftest import wording
from tests.web.html import Html
from whistclub.engine.options import CHOICES, LIMITS, OPTION_NAMES
from whistclub.engine.presets import PRESETS
from whistclub.rules import actions
from whistclub.rules.options_text import OPTIONS as OPTIONS_TOLD
from whistclub.rules.presets_text import TOLD
from whistclub.rules.summary import cards

pytestmark = pytest.mark.django_db
OPTIONS = "/rules/options/"


def look(url: str, **query: object) -> Html:
    response = Client().get(url, query)
    assert response.status_code == 200
    return Html(response)


def problems(page: Html) -> list[str]:
    return page.texts("div", css="error")


def test_the_list_leads_to_every_preset():
    links = {each["href"]: each.text for each in look(reverse("rules:list")).find("a")}
    assert {links.get(reverse("rules:preset", args=[key])) for key in PRESETS} == {
        str(each.title) for each in TOLD.values()
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_its_card_and_its_whole_score_table(preset):
    page = look(reverse("rules:preset", args=[preset]))
    (known,) = [card for card in cards() if card.key == preset]
    sentences = page.texts("li")
    assert [each for section in known.sections for each in section.sentences] == sentences
    rows = [row for table in page.find("table", css="ladder") for row in [table] for _n in range(1)]
    assert len(rows) == (1 if preset == "widow" else 2)
    bars = [(str(row.own), str(row.other)) for row in (*known.tables.high, *known.tables.low)]
    drawn = page.texts("td", css="points")
    if bars:
        assert drawn == [cell for pair in bars for cell in pair]
    else:
        assert drawn == [cell for row in known.tables.widow for cell in (str(row.taker), str(row.other))]


def test_unknown_presets_are_not_found():
    for name in ("nonsense", "set", "own-abc"):
        assert Client().get(f"/rules/{name}/").status_code == 404
    assert Client().get("/rules/set/nonsense/").status_code == 404


def test_the_link_to_change_something_keeps_every_option(thursday):
    page = look(reverse("rules:set", args=[thursday.code]))
    (link,) = [each["href"] for each in page.find("a") if each.text == "Change something"]
    workshop = look(link)
    assert workshop.value("target") == "15"
    assert "Different from “Minnesota”" in workshop.text


def test_a_clubs_own_rules_are_public_with_club_note_and_differences(thursday):
    page = look(reverse("rules:set", args=[thursday.code]))
    assert page.texts("h1") == ["Thursday"]
    for said in ("the rules of Prairie, based on “Minnesota”", "Edna taught us.", "To 15 instead of 13."):
        assert said in page.text


def test_retired_rules_are_still_shown_and_marked(prairie, olga, thursday):
    actions.retire_set(prairie, thursday.code, by=olga, at=NOON)
    page = look(reverse("rules:set", args=[thursday.code]))
    assert "These rules are no longer used." in page.text


def test_a_note_is_shown_as_plain_text(prairie, olga):
    made = actions.save_set(prairie, wording("<b>x</b>", "<script>alert(1)</script>"), by=olga, at=NOON)
    page = look(reverse("rules:set", args=[made.code]))
    assert page.texts("h1") == ["<b>x</b>"]
    assert "<script>alert(1)</script>" in page.text


def test_the_workshop_starts_with_a_preset_and_every_option():
    page = look(OPTIONS, preset="tuppi")
    names = {each.attributes.get("name") for tag in ("input", "select") for each in page.find(tag)}
    assert set(OPTION_NAMES) <= names
    assert (page.value("target"), page.chosen("carry"), page.chosen("high_colour")) == ("52", ["one_side"], ["red"])
    assert "As “Tuppi” is, nothing changed." in page.text


def test_a_changed_option_shows_in_the_table_and_the_differences():
    page = look(OPTIONS, preset="minnesota", high_made="3", target="21")
    assert {"A made grand gives 3 for each trick above six, not 1.", "To 21 instead of 13."} <= set(page.texts("li"))
    assert "+21" in page.texts("td", css="points")


def test_without_javascript_a_button_shows_the_result():
    page = look(OPTIONS)
    (form,) = page.find("form", id="options")
    assert (form["method"], form["action"]) == ("get", OPTIONS)
    assert "Show what comes of it" in page.texts("button")


def test_changing_an_option_returns_only_the_result_fragment():
    response = Client().get(
        OPTIONS, {"preset": "askov", "target": "20"}, headers={"HX-Request": "true", "HX-Target": "result"}
    )
    page = Html(response)
    assert (page.find("html"), len(page.find("div", id="result")), len(page.find("div", id="sum"))) == ([], 1, 1)
    assert page.find("div", id="sum")[0]["hx-swap-oob"] == "true"
    assert "HX-Target" in response["Vary"]
    assert response["Cache-Control"] == "no-store"
    assert "To 20 instead of 15." in page.text


@pytest.mark.parametrize(
    "sent, said",
    [
        ({"target": "", "max_hands": ""}, "This game would never end."),
        ({"form": "duo2", "solos": "yes"}, "Choose four players, or no solos."),
        ({"form": "widow3", "carry": "one_side"}, "Three players are three sides."),
        ({"carry": "one_side", "low_penalty": "1"}, "Where only one side holds points, none can be taken off."),
        ({"high_made": "21"}, "Grand made: a whole number from 0 to 20."),
        ({"stake": "x"}, "Stake, in cents: a whole number from 0 to 1000."),
        ({"target": "0"}, "To how many points: a whole number from 1 to 200, or empty."),
        ({"low_award": ""}, "To the side with fewer tricks: a whole number from 0 to 20."),
        ({"high_made": "0", "high_set_award": "0", "low_award": "0"}, "No hand scores, so nobody would reach"),
        ({"trump": "led"}, "Let whoever granded have the first lead in a high hand, or choose another trump."),
        ({"form": "widow3", "trump": "led"}, "With three players nobody grands"),
        ({"trump": "hearts"}, "Trump: choose one of those listed."),
        ({"solos": "maybe"}, "Sola Nola and Grand Dix: choose one of those listed."),
    ],
)
def test_impossible_rules_are_explained_with_advice(sent, said):
    page = look(OPTIONS, preset="neuralplay", **sent)
    assert any(said in each for each in problems(page))
    assert page.find("table") == []


def test_who_leads_trump_may_be_chosen_together_with_the_lead():
    assert problems(look(OPTIONS, trump="led", high_lead="declarer")) == []


def test_the_trump_choice_states_who_must_lead():
    assert "one that is led only where whoever granded leads" in look(OPTIONS).text


SUGGESTED = [
    ("neuralplay", {"form": "widow3"}, "Three-handed, with a widow", "12 hands · clubs trump", "widow"),
    ("tuppi", {"form": "duo2", "carry": "both"}, "Two-player", "to 13 · made +1 · failed: the other +2 · low +1", None),
    ("widow", {"form": "pairs4"}, "Most common today", "to 13 · failed: others +2 · low +1", "neuralplay"),
    (
        "askov",
        {"form": "widow3"},
        "Three-handed, with a widow",
        "12 hands · above 3, with the widow 4 · clubs trump",
        "widow",
    ),
]


@pytest.mark.parametrize("preset, sent, title, what, key", SUGGESTED)
@pytest.mark.parametrize("fragment", [True, False])
def test_switching_the_number_of_players_leads_to_matching_rules(preset, sent, title, what, key, fragment):
    headers = {"HX-Request": "true", "HX-Target": "result"} if fragment else {}
    page = Html(Client().get(OPTIONS, {"preset": preset, **sent}, headers=headers))
    (said,) = page.find("div", id="suggestion")
    assert said.text == f"Other than these, “{title}” has: {what}. Begin with “{title}”"
    assert ("hx-swap-oob" in said.attributes) == fragment
    (link,) = [each["href"] for each in page.find("a") if each.text.startswith("Begin with")]
    assert look(link).value("preset") == (key or "two_player")


@pytest.mark.parametrize(
    "sent",
    [
        {"preset": "widow", "target": "30"},
        {"preset": "neuralplay"},
        {"preset": "neuralplay", "form": "duo2"},
        {"preset": "neuralplay", "form": "nonsense"},
        {"preset": "neuralplay", "form": "widow3", "target": "", "max_hands": "12", "trump": "clubs"},
    ],
)
def test_nothing_is_suggested_where_nothing_is_missing(sent):
    (said,) = look(OPTIONS, **sent).find("div", id="suggestion")
    assert said.text == ""


def test_the_stake_is_described_without_stars_where_solos_are_off():
    told = dict(zip(OPTION_NAMES, [str(OPTIONS_TOLD[name].does) for name in OPTION_NAMES], strict=True))
    assert "star" not in told["stake"]
    assert "star" in told["solos"]


@pytest.mark.parametrize("typed", ["x", "-1", "1e3", "½", "999999999999999999999999", "1" * 5000, "\x00", "<b>", " "])
@pytest.mark.parametrize("name", ["target", "stake", "form"])
def test_invalid_input_never_breaks_the_workshop_and_is_kept(name, typed):
    page = look(OPTIONS, **{name: typed})
    if name in LIMITS and typed != " ":
        assert page.value(name) == typed
    assert problems(page) or name == "target"


def test_an_unknown_preset_starts_with_the_default_rules():
    assert look(OPTIONS, preset="nonsense").value("preset") == "neuralplay"


def test_every_engine_choice_has_a_label():
    page = look(OPTIONS)
    offered = {each["value"]: each.text for each in page.find("option")} | {
        each["value"]: "" for each in page.find("input", type="radio")
    }
    assert {str(value) for values in CHOICES.values() for value in values} <= set(offered)


def test_an_organiser_can_save_tried_rules(organiser):
    page = Html(organiser.get(OPTIONS, {"preset": "askov", "target": "20"}))
    (keep,) = [each for each in page.find("button") if each.text == "Keep these rules for Prairie"]
    begun = Html(organiser.get(keep["formaction"], {"preset": "askov", "target": "20"}))
    assert (begun.value("target"), begun.value("preset")) == ("20", "askov")
