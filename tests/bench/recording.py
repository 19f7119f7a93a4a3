"""What recording a hand costs, and typing a result: beside bare statements on the same server, and with many games.

    .venv/bin/python -m tests.bench.recording

takes about six minutes and prints one table. The floor is a view that does the three statements of a hand by the ORM,
and nothing else. The aims: a hand takes at most 1.1 times the processor time of the floor; a result that the organiser
types from paper at most 3.7 times, which is 300 a second on a machine whose floor takes 0.9 ms; and no difference
between an empty database and 100,000 games. Trust the ratios: the rest depends on the machine, and on whatever else it
does. Without DATABASE_URL it measures SQLite in a folder of its own (below TMPDIR; a disk, not memory, for honest
figures); with it that PostgreSQL database, which must hold no club and is left filled. There CPU counts the web
server only.
"""

import argparse
import random
import time

from tests.bench import server

SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.recording", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000, help="how many fill the database; default: 100000")
    games = parser.parse_args().games
    with server.empty_site():
        run(games)


def run(games: int) -> None:
    # Models can be imported only now.
    from tests.bench import filling, report, rounds
    from whistclub.club.models import Club

    if Club.objects.exists():
        raise SystemExit("The database in DATABASE_URL has a club. Name a fresh one: this fills it with games.")
    chance = random.Random(SEED)
    club = filling.make_club()
    empty = rounds.measure(club, chance)
    began = time.monotonic()
    hands = filling.finished_games(club, games, chance)
    print(f"Filled with {games:,} games of {hands:,} hands in {time.monotonic() - began:.0f} s.\n")
    full = rounds.measure(club, chance)
    report.show({"empty": empty, f"{games:,} games": full})


if __name__ == "__main__":
    main()
