"""A hand thrown in: nothing is scored, and it is no hand (RULES.md §1.6)."""

from dataclasses import replace

import pytest

from tests.engine.builders import AGAIN, PASSED_ON, adjust, high, low, widow
from whistclub.engine.entries import entry_problems
from whistclub.engine.game import last_state, play_game, start, step
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.engine.prospects import hands_remaining

NEURALPLAY = PRESETS["neuralplay"]
ENDED = [high(0, 13), high(0, 13)]


def dealers(name, first_dealer, entries):
    result = play_game(PRESETS[name], first_dealer, entries)
    return [row.dealer for row in result.rows] + [result.next_dealer]


def test_the_same_dealer_deals_again():
    assert dealers("neuralplay", 2, [AGAIN, AGAIN, high(0, 7), AGAIN]) == [2, 2, 2, 3, 3]


def test_or_the_player_to_their_left_deals():
    assert dealers("neuralplay", 2, [PASSED_ON, high(0, 7), PASSED_ON, PASSED_ON]) == [2, 3, 0, 1, 2]


@pytest.mark.parametrize(("name", "last_seat"), [("askov", 3), ("widow", 2), ("two_player", 1)])
def test_a_deal_passes_on_from_the_last_seat_to_the_first(name, last_seat):
    assert dealers(name, last_seat, [PASSED_ON]) == [last_seat, 0]


@pytest.mark.parametrize("redeal", [AGAIN, PASSED_ON])
def test_a_redeal_has_no_lead_and_no_score(redeal):
    row = play_game(NEURALPLAY, 1, [high(0, 9), redeal]).rows[1]
    assert (row.dealer, row.leader, row.points, row.stars) == (2, None, (0, 0), (0, 0))
    assert (row.status, row.totals, row.total_stars, row.ended) == ("scored", (3, 0), (0, 0), False)


def test_in_widow_nothing_is_scored_for_three_sides():
    row = play_game(PRESETS["widow"], 0, [AGAIN]).rows[0]
    assert row.points == row.stars == row.totals == row.total_stars == (0, 0, 0)


def test_the_lead_follows_from_the_hands_own_dealer():
    result = play_game(NEURALPLAY, 0, [PASSED_ON, low(7)])
    assert result.rows[1].leader == 2  # dealer's left


@pytest.mark.parametrize("redeal", [AGAIN, PASSED_ON])
def test_redeals_do_not_count_towards_the_hand_limit(redeal):
    options = replace(NEURALPLAY, max_hands=2)
    entries = [redeal, high(0, 8), redeal, redeal]
    result = play_game(options, 0, entries)
    assert (result.hands_scored, result.over) == (1, False)
    assert hands_remaining(last_state(options, 0, entries), options) == 1
    assert play_game(options, 0, [*entries, high(0, 8)]).reason == "hands"


def test_a_redeal_changes_nothing_but_the_dealer():
    state = step(start(NEURALPLAY, 3), high(1, 9), NEURALPLAY)
    assert step(state, AGAIN, NEURALPLAY) == state
    assert step(state, PASSED_ON, NEURALPLAY) == state._replace(dealer=1)


def test_at_the_limit_a_redeal_of_the_extra_hand_does_not_end_the_game():
    options = replace(PRESETS["widow"], max_hands=1, limit_tie=LimitTie.EXTRA)
    result = play_game(options, 0, [widow(None, 6, 6, 1), AGAIN])
    assert (result.over, [row.ended for row in result.rows]) == (False, [False, False])


@pytest.mark.parametrize("redeal", [AGAIN, PASSED_ON])
def test_after_the_end_a_redeal_is_surplus(redeal):
    row = play_game(NEURALPLAY, 0, [*ENDED, redeal]).rows[2]
    assert (row.status, row.totals, row.total_stars, row.ended) == ("surplus", None, None, False)


def test_the_deal_still_passes_after_the_end():
    assert dealers("neuralplay", 0, [*ENDED, AGAIN, PASSED_ON, low(7)]) == [0, 1, 2, 2, 3, 0]


def test_a_redeal_after_the_end_is_not_yet_playing_on():
    state = last_state(NEURALPLAY, 0, [*ENDED, AGAIN, PASSED_ON])
    assert not state.played_on
    reopened = play_game(NEURALPLAY, 0, [*ENDED, PASSED_ON, adjust(-2, 0)])
    assert (reopened.totals, reopened.over) == ((12, 0), False)


def test_a_redeal_has_no_problems():
    assert entry_problems(AGAIN, NEURALPLAY) == entry_problems(PASSED_ON, NEURALPLAY) == ()
