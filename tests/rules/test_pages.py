"""The pages of rules that everybody may read, and what the editor says of options."""

from dataclasses import replace

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.rules.conftest import rule_set_input
from tests.web.html import Html
from whistclub.club.models import Club
from whistclub.engine.options import LIMITS, OPTION_NAMES, PRESETS
from whistclub.engine.options import OPTIONS as OPTION_SPECS
from whistclub.rules import actions, queries
from whistclub.rules.forms import NamingForm, OptionsForm, as_text
from whistclub.rules.models import RuleSet
from whistclub.rules.summary import PRESET_CARDS, own_key
from whistclub.rules.templatetags.rules_text import sections, tables

pytestmark = pytest.mark.django_db


def look(url: str, **query: object) -> Html:
    response = Client().get(url, query)
    assert response.status_code == 200
    return Html(response)


def editor(**sent: object) -> Html:
    """The options of the editor, and the result beside them, as they come back for what was sent."""
    context = {"form": OptionsForm("neuralplay", sent), "naming": NamingForm(), "known": PRESET_CARDS["neuralplay"]}
    return Html(HttpResponse(render_to_string("rules/edit.html", context | {"club": Club(slug="prairie")})))


def problems(page: Html) -> list[str]:
    return page.texts("div", css="error")


def test_the_list_leads_to_every_preset():
    links = {each["href"]: each.text for each in look(reverse("rules:list")).find("a")}
    assert {links.get(reverse("rules:card", args=[key])) for key in PRESETS} == {
        each.title for each in PRESET_CARDS.values()
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_its_card_and_its_whole_score_table(preset):
    page = look(reverse("rules:card", args=[preset]))
    known = PRESET_CARDS[preset]
    sentences = page.texts("li")
    assert [each for section in sections(known) for each in section.sentences] == sentences
    assert [row.head for table in tables(known) for row in table.rows] == page.texts("th", scope="row")
    assert [cell for table in tables(known) for row in table.rows for cell in row.cells] == page.texts("td")


@pytest.mark.parametrize(
    "preset, of_hand, of_side",
    [
        ("askov", ["Bid", "Tricks"], ["points", "stars", "total"]),
        ("widow", ["Widow"], ["tricks", "points", "total"]),
    ],
)
def test_a_blank_score_sheet_has_a_column_for_all_that_is_written(preset, of_hand, of_side):
    heads = look(reverse("rules:sheet", args=[preset])).texts("th", scope="col")
    assert heads[: 2 + len(of_hand)] == ["Hand", "Dealer", *of_hand]
    assert [head.split()[-1] for head in heads[2 + len(of_hand) :]] == of_side * PRESETS[preset].form.sides


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


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_the_form_marks_the_formats_of_every_option(name):
    page = editor()
    (field,) = [each for tag in ("div", "fieldset") for each in page.find(tag, css=f"opt-{name}")]
    formats = {each.removeprefix("in-") for each in field["class"].split() if each.startswith("in-")}
    assert formats == set(OPTION_SPECS[name].formats)


def url(name: str, *parts: object) -> str:
    return reverse(f"rules:{name}", args=["prairie", *parts])


def form(**changes: object) -> dict:
    """What the editor of the standard rules sends."""
    options = {name: as_text(getattr(PRESETS["neuralplay"], name)) for name in PRESETS["neuralplay"].__slots__}
    return options | {"name": "Thursday", "note": "Edna taught us."} | changes


@pytest.mark.parametrize("key", ["nonsense", "own-nonsense", "own-"])
def test_unknown_rules_are_not_found(organiser, key):
    assert organiser.get(url("edit", key)).status_code == 404


def test_rules_are_saved_under_a_name(organiser):
    response = organiser.post(url("edit", "neuralplay"), form(target="15", name="  Grandma’s   rules "))
    kept = RuleSet.objects.get()
    assert (response.status_code, response.url) == (302, url("manage"))
    assert (kept.name, kept.base) == ("Grandma’s rules", "neuralplay")
    assert kept.rules == replace(PRESETS["neuralplay"], target=15)
    assert "“Grandma’s rules” saved." in Html(organiser.get(response.url)).text


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"name": ""}, "Your rules need a name."),
        ({"name": "N" * 61}, "A name can have up to 60 characters."),
        ({"note": "n" * 601}, "A note can have up to 600 characters."),
        ({"target": "", "max_hands": ""}, "This game would never end: set a target"),
        ({"high_made": "much"}, "Made grand: a whole number from 0 to 20."),
        ({"low_award": "0", "high_set_award": "0", "high_made": "0"}, "No hand scores, so nobody would reach"),
        ({"trump": "led"}, "The suit led can be trump only if the declarer leads."),
        ({"form": "widow3", "trump": "led"}, "Choose clubs, or no trump."),
        ({"form": "duo2", "solos": "yes"}, "Choose four players, or no solos."),
        ({"form": "widow3", "carry": "one_side"}, "Three players are three sides."),
        ({"carry": "one_side", "low_penalty": "1"}, "points can’t be deducted"),
        ({"name": "\x00"}, "Null characters are not allowed."),
    ],
)
def test_rules_that_cannot_be_saved_are_explained_and_kept(organiser, changes, message):
    sent = form(stake="25") | changes
    response = organiser.post(url("edit", "neuralplay"), sent)
    page = Html(response)
    assert (response.status_code, RuleSet.objects.count()) == (422, 0)
    assert message in page.text
    for name in ("name", "target", "max_hands", "high_made", "low_penalty", "stake"):
        assert page.value(name) == sent[name]
    for name in ("form", "solos", "carry"):
        assert page.chosen(name) == [sent[name]]
    assert page.texts("textarea") == [sent["note"]]


