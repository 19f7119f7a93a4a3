"""What is true of every score sheet, with redeals, adjustments and notes, under every house rule (RULES.md §1.6)."""

from dataclasses import replace
from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, games, games_with_entries, high, legal_hand, turned
from whistclub.engine.game import advance, game_problems, last_state, play_game, start, step
from whistclub.engine.hand import Adjustment, Hand, Redeal, entry_problems, first_leader
from whistclub.engine.options import Carry, RuleOptions
from whistclub.engine.scoring import score, score_table


def states(options, dealer, entries):
    """The state before the first entry and after each."""
    found = [start(options, dealer)]
    for entry in entries:
        found.append(step(found[-1], entry, options))
    return found


def is_after_end(entry, before):
    """Hands and redeals once the game is over, adjustments only when people have played on."""
    return before.played_on if isinstance(entry, Adjustment) else before.over


@LAW
@given(games_with_entries())
def test_a_legal_game_has_no_problems(game):
    options, _dealer, entries = game
    assert game_problems(*game) == ()
    assert not any(entry_problems(entry, options) for entry in entries)


@LAW
@given(games_with_entries())
def test_stepwise_replay_matches_full_replay_of_all_entries(game):
    _options, _dealer, entries = game
    result = play_game(*game)
    steps = states(*game)
    for row, entry, before, after in zip(result.rows, entries, steps, steps[1:], strict=False):
        after_end = is_after_end(entry, before)
        assert row.dealer == before.dealer
        assert row.status == ("surplus" if after_end else "scored")
        assert row.totals == (None if after_end else after.totals)
        assert row.total_stars == (None if after_end else after.stars)
        assert row.ended is (after.over and not before.over)
    assert len(result.rows) == len(entries)
    last = steps[-1]
    assert last == last_state(*game)
    assert (result.totals, result.stars, result.over) == (last.totals, last.stars, last.over)
    assert (result.reason, result.winner, result.draw) == (last.reason, last.winner, last.draw)
    assert (result.hands_scored, result.next_dealer) == (last.hands_scored, last.dealer)


@LAW
@given(games_with_entries())
def test_each_row_has_the_points_of_its_entry(game):
    options, _dealer, entries = game
    nothing = (0,) * options.form.sides
    for row, entry in zip(play_game(*game).rows, entries, strict=True):
        match entry:
            case Hand():
                outcome = score(entry, options)
                leader = first_leader(entry.contract, entry.declarer, row.dealer, options)
                assert (row.leader, row.points, row.stars) == (leader, outcome.points, outcome.stars)
            case Redeal():
                assert (row.leader, row.points, row.stars) == (None, nothing, nothing)
            case Adjustment():
                assert (row.leader, row.points, row.stars) == (None, entry.points, nothing)


@LAW
@given(games_with_entries())
def test_the_deal_passes_only_with_hands_and_passing_redeals(game):
    options, dealer, entries = game
    result = play_game(*game)
    dealers = [row.dealer for row in result.rows] + [result.next_dealer]
    passes = [isinstance(entry, Hand) or entry == Redeal(deal_passes=True) for entry in entries]
    assert dealers == [(dealer + sum(passes[:n])) % options.form.seats for n in range(len(entries) + 1)]


@LAW
@given(games_with_entries())
def test_the_totals_are_the_sum_of_the_scored_rows_unless_one_side_carries(game):
    options, dealer, entries = game
    both = replace(options, carry=Carry.BOTH)
    result = play_game(both, dealer, entries)
    scored = [row for row in result.rows if row.status == "scored"]
    for side, (total, stars) in enumerate(zip(result.totals, result.stars, strict=True)):
        assert total == sum(row.points[side] for row in scored)
        assert stars == sum(row.stars[side] for row in scored)
    assert result.hands_scored == sum(row.leader is not None for row in scored)


@LAW
@given(games_with_entries())
def test_under_the_carry_rule_adjustments_leave_one_side_with_points(game):
    options, dealer, entries = game
    if options.form.sides == 2:
        options = replace(options, carry=Carry.ONE_SIDE, high_set_penalty=0, low_penalty=0)
        for state in states(options, dealer, entries):
            assert min(state.totals) <= 0


