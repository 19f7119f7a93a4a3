"""What the rules card says of options, whatever the preset."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from tests.rules.test_card import LONG, said
from whistclub.engine.options import Carry, Lead, LimitTie, RuleOptions, TableFormat, Trump
from whistclub.engine.presets import PRESETS
from whistclub.rules.card.sections import facts, sections
from whistclub.rules.summary import NO_LIMIT, cards


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"high_set_award": 0}, "Grand failed: nobody scores, nobody loses."),
        ({"high_made": 0}, "Grand made, with seven tricks or more: no points."),
        ({"low_penalty": 0}, "Low: no points."),
        ({"max_hands": 8}, "After 8 hands it ends at the latest, and the most points win."),
        ({"max_hands": 8, "limit_tie": LimitTie.EXTRA}, "Level after 8 hands: one more, until somebody leads."),
        ({"max_hands": 1}, "Level after 1 hand: it is a draw."),
        (
            {"target": None, "max_hands": NO_LIMIT},
            "A bell, or a time agreed on, ends the game: then the most points win.",
        ),
        ({"trump": Trump.CLUBS}, "Clubs are trump, in high and in low hands."),
        ({"trump": Trump.CLUBS, "solos": True}, "Clubs are trump, in high and in low hands and in solos."),
        ({"trump": Trump.LED, "high_lead": Lead.DECLARER, "solos": True}, "A low hand and a solo have no trump."),
        ({"revoke_tricks": 1}, "A revoke (not following suit though one could) moves one trick, if there is one."),
        (
            {"revoke_tricks": 1},
            "In a high hand it goes from the side that revoked to the other, in a low hand the other way.",
        ),
        (
            {"revoke_tricks": 2},
            "A revoke (not following suit though one could) moves 2 tricks, or as many as there are.",
        ),
        (
            {"revoke_tricks": 2, "form": TableFormat.TWO_PLAYERS},
            "In a high hand they go from the player who revoked to the other, in a low hand the other way.",
        ),
        (
            {"revoke_tricks": 1, "form": TableFormat.THREE_WITH_WIDOW},
            "Revoke (not following suit though one could): one trick of that player, if there is one, goes to the one "
            "harmed.",
        ),
        ({}, "The rest claimed or given up: the tricks agreed on are written down."),
        ({"solos": True}, "Without a stake a star is worth the honour only."),
        (
            {"stake": 1000},
            "The losing side pays the winning side 10.00 for the game: one amount for the side.",
        ),
        (
            {"form": TableFormat.THREE_WITH_WIDOW, "own_quota": 5, "widow_quota": 3},
            "Only the first who picked up the widow owes fewer tricks, even if the hand kept is the old one.",
        ),
        (
            {"form": TableFormat.THREE_WITH_WIDOW, "own_quota": 4},
            "Whoever picks up the widow owes as many tricks as the others.",
        ),
        (
            {"form": TableFormat.TWO_PLAYERS, "carry": Carry.ONE_SIDE, "low_penalty": 0},
            "Only one player holds points: when the other scores, both go back to nil, and what was just won is lost "
            "too.",
        ),
    ],
)
def test_options_unlike_any_preset_are_described(changes, sentence):
    assert sentence in said(RuleOptions(**changes))


def section(options: RuleOptions, key: str) -> list[str]:
    """What a section says; nothing if these rules have none."""
    return [sentence for each in sections(options) if each.key == key for sentence in each.sentences]


@LAW
@given(rules().filter(lambda options: options.form is TableFormat.TWO_PLAYERS))
def test_texts_for_two_mention_neither_sides_nor_partners(options):
    text = " ".join([*said(options), *facts(options)])
    assert not any(
        word in text for word in ("side", "artner", "defenders", "left", "right", "table agrees", "he others")
    )


@pytest.mark.parametrize("preset", ["south_dakota", "widow"])
def test_the_card_names_trump_before_explaining_it(preset):
    told = section(PRESETS[preset], "play")
    (what,) = [number for number, sentence in enumerate(told) if sentence.endswith(("is trump.", "are trump."))]
    (does,) = [number for number, sentence in enumerate(told) if sentence.startswith("The highest trump wins")]
    assert what < does
    assert "if no trump was laid" in told[does]


def test_rules_without_trump_say_so_once():
    assert " ".join(said(PRESETS["neuralplay"])).count("trump") == 1


def test_a_widow_game_to_a_target_explains_ties():
    both = RuleOptions(form=TableFormat.THREE_WITH_WIDOW, target=20, max_hands=12, limit_tie=LimitTie.EXTRA)
    assert section(both, "end") == [
        "The game is to 20: the first with 20 or more wins.",
        "If several lead with 20 or more, the game goes on until one leads alone.",
        "After 12 hands it ends at the latest, and the most points win.",
        "Level after 12 hands: one more, until somebody leads.",
    ]


@pytest.mark.parametrize(
    "changes, long",
    [
        ({}, False),
        ({"low_award": 0}, True),
        ({"high_made": 0}, True),
        ({"high_set_award": 0}, True),
        ({"high_set_penalty": 1}, True),
        ({"low_penalty": 1}, True),
        ({"carry": Carry.ONE_SIDE}, True),
        ({"carry": Carry.ONE_SIDE, "max_hands": 8}, False),
        ({"low_penalty": 1, "max_hands": NO_LIMIT}, False),
        ({"form": TableFormat.THREE_WITH_WIDOW}, False),
        ({"form": TableFormat.THREE_WITH_WIDOW, "own_quota": 5}, True),
    ],
)
def test_a_game_that_can_take_long_says_so(changes, long):
    assert (LONG in said(replace(PRESETS["neuralplay"], **changes))) == long


def test_the_long_game_warning_appears_once():
    assert not any("agree on a number of hands" in each.about for each in cards())


@pytest.mark.parametrize(
    "options, heading",
    [
        (PRESETS["askov"], "Stake and stars"),
        (RuleOptions(solos=True), "Stars"),
        (RuleOptions(stake=15), "Stake"),
    ],
)
def test_stake_and_stars_are_headed_by_what_there_is(options, heading):
    assert [each.heading for each in sections(options) if each.key == "stake"] == [heading]
