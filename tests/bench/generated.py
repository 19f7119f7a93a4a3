"""A club of thousands with years of games behind it, as it might be; the same for the same seed.

    WHISTCLUB_DATA=/tmp/club .venv/bin/python -m tests.bench.generated --players 5000 --games 120000 --seed 1

fills the empty database that WHISTCLUB_DATA or DATABASE_URL names: about a million hands in about two minutes. All
games are finished, and every row says what the product itself would have stored; a sample is folded again to show it.
`--players 40 --games 120` makes about a thousand hands. Sign in as the organiser below.
"""

import argparse
import os
import random
import sys
import time
from dataclasses import dataclass
from datetime import date

import django
from django.core.management import call_command

PLAYERS, GAMES, SEED = 5_000, 120_000, 1
LAST_DAY = date(2026, 11, 1)
FEWEST_PLAYERS = 24
SAMPLE = 300


@dataclass(frozen=True, slots=True)
class Filled:
    """What was made. `skill` by the players' keys is nowhere stored: what statistics may hope to find."""

    skill: dict[int, float]
    games_each: list[int]
    rows: dict[str, int]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.generated", description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=PLAYERS, help="default: %(default)s")
    parser.add_argument("--games", type=int, default=GAMES, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=SEED, help="default: %(default)s")
    parser.add_argument("--until", type=date.fromisoformat, default=LAST_DAY, help="the last day; default: %(default)s")
    wanted = parser.parse_args()
    if wanted.players < FEWEST_PLAYERS or wanted.games < wanted.players:
        parser.error(f"A club has {FEWEST_PLAYERS} players or more, and a game for each.")
    if not (os.environ.get("WHISTCLUB_DATA") or os.environ.get("DATABASE_URL")):
        sys.exit("Say in WHISTCLUB_DATA or DATABASE_URL which database to fill: it should be nobody's own.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistclub.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    began = time.monotonic()
    from tests.bench.generating.club import EMAIL, PASSWORD  # models can be imported only now

    filled = fill(wanted.players, wanted.games, wanted.seed, until=wanted.until)
    seconds = time.monotonic() - began
    each = filled.games_each
    print(", ".join(f"{count:,} {name}" for name, count in filled.rows.items()))
    print(f"games a player: {min(each)} to {max(each)}, mean {sum(each) / len(each):.1f}")
    print(f"made in {seconds:.1f} s ({filled.rows['hands'] / seconds:,.0f} hands a second)")
    began = time.monotonic()
    games, parties = verify(SAMPLE, seed=wanted.seed)
    print(f"{games} games and {parties} parties are what the product says, in {time.monotonic() - began:.1f} s")
    print(f"organiser: {EMAIL}, password: {PASSWORD}")


def fill(players: int = PLAYERS, games: int = GAMES, seed: int = SEED, *, until: date = LAST_DAY) -> Filled:
    """Fill the migrated database of the settings. Exits where it holds a club."""
    from tests.bench.generating.club import make_club
    from whistclub.club.models import Club
    from whistclub.play.models import Game

    if Club.objects.exists() or Game.objects.exists():
        sys.exit("This database holds a club already. Name a fresh one: it is filled with a made-up club.")
    return Filled(*make_club(players, games, random.Random(seed), until))


def verify(sample: int = SAMPLE, *, seed: int = SEED) -> tuple[int, int]:
    """Fold games anew, read and seat parties anew, and exit with the first that is not what is stored.

    So many games by lot, and some of every rare kind. Answers how many games and parties were looked at.
    """
    from tests.bench.generating.verifying import verified_games, verified_parties

    chance = random.Random(seed)
    return verified_games(sample, chance), verified_parties(max(1, sample // 30), chance)


if __name__ == "__main__":
    main()
