"""What is true of every hand under every house rule (RULES.md §1.5, L1 to L5 and L7)."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.builders import LAW, SHOWN_ONLY, any_value, games, noted_hand, rules, turned
from whistclub.engine.game import play_game
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.options import LIMITS, OPTIONS, PRESETS, TWO_SIDES, RuleOptions, TableFormat, options_problems
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.scoring import MOST_EXTRA_HANDS, score, score_table, total_limits

TWO_SIDED = (Contract.HIGH, Contract.LOW)


def hands_and_rules():
    return rules().flatmap(lambda options: st.tuples(noted_hand(options), st.just(options)))


@LAW
@given(rules())
def test_law_l1_the_tricks_of_all_sides_make_thirteen(options):
    for outcome in score_table(options):
        if not outcome.contract.is_solo:
            assert sum(outcome.tricks) == 13


@LAW
@given(rules())
def test_law_l2_at_most_one_of_two_sides_gains(options):
    for outcome in score_table(options):
        if outcome.contract in TWO_SIDED:
            assert sum(points > 0 for points in outcome.points) <= 1


@LAW
@given(hands_and_rules())
def test_law_l3_renaming_the_sides_renames_points_and_stars(hand_and_rules):
    hand, options = hand_and_rules
    one, other = score(hand, options), score(turned(hand, options), options)
    assert other.points == (one.points[-1], *one.points[:-1])
    assert other.stars == (one.stars[-1], *one.stars[:-1])
    assert other.made == one.made


@LAW
@given(rules())
def test_law_l4_solos_give_no_points_and_at_most_one_star_and_nothing_else_gives_stars(options):
    for outcome in score_table(options):
        if outcome.contract.is_solo:
            assert not any(outcome.points)
            assert sum(outcome.stars) <= 1
        else:
            assert not any(outcome.stars)


def test_law_l5_a_widow_hand_sums_to_four_or_to_three_if_a_player_took_the_widow():
    for outcome in score_table(PRESETS["widow"]):
        assert sum(outcome.points) == (4 if outcome.side is None else 3)


@LAW
@given(rules())
def test_every_row_of_the_table_matches_the_scoring_function(options):
    for outcome in score_table(options):
        # The lowest seat of a side has the side's number.
        assert score(Hand(outcome.contract, outcome.side, outcome.tricks), options) == outcome


@LAW
@given(hands_and_rules())
def test_every_legal_hand_is_one_line_of_the_table(hand_and_rules):
    hand, options = hand_and_rules
    assert score_table(options).count(score(hand, options)) == 1


@LAW
@given(rules(), st.data())
def test_display_only_options_never_change_a_number(options, data):
    other = replace(options, **{name: data.draw(any_value(name)) for name in SHOWN_ONLY})
    assert score_table(other) == score_table(options)


@LAW
@given(rules())
def test_points_grow_in_proportion_to_the_numbers_for_two_sides(options):
    names = [name for name in LIMITS if OPTIONS[name].formats == TWO_SIDES]
    singles = {name: getattr(options, name) // 2 for name in names}
    once = replace(options, **singles)
    twice = replace(options, **{name: 2 * value for name, value in singles.items()})
    for one, two in zip(score_table(once), score_table(twice), strict=True):
        if one.contract in TWO_SIDED:
            assert two.points == tuple(2 * points for points in one.points)


@LAW
@given(games())
def test_no_game_passes_the_limits_of_its_totals(game):
    options, dealer, hands = game
    result = play_game(options, dealer, hands)
    assume(options.max_hands is None or result.hands_scored <= options.max_hands + MOST_EXTRA_HANDS)
    least, most = total_limits(options)
    assert least is None or min(result.totals) >= least
    assert most is None or max(result.totals) <= most


WITHOUT_POINTS = {"high_made": 0, "high_set_award": 0, "low_award": 0, "own_quota": 13, "widow_quota": 13}


@pytest.mark.parametrize("name", sorted(OPTIONS.keys() - {"form", "target", "max_hands"}))
def test_a_target_is_out_of_reach_exactly_if_no_hand_gives_points(name):
    spec = OPTIONS[name]
    for form in TableFormat:
        for value in spec.limits or spec.choices or (False, True):
            options = RuleOptions(form=form, **WITHOUT_POINTS | {name: value})
            gives = any(points > 0 for outcome in score_table(options) for points in outcome.points)
            is_in_reach = Problem(ProblemCode.OUT_OF_REACH, "target") not in options_problems(options)
            assert is_in_reach == gives, (
                f"{name} = {value} gives {'' if gives else 'no '}points: see _scores in options.py"
            )
