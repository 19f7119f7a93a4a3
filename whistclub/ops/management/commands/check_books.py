"""`manage.py check_books`: the integrity check of derived data."""

import sys
from argparse import ArgumentParser
from typing import Any

from whistclub.ops import integrity
from whistclub.ops.commands import DataCommand
from whistclub.ops.progress import Progress, clubs_named


class Command(DataCommand):
    help = (
        "Recomputes results and statistics from the hands and reports each stored value that differs; exits with "
        "status 1 if any does. First it brings the statistics up to date with games that have just changed; "
        "it corrects nothing else. New hands can be saved meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="check only the club with this name in its address")

    def handle(self, *, club: str | None, **_options: Any) -> None:
        count = 0
        for each in clubs_named(club):
            found = 0
            with Progress(each, self.stderr) as progress:
                for line in integrity.disagreements(each, report_progress=progress.report):
                    self.stdout.write(f"{each}: {line}")
                    found += 1
            count += found
            noun = "value differs" if found == 1 else "values differ"
            verdict = f"{found} {noun}" if found else "everything agrees"
            self.stdout.write(f"{each}: {progress.summary}: {verdict}.")
        if count:
            self.stdout.write("Run rebuild_stats to rebuild the statistics. It does not change hands or results.")
            sys.exit(1)
