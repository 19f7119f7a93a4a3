"""`manage.py rebuild_stats`: recompute all statistics from the hands."""

from argparse import ArgumentParser
from typing import Any

from whistclub.ops import integrity
from whistclub.ops.commands import DataCommand, clubs_named


class Command(DataCommand):
    help = "Rebuilds all statistics from the hands of the games and the results of the parties. Safe to run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="rebuild only the club with this name in its address")

    def handle(self, *, club: str | None, **_options: Any) -> None:
        for each in clubs_named(club):
            integrity.rebuild(each)
            self.stdout.write(f"{each}: statistics rebuilt from {each.games.count()} games.")
