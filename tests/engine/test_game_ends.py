"""Ends, ties and settlements that the golden games do not reach (RULES.md §1.6)."""

from dataclasses import replace

from tests.engine.builders import high, low, widow
from whistclub.engine.game import advance, play_game, settlement, sole_leader, start
from whistclub.engine.options import LimitTie, RuleOptions, TableFormat
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import score_table

WIDOW = PRESETS["widow"]


def test_a_game_without_hands_is_tied_and_running():
    result = play_game(PRESETS["neuralplay"], 2, [])
    assert (result.rows, result.totals, result.over, result.next_dealer) == ((), (0, 0), False, 2)


def test_a_tie_past_the_target_at_the_limit_is_a_draw():
    options = replace(WIDOW, target=3, max_hands=1)
    result = play_game(options, 0, [widow(None, 6, 6, 1)])
    assert (result.over, result.reason, result.winner, result.draw) == (True, "hands", None, True)


def test_reaching_the_target_in_the_last_hand_counts_as_the_target():
    result = play_game(replace(PRESETS["neuralplay"], max_hands=1), 0, [high(1, 0)])
    assert (result.reason, result.winner) == ("target", 0)


def test_an_extra_hand_can_still_be_won_by_the_target():
    options = RuleOptions(max_hands=2, limit_tie=LimitTie.EXTRA, target=8)
    result = play_game(options, 0, [high(0, 10), high(1, 10), high(0, 10)])
    assert (result.hands_scored, result.reason, result.winner) == (3, "target", 0)


def test_stars_do_not_decide_a_level_game():
    options = replace(PRESETS["askov"], max_hands=1)
    for outcome in score_table(options):
        if outcome.contract.is_solo:
            after = advance(start(options, 0), outcome, options)
            assert (after.over, after.winner, after.draw) == (True, None, True)


def test_a_correction_reopens_the_game_and_scores_hands_played_after_the_end():
    options = PRESETS["neuralplay"]
    with_end = play_game(options, 0, [high(0, 13), high(0, 13), low(13)])
    corrected = play_game(options, 0, [high(0, 13), high(0, 11), low(13)])
    assert [row.status for row in with_end.rows] == ["scored", "scored", "surplus"]
    assert [row.status for row in corrected.rows] == ["scored", "scored", "scored"]
    assert (corrected.totals, corrected.over) == ((12, 7), False)


def test_with_three_sides_both_losers_pay_the_winner():
    options = replace(WIDOW, stake=10, max_hands=1)
    assert play_game(options, 0, [widow(None, 9, 2, 2)]).settlement == (20, -10, -10)


def test_a_conceded_game_is_settled_with_the_winners_stars():
    assert settlement(1, (3, 2), PRESETS["askov"]) == (-45, 45)
    assert settlement(None, (3, 2), PRESETS["askov"]) == (0, 0)


def test_the_leader_is_the_side_ahead_of_all_others():
    assert sole_leader((3, 5, 4)) == 1
    assert sole_leader((5, 5, 4)) is None
    assert sole_leader((-3, -2)) == 1


def test_two_players_are_two_sides():
    assert play_game(RuleOptions(form=TableFormat.TWO_PLAYERS), 1, [high(1, 8)]).totals == (0, 2)