def test_a_name_in_use_is_refused_and_keeps_the_form(organiser, thursday):
    response = organiser.post(url("edit", "neuralplay"), form(name="thursday", target="44"))
    page = Html(response)
    assert response.status_code == 422
    assert "There are already rules called “thursday”. Choose another name." in page.text
    assert (page.value("name"), page.value("target")) == ("thursday", "44")


@pytest.mark.parametrize("is_new", [True, False])
def test_while_options_are_changed_only_the_result_comes_back(organiser, thursday, is_new):
    address = url("edit", "askov" if is_new else own_key(thursday.code))
    headers = {"HX-Request": "true", "HX-Target": "result"}
    response = organiser.post(address, form(target="20", name=""), headers=headers)
    page = Html(response)
    assert (page.find("html"), len(page.find("div", id="result")), len(page.find("div", id="sum"))) == ([], 1, 1)
    assert page.find("div", id="sum")[0]["hx-swap-oob"] == "true"
    assert f"Target score: 20, instead of {15 if is_new else 13}." in page.text
    assert RuleSet.objects.get().rules == thursday.rules


def test_the_list_shows_how_club_rules_differ(organiser, prairie, olga):
    made = {"target": 9, "max_hands": 8, "stake": 20, "revoke_tricks": 2}
    actions.save_set(prairie, rule_set_input("Nine", **made))
    page = Html(organiser.get(url("manage")))
    assert (
        page.texts("p", css="brief")[0] == "to 9 · at most 8 hands · grand +1/trick · failed +1 to defenders · low −1"
    )
    changes = " ".join(page.texts("li"))
    for change in (
        "Target score: 9, instead of 13.",
        "Maximum number of hands: 8, instead of none.",
        "0.20, instead of none.",
        "A revoke moves 2 tricks,",
    ):
        assert change in changes


def test_rules_can_be_made_the_default(organiser, prairie, thursday):
    for key in ("tuppi", own_key(thursday.code)):
        assert organiser.post(url("manage"), {"key": key}).url == url("manage")
        prairie.refresh_from_db()
        assert queries.default_key(prairie) == key
    (default,) = [item for item in Html(organiser.get(url("manage"))).texts("li") if "★" in item]
    assert "Thursday" in default


def test_deleted_rules_are_offered_no_more(organiser, thursday):
    address = url("edit", own_key(thursday.code))
    assert organiser.post(address, {"delete": "yes"}).url == url("manage")
    assert (RuleSet.objects.count(), organiser.get(address).status_code) == (0, 404)
    assert organiser.post(url("edit", "askov"), {"delete": "yes"}).status_code == 422
