"""`manage.py restore`: a backup takes the place of the database."""

import sqlite3
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from whistclub.ops import data_folder, storage
from whistclub.ops.backups import contents, restoring
from whistclub.ops.errors import StartError
from whistclub.web.errors import ActionRefused


class Command(BaseCommand):
    help = (
        "Replaces the database with a backup, and keeps what was there as another backup. Stop the site "
        "first. On PostgreSQL the database must be empty."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="made by `backup`, `start` or the page Backups")
        parser.add_argument("--dry-run", action="store_true", help="only show what is in it, and what would be lost")

    def handle(self, *, file: Path, dry_run: bool, **_options: Any) -> None:
        try:
            if dry_run:
                self.stdout.write("\n".join(summary(file)))
                return
            alone = connection.vendor == "sqlite"
            with data_folder.held(settings.DATA_DIR, "manage.py restore") if alone else nullcontext():
                before = restoring.restore(file)
                updated = storage.bring_up_to_date()
        except data_folder.FolderInUse as error:
            raise CommandError(f"A server is using the database ({error.address}). Stop it first.") from error
        except (ActionRefused, StartError, OSError, sqlite3.Error) as error:
            raise CommandError(str(error)) from error
        lines = [f"{file} was restored.", *([f"What was there before: {before}"] if before else []), updated]
        self.stdout.write("\n".join(filter(None, lines)))


def summary(file: Path) -> list[str]:
    """What is in a backup, and what would be lost, as lines. Raises NotABackup."""
    found = contents.compare(file)
    then = found.then
    lines = [f"Clubs: {', '.join(then.clubs) or 'none'}"]
    if then.made:
        lines.append(f"Made: {then.made:%Y-%m-%d %H:%M} UTC")
    lines.append(f"Last hand: {then.last_entry:%Y-%m-%d %H:%M} UTC" if then.last_entry else "Last hand: none")
    updates = "1 database update" if then.steps == 1 else f"{then.steps} database updates"
    steps = f"older; {updates} will be applied" if then.steps else "the same as this program's"
    lines.append(f"Version: {steps}")
    lines.append(f"{'':10}{'backup':>10}{'now':>10}")
    lines += [f"{name:10}{before:>10}{now:>10}" for name, before, now in found.lines]
    if found.is_of_other_clubs:
        lines.append(f"This backup is of other clubs. This site now has: {', '.join(found.now.clubs)}.")
    lines.append(f"Hands entered since then, which would be lost: {found.lost}")
    return lines
