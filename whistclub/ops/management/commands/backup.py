from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import timezone

from whistclub.ops import backups
from whistclub.ops.storage import DataCommand


class Command(DataCommand):
    help = "Makes a backup of the whole site and checks it. Keep the file safe: it holds everything about everyone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="default: a new one in `backups` in the data folder")

    def handle(self, *, file: Path | None, **_options: Any) -> None:
        self.stdout.write(f"{backups.make(timezone.now(), path=file)}")
