"""A revoke: it moves the tricks that count, and never those that were written down (RULES.md A33)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, high, low, noted_hand, revoked, rules, widow
from whistclub.engine.game import play_game
from whistclub.engine.hand import Contract, Revoke
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import score, score_table, tricks_after_revoke


def with_tricks(name, number):
    return replace(PRESETS[name], revoke_tricks=number)


@pytest.mark.parametrize(
    ("tricks", "by", "moved", "counted"),
    [
        ((9, 4), 0, 1, (8, 5)),
        ((9, 4), 0, 3, (6, 7)),
        ((9, 4), 1, 3, (12, 1)),
        ((9, 4), 1, 4, (13, 0)),
        ((9, 4), 1, 5, (13, 0)),
        ((12, 1), 1, 3, (13, 0)),
        ((13, 0), 1, 3, (13, 0)),
        ((9, 4), 0, 0, (9, 4)),
    ],
)
def test_in_a_high_hand_the_side_that_revoked_gives_what_there_is(tricks, by, moved, counted):
    options = with_tricks("neuralplay", moved)
    assert tricks_after_revoke(Contract.HIGH, tricks, Revoke(by, 1 - by), options) == counted


@pytest.mark.parametrize(
    ("tricks", "by", "moved", "counted"),
    [
        ((9, 4), 0, 3, (12, 1)),
        ((9, 4), 0, 4, (13, 0)),
        ((9, 4), 0, 7, (13, 0)),
        ((9, 4), 1, 3, (6, 7)),
        ((13, 0), 0, 3, (13, 0)),
        ((13, 0), 1, 3, (10, 3)),
        ((9, 4), 1, 0, (9, 4)),
    ],
)
def test_in_a_low_hand_the_side_that_revoked_gets_them(tricks, by, moved, counted):
    options = with_tricks("neuralplay", moved)
    assert tricks_after_revoke(Contract.LOW, tricks, Revoke(by, 1 - by), options) == counted


@pytest.mark.parametrize(
    ("by", "against", "counted"),
    [(0, 1, (3, 6, 4)), (1, 2, (5, 2, 6)), (2, 0, (7, 4, 2)), (0, 2, (3, 4, 6))],
)
def test_with_three_sides_the_third_keeps_its_tricks(by, against, counted):
    options = with_tricks("widow", 2)
    assert tricks_after_revoke(Contract.WIDOW, (5, 4, 4), Revoke(by, against), options) == counted


def test_without_a_revoke_nothing_moves():
    assert tricks_after_revoke(Contract.HIGH, (9, 4), None, with_tricks("neuralplay", 7)) == (9, 4)


@pytest.mark.parametrize(
    ("name", "hand", "points"),
    [
        ("neuralplay", revoked(high(0, 9), 0, 1), (0, 2)),  # 6 of the 9 are left: it fails by one
        ("neuralplay", revoked(high(0, 9), 1, 0), (6, 0)),
        ("neuralplay", revoked(low(5), 0, 1), (0, 2)),  # 8 to 5
        ("neuralplay", revoked(low(5), 1, 0), (5, 0)),  # 2 to 11
        ("two_player", revoked(high(1, 8), 1, 0), (4, 0)),  # 5 to 8
        ("two_player", revoked(low(4), 0, 1), (0, 1)),  # 7 to 6
        ("widow", revoked(widow(1, 5, 4, 4), 0, 2), (-1, 0, 4)),  # 2, 4, 7
        ("widow", revoked(widow(None, 2, 7, 4), 0, 1), (-3, 6, 1)),  # 0, 9, 4
    ],
)
def test_three_tricks_move_in_every_form_of_the_game(name, hand, points):
    assert score(hand, with_tricks(name, 3)).points == points


def test_a_contract_may_be_lost_by_a_revoke():
    hand = high(0, 8)
    options = with_tricks("minnesota", 2)
    assert score(hand, options).made is True
    outcome = score(revoked(hand, 0, 1), options)
    assert (outcome.made, outcome.tricks, outcome.points) == (False, (6, 7), (0, 1))


def test_without_a_revoke_penalty_a_revoke_is_only_a_note():
    hand = revoked(high(0, 8), 0, 1)
    assert score(hand, PRESETS["neuralplay"]) == score(high(0, 8), PRESETS["neuralplay"])


def test_the_game_counts_the_moved_tricks():
    options = with_tricks("neuralplay", 3)
    result = play_game(options, 0, [revoked(high(0, 9), 0, 1), low(8)])
    assert [row.points for row in result.rows] == [(0, 2), (0, 2)]
    assert result.totals == (0, 4)


def revoked_hands():
    """Hands with a revoke, and rules."""
    return rules().flatmap(
        lambda options: st.tuples(noted_hand(options).filter(lambda hand: hand.revoke), st.just(options))
    )


@LAW
@given(revoked_hands())
def test_the_tricks_still_make_thirteen_and_only_two_sides_are_touched(hand_and_rules):
    hand, options = hand_and_rules
    revoke = hand.revoke
    tricks = tricks_after_revoke(hand.contract, hand.tricks, revoke, options)
    assert sum(tricks) == 13
    assert min(tricks) >= 0
    for side, (counted, taken) in enumerate(zip(tricks, hand.tricks, strict=True)):
        assert side in (revoke.by, revoke.against) or counted == taken
        assert abs(counted - taken) <= options.revoke_tricks


@LAW
@given(revoked_hands())
def test_a_revoke_moves_the_set_number_of_tricks_if_available(hand_and_rules):
    hand, options = hand_and_rules
    giver = hand.revoke.against if hand.contract is Contract.LOW else hand.revoke.by
    left = tricks_after_revoke(hand.contract, hand.tricks, hand.revoke, options)[giver]
    assert left == max(0, hand.tricks[giver] - options.revoke_tricks)


@LAW
@given(revoked_hands())
def test_a_hand_scores_by_the_tricks_after_revokes(hand_and_rules):
    hand, options = hand_and_rules
    tricks = tricks_after_revoke(hand.contract, hand.tricks, hand.revoke, options)
    outcome = score(hand, options)
    assert outcome.tricks == tricks
    assert outcome == score(replace(hand, tricks=tricks, revoke=None), options)
    assert outcome in score_table(options)


@LAW
@given(revoked_hands())
def test_a_revoke_never_pays_the_side_that_did_it(hand_and_rules):
    hand, options = hand_and_rules
    before = score(replace(hand, revoke=None), options).points
    after = score(hand, options).points
    revoke = hand.revoke
    assert after[revoke.by] <= before[revoke.by]
    assert after[revoke.against] >= before[revoke.against]
