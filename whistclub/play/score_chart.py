"""The chart of a game's totals, as coordinates for an SVG drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

from whistclub.web.formatting import format_number

WIDTH, HEIGHT = 360, 150
X_MIN, LABEL_WIDTH, MARGIN = 34, 56, 14
MARKS = ("●", "◆", "▲")
LABEL_HEIGHT = 18


@dataclass(frozen=True, slots=True)
class Series:
    """One side's line: an SVG point list, and its label (mark and total) at the height of its end."""

    side: int
    points: str
    label: str
    label_y: float


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A chart of `width` by `height` units. `zero` and `target` are heights; no target is None."""

    zero: float
    target: float | None
    series: list[Series]
    width: int = WIDTH
    height: int = HEIGHT
    x_min: int = X_MIN
    x_max: int = WIDTH - LABEL_WIDTH
    label_x: int = WIDTH - LABEL_WIDTH + 6


def score_line(totals: Sequence[tuple[int, ...]], target: int | None, order: Sequence[int]) -> ScoreLine:
    """The chart of the totals after each hand, from a first row of zeros; the first side of `order` is drawn on top."""
    values = [total for row in totals for total in row]
    low, high = min(0, *values), max(target or 1, *values)

    def x(step: int) -> float:
        return round(X_MIN + (WIDTH - LABEL_WIDTH - X_MIN) * step / max(1, len(totals) - 1), 1)

    def y(total: int) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (total - low) / (high - low), 1)

    heights = _apart({side: y(totals[-1][side]) for side in order})
    series = [
        Series(
            side=side,
            points=" ".join(f"{x(step)},{y(row[side])}" for step, row in enumerate(totals)),
            label=f"{MARKS[side]} {format_number(totals[-1][side])}",
            label_y=heights[side],
        )
        for side in reversed(order)
    ]
    return ScoreLine(zero=y(0), target=None if target is None else y(target), series=series)


def _apart(heights: dict[int, float]) -> dict[int, float]:
    """Move labels that would overlap down, in the order of their heights."""
    placed: dict[int, float] = {}
    last = -float(LABEL_HEIGHT)
    for side, height in sorted(heights.items(), key=lambda each: each[1]):
        last = max(height, last + LABEL_HEIGHT)
        placed[side] = last
    overflow = max(0.0, last - (HEIGHT - 4))
    return {side: round(height - overflow, 1) for side, height in placed.items()}
