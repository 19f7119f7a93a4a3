"""What it takes to seat a party of 400: movements alone, then a draft and its announcement, then the pages.

    .venv/bin/python -m tests.bench.seating

takes about a minute and prints two tables. The aim: 400 people seated in well under a second. Figures beside 40 people
are the ones to trust: ten times the people should cost about ten times as much, not a hundred. It measures SQLite in a
folder of its own, or the empty PostgreSQL database that DATABASE_URL names.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from tests.bench import server

SIZES = (40, 400)
ROUNDS = 6
SEED = 1


def main() -> None:
    with server.empty_site():
        run()


def run() -> None:
    movements = {size: time_movements(size) for size in SIZES}
    show(f"A next seating after {ROUNDS} rounds, engine alone", movements)
    show(f"Round {ROUNDS} of a party: winners up, losers down", {size: time_party(size) for size in SIZES})


def time_movements(people: int) -> dict[str, float]:
    """Seconds of one seating by each movement that can seat so many."""
    from whistclub.engine.movement.catalogue import MOVEMENTS
    from whistclub.engine.movement.plan import evening
    from whistclub.engine.movement.protocol import SeatingInput

    seconds = {}
    for key, movement in MOVEMENTS.items():
        if movement.problem(people, ROUNDS):
            continue
        history = evening(movement, people, ROUNDS, SEED)
        everyone = tuple(range(people))
        pairs = tuple(table.pairs[side] for table in history[0].tables for side in (0, 1))
        field = SeatingInput(everyone, pairs=pairs if movement.fixed_pairs else (), ranking=everyone, rounds=ROUNDS + 1)
        seconds[key] = timed(lambda movement=movement, field=field, history=history: movement.seat(field, history))
    return seconds


def time_party(people: int) -> dict[str, float]:
    """Seconds of what an organiser waits for in the last of some rounds."""
    from django.test import Client
    from django.urls import reverse

    from tests.builders import NOON, organiser
    from tests.party.builders import USUAL, party_state
    from whistclub.party.actions import people as coming
    from whistclub.party.actions import rehearsal, seating
    from whistclub.party.actions.setup import set_up
    from whistclub.party.queries import parties

    olga, club = organiser(f"Olga{people}", f"Club{people}")
    party = set_up(club, replace(USUAL, one_more=True), by=olga, at=NOON)
    coming.check_in(party, [f"Player {number}" for number in range(people)], by=olga, at=NOON)
    trial = rehearsal.rehearse(party, by=olga, at=NOON)
    for number in range(ROUNDS):
        drafted = timed(lambda: seating.make_draft(trial, seed=SEED, by=olga, at=NOON))
        announced = timed(lambda: seating.announce(trial, by=olga, at=NOON))
        rehearsal.fill_round(trial, seed=number, by=olga, at=NOON)
    client = Client(SERVER_NAME="localhost")
    client.force_login(olga)
    pages = {
        "console": reverse("party:console", args=[club.slug, trial.code]),
        "standings": reverse("party:standings", args=[club.slug, trial.code]),
        "public page": reverse("party:public", args=[trial.code]),
        "projector": reverse("party:projector", args=[trial.code]),
        "poll, nothing new": reverse("party:public_live", args=[trial.code])
        + f"?v=evening.{parties.token_of_finished_tables(party_state(trial).party)}",
    }
    times = {"draft": drafted, "announce": announced}
    for name, address in pages.items():
        client.get(address)
        times[name] = timed(lambda address=address: client.get(address))
    return times


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def show(title: str, columns: dict[int, dict[str, float]]) -> None:
    few, many = columns.values()
    print(f"\n{title}, milliseconds")
    print(f"{'':<20} {SIZES[0]:>8} {SIZES[1]:>8} {'ratio':>8}")
    for name, seconds in many.items():
        before = few.get(name)
        ratio = f"{seconds / before:.1f}" if before else "-"
        print(f"{name:<20} {(before or 0) * 1000:>8.1f} {seconds * 1000:>8.1f} {ratio:>8}")


if __name__ == "__main__":
    main()
