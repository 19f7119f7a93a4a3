"""How sure a number is: intervals against tables that others have printed, and luck in words."""

import pytest

from whistclub.stats.confidence import CONFIDENCE, T, Z, t_interval, wilson_interval

# Wilson's interval at 95 %: of 81 in 263 (Newcombe 1998, table I: 0.2553, 0.3662), 15 in 148, 0 in 20, 1 in 29
# (the same: 0.0624–0.1605, 0.0000–0.1611, 0.0061–0.1718); and 29 in 29 by symmetry of 0 in 29 (0.1170).
PRINTED = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (20, 20, 0.8389, 1.0000),
    (29, 29, 0.8830, 1.0000),
]


@pytest.mark.parametrize(("part", "whole", "low", "high"), PRINTED)
def test_wilson_interval_matches_newcombe_1998(part, whole, low, high):
    assert wilson_interval(part, whole) == pytest.approx((low, high), abs=5e-5)


def test_a_share_and_its_complement_have_mirrored_intervals():
    low, high = wilson_interval(7.5, 30)
    assert wilson_interval(22.5, 30) == pytest.approx((1 - high, 1 - low))


def test_an_interval_stays_in_range_and_contains_the_observed_value():
    for whole in (1, 2, 5, 50):
        for twice in range(2 * whole + 1):
            low, high = wilson_interval(twice / 2, whole)
            assert 0 <= low <= twice / 2 / whole + 1e-12
            assert twice / 2 / whole - 1e-12 <= high <= 1


def test_no_interval_without_observations():
    assert wilson_interval(0, 0) is None
    assert t_interval(0, 0, 0) is None


@pytest.mark.parametrize(("count", "shown"), [(1, False), (4, False), (5, True)])
def test_no_mean_interval_below_five_games(count, shown):
    assert (t_interval(9, 81, count) is not None) == shown


# Student's own example: the additional hours of sleep by two drugs (Biometrika 1908); the difference has the mean 1.58,
# with an interval printed in R's manual of t.test for `sleep`, paired: 0.7001142 to 2.4598858.
SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]


def test_t_interval_matches_students_own_example():
    squares = sum(each**2 for each in SLEEP)
    assert t_interval(sum(SLEEP), squares, 10) == pytest.approx((0.7001142, 2.4598858), abs=3e-4)


def test_identical_results_have_no_uncertainty():
    assert t_interval(27, 81, 9) == pytest.approx((3, 3))


@pytest.mark.parametrize(
    ("freedom", "t"),
    [(4, 2.776), (9, 2.262), (10, 2.228), (20, 2.086), (29, 2.045), (30, 2.042)],
)
def test_t_quantiles_match_published_tables(freedom, t):
    assert T[freedom - 1] == t
    # Variance 1 over n games: the spread is t over the root of n.
    count = freedom + 1
    low, high = t_interval(0, freedom, count)
    assert (high - low) / 2 == pytest.approx(t / count**0.5)


@pytest.mark.parametrize(("freedom", "t"), [(31, 2.040), (40, 2.021), (60, 2.000), (120, 1.980), (1000, 1.962)])
def test_t_quantiles_beyond_the_table_match_references(freedom, t):
    count = freedom + 1
    low, high = t_interval(0, freedom, count)
    assert (high - low) / 2 * count**0.5 == pytest.approx(t, abs=6e-4)


def test_an_interval_misses_the_true_value_in_five_percent():
    assert pytest.approx(1.959964, abs=1e-6) == Z
    assert CONFIDENCE == 0.95
    assert sorted(T, reverse=True) == list(T)
    assert len(T) == 30
