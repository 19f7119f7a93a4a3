"""95 % confidence intervals: Wilson's for shares, Student's t for means."""

from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
# From fewer values an interval is too wide to say anything: there is none of a mean, and that of a share is left out.
LEAST_COUNT = 5
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

# Student's t for 1 to 30 degrees of freedom, 95 % two-sided; ten a line, as printed tables have them.
T = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip

Interval = tuple[float, float]


def wilson_interval(part: float, whole: int) -> Interval | None:
    """Wilson's score interval of a proportion, as parts of 1; None if `whole` is 0."""
    if whole <= 0:
        return None
    seen, weight = part / whole, Z * Z / whole
    middle = (seen + weight / 2) / (1 + weight)
    spread = Z * sqrt(seen * (1 - seen) / whole + weight / (4 * whole)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def t_interval(total: float, squares: float, count: int) -> Interval | None:
    """Student's interval of a mean; None for fewer than LEAST_COUNT values."""
    if count < LEAST_COUNT:
        return None
    mean = total / count
    variance = max(0.0, (squares - count * mean * mean) / (count - 1))
    spread = _t(count - 1) * sqrt(variance / count)
    return mean - spread, mean + spread


def _t(freedom: int) -> float:
    """Beyond the table, two terms of the series are as exact (Abramowitz and Stegun, 26.7.5)."""
    if freedom <= len(T):
        return T[freedom - 1]
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
