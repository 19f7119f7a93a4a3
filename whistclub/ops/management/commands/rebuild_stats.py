"""Make all statistics anew from the hands."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from whistclub.ops import integrity
from whistclub.ops.progress import Progress, clubs_named


class Command(BaseCommand):
    help = "Makes all statistics anew from the hands of the games and the results of the parties; safe to run twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="only the club with this name in its address")

    def handle(self, *, club: str | None, **_options: Any) -> None:
        for each in clubs_named(club):
            with Progress(each, self.stderr) as progress:
                integrity.rebuild(each, tell=progress.tell)
            self.stdout.write(f"{each}: statistics rebuilt, {progress.said}.")
