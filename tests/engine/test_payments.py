"""Settling an evening: everybody exactly, with as few payments as can be (RULES.md A15)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.builders import LAW
from whistclub.engine.winnings import MOST_PROVEN, Payment, Settled, balances, fewest_payments

ANNA, BERT, CARL, DORA, EMIL = range(1, 6)


def settled(amounts):
    """The balances of a whole evening from those of all but the last person."""
    return dict(enumerate([*amounts, -sum(amounts)], start=1))


def evenings(most_people, least_people=0, most_cents=6):
    """Balances that sum to zero; small ones, so that many groups of people are even among themselves."""
    cents = st.integers(-most_cents, most_cents)
    return st.lists(cents, min_size=max(0, least_people - 1), max_size=most_people - 1).map(settled)


def most_even_groups(cents):
    """Brute force: the first person's group is tried in every way, then the others among themselves."""
    if not cents:
        return 0
    first, others = cents[0], cents[1:]
    best = 0
    for chosen in range(1 << len(others)):
        inside = [value for n, value in enumerate(others) if chosen >> n & 1]
        if first + sum(inside) == 0:
            outside = [value for n, value in enumerate(others) if not chosen >> n & 1]
            best = max(best, 1 + most_even_groups(outside))
    return best


def left_after(balances, payments):
    left = dict(balances)
    for payment in payments:
        left[payment.payer] += payment.cents
        left[payment.payee] -= payment.cents
    return left


def test_amounts_of_games_add_up_and_zero_balances_are_shown():
    games = [
        Settled(((DORA, CARL), (BERT, ANNA)), (15, -15)),
        Settled(((ANNA, CARL), (BERT, DORA)), (30, -30)),
        Settled(((ANNA, CARL), (BERT, EMIL)), (0, 0)),
    ]
    assert balances(games) == {ANNA: 15, BERT: -45, CARL: 45, DORA: -15, EMIL: 0}
    assert list(balances(games)) == [ANNA, BERT, CARL, DORA, EMIL]
    assert balances([]) == {}


def test_settlement_finds_balanced_groups_a_greedy_search_would_miss():
    # Largest to largest takes five payments: it starts with 9 to 8. Apart, three people and three take two each.
    owed = {1: 8, 2: -5, 3: -3, 4: -9, 5: 7, 6: 2}
    assert fewest_payments(owed) == (Payment(2, 1, 5), Payment(3, 1, 3), Payment(4, 5, 7), Payment(4, 6, 2))


@LAW
@given(st.lists(st.tuples(st.permutations(range(6)), st.integers(-90, 90)), max_size=12))
def test_the_balances_of_games_between_pairs_sum_to_zero(games):
    found = balances(Settled((tuple(seats[:2]), tuple(seats[2:4])), (cents, -cents)) for seats, cents in games)
    assert sum(found.values()) == 0


@LAW
@given(evenings(40, most_cents=500) | evenings(10))
def test_everyone_is_settled_exactly_in_fewer_payments_than_people(owed):
    payments = fewest_payments(owed)
    assert not any(left_after(owed, payments).values())
    assert all(payment.cents > 0 for payment in payments)
    assert len(payments) <= max(0, sum(cents != 0 for cents in owed.values()) - 1)
    # Nobody is a mere go-between.
    assert not {payment.payer for payment in payments} & {payment.payee for payment in payments}
    assert [(p.payer, p.payee) for p in payments] == sorted({(p.payer, p.payee) for p in payments})


@settings(max_examples=100, deadline=None)
@given(evenings(9) | evenings(9, 7, most_cents=20))
def test_among_few_people_no_settlement_has_fewer_payments(owed):
    cents = [value for value in owed.values() if value]
    assert len(fewest_payments(owed)) == len(cents) - most_even_groups(cents)


@LAW
@given(evenings(40, most_cents=60), st.randoms(use_true_random=False))
def test_the_order_of_balances_does_not_matter(owed, random):
    mixed = dict(random.sample(list(owed.items()), len(owed)))
    assert fewest_payments(mixed) == fewest_payments(owed)


def test_settlement_is_optimal_up_to_the_provable_size():
    # No two cancel out: a group is three people or more, and so there are four groups at most. Four there are.
    owed = dict(enumerate([20, -13, -7, 30, -19, -11, 41, -18, -23, 100, -1, -2, -3, -94], start=1))
    assert len(owed) == MOST_PROVEN
    assert len(fewest_payments(owed)) == MOST_PROVEN - 4
