"""The blank score sheet of any rules: the columns and lines that they need, and what hands score."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOON
from tests.web.html import Html
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.rules.actions import RuleSetInput, save_set
from whistclub.rules.blank_sheet import blank_sheet

pytestmark = pytest.mark.django_db


def sheet(preset):
    response = Client().get(reverse("rules:preset_sheet", args=[preset]))
    assert response.status_code == 200
    return Html(response)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_leads_to_a_sheet_with_its_score_table(preset):
    card = Html(Client().get(reverse("rules:preset", args=[preset])))
    assert reverse("rules:preset_sheet", args=[preset]) in [each["href"] for each in card.find("a")]
    rows = sheet(preset).texts("tr")
    assert "Tricks 0 1 2 3 4 5 6 7 8 9 10 11 12 13" in rows


def test_the_table_at_the_foot_has_the_points_of_both_sides():
    assert sheet("neuralplay").texts("tr")[-4:] == [
        "High: the side that granded 0 0 0 0 0 0 0 +1 +2 +3 +4 +5 +6 +7",
        "High: the other side +14 +12 +10 +8 +6 +4 +2 0 0 0 0 0 0 0",
        "Low: a side with these tricks +7 +6 +5 +4 +3 +2 +1 0 0 0 0 0 0 0",
        "Low: the other side 0 0 0 0 0 0 0 +1 +2 +3 +4 +5 +6 +7",
    ]


@pytest.mark.parametrize(
    "preset, columns",
    [
        ("neuralplay", "Hand Dealer Granded, or low Tricks ● ◆"),
        ("askov", "Hand Dealer Granded, low, or solo Tricks ● ◆"),
        ("south_dakota", "Hand Dealer Granded, or low Trump Tricks ● ◆"),
        ("two_player", "Hand Dealer Granded, or low Tricks ● ◆"),
        ("widow", "Hand Dealer First to take the widow ● ◆ ▲"),
    ],
)
def test_a_sheet_has_the_columns_its_rules_need(preset, columns):
    shown = sheet(preset)
    assert shown.texts("tr")[0] == columns
    sides = 3 if preset == "widow" else 2
    assert shown.texts("tr")[1] == " ".join(["tricks points total" if preset == "widow" else "points total"] * sides)


def test_solos_are_explained_at_the_foot():
    assert "Grand Dix: the first seven won – a star for the soloist’s side" in sheet("askov").text


@pytest.mark.parametrize(
    "hands, tie, lines", [(None, "draw", 24), (12, "draw", 16), (20, "extra", 22), (90, "draw", 28)]
)
def test_a_sheet_has_lines_for_its_hands(hands, tie, lines):
    rules = replace(PRESETS["neuralplay"], max_hands=hands, limit_tie=LimitTie(tie))
    assert len(blank_sheet(rules).lines) == lines


def test_a_clubs_own_rules_have_a_sheet_too(prairie, olga):
    own = save_set(prairie, RuleSetInput("Friday", "askov", PRESETS["askov"]), by=olga, at=NOON)
    shown = Html(Client().get(reverse("rules:set_sheet", args=[own.code])))
    assert shown.texts("h2") == ["Friday"]
    assert reverse("rules:set", args=[own.code]) in [each["href"] for each in shown.find("a")]


@pytest.mark.parametrize("name, key", [("preset_sheet", "chess"), ("set_sheet", "none")])
def test_rules_that_do_not_exist_have_no_sheet(name, key):
    assert Client().get(reverse(f"rules:{name}", args=[key])).status_code == 404
