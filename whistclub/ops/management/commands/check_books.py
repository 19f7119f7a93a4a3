import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from whistclub.club.models import Club
from whistclub.ops import backups, data_folder, integrity
from whistclub.ops.storage import DataCommand
from whistclub.web.formatting import number_of


class Command(DataCommand):
    help = (
        "Recomputes results and statistics from the hands and reports each stored value that differs; exits with "
        "status 1 if any does. It changes nothing. While a server runs on the same data folder, a copy is checked."
    )

    def handle(self, **_options: Any) -> None:
        if self.stdout.isatty():  # it can take minutes
            self.stdout.write("Counting everything again …")
        if connection.vendor == "sqlite" and data_folder.is_held(settings.DATA_DIR):
            with tempfile.TemporaryDirectory() as folder:
                code, said = backups.check_books(backups.make(timezone.now(), path=Path(folder, "copy.sqlite3")))
            self.stdout.write(said)
            sys.exit(code)
        differing = 0
        for club in Club.objects.order_by("pk"):
            lines = integrity.disagreements(club)
            differing += len(lines)
            verdict = number_of(len(lines), "value differs", "values differ") if lines else "everything agrees"
            head = f"{club}, {club.games.count()} games"
            self.stdout.write("\n".join([*(f"{club}: {line}" for line in lines), f"{head}: {verdict}."]))
        if differing:
            self.stdout.write("Run rebuild_stats to rebuild the statistics. It does not change hands or results.")
            sys.exit(1)
