"""Lines that the server draws: templates/web/_lines.html shows them."""

from collections.abc import Sequence

WIDTH, HEIGHT = 100, 40


def polylines(series: Sequence[Sequence[float]], *within: float) -> list[str]:
    """The `points` of an SVG polyline for each of the series; one scale for all, which has room for `within`."""
    values = [*within, *(value for each in series for value in each)]
    low, high = min(values), max(values)

    def point(place: int, value: float, last: int) -> str:
        return f"{WIDTH * place / (last or 1):.1f},{HEIGHT * (high - value) / (high - low or 1):.1f}"

    return [" ".join(point(place, value, len(each) - 1) for place, value in enumerate(each)) for each in series]
