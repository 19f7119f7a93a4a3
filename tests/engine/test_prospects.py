"""What is left to play: points and hands."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.builders import AGAIN, LAW, PASSED_ON, adjust, high, legal_entry, low, rules, solo, widow
from whistclub.engine.game import GameState, advance, last_state, play_game, start, step
from whistclub.engine.hand import Contract
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.engine.prospects import hands_remaining, is_extra_hand, points_needed
from whistclub.engine.scoring import score

NEURALPLAY = PRESETS["neuralplay"]
WIDOW = PRESETS["widow"]


@st.composite
def close_games(draw):
    """Rules, first dealer and entries after which little is missing to the target, or to being level."""
    options = draw(rules() | st.sampled_from(list(PRESETS.values())))
    options = replace(options, max_hands=draw(st.integers(1, 6)) if options.target is None else options.max_hands)
    entries = draw(st.lists(legal_entry(options), max_size=4))
    goal = options.target or 0
    wanted = [draw(st.integers(goal - 16, goal + 1)) for _side in range(options.form.sides)]
    missing = [want - total for want, total in zip(wanted, last_state(options, 0, entries).totals, strict=True)]
    assume(any(missing) and max(map(abs, missing)) <= 200)
    entries.append(adjust(*missing))
    return options, 0, entries


@LAW
@given(close_games())
def test_each_side_needs_the_points_that_bring_it_to_the_target(game):
    options, _dealer, _entries = game
    state = last_state(*game)
    for total, points in zip(state.totals, points_needed(state, options), strict=True):
        if options.target is None or state.over:
            assert points is None
        else:
            assert points == next(n for n in range(1, 500) if total + n >= options.target)


@pytest.mark.parametrize(
    ("totals", "missing"),
    [((0, 0), (13, 13)), ((12, -3), (1, 16)), ((13, 13), (1, 1)), ((20, 20), (1, 1))],
)
def test_at_a_tie_on_the_target_one_point_is_missing(totals, missing):
    assert points_needed(GameState(0, totals, (0, 0)), NEURALPLAY) == missing


def test_without_a_target_or_after_the_end_no_points_are_needed():
    assert points_needed(start(WIDOW, 0), WIDOW) == (None, None, None)
    assert points_needed(last_state(NEURALPLAY, 0, [adjust(13, 2)]), NEURALPLAY) == (None, None)


def test_the_remaining_hands_are_counted_down():
    options = replace(NEURALPLAY, max_hands=3)
    entries = [AGAIN, high(0, 7), adjust(0, 1), PASSED_ON, high(1, 7), high(0, 7)]
    assert [hands_remaining(last_state(options, 0, entries[:n]), options) for n in range(7)] == [3, 3, 2, 2, 2, 1, None]


def test_without_a_limit_no_hands_are_counted():
    assert hands_remaining(start(NEURALPLAY, 0), NEURALPLAY) is None


def test_every_extra_hand_may_be_the_last():
    options = replace(WIDOW, max_hands=1, limit_tie=LimitTie.EXTRA)
    level = [widow(None, 6, 6, 1), widow(None, 5, 5, 3)]
    assert [hands_remaining(last_state(options, 0, level[:n]), options) for n in range(3)] == [1, 1, 1]


@LAW
@given(st.integers(1, 8), st.integers(0, 7))
def test_the_game_ends_after_the_agreed_number_of_hands(limit, played):
    assume(played < limit)
    options = replace(PRESETS["askov"], max_hands=limit)
    nothing = solo(Contract.SOLA_NOLA, 0, 0)
    left = hands_remaining(last_state(options, 0, [nothing] * played), options)
    assert not play_game(options, 0, [nothing] * (played + left - 1)).over
    assert play_game(options, 0, [nothing] * (played + left)).over


def test_advancing_by_an_outcome_is_a_step_with_its_hand():
    state = step(start(NEURALPLAY, 1), low(4), NEURALPLAY)
    hand = high(2, 9)
    assert advance(state, score(hand, NEURALPLAY), NEURALPLAY) == step(state, hand, NEURALPLAY)


def test_a_hand_is_extra_only_while_the_score_is_level_beyond_the_limit():
    options = replace(NEURALPLAY, max_hands=2, limit_tie=LimitTie.EXTRA)
    level, decided = [high(0, 7), high(1, 7)], high(0, 8)
    states = [last_state(options, 0, [*level, decided][:count]) for count in range(4)]
    assert [is_extra_hand(state, options) for state in states] == [False, False, True, False]
    assert not is_extra_hand(start(NEURALPLAY, 0), NEURALPLAY)