@LAW
@given(games_with_entries(), st.data())
def test_entries_added_later_change_no_earlier_row(game, data):
    options, dealer, entries = game
    kept = data.draw(st.integers(0, len(entries)))
    assert play_game(*game).rows[:kept] == play_game(options, dealer, entries[:kept]).rows


@LAW
@given(games_with_entries())
def test_law_removing_redeals_changes_neither_score_nor_end(game):
    options, dealer, entries = game
    one = play_game(*game)
    other = play_game(options, dealer, [entry for entry in entries if not isinstance(entry, Redeal)])
    assert replace(other, rows=(), next_dealer=0) == replace(one, rows=(), next_dealer=0)


@LAW
@given(games_with_entries(), st.data())
def test_law_an_entry_taken_out_was_never_played(game, data):
    """It is replaced by a redeal by the same dealer: all other rows are those of a game without it."""
    options, dealer, entries = game
    places = [n for n, entry in enumerate(entries) if not isinstance(entry, Adjustment)]
    if not places:
        return
    taken = data.draw(st.sampled_from(places))
    found = play_game(options, dealer, [*entries[:taken], Redeal(), *entries[taken + 1 :]])
    expected = play_game(options, dealer, [*entries[:taken], *entries[taken + 1 :]])
    assert [*found.rows[:taken], *found.rows[taken + 1 :]] == [*expected.rows]
    assert replace(found, rows=()) == replace(expected, rows=())


@LAW
@given(games_with_entries())
def test_people_have_left_from_the_first_hand_after_an_end_and_nothing_brings_them_back(game):
    _options, _dealer, entries = game
    steps = states(*game)
    for entry, before, after in zip(entries, steps, steps[1:], strict=False):
        assert after.played_on is (before.played_on or (before.over and isinstance(entry, Hand)))
        if before.played_on:
            assert after._replace(dealer=before.dealer) == before
        if after.played_on:
            assert after.over


@LAW
@given(games_with_entries())
def test_the_totals_alone_decide_whether_a_game_ends(game):
    options, _dealer, _entries = game
    for state in states(*game):
        most = max(state.totals)
        alone = state.totals.count(most) == 1
        at_target = options.target is not None and most >= options.target and alone
        at_limit = options.max_hands is not None and state.hands_scored >= options.max_hands
        if at_target:
            assert (state.reason, state.winner) == ("target", state.totals.index(most))
        elif at_limit and (alone or options.limit_tie == "draw"):
            assert (state.reason, state.winner) == ("hands", state.totals.index(most) if alone else None)
        else:
            assert (state.reason, state.winner) == (None, None)
        assert state.draw is (state.over and state.winner is None)


def turned_entry(entry, options):
    match entry:
        case Hand():
            return turned(entry, options)
        case Adjustment():
            return Adjustment((entry.points[-1], *entry.points[:-1]))
    return entry


@LAW
@given(games_with_entries())
def test_law_rotating_seats_rotates_all_entries(game):
    options, dealer, entries = game
    one = play_game(*game)
    other = play_game(options, (dealer + 1) % options.form.seats, [turned_entry(entry, options) for entry in entries])
    assert other.totals == (one.totals[-1], *one.totals[:-1])
    assert other.settlement == (one.settlement[-1], *one.settlement[:-1])
    assert (other.over, other.reason, other.draw) == (one.over, one.reason, one.draw)
    assert [row.status for row in other.rows] == [row.status for row in one.rows]
    leaders = [None if row.leader is None else (row.leader + 1) % options.form.seats for row in one.rows]
    assert [row.leader for row in other.rows] == leaders


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
def test_the_leader_of_each_row_is_the_seat_that_leads(game):
    options, _dealer, hands = game
    for row, hand in zip(play_game(*game).rows, hands, strict=True):
        assert row.leader == first_leader(hand.contract, hand.declarer, row.dealer, options)


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
