from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from whistclub.ops import backups, data_folder, storage
from whistclub.ops.errors import StartError


class DataCommand(BaseCommand):
    """A command that needs the database of a site, and says where there is none."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            if not storage.has_database():
                self.refuse()
            return super().execute(*args, **options)
        except StartError as error:
            raise CommandError(str(error), returncode=1) from error

    def refuse(self) -> None:
        if connection.vendor == "sqlite":
            data_folder.require_intact(backups.database())  # one that was lost is not one that has not been made yet
        where = f"in {settings.DATA_DIR}" if connection.vendor == "sqlite" else "in the database of DATABASE_URL"
        raise StartError(
            f"There is no club {where} yet: run once “python3 manage.py start”, "
            f"or name another folder with the environment variable WHISTCLUB_DATA."
        )
