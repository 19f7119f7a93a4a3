"""What the commands on a club’s data have in common."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from whistclub.ops import data_folder, storage
from whistclub.ops.backups.making import sqlite_file
from whistclub.ops.errors import StartError


class DataCommand(BaseCommand):
    """A command that needs the database of a site, and says so where there is none; a StartError becomes its last line.

    Only one that `prepares` makes a new database, as `start` does.
    """

    prepares = False

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            if not storage.has_database():
                self.find_or_prepare()
            return super().execute(*args, **options)
        except StartError as error:
            raise CommandError(str(error), returncode=error.exit_status) from error

    def find_or_prepare(self) -> None:
        """Make the database that is not there. Raises StartError."""
        if connection.vendor == "sqlite":
            data_folder.require_intact(sqlite_file())  # one that was lost is not one that has not been made yet
        if not self.prepares:
            where = f"in {settings.DATA_DIR}" if connection.vendor == "sqlite" else "in the database of DATABASE_URL"
            raise StartError(
                f"There is no club {where} yet: run once “python3 manage.py start”, "
                f"or name another folder with the environment variable WHISTCLUB_DATA."
            )
        if connection.vendor != "sqlite":
            storage.prepare()
            return
        data_folder.require_writable(settings.DATA_DIR)
        data_folder.make_private(settings.DATA_DIR)
        with data_folder.held(settings.DATA_DIR, ""):
            storage.prepare()
