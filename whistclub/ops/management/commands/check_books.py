"""Recompute everything that is derived from hands, and name what disagrees."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from whistclub.ops import integrity
from whistclub.ops.progress import Progress, clubs_named


class Command(BaseCommand):
    help = (
        "Recomputes results, statistics and sums from the hands and names each that disagrees with what is kept; ends "
        "with status 1 if any does. Changes nothing; while it runs, hands wait to be saved."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="only the club with this name in its address")

    def handle(self, *, club: str | None, **_options: Any) -> None:
        found = 0
        for each in clubs_named(club):
            with Progress(each, self.stderr) as progress:
                lines = list(integrity.disagreements(each, tell=progress.tell))
            for line in lines:
                self.stdout.write(f"{each}: {line}")
            found += len(lines)
            verdict = f"{len(lines)} disagree" if lines else "everything agrees"
            self.stdout.write(f"{each}: {progress.said}: {verdict}.")
        if found:
            self.stdout.write("Run rebuild_stats to make statistics anew; it leaves hands and results alone.")
            sys.exit(1)
