"""`manage.py check_books`: the integrity check of derived data."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from whistclub.ops import compatibility, integrity
from whistclub.ops.errors import StartError
from whistclub.ops.progress import Progress, clubs_named


class Command(BaseCommand):
    help = (
        "Recomputes results and statistics from the hands and reports each stored value that differs; exits with "
        "status 1 if any does. Corrects nothing. While statistics are compared, new hands wait to be saved."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="check only the club with this name in its address")

    def handle(self, *, club: str | None, **_options: Any) -> None:
        clubs = clubs_named(club)
        try:
            compatibility.require_known_data()
        except StartError as error:
            raise CommandError(str(error)) from error
        for each in integrity.clubs_to_rebuild():
            if each in clubs:
                with Progress(each, self.stderr) as progress:
                    integrity.rebuild(each, report_progress=progress.report)
                self.stdout.write(f"{each}: statistics of another version were rebuilt: {progress.summary}.")
        count = 0
        for each in clubs:
            with Progress(each, self.stderr) as progress:
                lines = integrity.disagreements(each, report_progress=progress.report)
            for line in lines:
                self.stdout.write(f"{each}: {line}")
            count += len(lines)
            noun = "value differs" if len(lines) == 1 else "values differ"
            verdict = f"{len(lines)} {noun}" if lines else "everything agrees"
            self.stdout.write(f"{each}: {progress.summary}: {verdict}.")
        if count:
            self.stdout.write("Run rebuild_stats to rebuild the statistics. It does not change hands or results.")
            sys.exit(1)
