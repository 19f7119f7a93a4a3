"""Points given or taken beside the hands: they belong to the hand before them."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.builders import AGAIN, LAW, PASSED_ON, adjust, high, legal_entry, low, rules, solo
from whistclub.engine.entries import Adjustment, adjustment_problems, entry_problems
from whistclub.engine.game import last_state, play_game, settlement, sole_leader, start
from whistclub.engine.hand import Contract
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.prospects import hands_remaining, is_extra_hand, points_needed

NEURALPLAY = PRESETS["neuralplay"]
TUPPI = PRESETS["tuppi"]

ENDED = [high(0, 13), high(0, 13)]  # 14 points to side 0

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


def test_an_adjustment_may_reopen_the_game_and_the_next_hand_is_scored():
    reopened = [*ENDED, adjust(-2, 0)]
    result = play_game(NEURALPLAY, 0, reopened)
    assert (result.over, result.reason, result.winner) == (False, None, None)
    assert [row.ended for row in result.rows] == [False, True, False]
    ended = play_game(NEURALPLAY, 0, [*reopened, high(0, 7)])
    assert (ended.hands_scored, ended.totals, ended.winner) == (3, (13, 0), 0)
    assert [row.ended for row in ended.rows] == [False, True, False, True]


def test_once_people_have_played_on_an_adjustment_is_surplus():
    result = play_game(NEURALPLAY, 0, [*ENDED, low(7), adjust(-10, 0), adjust(0, 20)])
    assert [row.status for row in result.rows] == ["scored", "scored", "surplus", "surplus", "surplus"]
    assert (result.totals, result.winner, result.over) == ((14, 0), 0, True)
    last = result.rows[-1]
    assert (last.points, last.leader, last.totals, last.total_stars, last.ended) == ((0, 20), None, None, None, False)


def test_adjusted_points_follow_the_carry_rule():
    start_ = [high(0, 8)]  # 8 points to side 0
    assert play_game(TUPPI, 0, [*start_, adjust(0, 4)]).totals == (0, 0)
    assert play_game(TUPPI, 0, [*start_, adjust(-9, 4)]).totals == (-1, 4)
    assert play_game(TUPPI, 0, [adjust(5, 5)]).totals == (0, 0)


def test_a_tie_by_adjustment_at_the_limit_requires_an_extra_hand():
    options = replace(NEURALPLAY, max_hands=1, limit_tie=LimitTie.EXTRA)
    level = [high(0, 8), adjust(0, 2)]
    assert play_game(options, 0, level).over is False
    ended = play_game(options, 0, [*level, low(8)])
    assert (ended.reason, ended.winner, ended.hands_scored) == ("hands", 1, 2)


def dealers(name, first_dealer, entries):
    result = play_game(PRESETS[name], first_dealer, entries)
    return [row.dealer for row in result.rows] + [result.next_dealer]


def test_or_the_player_to_their_left_deals():
    assert dealers("neuralplay", 2, [PASSED_ON, high(0, 7), PASSED_ON, PASSED_ON]) == [2, 3, 0, 1, 2]


@pytest.mark.parametrize("redeal", [AGAIN, PASSED_ON])
def test_a_redeal_has_no_lead_and_no_score(redeal):
    row = play_game(NEURALPLAY, 1, [high(0, 9), redeal]).rows[1]
    assert (row.dealer, row.leader, row.points, row.stars) == (2, None, (0, 0), (0, 0))
    assert (row.status, row.totals, row.total_stars, row.ended) == ("scored", (3, 0), (0, 0), False)


@pytest.mark.parametrize("redeal", [AGAIN, PASSED_ON])
def test_redeals_do_not_count_towards_the_hand_limit(redeal):
    options = replace(NEURALPLAY, max_hands=2)
    entries = [redeal, high(0, 8), redeal, redeal]
    result = play_game(options, 0, entries)
    assert (result.hands_scored, result.over) == (1, False)
    assert hands_remaining(last_state(options, 0, entries), options) == 1
    assert play_game(options, 0, [*entries, high(0, 8)]).reason == "hands"


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
