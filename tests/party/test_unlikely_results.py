"""A very unlikely result from paper is asked about once, where it was typed."""

from dataclasses import replace

import pytest

from tests.party.builders import AFTER, NOON, friday_playing, party_state, play, table_at
from tests.party.test_two_results_of_a_table import type_on_console
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.engine.presets import PRESETS
from whistclub.party.actions import timer
from whistclub.party.models import Party
from whistclub.party.unlikely import doubt
from whistclub.play.models import Game

RULES = replace(PRESETS["neuralplay"], target=None)
EIGHT_HANDS = replace(RULES, max_hands=8)
IN_HANDS = "is not possible in 8 hands under these rules."
BY_BELL = replace(RULES, max_hands=100)


@pytest.mark.parametrize(
    "rules, party, points, sentence",
    [
        (EIGHT_HANDS, Party(round_end="hands"), (1, 0), ""),
        (EIGHT_HANDS, Party(round_end="hands"), (112, 0), ""),
        (EIGHT_HANDS, Party(round_end="hands"), (133, 7), f"133–7 {IN_HANDS}"),
        (EIGHT_HANDS, Party(round_end="hands"), (60, 60), f"60–60 {IN_HANDS}"),
        (BY_BELL, Party(round_end="bell", minutes=35), (5, 3), ""),
        (BY_BELL, Party(round_end="bell", minutes=35), (112, 0), ""),
        (BY_BELL, Party(round_end="bell", minutes=35), (133, 7), "133–7 is very unlikely before the bell."),
        (BY_BELL, Party(round_end="bell", minutes=60), (133, 7), ""),
        (BY_BELL, Party(round_end="top"), (133, 7), ""),
        (BY_BELL, Party(round_end="top"), (233, 7), "233–7 is very unlikely before the bell."),
        (PRESETS["minnesota"], Party(round_end="target"), (19, 12), ""),
        (
            PRESETS["minnesota"],
            Party(round_end="target"),
            (19, 13),
            "19–13 is not possible: only one side can reach 13.",
        ),
    ],
)
def test_a_result_that_rules_or_time_make_unlikely_is_asked_about(rules, party, points, sentence):
    assert doubt(party, rules, points) == sentence


@pytest.fixture
def eight_hands(olga):
    return friday_playing(olga, count=8, preset="neuralplay", round_end="hands", hands=8, to_target=False)


def result(party):
    game = party_state(party).current.table(1).game
    return None if game.state == Game.State.RUNNING else game.totals


@pytest.mark.django_db
@pytest.mark.writes
@pytest.mark.parametrize("where", [{}, {"back": "table"}, {"HTTP_HX_REQUEST": "true"}], ids=["desk", "table", "slips"])
def test_an_unlikely_result_is_saved_once_the_organiser_is_sure(organiser, eight_hands, where):
    header = {name: value for name, value in where.items() if name.startswith("HTTP")}
    fields = {"table": 1, "first": 133, "second": 7} | {name: value for name, value in where.items() if not header}
    path = run(eight_hands, "type_result", 1)
    asked = organiser.post(path, fields, **header)
    assert (asked.status_code, result(eight_hands)) == (409, None)
    found = Html(asked)
    assert f"Not saved: table 1, 133–7. 133–7 {IN_HANDS}" in found.text.replace("\u00a0", " ")
    sure = next(each for each in found.find("form", role="alert"))
    assert sure["action"] == path
    assert [(each["name"], each["value"]) for each in found.find("button", name="sure")] == [("sure", "yes")]
    organiser.post(path, fields | {"sure": "yes"}, **header)
    assert result(eight_hands) == [133, 7]


@pytest.mark.django_db
@pytest.mark.writes
def test_a_last_hand_after_the_bell_makes_no_paper_result_unlikely(organiser, olga):
    made = friday_playing(olga, count=4, preset="neuralplay", round_end="bell", hands=None, minutes=35, to_target=False)
    timer.ring(made, by=olga, at=NOON)
    play(table_at(made), (0, 9), at=AFTER)
    assert type_on_console(organiser, made, 40, 30, replaces="3.0").status_code == 302
    assert result(made) == [40, 30]
