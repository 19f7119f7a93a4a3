"""What the next hand can bring, against every outcome it can have."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.builders import AGAIN, LAW, PASSED_ON, adjust, high, legal_entry, low, rules, solo, widow
from whistclub.engine.game import GameState, advance, last_state, play_game, start, step
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import LimitTie, TableFormat
from whistclub.engine.presets import PRESETS
from whistclub.engine.prospects import (
    Preview,
    WinningOutcome,
    hands_remaining,
    is_extra_hand,
    points_needed,
    previews_of_next_hand,
    winning_outcomes,
)
from whistclub.engine.scoring import score, score_table

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


def counted(outcome, winner):
    """Whose tricks tell: in widow and low the winner's, else the declarers'."""
    return winner if outcome.contract in (Contract.WIDOW, Contract.LOW) else outcome.side


def winning_tricks(previews):
    """Every way to win, in the table's order: the tricks of each outcome that brings it."""
    ways = {}
    for preview in previews:
        outcome = preview.outcome
        if preview.winner is not None and not outcome.contract.is_solo:
            side = counted(outcome, preview.winner)
            key = (preview.winner, outcome.contract, outcome.side, side)
            ways.setdefault(key, set()).add(outcome.tricks[side])
    return ways


def assert_chances_are_exactly(previews):
    """Each way once, from its fewest to its most tricks with none in between left out, and no other."""
    ways = winning_tricks(previews)
    found = winning_outcomes(previews)
    assert [(one.winner, one.contract, one.side, one.counted) for one in found] == list(ways)
    for one, tricks in zip(found, ways.values(), strict=True):
        assert set(range(one.least, one.most + 1)) == tricks


@LAW
@given(close_games())
def test_every_winning_outcome_lists_exactly_the_tricks_that_win(game):
    assume(not last_state(*game).over)
    assert_chances_are_exactly(previews_of_next_hand(*game))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("limit", [None, 3])
def test_winning_outcomes_of_every_preset_match_the_score_table(name, limit):
    options = PRESETS[name]
    options = replace(options, max_hands=limit or options.max_hands)
    goal = options.target or 8
    sides = options.form.sides
    step_ = 3 if sides == 2 else 7
    totals = [points for points in product(range(goal - 15, goal, step_), repeat=sides) if any(points)]
    for points in totals:
        hands = [high(0, 7), low(7)] if options.form is not TableFormat.THREE_WITH_WIDOW else [widow(None, 5, 4, 4)] * 2
        entries = [*hands, adjust(*points)]
        if not last_state(options, 0, entries).over:
            assert_chances_are_exactly(previews_of_next_hand(options, 0, entries))


def test_winning_outcomes_count_the_declarers_tricks_or_in_low_the_winners():
    previews = previews_of_next_hand(NEURALPLAY, 0, [adjust(11, 9)])
    assert winning_outcomes(previews) == (
        WinningOutcome(1, Contract.HIGH, 0, 0, 0, 5),
        WinningOutcome(0, Contract.HIGH, 0, 0, 8, 13),
        WinningOutcome(1, Contract.HIGH, 1, 1, 10, 13),
        WinningOutcome(0, Contract.HIGH, 1, 1, 0, 6),
        WinningOutcome(0, Contract.LOW, None, 0, 0, 5),
        WinningOutcome(1, Contract.LOW, None, 1, 0, 3),
    )


def test_one_hand_wins_from_the_start_only_if_it_can_reach_the_target():
    assert winning_outcomes(previews_of_next_hand(NEURALPLAY, 0, [])) == (
        WinningOutcome(1, Contract.HIGH, 0, 0, 0, 0),
        WinningOutcome(0, Contract.HIGH, 1, 1, 0, 0),
    )
    assert winning_outcomes(previews_of_next_hand(PRESETS["minnesota"], 0, [])) == ()


def test_with_three_sides_each_has_its_tricks_for_every_taker():
    options = replace(WIDOW, target=13, max_hands=None)
    found = winning_outcomes(previews_of_next_hand(options, 0, [adjust(12, 3, 3)]))
    # Side 0 needs one point: four tricks, or five as the taker. The others need ten: all thirteen, and not as takers.
    assert {(one.winner, one.side, one.least, one.most) for one in found} == {
        (0, None, 4, 13),
        (0, 0, 5, 13),
        (0, 1, 4, 13),
        (0, 2, 4, 13),
        *((1, taker, 13, 13) for taker in (None, 0, 2)),
        *((2, taker, 13, 13) for taker in (None, 0, 1)),
    }
    assert all(one.contract is Contract.WIDOW and one.counted == one.winner for one in found)


def test_at_the_limit_previews_show_what_keeps_the_leader_ahead():
    options = replace(NEURALPLAY, max_hands=2)
    found = winning_outcomes(previews_of_next_hand(options, 0, [high(0, 8)]))
    low_chances = [one for one in found if one.contract is Contract.LOW]
    assert low_chances == [
        WinningOutcome(0, Contract.LOW, None, 0, 0, 7),
        WinningOutcome(1, Contract.LOW, None, 1, 0, 4),
    ]


def test_tricks_without_a_preview_are_in_no_winning_outcome():
    previews = [
        preview for preview in previews_of_next_hand(NEURALPLAY, 0, [adjust(12, 0)]) if preview.outcome.tricks[0] != 10
    ]
    ranges = [(one.least, one.most) for one in winning_outcomes(previews) if one.side == one.winner == 0]
    assert ranges == [(7, 9), (11, 13)]


def test_a_solo_wins_no_game_by_its_star():
    options = replace(PRESETS["askov"], max_hands=1)
    assert all(not one.contract.is_solo for one in winning_outcomes(previews_of_next_hand(options, 0, [])))


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


@LAW
@given(close_games(), st.data())
def test_each_preview_is_the_game_with_that_hand_added(game, data):
    options, dealer, entries = game
    previews = previews_of_next_hand(*game)
    assert tuple(preview.outcome for preview in previews) == score_table(options)
    preview = data.draw(st.sampled_from(previews))
    outcome = preview.outcome
    after = play_game(options, dealer, [*entries, Hand(outcome.contract, outcome.side, outcome.tricks)])
    assert preview == Preview(outcome, after.totals, after.stars, after.over, after.winner, after.draw)


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
