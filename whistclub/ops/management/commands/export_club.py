"""`manage.py export_club`: a whole club as one document."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from whistclub.archive.whole_club.writing import write
from whistclub.ops.commands import DataCommand
from whistclub.ops.progress import clubs_named, rows_text


class Command(DataCommand):
    help = (
        "Writes everything of a club, with its history, into one file for import_club on this or another site. "
        "New hands can be saved meanwhile. The file has the names and e-mail addresses of people: keep it safe."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the name of the club in its address")
        parser.add_argument("file", type=Path, help="the file to write, such as club.jsonl.gz")
        parser.add_argument(
            "--with-passwords",
            action="store_true",
            help="also write the password hashes of its users; without them they need a new password on the other site",
        )

    def handle(self, *, club: str, file: Path, with_passwords: bool, **_options: Any) -> None:
        (found,) = clubs_named(club)
        try:
            # Only its owner may read it: it has names and e-mail addresses.
            out = os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
        except FileExistsError as error:
            raise CommandError(f"{file} already exists. Choose another name.") from error
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        try:
            with out:
                header = write(found, out, at=timezone.now(), passwords=with_passwords)
        except BaseException:
            file.unlink(missing_ok=True)
            raise
        self.stdout.write(f"{found}: {rows_text(header.rows)} are in {file}.")
