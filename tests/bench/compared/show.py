"""The figures as tables."""

from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

# The games that are finished once more, as `additions` calls them. The second has others after it, to be rated again.
FINISHED = {"four with equally many games": "last", "the four who play most": "busy"}
AIM, HANDS_A_SECOND = 1.5, 50_000
# Pages whose tables differ by more of their rows cannot be compared.
ALIKE = 0.2
PAGE = "{:<30} {:>13} {:>9} {:>17} {:>17} {:>17} {:>6} {:>6}  {}"

Times = Sequence[Sequence[float]]  # milliseconds by the clock and of CPU


def refold(found: dict[str, float]) -> None:
    hands, wall, cpu = found["hands"], found["wall"], found["cpu"]
    print(f"\nFrom the hands to facts, one process: {hands:,} hands in {wall:.1f} s, {cpu:.1f} s of CPU:")
    print(f"{hands / wall:,.0f} hands a second, {hands / cpu:,.0f} a second of CPU (aim: {HANDS_A_SECOND:,})")


def rebuild(parts: Sequence[tuple[str, float, float]], hands: int) -> None:
    print(f"\n{'All statistics anew':<30} {'seconds':>8} {'CPU':>8} {'hands/s':>10} {'hands/s of CPU':>15}")
    for name, wall, cpu in parts:
        rates = [f"{hands / seconds:,.0f}" if seconds > 0.01 else "-" for seconds in (wall, cpu)]
        print(f"{name:<30} {wall:>8.1f} {cpu:>8.1f} {rates[0]:>10} {rates[1]:>15}")


def check(found: dict[str, float], hands: int) -> None:
    wall, cpu = found["wall"], found["cpu"]
    print(f"\nAs `check_books` does: {hands / wall:,.0f} hands a second, {hands / cpu:,.0f} a second of CPU")


def finish(found: dict[str, tuple[Any, Any]]) -> None:
    print("\nStatistics of a game that has just ended (small | big)")
    print(f"{'game of':<30} {'queries':>9} {'p50 ms':>17} {'p95 ms':>17} {'CPU ms':>17} {'p50':>6} {'CPU':>6}")
    for title, (queries, times) in found.items():
        small, big = (_figures(each) for each in times)
        print(
            f"{title:<30} {queries[0]:>4} {queries[1]:>4} {_two(small[0], big[0])} {_two(small[1], big[1])} "
            f"{_two(small[2], big[2])} {_ratio(small[0], big[0])} {_ratio(small[2], big[2])}"
        )


def heads(*, on_postgres: bool) -> None:
    print(f"\nPages (small | big), big beside small in the last columns (aim: {AIM}, with as many queries)")
    if on_postgres:
        print("CPU is that of the web server alone.")
    print(PAGE.format("page", "rows", "queries", "p50 ms", "p95 ms", "CPU ms", "p50", "CPU", "besides"))


def page(
    asked: Any, small: dict[str, Any], big: dict[str, Any], times: tuple[Times, Times] | None, *, on_postgres: bool
) -> None:
    if times is None:
        print(f"{asked.name:<30} {small['status']} | {big['status']} at {asked.small} | {asked.big}", flush=True)
        return
    mine, others = (_figures(each) for each in times)
    # By the clock and by CPU, for the clock alone also tells what else the machine does; of PostgreSQL only the clock.
    ratios = [others[place] / mine[place] for place in ((0,) if on_postgres else (0, 2))]
    besides = [asked.rows_at] if asked.rows_at else []
    if abs(small["rows"] - big["rows"]) > ALIKE * big["rows"]:
        besides.append("not as many rows")
    else:
        besides += ["SLOWER"] if min(ratios) > AIM else []
        besides += ["MORE QUERIES"] if big["queries"] > small["queries"] else []
    print(
        PAGE.format(
            asked.name,
            f"{small['rows']} | {big['rows']}",
            f"{small['queries']} | {big['queries']}",
            _two(mine[0], others[0]),
            _two(mine[1], others[1]),
            _two(mine[2], others[2]),
            _ratio(mine[0], others[0]),
            _ratio(mine[2], others[2]),
            "; ".join(besides),
        ),
        flush=True,
    )


def _figures(times: Times) -> tuple[float, float, float]:
    """The middle and the slowest twentieth by the clock, and the middle of CPU."""
    wall = [each[0] for each in times]
    return median(wall), quantiles(wall, n=20)[-1] if len(wall) > 1 else wall[0], median(each[1] for each in times)


def _two(small: float, big: float) -> str:
    return f"{small:>7.1f} | {big:>7.1f}"


def _ratio(small: float, big: float) -> str:
    return f"{big / small:>6.2f}" if small else "     -"
