"""The figures as a table."""

from tests.bench.rounds import ALREADY_RECORDED, BARE, FLOOR, Figures

Phase = dict[tuple[int, str], Figures]

COLUMNS = "{:<15} {:<12} {:>7} {:>8} {:>8} {:>8} {:>8} {:>10} {:>10} {:>10}"


def show(phases: dict[str, Phase]) -> None:
    """Every phase, then what became of the costs between the first and the last."""
    heads = (
        "database",
        "request",
        "clients",
        "req/s",
        "p50 ms",
        "p99 ms",
        "CPU ms",
        "p50/bare",
        "CPU/bare",
        "CPU/floor",
    )
    print(COLUMNS.format(*heads))
    for name, phase in phases.items():
        for (clients, kind), figures in phase.items():
            print(COLUMNS.format(name, kind, clients, *_numbers(figures, phase[clients, BARE], phase[clients, FLOOR])))
    before, *_, after = phases.values()
    print("\nFull beside empty, in what one request costs (1.00: no difference):")
    for clients, kind in before:
        if kind in ALREADY_RECORDED:
            print(f"{kind:<12} {clients} clients  {_growth(clients, kind, before, after)}")


def _numbers(figures: Figures, bare: Figures, floor: Figures) -> tuple[str, ...]:
    return (
        f"{figures.rate:.0f}",
        f"{figures.p50:.2f}",
        f"{figures.p99:.2f}",
        _ratio(figures.cpu_ms, 1),
        f"{figures.p50 / bare.p50:.2f}",
        _ratio(figures.cpu_ms, bare.cpu_ms),
        _ratio(figures.cpu_ms, floor.cpu_ms),
    )


def _growth(clients: int, kind: str, before: Phase, after: Phase) -> str:
    """Set against the bare insert, which the games cannot touch: what changed for it too is the machine."""
    (then, then_bare), (now, now_bare) = ((phase[clients, kind], phase[clients, BARE]) for phase in (before, after))
    p50 = (now.p50 / now_bare.p50) / (then.p50 / then_bare.p50)
    if now.cpu_ms is None:
        return f"p50 {p50:.2f}"
    cpu = (now.cpu_ms / now_bare.cpu_ms) / (then.cpu_ms / then_bare.cpu_ms)
    return f"p50 {p50:.2f}  CPU {cpu:.2f}"


def _ratio(value: float | None, unit: float | None) -> str:
    return "-" if value is None or not unit else f"{value / unit:.2f}"
