"""How sure a number is: intervals against tables that others have printed, and luck in words."""

import pytest

from whistclub.stats.measures import Z, wilson_interval

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


def test_an_interval_misses_the_true_value_in_five_percent():
    assert pytest.approx(1.959964, abs=1e-6) == Z
