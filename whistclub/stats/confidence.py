"""95 % confidence intervals of shares, by Wilson."""

from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
# From fewer values an interval is too wide to say anything.
LEAST_COUNT = 5
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

Interval = tuple[float, float]


def wilson_interval(part: float, whole: int) -> Interval | None:
    """Wilson's score interval of a proportion, as parts of 1; None if `whole` is 0."""
    if whole <= 0:
        return None
    seen, weight = part / whole, Z * Z / whole
    middle = (seen + weight / 2) / (1 + weight)
    spread = Z * sqrt(seen * (1 - seen) / whole + weight / (4 * whole)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)
