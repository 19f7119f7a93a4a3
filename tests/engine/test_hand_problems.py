"""What can be wrong with a hand, all of it named at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, high, legal_hand, low, rules, solo, widow
from whistclub.engine.game import game_problems, play_game, start, step
from whistclub.engine.hand import Contract, Hand, bid_problems, contracts, hand_problems
from whistclub.engine.options import RuleOptions
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode
from whistclub.engine.scoring import score

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


def test_all_problems_of_a_hand_are_reported_at_once():
    hand = Hand(Contract.SOLA_NOLA, 9, (14, 3))
    assert hand_problems(hand, PRESETS["neuralplay"]) == (NOT_IN_RULES, NO_SEAT, counts(2, 1), beyond(13))


def test_a_bid_is_validated_without_tricks():
    assert bid_problems(Contract.HIGH, 2, PRESETS["neuralplay"]) == ()
    assert bid_problems(Contract.GRAND_DIX, None, PRESETS["neuralplay"]) == (NOT_IN_RULES, NEEDED)


@LAW
@given(rules().flatmap(lambda options: st.tuples(legal_hand(options), st.just(options))))
def test_a_legal_hand_has_no_problems(hand_and_rules):
    assert hand_problems(*hand_and_rules) == ()


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


def test_errors_in_rules_dealer_and_hands_are_reported_together():
    options = RuleOptions(target=None)
    hands = [high(0, 7), Hand(Contract.HIGH, None, (9, 5)), low(3), Hand(Contract.LOW, 1, (7, 6))]
    expected = (
        Problem(ProblemCode.NO_END, "target"),
        Problem(ProblemCode.UNKNOWN_SEAT, "first_dealer", minimum=0, maximum=3),
        Problem(ProblemCode.DECLARER_NEEDED, "declarer", position=2),
        Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=14, expected=13, position=2),
        Problem(ProblemCode.DECLARER_NOT_ALLOWED, "declarer", position=4),
    )
    assert game_problems(options, 4, hands) == expected
    with pytest.raises(InvalidInput) as caught:
        play_game(options, 4, hands)
    assert caught.value.problems == expected


def test_replaying_an_invalid_hand_is_refused():
    options = PRESETS["neuralplay"]
    with pytest.raises(InvalidInput, match="tricks_do_not_add_up"):
        step(start(options, 0), Hand(Contract.LOW, None, (7, 7)), options)
