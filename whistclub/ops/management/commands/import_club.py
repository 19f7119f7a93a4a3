"""`manage.py import_club`: a club moves in, from the document that export_club wrote."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from whistclub.archive.whole_club.layout import DocumentRefused
from whistclub.archive.whole_club.moving_in import move_in
from whistclub.ops.commands import DataCommand
from whistclub.ops.progress import rows_text
from whistclub.ops.recomputing import relaxed_gc


class Command(DataCommand):
    help = (
        "Imports a club from a file that export_club wrote, here or on another site, on SQLite or "
        "PostgreSQL. The file is checked first; if it has a problem, nothing is stored. Statistics are rebuilt."
    )
    prepares = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument("--dry-run", action="store_true", help="check the file, and store nothing")
        parser.add_argument(
            "--with-passwords",
            action="store_true",
            help="also store the password hashes of new users; only for a file that you exported yourself",
        )
        parser.add_argument("--slug", default="", help="another name for the club in its address")

    def handle(self, *, file: Path, dry_run: bool, with_passwords: bool, slug: str, **_options: Any) -> None:
        try:
            with file.open("rb") as document, relaxed_gc():
                done = move_in(document, slug=slug, passwords=with_passwords, trial=dry_run)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except DocumentRefused as refusal:
            raise CommandError("\n".join(["Nothing was stored.", *refusal.problems])) from refusal
        self.stdout.write(
            f"{done.header.name}: {rows_text(done.header.rows)} "
            + ("would be imported. Nothing was stored." if done.club is None else "were imported.")
        )
        for email in done.known_users:
            self.stdout.write(f"{email} already has an account here and signs in as before.")
        how = (
            " and signs in with the password of the file, if it has one."
            if with_passwords
            else ": set a password with manage.py changepassword."
        )
        for email in done.new_users:
            self.stdout.write(f"{email} is new here" + how)
