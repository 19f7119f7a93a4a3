"""Points given or taken beside the hands: they belong to the hand before them."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.builders import LAW, adjust, high, legal_entry, rules, solo
from whistclub.engine.game import (
    hands_remaining,
    is_extra_hand,
    last_state,
    play_game,
    points_needed,
    sole_leader,
    start,
)
from whistclub.engine.hand import Adjustment, Contract, adjustment_problems, entry_problems
from whistclub.engine.options import PRESETS, LimitTie
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.winnings import settlement

NEURALPLAY = PRESETS["neuralplay"]
TUPPI = PRESETS["tuppi"]

RANGE = Problem(ProblemCode.POINTS_OUT_OF_RANGE, "adjust", minimum=-200, maximum=200)
NOTHING = Problem(ProblemCode.NO_POINTS, "adjust")


def number_of_points(found, expected):
    return Problem(ProblemCode.WRONG_NUMBER_OF_POINTS, "adjust", found=found, expected=expected)


@pytest.mark.parametrize(
    ("name", "points", "problems"),
    [
        ("neuralplay", (1, 0), []),
        ("neuralplay", (0, -1), []),
        ("neuralplay", (200, -200), []),
        ("neuralplay", (0, 0), [NOTHING]),
        ("neuralplay", (201, 0), [RANGE]),
        ("neuralplay", (0, -201), [RANGE]),
        ("neuralplay", (1,), [number_of_points(1, 2)]),
        ("neuralplay", (1, 2, 3), [number_of_points(3, 2)]),
        ("neuralplay", (), [number_of_points(0, 2), NOTHING]),
        ("neuralplay", (0, 0, 0), [number_of_points(3, 2), NOTHING]),
        ("neuralplay", (0, 0, 300), [number_of_points(3, 2), RANGE]),
        ("widow", (0, 0, 1), []),
        ("widow", (1, 1), [number_of_points(2, 3)]),
        ("two_player", (-3, 3), []),
    ],
)
def test_each_error_has_its_code_and_numbers(name, points, problems):
    adjustment = Adjustment(points)
    assert list(adjustment_problems(adjustment, PRESETS[name])) == problems
    assert list(entry_problems(adjustment, PRESETS[name])) == problems


def test_adjusted_points_follow_the_carry_rule():
    start_ = [high(0, 8)]  # 8 points to side 0
    assert play_game(TUPPI, 0, [*start_, adjust(0, 4)]).totals == (0, 0)
    assert play_game(TUPPI, 0, [*start_, adjust(-9, 4)]).totals == (-1, 4)
    assert play_game(TUPPI, 0, [adjust(5, 5)]).totals == (0, 0)


def test_a_conceded_game_is_settled_with_the_winners_stars():
    assert settlement(1, (3, 2), PRESETS["askov"]) == (-45, 45)
    assert settlement(None, (3, 2), PRESETS["askov"]) == (0, 0)


def test_the_leader_is_the_side_ahead_of_all_others():
    assert sole_leader((3, 5, 4)) == 1
    assert sole_leader((5, 5, 4)) is None
    assert sole_leader((-3, -2)) == 1


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


@LAW
@given(st.integers(1, 8), st.integers(0, 7))
def test_the_game_ends_after_the_agreed_number_of_hands(limit, played):
    assume(played < limit)
    options = replace(PRESETS["askov"], max_hands=limit)
    nothing = solo(Contract.SOLA_NOLA, 0, 0)
    left = hands_remaining(last_state(options, 0, [nothing] * played), options)
    assert not play_game(options, 0, [nothing] * (played + left - 1)).over
    assert play_game(options, 0, [nothing] * (played + left)).over


def test_a_hand_is_extra_only_while_the_score_is_level_beyond_the_limit():
    options = replace(NEURALPLAY, max_hands=2, limit_tie=LimitTie.EXTRA)
    level, decided = [high(0, 7), high(1, 7)], high(0, 8)
    states = [last_state(options, 0, [*level, decided][:count]) for count in range(4)]
    assert [is_extra_hand(state, options) for state in states] == [False, False, True, False]
    assert not is_extra_hand(start(NEURALPLAY, 0), NEURALPLAY)
