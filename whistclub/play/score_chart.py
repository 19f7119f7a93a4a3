"""The score line of a game, as numbers for a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 150
LEFT, LABELS, MARGIN = 34, 40, 14
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
    """A drawing of WIDTH by HEIGHT units; `zero` and `target` are heights, `target` None without one."""

    zero: float
    target: float | None
    series: list[Series]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - LABELS
    label_x: int = WIDTH - LABELS + 6


def score_line(totals: Sequence[tuple[int, ...]], target: int | None, order: Sequence[int]) -> ScoreLine:
    """Totals after each hand (the first row is 0) to lines; `order` says which side is drawn last, on top."""
    values = [total for row in totals for total in row]
    low, high = min(0, *values), max(target or 1, *values)

    def x(step: int) -> float:
        return round(LEFT + (WIDTH - LABELS - LEFT) * step / max(1, len(totals) - 1), 1)

    def y(total: int) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (total - low) / (high - low), 1)

    heights = _apart({side: y(totals[-1][side]) for side in order})
    series = [
        Series(
            side=side,
            points=" ".join(f"{x(step)},{y(row[side])}" for step, row in enumerate(totals)),
            label=f"{MARKS[side]} {totals[-1][side]}".replace("-", "−"),
            label_y=heights[side],
        )
        for side in reversed(order)
    ]
    return ScoreLine(zero=y(0), target=None if target is None else y(target), series=series)


def _apart(heights: dict[int, float]) -> dict[int, float]:
    """Labels that would stand on each other are moved down, in the order of their heights."""
    placed: dict[int, float] = {}
    last = -float(LABEL_HEIGHT)
    for side, height in sorted(heights.items(), key=lambda each: each[1]):
        last = max(height, last + LABEL_HEIGHT)
        placed[side] = last
    overflow = max(0.0, last - (HEIGHT - 4))
    return {side: round(height - overflow, 1) for side, height in placed.items()}
