"""What is noted beside a hand: what can be wrong with it, and that only a revoke changes a score."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, high, low, noted, noted_hand, rules, solo, widow
from whistclub.engine.game import game_problems, play_game
from whistclub.engine.hand import NOTHING_NOTED, Bid, Contract, Hand, Notes, Revoke, Suit, hand_problems, notes_problems
from whistclub.engine.options import RuleOptions, Trump
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode
from whistclub.engine.scoring import score

NOT_LED = Problem(ProblemCode.TRUMP_NOT_LED, "trump")
NOT_OVERRULED = Problem(ProblemCode.NOT_OVERRULED, "over")
IN_SOLO = Problem(ProblemCode.REVOKE_IN_SOLO, "revoke")
ITSELF = Problem(ProblemCode.REVOKE_AGAINST_ITSELF, "revoke")

NOLA = solo(Contract.SOLA_NOLA, 0, 0)
DIX = solo(Contract.GRAND_DIX, 0, 7)
HIGH_BID = Bid(Contract.HIGH, 1)
LOW_BID = Bid(Contract.LOW, None)
NOLA_BID = Bid(Contract.SOLA_NOLA, 1)
DIX_BID = Bid(Contract.GRAND_DIX, 1)


def no_side(field, last=1):
    return Problem(ProblemCode.UNKNOWN_SIDE, field, minimum=0, maximum=last)


@pytest.mark.parametrize(
    ("name", "hand", "problems"),
    [
        ("south_dakota", noted(high(0, 7), trump=Suit.HEARTS), []),
        ("south_dakota", noted(high(1, 3), trump=Suit.CLUBS), []),
        ("south_dakota", noted(low(7), trump=Suit.HEARTS), [NOT_LED]),
        ("neuralplay", noted(high(0, 7), trump=Suit.SPADES), [NOT_LED]),
        ("askov", noted(NOLA, trump=Suit.SPADES), [NOT_LED]),
        ("widow", noted(widow(0, 5, 4, 4), trump=Suit.CLUBS), [NOT_LED]),
    ],
)
def test_a_trump_is_noted_only_where_the_suit_led_is_trump(name, hand, problems):
    assert list(hand_problems(hand, PRESETS[name])) == problems


def test_a_trump_that_is_always_the_same_is_not_noted():
    assert hand_problems(noted(high(0, 7), trump=Suit.CLUBS), RuleOptions(trump=Trump.CLUBS)) == (NOT_LED,)


@pytest.mark.parametrize(
    ("hand", "over"),
    [(NOLA, LOW_BID), (NOLA, HIGH_BID), (DIX, LOW_BID), (DIX, HIGH_BID), (DIX, NOLA_BID)],
)
def test_a_solo_overrules_every_bid_of_a_lower_rank(hand, over):
    assert hand_problems(noted(hand, over=over), PRESETS["askov"]) == ()


@pytest.mark.parametrize(
    ("hand", "over"),
    [
        (NOLA, NOLA_BID),
        (NOLA, DIX_BID),
        (DIX, DIX_BID),
        (high(0, 7), LOW_BID),
        (high(0, 7), HIGH_BID),
        (high(0, 7), NOLA_BID),
        (low(7), HIGH_BID),
        (low(7), LOW_BID),
        (low(7), DIX_BID),
    ],
)
def test_an_equal_or_higher_bid_is_not_overruled(hand, over):
    assert hand_problems(noted(hand, over=over), PRESETS["askov"]) == (NOT_OVERRULED,)


def test_a_solo_may_overrule_any_bid_even_the_soloists_own():
    for declarer in range(4):
        hand = noted(DIX, over=Bid(Contract.SOLA_NOLA, declarer))
        assert hand_problems(hand, PRESETS["askov"]) == ()


@pytest.mark.parametrize(
    ("over", "problem"),
    [
        (Bid(Contract.HIGH, None), Problem(ProblemCode.DECLARER_NEEDED, "over")),
        (Bid(Contract.SOLA_NOLA, None), Problem(ProblemCode.DECLARER_NEEDED, "over")),
        (Bid(Contract.LOW, 2), Problem(ProblemCode.DECLARER_NOT_ALLOWED, "over")),
        (Bid(Contract.HIGH, 4), Problem(ProblemCode.UNKNOWN_SEAT, "over", minimum=0, maximum=3)),
        (Bid(Contract.HIGH, -1), Problem(ProblemCode.UNKNOWN_SEAT, "over", minimum=0, maximum=3)),
        (Bid(Contract.WIDOW, 0), NOT_OVERRULED),
    ],
)
def test_the_overruled_bid_must_itself_be_legal(over, problem):
    assert hand_problems(noted(DIX, over=over), PRESETS["askov"]) == (problem,)


def test_a_low_bid_with_an_unknown_seat_has_both_errors():
    hand = noted(DIX, over=Bid(Contract.LOW, 4))
    assert hand_problems(hand, PRESETS["askov"]) == (
        Problem(ProblemCode.DECLARER_NOT_ALLOWED, "over"),
        Problem(ProblemCode.UNKNOWN_SEAT, "over", minimum=0, maximum=3),
    )


def test_without_solos_nothing_overrules():
    without = PRESETS["neuralplay"]
    assert hand_problems(noted(high(0, 7), over=LOW_BID), without) == (NOT_OVERRULED,)
    assert notes_problems(Contract.GRAND_DIX, Notes(over=NOLA_BID), without) == (NOT_OVERRULED,)
    assert hand_problems(noted(widow(0, 5, 4, 4), over=Bid(Contract.WIDOW, 1)), PRESETS["widow"]) == (NOT_OVERRULED,)


@pytest.mark.parametrize(
    ("name", "hand", "side", "problems"),
    [
        ("neuralplay", high(0, 7), 0, []),
        ("neuralplay", low(7), 1, []),
        ("neuralplay", low(7), 2, [no_side("rest_to")]),
        ("neuralplay", low(7), -1, [no_side("rest_to")]),
        ("askov", NOLA, 1, []),
        ("askov", NOLA, 2, [no_side("rest_to")]),
        ("two_player", high(1, 7), 1, []),
        ("widow", widow(0, 5, 4, 4), 2, []),
        ("widow", widow(0, 5, 4, 4), 3, [no_side("rest_to", 2)]),
    ],
)
def test_the_rest_must_be_claimed_by_a_side_of_the_table(name, hand, side, problems):
    assert list(hand_problems(noted(hand, rest_to=side), PRESETS[name])) == problems


@pytest.mark.parametrize(
    ("name", "hand", "sides", "problems"),
    [
        ("neuralplay", high(0, 7), (0, 1), []),
        ("neuralplay", low(7), (1, 0), []),
        ("neuralplay", high(0, 7), (1, 1), [ITSELF]),
        ("neuralplay", high(0, 7), (2, 1), [no_side("revoke")]),
        ("neuralplay", high(0, 7), (1, -1), [no_side("revoke")]),
        ("neuralplay", high(0, 7), (3, 3), [no_side("revoke"), no_side("revoke"), ITSELF]),
        ("two_player", low(7), (0, 1), []),
        ("widow", widow(0, 5, 4, 4), (2, 0), []),
        ("widow", widow(0, 5, 4, 4), (0, 3), [no_side("revoke", 2)]),
        ("askov", NOLA, (0, 1), [IN_SOLO]),
        ("askov", DIX, (1, 1), [IN_SOLO, ITSELF]),
        ("askov", DIX, (1, 2), [IN_SOLO, no_side("revoke")]),
    ],
)
def test_a_revoke_needs_two_different_sides_and_no_solo(name, hand, sides, problems):
    assert list(hand_problems(noted(hand, revoke=Revoke(*sides)), PRESETS[name])) == problems


def test_all_errors_are_reported_in_the_order_bid_tricks_notes():
    notes = Notes(Suit.CLUBS, HIGH_BID, 5, Revoke(0, 0))
    hand = Hand(Contract.HIGH, None, (7, 7), notes)
    expected = (
        Problem(ProblemCode.DECLARER_NEEDED, "declarer"),
        Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=14, expected=13),
        NOT_LED,
        NOT_OVERRULED,
        no_side("rest_to"),
        ITSELF,
    )
    options = PRESETS["neuralplay"]
    assert hand_problems(hand, options) == expected
    assert game_problems(options, 0, [low(7), hand]) == tuple(replace(problem, position=2) for problem in expected)
    with pytest.raises(InvalidInput) as caught:
        score(hand, options)
    assert caught.value.problems == expected


def test_a_new_hand_has_no_notes():
    assert high(0, 7).notes == NOTHING_NOTED == Notes(None, None, None, None)
    for contract in Contract:
        assert notes_problems(contract, NOTHING_NOTED, RuleOptions(trump=Trump.LED)) == ()


@LAW
@given(rules().flatmap(lambda options: st.tuples(noted_hand(options), st.just(options))))
def test_display_only_notes_never_change_a_score(hand_and_rules):
    hand, options = hand_and_rules
    assert hand_problems(hand, options) == ()
    bare = replace(hand, notes=Notes(revoke=hand.notes.revoke))
    assert score(hand, options) == score(bare, options)
    assert play_game(options, 0, [hand]) == play_game(options, 0, [bare])
