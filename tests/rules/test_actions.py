"""A club's own rules: kept, changed; and which ones it proposes."""

from dataclasses import replace

import pytest

from tests import builders
from tests.house.problem_codes import ADJUSTMENT, HAND, OPTIONS
from tests.rules.conftest import rule_set_input
from whistclub.engine.options import DEFAULT_PRESET, LIMITS, OPTION_NAMES, PRESETS
from whistclub.engine.problems import Problem
from whistclub.play.text import problem_of_hand
from whistclub.rules import actions, queries
from whistclub.rules.options_text import OF_A_VALUE, OPTION_TEXTS, problem_of_rules
from whistclub.rules.summary import own_key
from whistclub.rules.templatetags.rules_text import differences
from whistclub.web.errors import Refused

pytestmark = pytest.mark.django_db


def titles(club):
    return [card.title for card in queries.choices(club) if card.is_own]


def change(found, club, **more):
    return actions.save_set(club, replace(rule_set_input(), **more), found.code)


def test_saved_rules_can_be_chosen(prairie, thursday):
    found = queries.chosen(prairie, own_key(thursday.code))
    assert (found.title, found.base, found.about) == ("Thursday", "minnesota", "Edna taught us.")
    assert (found.rules.target, differences(found)) == (15, ["Target score: 15, instead of 13."])


def test_own_rules_come_before_the_presets(prairie, thursday):
    actions.save_set(prairie, rule_set_input("Advent"))
    keys = [card.key for card in queries.choices(prairie)]
    assert titles(prairie) == ["Advent", "Thursday"]
    assert keys[2:] == list(PRESETS)


@pytest.mark.parametrize("name", ["THURSDAY", "askov"])
def test_own_rules_do_not_share_a_name_with_others_or_a_preset(prairie, thursday, name):
    with pytest.raises(actions.SetNameTaken):
        actions.save_set(prairie, rule_set_input(name, target=21))


def test_a_change_keeps_the_code(prairie, thursday):
    changed = change(thursday, prairie, name="Thursdays", rules=replace(PRESETS["minnesota"], target=21))
    assert (changed.pk, changed.code, changed.rules.target) == (thursday.pk, thursday.code, 21)
    assert titles(prairie) == ["Thursdays"]


def test_the_name_of_deleted_rules_is_free(prairie, thursday):
    actions.delete_set(prairie, thursday.code)
    assert titles(prairie) == []
    assert queries.chosen(prairie, own_key(thursday.code)) is None
    assert actions.save_set(prairie, rule_set_input(target=21)).code != thursday.code


def test_a_deleted_default_gives_way_to_the_most_common_rules(prairie, thursday):
    actions.set_default(prairie, own_key(thursday.code))
    actions.delete_set(prairie, thursday.code)
    assert queries.default_key(prairie) == DEFAULT_PRESET


def test_rules_that_cannot_be_chosen_cannot_be_the_default(prairie, thursday):
    _otto, valley = builders.organiser("Otto", "Valley")
    elsewhere = actions.save_set(valley, rule_set_input("Valley’s"))
    actions.delete_set(prairie, thursday.code)
    for key in (own_key(thursday.code), own_key(elsewhere.code), "nonsense", "own-", "", "own-\x00"):
        with pytest.raises(Refused):
            actions.set_default(prairie, key)
        assert queries.chosen(prairie, key) is None


OF_A_GAME = sorted((OPTIONS | HAND | ADJUSTMENT) - set(OF_A_VALUE))


def sentence(code) -> str:
    said = problem_of_rules if code in OPTIONS else problem_of_hand
    return said(Problem(code, "declarer", found=11, expected=13, minimum=3, maximum=7))


def test_no_two_codes_share_a_sentence():
    assert len({sentence(code) for code in OF_A_GAME}) == len(OF_A_GAME)


@pytest.mark.parametrize("code", OF_A_VALUE)
@pytest.mark.parametrize("name", OPTION_NAMES)
def test_a_wrong_value_is_explained_by_the_option(code, name):
    text = problem_of_rules(Problem(code, name))
    assert text.startswith(f"{OPTION_TEXTS[name].label}: ")
    assert all(str(number) in text for number in LIMITS.get(name, ()))
