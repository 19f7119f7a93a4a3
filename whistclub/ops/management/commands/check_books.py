"""`manage.py check_books`: the integrity check of derived data."""

import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.db import connection

from whistclub.club.models import Club
from whistclub.ops import data_folder, integrity, storage
from whistclub.ops.commands import DataCommand, clubs_named


class Command(DataCommand):
    help = (
        "Recomputes results and statistics from the hands and reports each stored value that differs; exits with "
        "status 1 if any does. It changes nothing. While a server runs on the same data folder, a copy is checked."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="check only the club with this name in its address")

    def handle(self, *, club: str | None, **_options: Any) -> None:
        is_used = connection.vendor == "sqlite" and data_folder.is_held(settings.DATA_DIR)
        with storage.on_a_copy() if is_used else nullcontext():
            found = sum(map(self.report, clubs_named(club)))
        if found:
            self.stdout.write("Run rebuild_stats to rebuild the statistics. It does not change hands or results.")
            sys.exit(1)

    def report(self, club: Club) -> int:
        lines = integrity.disagreements(club)
        for line in lines:
            self.stdout.write(f"{club}: {line}")
        verdict = (
            f"{len(lines)} {'value differs' if len(lines) == 1 else 'values differ'}" if lines else "everything agrees"
        )
        self.stdout.write(f"{club}, {club.games.count()} games: {verdict}.")
        return len(lines)
