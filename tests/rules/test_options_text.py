"""Every option has one complete record, and cards, summaries and differences follow from it."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.builders import LAW, any_value, rules
from whistclub.engine.options import (
    NO_LIMIT,
    OPTION_NAMES,
    OPTIONS,
    PRESETS,
    Colour,
    FailedStar,
    Lead,
    LimitTie,
    RuleOptions,
    TableFormat,
    options_problems,
)
from whistclub.engine.scoring import score_table
from whistclub.rules.card import facts, sections
from whistclub.rules.option_record import GROUPS, NO, YES
from whistclub.rules.options_text import OPTION_TEXTS, brief_parts, differences


def brief(options: RuleOptions) -> str:
    return " · ".join(brief_parts(options))


def texts(options: RuleOptions) -> list:
    """All that the program says of some rules by themselves."""
    return [sections(options, "$"), facts(options), brief(options)]


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_every_option_has_a_complete_record(name):
    text, spec = OPTION_TEXTS[name], OPTIONS[name]
    assert str(text.label)
    assert str(text.help).endswith(".")
    assert text.group in GROUPS
    values = spec.choices or (() if spec.limits else (YES, NO))
    assert tuple(text.choices) == tuple(values)
    for form in spec.formats:
        options = RuleOptions(form=form)
        for value in spec.choices or spec.limits or (True, False):
            statement = text.statement(value, text.value(value, options, "$"), options)
            assert statement
            assert statement[-1] != "."
            assert not any(piece in statement for piece in ("{", "}", "None"))


@LAW
@given(rules(), rules())
def test_rules_with_other_scores_have_another_card_and_summary(one, other):
    assume(score_table(one) != score_table(other))
    assert brief(one) != brief(other)
    assert sections(one) != sections(other)


@LAW
@given(rules(), st.data())
def test_one_option_that_changes_a_score_changes_card_summary_and_differences(options, data):
    name = data.draw(st.sampled_from(OPTION_NAMES))
    changed = replace(options, **{name: data.draw(any_value(name))})
    assume(not options_problems(changed))
    if score_table(changed) != score_table(options):
        assert brief(changed) != brief(options)
        assert sections(changed) != sections(options)
        assert differences(changed, options) != []


@LAW
@given(rules(), rules(), st.data())
def test_an_option_that_means_nothing_is_never_mentioned(options, base, data):
    name = data.draw(st.sampled_from([name for name in OPTION_NAMES if name != "form"]))
    value = data.draw(any_value(name))
    changed, changed_base = replace(options, **{name: value}), replace(base, **{name: value})
    if not OPTIONS[name].has_meaning(options):
        # Solos for two, for example, are refused and have no card.
        assume(not options_problems(changed))
        assert texts(changed) == texts(options)
        assert differences(changed, base) == differences(options, base)
    if not OPTIONS[name].has_meaning(base):
        assert differences(options, changed_base) == differences(options, base)


BRIEF = {
    "minnesota": "to 13 · grand +1/trick · failed +1 to defenders · low −1",
    "minnesota_double": "to 13 · grand +1/trick · failed +2 to defenders · low −1",
    "neuralplay": "to 13 · grand +1/trick · failed +2 to defenders · low +1",
    "wiki_four": "to 13 · grand +1/trick · failed +2 to defenders · low +1",
    "askov": "to 15 · grand +1/trick · failed +2 to defenders · low −1 · solos",
    "south_dakota": "to 11 · grand +1/trick · failed −1 · low −1 · trump led",
    "widow": "12 hands · 3 tricks needed · 4 with the widow · clubs trump",
    "two_player": "to 13 · grand +1/trick · failed +2 to the other · low +1",
    "norwegian": "to 50 · grand +4/trick · failed +8 to defenders · low +2",
    "swedish": "to 13 · grand +1/trick · failed +2 to defenders · low +1",
    "tuppi": "to 52 · grand +4/trick · failed +8 to defenders · low +4 · only one side has points",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_in_one_line(preset):
    assert brief(PRESETS[preset]) == BRIEF[preset]


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"target": None, "max_hands": 8}, "Target score: none, instead of 13."),
        ({"max_hands": 8}, "Maximum number of hands: 8, instead of none."),
        (
            {"target": None, "max_hands": NO_LIMIT},
            "Maximum number of hands: none (play to a bell or an agreed time).",
        ),
        (
            {"max_hands": 5, "limit_tie": LimitTie.EXTRA},
            "Tied after the last hand: play more hands until one side is ahead.",
        ),
        (
            {"high_made": 2},
            "A made grand (seven tricks or more) scores 2 points for each trick above six, instead of 1 point.",
        ),
        ({"solos": True}, "Sola Nola and Grand Dix may be bid."),
        ({"solos": True, "solo_failed_star": FailedStar.NOBODY}, "The star of a failed solo goes to nobody."),
        ({"stake": 25}, "Stake: 25 cents, instead of none."),
        ({"stake": 1000}, "Stake: 10.00, instead of none."),
        ({"revoke_tricks": 3}, "A revoke moves 3 tricks, instead of as many tricks as the players agree on."),
        (
            {"high_lead": Lead.DECLARER},
            "In a high hand the declarer leads, instead of the player to the declarer’s right.",
        ),
        ({"high_colour": Colour.RED}, "High is bid with a red card, instead of a black card."),
        ({"form": TableFormat.TWO_PLAYERS}, "For two players, instead of four players in pairs."),
    ],
)
def test_a_changed_option_is_a_sentence(changes, sentence):
    assert sentence in differences(RuleOptions(**changes), RuleOptions())
