"""What is true of every game under every house rule (RULES.md §1.5 L6, §1.6)."""

from dataclasses import replace
from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, games, high, legal_hand, rules
from tests.engine.test_scoring_laws import turned
from whistclub.engine.deal import dealer_of, first_leader
from whistclub.engine.game import advance, last_state, play_game, start, step
from whistclub.engine.hand import Hand
from whistclub.engine.options import Carry, RuleOptions, TableFormat
from whistclub.engine.scoring import score_table


def states(options, dealer, hands):
    """The state before the first hand and after each."""
    found = [start(options, dealer)]
    for hand in hands:
        found.append(step(found[-1], hand, options))
    return found


@LAW
@given(games())
def test_stepwise_replay_matches_full_replay_of_the_game(game):
    result = play_game(*game)
    steps = states(*game)
    for row, before, after in zip(result.rows, steps, steps[1:], strict=False):
        assert row.dealer == before.dealer
        assert row.totals == (None if before.over else after.totals)
        assert row.total_stars == (None if before.over else after.stars)
        assert row.ended is (after.over and not before.over)
    last = steps[-1]
    assert (result.totals, result.stars, result.over) == (last.totals, last.stars, last.over)
    assert (result.reason, result.winner, result.draw) == (last.reason, last.winner, last.draw)
    assert (result.hands_scored, result.next_dealer) == (last.hands_scored, last.dealer)
    assert len(result.rows) == len(steps) - 1


@LAW
@given(games())
def test_the_same_hands_always_give_the_same_game(game):
    assert play_game(*game) == play_game(*game)


@LAW
@given(games(), st.data())
def test_hands_added_later_change_no_earlier_row(game, data):
    options, dealer, hands = game
    kept = data.draw(st.integers(0, len(hands)))
    assert play_game(*game).rows[:kept] == play_game(options, dealer, hands[:kept]).rows


@LAW
@given(games())
def test_once_a_game_is_over_more_hands_are_surplus_and_change_nothing_but_the_dealer(game):
    options, dealer, hands = game
    result = play_game(*game)
    scored = result.hands_scored
    assert [row.status for row in result.rows] == ["scored"] * scored + ["surplus"] * (len(hands) - scored)
    assert sum(row.ended for row in result.rows) == (1 if result.over else 0)
    ended = play_game(options, dealer, hands[:scored])
    same = replace(result, rows=ended.rows, next_dealer=ended.next_dealer)
    assert same == ended


@LAW
@given(games(most_hands=8), st.data())
def test_advancing_by_a_line_of_the_score_table_is_the_game_with_that_hand_added(game, data):
    options, dealer, hands = game
    outcome = data.draw(st.sampled_from(score_table(options)))
    state = advance(last_state(*game), outcome, options)
    after = play_game(options, dealer, [*hands, Hand(outcome.contract, outcome.side, outcome.tricks)])
    assert (state.totals, state.stars) == (after.totals, after.stars)
    assert (state.over, state.winner, state.draw) == (after.over, after.winner, after.draw)


@LAW
@given(games())
def test_settlement_sums_to_zero_and_only_a_winner_is_paid(game):
    options, _dealer, _hands = game
    result = play_game(*game)
    assert sum(result.settlement) == 0
    for side, cents in enumerate(result.settlement):
        paid = options.stake * (1 + result.stars[result.winner]) if result.winner is not None else 0
        assert cents == (paid * (options.form.sides - 1) if side == result.winner else -paid)


@LAW
@given(games())
def test_the_deal_passes_to_the_left_after_every_hand(game):
    options, dealer, hands = game
    result = play_game(*game)
    dealers = [row.dealer for row in result.rows] + [result.next_dealer]
    assert dealers == [(dealer + n) % options.form.seats for n in range(len(hands) + 1)]
    assert dealers == [dealer_of(n, dealer, options.form) for n in range(1, len(hands) + 2)]


@LAW
@given(games())
def test_the_leader_of_each_row_is_the_seat_that_leads(game):
    options, _dealer, hands = game
    for row, hand in zip(play_game(*game).rows, hands, strict=True):
        assert row.leader == first_leader(hand.contract, hand.declarer, row.dealer, options)


@LAW
@given(games())
def test_law_rotating_seats_rotates_the_game(game):
    options, dealer, hands = game
    one = play_game(*game)
    other = play_game(options, (dealer + 1) % options.form.seats, [turned(hand, options) for hand in hands])
    assert other.totals == (one.totals[-1], *one.totals[:-1])
    assert other.stars == (one.stars[-1], *one.stars[:-1])
    assert other.settlement == (one.settlement[-1], *one.settlement[:-1])
    assert (other.over, other.reason, other.draw) == (one.over, one.reason, one.draw)
    assert other.winner == (None if one.winner is None else options.form.side_of(one.winner + 1))
    assert [row.leader for row in other.rows] == [(row.leader + 1) % options.form.seats for row in one.rows]


@LAW
@given(games())
def test_a_game_continues_until_the_target_or_the_limit_is_reached(game):
    options, _dealer, _hands = game
    result = play_game(*game)
    most = max(result.totals)
    if result.reason == "target":
        assert most >= options.target
        assert result.totals.count(most) == 1
    if result.reason == "hands":
        assert result.hands_scored >= options.max_hands
    if not result.over:
        assert options.target is None or most < options.target or result.totals.count(most) > 1
        assert options.max_hands is None or result.hands_scored < options.max_hands or result.totals.count(most) > 1
    assert result.draw is (result.over and result.winner is None)


@LAW
@given(rules(), st.data())
def test_under_the_carry_rule_only_one_side_has_points(options, data):
    if options.form is TableFormat.THREE_WITH_WIDOW:
        options = replace(options, form=TableFormat.TWO_PLAYERS)
    options = replace(options, carry=Carry.ONE_SIDE, high_set_penalty=0, low_penalty=0)
    for state in states(options, 0, data.draw(st.lists(legal_hand(options), max_size=20))):
        assert 0 in state.totals
        assert min(state.totals) == 0


@LAW
@given(st.data())
def test_law_l6_a_game_of_rewards_alone_ends_in_time(data):
    rewards = {name: data.draw(st.integers(1, 8)) for name in ("high_made", "high_set_award", "low_award")}
    target = data.draw(st.integers(1, 60))
    options = RuleOptions(**rewards, low_penalty=0, target=target)
    most = 2 * ceil(target / min(rewards.values())) - 1
    hands = data.draw(st.lists(legal_hand(options), min_size=most, max_size=most))
    assert play_game(options, 0, hands).over


def test_law_l6_the_longest_neuralplay_game_takes_twenty_five_hands():
    options = RuleOptions(high_set_award=2, low_award=1, low_penalty=0)
    hands = [high(0, 7), high(1, 7)] * 13
    assert play_game(options, 0, hands).hands_scored == 25
