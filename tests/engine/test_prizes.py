"""Who wins which prize of the evening."""

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW, evenings
from whistclub.engine.standings import Played, Result, SitOut, Worth, standings
from whistclub.engine.winnings import Prize, amounts, left_over, paid_to_places, shared, winners

ANNA, BERT, CARL, EMIL = range(1, 5)


def evening(wins, games=None):
    """Standings of people with these wins, none of them at the top table; four games each by default."""
    parts = [
        Played(person, n, 2, Result.WON if n <= won else Result.LOST)
        for person, won in wins.items()
        for n in range(1, (games or {}).get(person, 4) + 1)
    ]
    return standings(list(wins), parts, [])


def test_the_booby_prize_is_not_for_going_home_early():
    wins = {ANNA: 3, BERT: 1, CARL: 0}
    assert winners(Prize.BOOBY, evening(wins, {ANNA: 5, BERT: 5, CARL: 2})) == (BERT,)
    assert winners(Prize.BOOBY, evening(wins, {ANNA: 5, BERT: 5, CARL: 3})) == (CARL,)


def test_a_player_who_only_sat_out_wins_no_prize_even_when_first():
    lines = standings(
        [ANNA, BERT, EMIL],
        [Played(ANNA, 1, 1, Result.WON), Played(BERT, 1, 1, Result.LOST)],
        [SitOut(EMIL, 1), SitOut(EMIL, 2)],
        worth=Worth.WIN,
    )
    assert lines[0].person == EMIL
    assert winners(Prize.BEST, lines) == (ANNA,)
    assert winners(Prize.BOOBY, lines) == (BERT,)


@LAW
@given(evenings, st.sampled_from(Prize))
def test_exactly_the_players_tied_with_a_winner_win_too(evening, prize):
    lines = standings(**evening)
    measure = {
        Prize.BOOBY: lambda line: line.rank,
        Prize.MOST_GRANDS: lambda line: line.grands,
        Prize.LONGEST_TOP: lambda line: line.top_rounds,
        Prize.MOST_SIT_OUTS: lambda line: line.sat_out,
    }.get(prize, lambda line: -line.rank)
    won = winners(prize, lines)
    assert list(won) == sorted(set(won))
    most = max((line.games for line in lines), default=0)
    can_win = [line for line in lines if line.games and (prize is not Prize.BOOBY or 2 * line.games >= most)]
    values = {measure(line) for line in can_win if line.person in won}
    assert len(values) <= 1
    for value in values:
        assert max(map(measure, can_win)) == value
        assert {line.person for line in can_win if measure(line) == value} == set(won)


@LAW
@given(evenings)
def test_the_best_never_have_the_booby_prize(evening):
    lines = standings(**evening)
    assert not set(winners(Prize.BEST, lines)) & set(winners(Prize.BOOBY, lines))


pots = st.integers(0, 1_000_000)
parts = st.lists(st.integers(1, 100), min_size=1, max_size=8)


def whole(weights):
    """Per cents that sum to 100."""
    shares = [100 * each // sum(weights) for each in weights]
    shares[0] += 100 - sum(shares)
    return shares


def places(pot, shares, wins):
    return [payout.cents for payout in paid_to_places(amounts(pot, shares), evening(wins))]


def test_each_place_gets_its_share():
    wins = {ANNA: 1, BERT: 3, CARL: 2, EMIL: 0}
    assert places(4000, [50, 30, 20], wins) == [{BERT: 2000}, {CARL: 1200}, {ANNA: 800}]


def test_two_firsts_share_the_first_and_second_prize():
    wins = {ANNA: 3, BERT: 3, CARL: 2, EMIL: 0}
    assert places(4000, [50, 30, 20], wins) == [{ANNA: 1600, BERT: 1600}, {CARL: 800}]


@LAW
@given(pots, parts)
def test_shares_of_a_hundred_per_cent_give_away_exactly_the_pot(pot, weights):
    assert sum(amounts(pot, whole(weights))) == pot


@LAW
@given(pots, parts)
def test_no_share_is_off_by_more_than_a_cent_or_below_zero(pot, weights):
    shares = whole(weights)[1:]
    found = amounts(pot, shares)
    assert all(each >= 0 for each in found)
    assert sum(found) <= pot
    assert all(abs(100 * each - pot * share) < 200 for each, share in zip(found, shares, strict=True))


@LAW
@given(pots, parts, evenings)
def test_what_is_paid_and_what_is_left_are_the_pot(pot, weights, evening):
    lines = standings(**evening)
    played = sum(1 for line in lines if line.games)
    payouts = paid_to_places(amounts(pot, whole(weights)), lines)
    left = left_over(pot, payouts)
    assert left >= 0
    assert left == 0 or played < len(weights)
    ranks = {line.person: line.rank for line in lines}
    for payout in payouts:
        assert max(payout.cents.values()) - min(payout.cents.values()) <= 1
        assert len({ranks[person] for person in payout.cents}) == 1


@LAW
@given(evenings, parts)
def test_a_better_place_never_gets_less(evening, weights):
    shares = sorted(whole(weights), reverse=True)
    payouts = paid_to_places(amounts(10_000, shares), standings(**evening))
    lowest = [min(each.cents.values()) for each in payouts]
    assert lowest == sorted(lowest, reverse=True)


@LAW
@given(pots, st.sets(st.integers(1, 99), min_size=1))
def test_parts_are_equal_up_to_a_cent_and_sum_to_the_whole(cents, people):
    found = shared(cents, sorted(people, reverse=True))
    assert found.keys() == people
    assert sum(found.values()) == cents
    assert max(found.values()) - min(found.values()) <= 1
