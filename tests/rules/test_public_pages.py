"""The pages of rules that everybody may read, and what the editor says of options."""

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.web.html import Html
from whistclub.club.models import Club
from whistclub.engine.options import CHOICES, LIMITS, OPTION_NAMES
from whistclub.engine.options import OPTIONS as OPTION_SPECS
from whistclub.engine.presets import PRESETS
from whistclub.rules.forms import NamingForm, OptionsForm
from whistclub.rules.presets_text import PRESET_TEXTS
from whistclub.rules.summary import cards, own_key, preset_card

pytestmark = pytest.mark.django_db


def look(url: str, **query: object) -> Html:
    response = Client().get(url, query)
    assert response.status_code == 200
    return Html(response)


def editor(**sent: object) -> Html:
    """The options of the editor, and the result beside them, as they come back for what was sent."""
    context = {"form": OptionsForm("neuralplay", sent), "naming": NamingForm(), "known": preset_card("neuralplay")}
    return Html(HttpResponse(render_to_string("rules/edit.html", context | {"club": Club(slug="prairie")})))


def problems(page: Html) -> list[str]:
    return page.texts("div", css="error")


def test_the_list_leads_to_every_preset():
    links = {each["href"]: each.text for each in look(reverse("rules:list")).find("a")}
    assert {links.get(reverse("rules:card", args=[key])) for key in PRESETS} == {
        str(each.title) for each in PRESET_TEXTS.values()
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_its_card_and_its_whole_score_table(preset):
    page = look(reverse("rules:card", args=[preset]))
    (known,) = [card for card in cards() if card.key == preset]
    sentences = page.texts("li")
    assert [each for section in known.sections for each in section.sentences] == sentences
    assert [row.head for table in known.tables for row in table.rows] == page.texts("th", scope="row")
    assert [cell for table in known.tables for row in table.rows for cell in row.cells] == page.texts("td")


def test_a_clubs_own_rules_are_public_with_club_note_and_differences(thursday):
    page = look(reverse("rules:card", args=[own_key(thursday.code)]))
    assert page.texts("h1") == ["Thursday"]
    for text in (
        "club rules of Prairie, based on “Minnesota Whist, plain”",
        "Edna taught us.",
        "Target score: 15, instead of 13.",
    ):
        assert text in page.text


@pytest.mark.parametrize(
    "sent, message",
    [
        ({"target": "", "max_hands": ""}, "This game would never end: set a target"),
        ({"form": "duo2", "solos": "yes"}, "Choose four players, or no solos."),
        ({"form": "widow3", "carry": "one_side"}, "Three players are three sides."),
        ({"carry": "one_side", "low_penalty": "1"}, "If only one side can hold points, points can’t be deducted."),
        ({"high_made": "21"}, "Made grand: a whole number from 0 to 20."),
        ({"stake": "x"}, "Stake in cents: a whole number from 0 to 1000."),
        ({"target": "0"}, "Target score: a whole number from 1 to 200, or empty."),
        ({"low_award": ""}, "Low hand: points won (fewer tricks): a whole number from 0 to 20."),
        ({"high_made": "0", "high_set_award": "0", "low_award": "0"}, "No hand scores, so nobody would reach"),
        ({"trump": "led"}, "Give the declarer the first lead in a high hand, or choose another trump."),
        ({"form": "widow3", "trump": "led"}, "With three players there is no declarer"),
        ({"trump": "hearts"}, "Trump: choose one of those listed."),
        ({"solos": "maybe"}, "Sola Nola and Grand Dix: choose one of those listed."),
    ],
)
def test_impossible_rules_are_explained_with_advice(sent, message):
    page = editor(**sent)
    assert any(message in each for each in problems(page))
    assert page.find("table") == []


@pytest.mark.parametrize("typed", ["x", "-1", "1e3", "½", "999999999999999999999999", "1" * 5000, "\x00", "<b>", " "])
@pytest.mark.parametrize("name", ["target", "stake", "form"])
def test_invalid_input_never_breaks_the_editor_and_is_kept(name, typed):
    page = editor(**{name: typed})
    if name in LIMITS and typed != " ":
        assert page.value(name) == typed
    assert problems(page) or name == "target"


def test_every_engine_choice_has_a_label():
    page = editor()
    offered = {each["value"]: each.text for each in page.find("option")} | {
        each["value"]: "" for each in page.find("input", type="radio")
    }
    assert {str(value) for values in CHOICES.values() for value in values} <= set(offered)


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_the_form_marks_the_formats_of_every_option(name):
    page = editor()
    (field,) = [each for tag in ("div", "fieldset") for each in page.find(tag, css=f"opt-{name}")]
    formats = {each.removeprefix("in-") for each in field["class"].split() if each.startswith("in-")}
    assert formats == set(OPTION_SPECS[name].formats)
