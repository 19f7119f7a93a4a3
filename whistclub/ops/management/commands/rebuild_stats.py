"""`manage.py rebuild_stats`: recompute all statistics from the hands."""

from argparse import ArgumentParser
from typing import Any

from whistclub.ops import integrity
from whistclub.ops.commands import DataCommand
from whistclub.ops.progress import Progress, clubs_named


class Command(DataCommand):
    help = "Rebuilds all statistics from the hands of the games and the results of the parties. Safe to run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="rebuild only the club with this name in its address")

    def handle(self, *, club: str | None, **_options: Any) -> None:
        clubs = clubs_named(club)
        for each in clubs:
            with Progress(each, self.stderr) as progress:
                integrity.rebuild(each, report_progress=progress.report)
            self.stdout.write(f"{each}: statistics rebuilt: {progress.summary}.")
