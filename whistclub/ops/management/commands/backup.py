"""`manage.py backup`: a backup of the whole site, also while people use it."""

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from whistclub.ops.backups import making
from whistclub.ops.backups.shelf import Kind
from whistclub.ops.commands import DataCommand
from whistclub.web.errors import ActionRefused


class Command(DataCommand):
    help = (
        "Makes a backup of all clubs, and checks that it can be read. People can use the site meanwhile. Keep "
        "the file safe: it holds everything about everyone, and the secret that signs links."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="default: a new one in `backups` in the data folder")
        parser.add_argument("--check", action="store_true", help="also run check_books on it (SQLite only)")

    def handle(self, *, file: Path | None, check: bool, **_options: Any) -> None:
        if check and connection.vendor != "sqlite":
            raise CommandError(
                "--check needs SQLite. Run check_books on the database itself: nobody has to wait for it."
            )
        try:
            if file:
                making.write(file.resolve(), at=timezone.now())
            else:
                file = making.make(Kind.MANUAL)
            self.stdout.write(f"{file}")
            wrong = making.disagreements(file.resolve()) if check else ""
        except ActionRefused as refusal:
            raise CommandError(refusal.sentence) from refusal
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"No backup was made: {error}") from error
        if wrong:
            raise CommandError(f"The backup was made, but check_books found problems in it:\n{wrong}")
