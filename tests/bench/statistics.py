"""What statistics cost in a club of 100,000 hands: made anew from the hands, each page, and a game that ends.

    .venv/bin/python -m tests.bench.statistics

prints the processor time of each beside its aim; `--hands 1000000` makes a club of a million.
"""

import argparse
import random
import time
from collections.abc import Callable
from datetime import timedelta

from tests.bench import server

HANDS = 100_000
PEOPLE = 200
KINDS_OF_GAME = 300  # played out once each; the games of the club are copies with other people on other days
REPEATS = 5
PAGE, BUSIEST, GAME_ENDS = 60, 100, 15  # milliseconds
REBUILD = 15_000  # hands a second


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.statistics", description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=HANDS, help="default: %(default)s")
    wanted = parser.parse_args()
    with server.empty_site():
        measure(wanted.hands)


def measure(hands: int) -> None:
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from tests.builders import game as start
    from tests.builders import high, organiser, record

    olga, club = organiser("Olga", "Prairie")
    fill(club, hands, random.Random(1))
    taken = processor_time(lambda: call_command("rebuild_stats", verbosity=0))
    print(f"{'rebuilt, hands a second':<40}{hands / taken:>10,.0f}{REBUILD:>10,}")
    client = Client()
    client.force_login(olga)
    busiest, other = list(club.players.order_by("pk")[:2])
    day = club.games.latest("started_at").started_at.date()
    pages = {
        "results": (),
        "day": (day,),
        "players": (),
        "player": (busiest.pk,),
        "games": (busiest.pk,),
        "versus": (busiest.pk, other.pk),
        "records": (),
        "seasons": (),
    }
    for name, of in pages.items():
        address = reverse(f"stats:{name}", args=[club.slug, *of])
        assert client.get(address).status_code == 200, address
        taken = min(processor_time(lambda address=address: client.get(address)) for _each in range(REPEATS))
        aim = BUSIEST if name in ("player", "games", "records") else PAGE
        print(f"{f'page: {name}, ms':<40}{1000 * taken:>10.0f}{aim:>10}")
    game = start(club, olga)
    record(game, *(high(number, 0, 9) for number in (1, 2, 3, 4)))
    taken = processor_time(lambda: record(game, high(5, 0, 9)))
    game.refresh_from_db()
    assert game.state == game.State.FINISHED
    print(f"{'a game ends, ms':<40}{1000 * taken:>10.1f}{GAME_ENDS:>10}")


def processor_time(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def fill(club, hands: int, chance: random.Random) -> None:
    """Finished games of the usual rules with so many hands; of the two first people half play in each."""
    from django.db import transaction
    from django.utils import timezone

    from tests.bench.filling import finished_games, whole_game
    from whistclub.club.models import Player

    players = [Player(club=club, name=f"Player {number}") for number in range(PEOPLE)]
    people = [player.pk for player in Player.objects.bulk_create(players)]
    kinds = [whole_game(chance) for _each in range(KINDS_OF_GAME)]
    wanted, at = [], timezone.now() - timedelta(days=4000)
    while hands > 0:
        wanted.append(chance.choice(kinds))
        hands -= len(wanted[-1])
    step = timedelta(days=3900) / len(wanted)
    with transaction.atomic():
        for first in range(0, len(wanted), 1000):
            finished_games(club, wanted[first : first + 1000], people, chance, at + first * step, step)


if __name__ == "__main__":
    main()
