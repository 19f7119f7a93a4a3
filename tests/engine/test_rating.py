"""Ratings of people in teams: what must hold of them, and that they are those of the published model."""

from math import erf, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whistclub.engine import rating
from whistclub.engine.rating import displayed_rating, finishing_ranks

NEW = (25.0, 25 / 3)
BETA = 25 / 3
# What everybody is less sure of before each game: people change.
TAU = 25 / 300
ratings = st.tuples(st.floats(5, 45), st.floats(1, 9))
sides = st.lists(st.lists(ratings, min_size=1, max_size=2), min_size=2, max_size=3)
QUICK = settings(max_examples=60, deadline=None)


def known(teams):
    """Ratings of numbers."""
    return [[rating.rating(mu, sigma) for mu, sigma in team] for team in teams]


def numbers(teams):
    return [[(each.mu, each.sigma) for each in team] for team in teams]


def rated(teams, ranks):
    """The numbers after a game."""
    found = known(teams)
    rating.rate(found, ranks)
    return numbers(found)


def win_probabilities(teams):
    return rating.win_probabilities(known(teams))


def test_a_rating_update_matches_the_paper():
    """Weng and Lin, algorithm 3, reckoned by hand for two sides of two newcomers."""
    sigma_sq = NEW[1] ** 2 + TAU**2
    both = 2 * sigma_sq
    spread = sqrt(2 * (both + BETA**2))
    # The paper's V and W of equals; the least lead that is no draw is a tenth.
    normal, margin = NormalDist(), -0.1 / spread
    surprise = normal.pdf(margin) / normal.cdf(margin)
    omega = both / spread * surprise
    delta = sqrt(both) / spread * both / spread**2 * surprise * (surprise + margin)
    mu = NEW[0] + sigma_sq / both * omega
    sigma = sqrt(sigma_sq) * sqrt(1 - sigma_sq / both * delta)
    assert rated([[NEW, NEW], [NEW, NEW]], [1, 2])[0][0] == pytest.approx((mu, sigma), rel=1e-9)


@QUICK
@given(sides)
def test_winners_never_lose_rating_and_uncertainty_grows_only_with_time(teams):
    after = rated(teams, list(range(1, len(teams) + 1)))
    assert all(new[0] >= old[0] for new, old in zip(after[0], teams[0], strict=True))
    assert all(new[0] <= old[0] for new, old in zip(after[-1], teams[-1], strict=True))
    for side, was in zip(after, teams, strict=True):
        assert all(new[1] <= sqrt(old[1] ** 2 + TAU**2) for new, old in zip(side, was, strict=True))


@QUICK
@given(sides)
def test_win_probabilities_add_up_and_favour_the_better_side(teams):
    found = win_probabilities(teams)
    assert sum(found) == pytest.approx(1)
    assert all(0 <= each <= 1 for each in found)
    if len(teams) == 2:
        one, other = (sum(mu for mu, _sigma in side) for side in teams)
        assert (one - other) * (found[0] - found[1]) >= -1e-9


def test_a_pairs_win_probability_follows_from_the_sum_of_its_ratings():
    one, other = [(28.0, 3.0), (26.0, 5.0)], [(25.0, 4.0), (23.0, 2.0)]
    spread = sqrt(2 * BETA**2 + 9 + 25 + 16 + 4)
    expected = (1 + erf((54 - 48) / spread / sqrt(2))) / 2
    assert win_probabilities([one, other])[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("mu", "rating"), [(25.0, 1000), (26.0, 1024), (24.0, 976), (29.1667, 1100), (20.8333, 900), (0.0, 400)]
)
def test_displayed_ratings_centre_on_1000(mu, rating):
    assert displayed_rating(mu) == rating


@pytest.mark.parametrize(
    ("winner", "totals", "expected"),
    [
        (0, (14, 6), [1, 2]),
        (1, (14, 6), [2, 1]),  # given up while ahead
        (None, (9, 9), [1, 1]),
        (0, (9, 9), [1, 2]),
        (2, (3, 8, 11), [3, 2, 1]),
        (0, (11, 3, 3), [1, 2, 2]),
        (1, (-4, 12, 9), [3, 1, 2]),
        (None, (8, 8, 3), [1, 1, 1]),
    ],
)
def test_the_winner_is_first_and_the_others_follow_by_points(winner, totals, expected):
    assert finishing_ranks(winner, totals) == expected
