"""How the pot of an evening is split."""

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW
from tests.engine.test_prizes import ANNA, BERT, CARL, EMIL, evening
from tests.engine.test_standings_laws import evenings
from whistclub.engine.prizes import amounts, left_over, paid_to_places, shared
from whistclub.engine.standings import standings

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


def test_those_who_tie_for_the_last_share_get_a_part_of_it_each():
    assert places(4000, [50, 25, 25], {ANNA: 3, BERT: 2, CARL: 1, EMIL: 1})[-1] == {CARL: 500, EMIL: 500}


def test_before_the_first_game_nothing_is_paid():
    assert paid_to_places([500], standings([ANNA, BERT], [], [])) == ()


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
@given(pots, parts, evenings, st.randoms())
def test_the_order_of_people_does_not_matter(pot, weights, evening, chance):
    lines = list(standings(**evening))
    found = amounts(pot, whole(weights))
    before = paid_to_places(found, lines)
    chance.shuffle(lines)
    assert paid_to_places(found, lines) == before


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
