"""What can be wrong with a hand, all of it named at once."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, high, low, noted_hand, revoked, rules, solo, widow
from whistclub.engine.game import game_problems
from whistclub.engine.hand import Contract, Hand, Revoke, bid_problems, contracts, hand_problems
from whistclub.engine.options import PRESETS
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode
from whistclub.engine.scoring import score, score_table, tricks_after_revoke

NOT_IN_RULES = Problem(ProblemCode.CONTRACT_NOT_IN_RULES, "contract")
NEEDED = Problem(ProblemCode.DECLARER_NEEDED, "declarer")
NOT_ALLOWED = Problem(ProblemCode.DECLARER_NOT_ALLOWED, "declarer")
NO_SEAT = Problem(ProblemCode.UNKNOWN_SEAT, "declarer", minimum=0, maximum=3)


def counts(found, needed):
    return Problem(ProblemCode.WRONG_NUMBER_OF_COUNTS, "tricks", found=found, expected=needed)


def beyond(most):
    return Problem(ProblemCode.TRICKS_OUT_OF_RANGE, "tricks", minimum=0, maximum=most)


def adds_up_to(found):
    return Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=found, expected=13)


@pytest.mark.parametrize(
    ("name", "hand", "problems"),
    [
        ("neuralplay", Hand(Contract.HIGH, None, (7, 6)), [NEEDED]),
        ("neuralplay", Hand(Contract.LOW, 0, (7, 6)), [NOT_ALLOWED]),
        ("neuralplay", Hand(Contract.LOW, 4, (7, 6)), [NOT_ALLOWED, NO_SEAT]),
        ("neuralplay", Hand(Contract.HIGH, 4, (7, 6)), [NO_SEAT]),
        ("neuralplay", Hand(Contract.HIGH, -1, (7, 6)), [NO_SEAT]),
        ("neuralplay", Hand(Contract.HIGH, 0, (7, 7)), [adds_up_to(14)]),
        ("neuralplay", Hand(Contract.HIGH, 0, (14, -1)), [beyond(13)]),
        ("neuralplay", Hand(Contract.HIGH, 0, (14, 0)), [beyond(13), adds_up_to(14)]),
        ("neuralplay", Hand(Contract.HIGH, 0, ()), [counts(0, 2)]),
        ("neuralplay", Hand(Contract.HIGH, 0, (13,)), [counts(1, 2)]),
        ("neuralplay", Hand(Contract.LOW, None, (5, 5, 3)), [counts(3, 2)]),
        ("neuralplay", solo(Contract.SOLA_NOLA, 0, 0), [NOT_IN_RULES]),
        ("neuralplay", widow(None, 5, 4, 4), [NOT_IN_RULES]),
        ("askov", solo(Contract.SOLA_NOLA, None, 0), [NEEDED]),
        ("askov", solo(Contract.SOLA_NOLA, 1, 14), [beyond(13)]),
        ("askov", solo(Contract.GRAND_DIX, 1, 8), [beyond(7)]),
        ("askov", solo(Contract.GRAND_DIX, 1, -1), [beyond(7)]),
        ("askov", Hand(Contract.GRAND_DIX, 1, (7, 6)), [counts(2, 1)]),
        ("widow", high(0, 7), [NOT_IN_RULES]),
        ("widow", low(7), [NOT_IN_RULES]),
        ("widow", widow(3, 5, 4, 4), [Problem(ProblemCode.UNKNOWN_SEAT, "declarer", minimum=0, maximum=2)]),
        ("widow", widow(None, 5, 5, 4), [adds_up_to(14)]),
        ("widow", widow(None, 9, 4), [counts(2, 3)]),
        ("two_player", high(2, 7), [Problem(ProblemCode.UNKNOWN_SEAT, "declarer", minimum=0, maximum=1)]),
    ],
)
def test_each_error_has_its_code_and_numbers(name, hand, problems):
    assert list(hand_problems(hand, PRESETS[name])) == problems


@LAW
@given(
    rules(),
    st.builds(
        Hand,
        st.sampled_from(Contract),
        st.none() | st.integers(-2, 5),
        st.lists(st.integers(-2, 15), max_size=4).map(tuple),
    ),
)
def test_a_hand_is_scored_exactly_if_it_has_no_problems(options, hand):
    problems = hand_problems(hand, options)
    if not problems:
        assert hand.contract in contracts(options)
        assert score(hand, options).tricks == hand.tricks
        return
    with pytest.raises(InvalidInput) as caught:
        score(hand, options)
    assert caught.value.problems == problems
    assert bid_problems(hand.contract, hand.declarer, options) == tuple(
        problem for problem in problems if problem.field != "tricks"
    )


IN_SOLO = Problem(ProblemCode.REVOKE_IN_SOLO, "revoke")
ITSELF = Problem(ProblemCode.REVOKE_AGAINST_ITSELF, "revoke")

NOLA = solo(Contract.SOLA_NOLA, 0, 0)
DIX = solo(Contract.GRAND_DIX, 0, 7)


def no_side(field, last=1):
    return Problem(ProblemCode.UNKNOWN_SIDE, field, minimum=0, maximum=last)


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
    assert list(hand_problems(revoked(hand, *sides), PRESETS[name])) == problems


def test_all_errors_are_reported_in_the_order_bid_tricks_revoke():
    hand = Hand(Contract.HIGH, None, (7, 7), Revoke(0, 0))
    expected = (
        Problem(ProblemCode.DECLARER_NEEDED, "declarer"),
        Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=14, expected=13),
        ITSELF,
    )
    options = PRESETS["neuralplay"]
    assert hand_problems(hand, options) == expected
    assert game_problems(options, 0, [low(7), hand]) == tuple(replace(problem, position=2) for problem in expected)
    with pytest.raises(InvalidInput) as caught:
        score(hand, options)
    assert caught.value.problems == expected


def with_tricks(name, number):
    return replace(PRESETS[name], revoke_tricks=number)


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
