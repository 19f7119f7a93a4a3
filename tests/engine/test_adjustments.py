"""Points given or taken beside the hands: they belong to the hand before them."""

from dataclasses import replace

import pytest

from tests.engine.builders import AGAIN, adjust, high, low, solo, widow
from whistclub.engine.entries import MOST_ADJUSTED, Adjustment, adjustment_problems, entry_problems
from whistclub.engine.game import game_problems, last_state, play_game, start, step
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

NEURALPLAY = PRESETS["neuralplay"]
ASKOV = PRESETS["askov"]
WIDOW = PRESETS["widow"]
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


def test_at_most_two_hundred_points_can_be_adjusted():
    assert MOST_ADJUSTED == 200


def test_an_invalid_adjustment_is_reported_with_its_position():
    hands = [AGAIN, high(0, 7), adjust(0, 0), Hand(Contract.LOW, None, (7, 7))]
    expected = (
        Problem(ProblemCode.NO_POINTS, "adjust", position=3),
        Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=14, expected=13, position=4),
    )
    assert game_problems(NEURALPLAY, 0, hands) == expected
    for fold in (play_game, last_state):
        with pytest.raises(InvalidInput) as caught:
            fold(NEURALPLAY, 0, hands)
        assert caught.value.problems == expected


def test_replaying_an_invalid_adjustment_is_refused_even_after_the_end():
    for state in (start(NEURALPLAY, 0), last_state(NEURALPLAY, 0, [*ENDED, low(7)])):
        with pytest.raises(InvalidInput) as caught:
            step(state, adjust(0, 0, 0), NEURALPLAY)
        assert caught.value.problems == (number_of_points(3, 2), NOTHING)


def test_adjusting_changes_only_the_points():
    state = step(start(ASKOV, 1), solo(Contract.SOLA_NOLA, 0, 0), ASKOV)
    after = step(state, adjust(4, -2), ASKOV)
    assert after == state._replace(totals=(4, -2))
    assert (after.stars, after.hands_scored, after.dealer) == ((1, 0), 1, 2)


def test_its_row_has_the_points_no_leader_and_the_dealer_to_come():
    row = play_game(NEURALPLAY, 3, [high(0, 9), adjust(-1, 5)]).rows[1]
    assert (row.dealer, row.leader, row.points, row.stars) == (0, None, (-1, 5), (0, 0))
    assert (row.status, row.totals, row.total_stars, row.ended) == ("scored", (2, 5), (0, 0), False)


def test_points_may_be_given_before_the_first_hand():
    result = play_game(NEURALPLAY, 0, [adjust(0, 5), high(1, 8)])
    assert (result.totals, result.hands_scored, result.next_dealer) == ((0, 7), 1, 1)


def test_starting_at_the_target_means_the_game_is_won():
    result = play_game(NEURALPLAY, 0, [adjust(13, 0), high(1, 13)])
    assert (result.reason, result.winner, result.hands_scored) == ("target", 0, 0)
    assert [row.status for row in result.rows] == ["scored", "surplus"]


def test_an_adjustment_may_end_the_game():
    result = play_game(NEURALPLAY, 0, [high(0, 13), adjust(6, 0)])
    assert (result.reason, result.winner, result.totals) == ("target", 0, (13, 0))
    assert [row.ended for row in result.rows] == [False, True]


def test_an_adjustment_may_reopen_the_game_and_the_next_hand_is_scored():
    reopened = [*ENDED, adjust(-2, 0)]
    result = play_game(NEURALPLAY, 0, reopened)
    assert (result.over, result.reason, result.winner) == (False, None, None)
    assert [row.ended for row in result.rows] == [False, True, False]
    ended = play_game(NEURALPLAY, 0, [*reopened, high(0, 7)])
    assert (ended.hands_scored, ended.totals, ended.winner) == (3, (13, 0), 0)
    assert [row.ended for row in ended.rows] == [False, True, False, True]


def test_an_adjustment_may_change_the_winner_without_ending_the_game_again():
    result = play_game(NEURALPLAY, 0, [*ENDED, adjust(0, 15)])
    assert (result.winner, result.totals, result.over) == (1, (14, 15), True)
    assert [row.ended for row in result.rows] == [False, True, False]


def test_a_tie_past_the_target_by_adjustment_continues():
    result = play_game(NEURALPLAY, 0, [*ENDED, adjust(0, 14)])
    assert (result.over, result.draw) == (False, False)


