"""Where rules leave others, one sentence for each option."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from whistclub.engine import presets
from whistclub.engine.options import (
    OPTION_NAMES,
    Carry,
    Colour,
    FailedStar,
    Lead,
    LimitTie,
    RuleOptions,
    TableFormat,
    Trump,
)
from whistclub.engine.presets import PRESETS
from whistclub.rules.card.scoring import NO_LIMIT
from whistclub.rules.differences import SENTENCES, differences
from whistclub.rules.summary import nearest


def test_every_option_has_a_sentence():
    assert set(SENTENCES) == set(OPTION_NAMES)


@LAW
@given(rules(), rules())
def test_every_differing_option_has_one_sentence(one, other):
    said = differences(one, other)
    changed = presets.differences(one, other)
    if one.form is TableFormat.TWO_PLAYERS:
        beside = {Lead.DECLARER_LEFT, Lead.DECLARER_RIGHT}
        changed.pop("low_lead", None)
        if {one.high_lead, other.high_lead} <= beside:
            changed.pop("high_lead", None)
    assert len(said) == len(changed)
    assert all(sentence.endswith(".") and "{" not in sentence and "None" not in sentence for sentence in said)


@LAW
@given(rules())
def test_equal_rules_have_no_differences(one):
    assert differences(one, one) == []


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"target": 15}, "To 15 instead of 13."),
        ({"target": None, "max_hands": 8}, "Not to 13: no number of points ends the game."),
        ({"max_hands": 8}, "At most 8 hands."),
        ({"max_hands": 1}, "At most 1 hand."),
        ({"max_hands": NO_LIMIT}, "A bell, or a time agreed on, ends the game."),
        ({"limit_tie": LimitTie.EXTRA}, "Level after the last hand: one more hand instead of a draw."),
        ({"high_made": 2}, "A made grand gives 2 for each trick above six, not 1."),
        ({"high_set_award": 2}, "A failed grand gives the defenders 2 for each trick, not 1."),
        ({"high_set_award": 0}, "A failed grand gives the defenders nothing for each trick, not 1."),
        (
            {"high_set_penalty": 1},
            "A failed grand costs the side that granded 1 for each trick below seven, not nothing.",
        ),
        ({"low_award": 1}, "A low hand gives the side with fewer tricks 1 for each trick, not nothing."),
        ({"low_penalty": 0}, "A low hand costs the side with more tricks nothing for each trick, not 1."),
        ({"solos": True}, "Sola Nola and Grand Dix may be bid."),
        ({"solo_failed_star": FailedStar.NOBODY}, "The star of a failed solo goes to nobody, not to the defenders."),
        ({"carry": Carry.ONE_SIDE}, "Only one side holds points; when the other scores, both go back to nil."),
        ({"stake": 25}, "Stake 25 cents instead of none."),
        ({"stake": 1000}, "Stake 10.00 instead of none."),
        ({"revoke_tricks": 3}, "A revoke moves 3 tricks; it is not left to the table."),
        (
            {"high_lead": Lead.DECLARER},
            "In a high hand the one who granded leads, not the player to the right of the one who granded.",
        ),
        ({"trump": Trump.CLUBS}, "Clubs are trump."),
        ({"high_colour": Colour.RED}, "A red card bids high, not a black one."),
    ],
)
def test_a_changed_option_is_described_in_words(changes, sentence):
    assert sentence in differences(RuleOptions(**changes), RuleOptions())


def test_a_stake_is_shown_in_the_clubs_currency():
    assert differences(RuleOptions(stake=25), RuleOptions(), "kr ") == ["Stake kr 0.25 instead of none."]
    assert differences(RuleOptions(), RuleOptions(stake=25), "$") == ["No stake instead of $0.25."]


def of_two(**changes: object) -> RuleOptions:
    return replace(PRESETS["two_player"], **changes)


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"high_lead": Lead.DECLARER_LEFT}, []),
        ({"low_lead": Lead.DEALER_RIGHT}, []),
        (
            {"high_lead": Lead.DECLARER},
            ["In a high hand the one who granded leads, not the player who did not bid high."],
        ),
        (
            {"high_lead": Lead.DEALER_LEFT},
            ["In a high hand the player who did not deal leads, not the player who did not bid high."],
        ),
        ({"high_set_award": 3}, ["A failed grand gives the other player 3 for each trick, not 2."]),
        ({"high_set_penalty": 1}, ["A failed grand costs whoever granded 1 for each trick below seven, not nothing."]),
        ({"low_award": 2}, ["A low hand gives the player with fewer tricks 2 for each trick, not 1."]),
        ({"low_penalty": 1}, ["A low hand costs the player with more tricks 1 for each trick, not nothing."]),
        (
            {"carry": Carry.ONE_SIDE},
            ["Only one player holds points; when the other scores, both go back to nil."],
        ),
    ],
)
def test_rules_for_two_mention_neither_sides_nor_partners(changes, said):
    assert differences(of_two(**changes), of_two()) == said


def test_fewer_hands_are_shown_in_the_count():
    before = RuleOptions(max_hands=8)
    assert differences(RuleOptions(max_hands=1), before) == ["At most 1 hand instead of 8."]
    assert differences(before, RuleOptions(max_hands=1)) == ["At most 8 hands instead of 1."]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_nearest_to_itself(preset):
    assert PRESETS[nearest(PRESETS[preset])] == PRESETS[preset]
