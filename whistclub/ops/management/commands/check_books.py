"""`manage.py check_books`: the integrity check of derived data."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.ops import backups, data_folder, integrity
from whistclub.ops.commands import DataCommand


class Command(DataCommand):
    help = (
        "Recomputes results and statistics from the hands and reports each stored value that differs; exits with "
        "status 1 if any does. It changes nothing. While a server runs on the same data folder, a copy is checked."
    )

    def handle(self, **_options: Any) -> None:
        if connection.vendor == "sqlite" and data_folder.is_held(settings.DATA_DIR):
            with tempfile.TemporaryDirectory() as folder:
                code, said = backups.check_books(backups.make(timezone.now(), path=Path(folder, "copy.sqlite3")))
            self.stdout.write(said)
            sys.exit(code)
        if sum([self.report(club) for club in Club.objects.order_by("pk")]):
            self.stdout.write("Run rebuild_stats to rebuild the statistics. It does not change hands or results.")
            sys.exit(1)

    def report(self, club: Club) -> int:
        lines = integrity.disagreements(club)
        for line in lines:
            self.stdout.write(f"{club}: {line}")
        differ = "value differs" if len(lines) == 1 else "values differ"
        verdict = f"{len(lines)} {differ}" if lines else "everything agrees"
        self.stdout.write(f"{club}, {club.games.count()} games: {verdict}.")
        return len(lines)
