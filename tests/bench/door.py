"""What strangers can do to the pads: silence, slowness, guessing and nonsense, while eight phones record.

    .venv/bin/python -m tests.bench.door [KIND …]

takes about four minutes and prints one table. Strangers and pads have the same address, as in one hall. The aims: p99
of a Save at most 300 ms, and no status above 499, for pads and strangers alike. On a busy machine set it against the
p99 of the same server without them. The last line is no attack: 400 phones that follow a game, none of which may be
refused. Without DATABASE_URL it measures SQLite in a folder of its own; with it that PostgreSQL database, which must
hold no club and is left with some games.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from statistics import median, quantiles

from django.utils import timezone

from tests.bench import clients, server

SEED = 1
PADS = 8
SAVES = 320  # in one turn
TURNS = 4  # with them, after one without them
SECONDS_BEFORE = 5  # a turn: strangers who were sent away come back
ATTACKS = {
    "nobody": 0,
    "heads": 500,
    "bodies": 500,
    "uploads": 500,
    "readers": 500,
    "guesses": 20,
    "nonsense": 100,
    "waits": 500,
    "phones": 400,
}
COLUMNS = "{:<9} {:>5} {:>9} {:>8} {:>8} {:>8} {:>5} {:>6}  {}"
HEADS = ("who", "many", "p99 alone", "saves/s", "p50 ms", "p99 ms", "5xx", "cores", "answers they got")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.door", description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", help=f"which of {', '.join(ATTACKS)}; default: all")
    kinds = parser.parse_args().kinds or list(ATTACKS)
    with server.empty_site():
        run(kinds)


def run(kinds: list[str]) -> None:
    # Models can be imported only now.
    from tests.bench import filling, rounds
    from whistclub.club.models import Club

    if Club.objects.exists():
        raise SystemExit("The database in DATABASE_URL has a club. Name a fresh one: this fills it with games.")
    chance = random.Random(SEED)
    club = filling.make_club()
    [followed] = filling.running_games(club, 1, 20, chance)
    followed_pad = rounds.pad_path(followed), followed.version(timezone.now())
    print(COLUMNS.format(*HEADS))
    for kind in kinds:
        port = server.free_port()
        with server.running(port) as process:
            scripts = rounds.script_maker(club, port, chance)
            kind_of_hand = next(iter(rounds.ALREADY_RECORDED))
            clients.send_all(port, scripts(kind_of_hand, 1, 50))  # first requests load code
            turns = [scripts(kind_of_hand, PADS, SAVES) for _ in range(1 + TURNS)]
            print(
                COLUMNS.format(kind, ATTACKS[kind], *measure(kind, port, followed_pad, turns, process.pid)), flush=True
            )


def measure(
    kind: str, port: int, pages: tuple[str, str], turns: list[list[list[bytes]]], pid: int
) -> tuple[object, ...]:
    """Record before they come, and while they are there; the columns of a line."""
    _seconds, alone = clients.send_all(port, turns[0])
    command = [sys.executable, "-m", "tests.bench.strangers", kind, str(ATTACKS[kind]), str(port), *pages]
    strangers = subprocess.Popen(command, cwd=server.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    rates, waits = [], []
    began, cpu = time.monotonic(), server.cpu_seconds(pid)
    try:
        for turn in turns[1:]:
            time.sleep(SECONDS_BEFORE)
            seconds, these = clients.send_all(port, turn)
            rates.append(len(these) / seconds)
            waits += these
        used = None if cpu is None else (server.cpu_seconds(pid) - cpu) / (time.monotonic() - began)
    except SystemExit as stopped:
        return p99(alone), *("-" * 5), str(stopped)
    finally:
        printed, _error = strangers.communicate("")
    answers = Counter({int(status): count for status, count in json.loads(printed).items()})
    return (
        p99(alone),
        f"{median(rates):.0f}",
        f"{median(waits) * 1000:.1f}",
        p99(waits),
        sum(count for status, count in answers.items() if status > 499),
        "-" if used is None else f"{used:.2f}",
        ", ".join(f"{count} × {status}" for status, count in sorted(answers.items())) or "none",
    )


def p99(seconds: list[float]) -> str:
    return f"{quantiles(seconds, n=100)[98] * 1000:.1f}"


if __name__ == "__main__":
    main()