def test_several_adjustments_after_the_end_all_count():
    result = play_game(NEURALPLAY, 0, [*ENDED, adjust(-2, 0), adjust(0, 13), adjust(2, 0)])
    assert (result.totals, result.winner) == ((14, 13), 0)


def test_once_people_have_played_on_an_adjustment_is_surplus():
    result = play_game(NEURALPLAY, 0, [*ENDED, low(7), adjust(-10, 0), adjust(0, 20)])
    assert [row.status for row in result.rows] == ["scored", "scored", "surplus", "surplus", "surplus"]
    assert (result.totals, result.winner, result.over) == ((14, 0), 0, True)
    last = result.rows[-1]
    assert (last.points, last.leader, last.totals, last.total_stars, last.ended) == ((0, 20), None, None, None, False)


def test_an_adjustment_that_keeps_the_end_leaves_the_next_hand_surplus():
    result = play_game(NEURALPLAY, 0, [*ENDED, adjust(-1, 0), low(7)])
    assert (result.totals, result.over) == ((13, 0), True)
    assert [row.status for row in result.rows] == ["scored", "scored", "scored", "surplus"]


def test_people_have_left_only_once_a_hand_was_played_after_the_end():
    assert not last_state(NEURALPLAY, 0, [*ENDED, adjust(-1, 0)]).played_on
    assert not last_state(NEURALPLAY, 0, [*ENDED, adjust(-2, 0), high(0, 7)]).played_on
    assert last_state(NEURALPLAY, 0, [*ENDED, low(7)]).played_on
    assert last_state(NEURALPLAY, 0, [*ENDED, low(7), adjust(-2, 0), AGAIN]).played_on


def test_adjusted_points_follow_the_carry_rule():
    start_ = [high(0, 8)]  # 8 points to side 0
    assert play_game(TUPPI, 0, [*start_, adjust(0, 4)]).totals == (0, 0)
    assert play_game(TUPPI, 0, [*start_, adjust(-9, 4)]).totals == (-1, 4)
    assert play_game(TUPPI, 0, [adjust(5, 5)]).totals == (0, 0)


def test_an_adjustment_may_end_a_game_under_the_carry_rule_only_with_what_is_left():
    assert play_game(TUPPI, 0, [high(0, 8), adjust(0, 60)]).over is False
    assert play_game(TUPPI, 0, [adjust(0, 60)]).winner == 1


def test_a_draw_at_the_limit_may_be_broken():
    options = replace(WIDOW, max_hands=1)
    level = [widow(None, 6, 6, 1)]
    assert play_game(options, 0, level).draw
    broken = play_game(options, 0, [*level, adjust(0, 1, 0)])
    assert (broken.reason, broken.winner, broken.draw) == ("hands", 1, False)


def test_a_win_at_the_limit_may_become_a_draw():
    result = play_game(replace(NEURALPLAY, max_hands=1), 0, [high(0, 8), adjust(0, 2)])
    assert (result.reason, result.winner, result.draw) == ("hands", None, True)


def test_a_tie_by_adjustment_at_the_limit_requires_an_extra_hand():
    options = replace(NEURALPLAY, max_hands=1, limit_tie=LimitTie.EXTRA)
    level = [high(0, 8), adjust(0, 2)]
    assert play_game(options, 0, level).over is False
    ended = play_game(options, 0, [*level, low(8)])
    assert (ended.reason, ended.winner, ended.hands_scored) == ("hands", 1, 2)


def test_adjustments_do_not_count_towards_the_hand_limit():
    result = play_game(replace(NEURALPLAY, max_hands=2), 0, [adjust(1, 0), high(0, 8), adjust(1, 0)])
    assert (result.hands_scored, result.over) == (1, False)


def test_the_target_reached_by_an_adjustment_at_the_limit_counts_as_the_target():
    options = replace(NEURALPLAY, max_hands=1)
    assert play_game(options, 0, [high(0, 8), adjust(11, 0)]).reason == "target"
    assert play_game(options, 0, [high(0, 8), adjust(10, 0)]).reason == "hands"


def test_a_changed_winner_is_paid_for_their_own_stars():
    solos = [solo(Contract.SOLA_NOLA, 1, 0), solo(Contract.SOLA_NOLA, 1, 0)]
    entries = [*solos, adjust(15, 0)]
    assert play_game(ASKOV, 0, entries).settlement == (15, -15)
    assert play_game(ASKOV, 0, [*entries, adjust(0, 16)]).settlement == (-45, 45)
    assert play_game(ASKOV, 0, [*entries, adjust(-1, 0)]).settlement == (0, 0)
