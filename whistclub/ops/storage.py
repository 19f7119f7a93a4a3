"""The database: saved before it changes, and as new as the code."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from whistclub.ops import backups, data_folder
from whistclub.ops.errors import StartError

UPDATING = 8_112_026  # the number of a lock of PostgreSQL that nothing else takes


class DataCommand(BaseCommand):
    """A command that needs the database of a site, and says where there is none."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            require_database()
            return super().execute(*args, **options)
        except StartError as error:
            raise CommandError(str(error)) from error


def require_database() -> None:
    """Raise StartError where there are no tables; an empty file is not made."""
    is_file, path = connection.vendor == "sqlite", backups.database()
    is_there = path.exists() and path.stat().st_size if is_file else True
    if is_there and get_user_model()._meta.db_table in connection.introspection.table_names():
        return
    if is_file:
        data_folder.require_intact(path)  # one that was lost is not one that has not been made yet
    where = settings.DATA_DIR if is_file else "the database of DATABASE_URL"
    raise StartError(
        f"There is no club in {where} yet: run once “python3 manage.py start”, or name another folder with the "
        "environment variable WHISTCLUB_DATA."
    )


def bring_up_to_date() -> str:
    """Migrate the database; return what to print about it: nothing if it was up to date.

    Raises StartError, also for a database that was lost or damaged.
    """
    is_file = connection.vendor == "sqlite"
    if is_file:
        data_folder.require_intact(backups.database())
    try:
        with alone_in_updating():
            done, copied = set(MigrationRecorder(connection).applied_migrations()), ""
            backups.require_known(done, "The database")
            if done == backups.known_migrations():
                return ""
            if is_file and done:
                copied = f" A copy of it before the update: {backups.make(timezone.now(), backups.BEFORE_UPDATE)}"
            call_command("migrate", interactive=False, verbosity=0)
            return f"The database was updated.{copied}" if done else "A new database is ready."
    except (DatabaseError, sqlite3.DatabaseError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise StartError(f"The database cannot be used: {reason}") from error


@contextmanager
def alone_in_updating() -> Iterator[None]:
    """Several machines may start on one PostgreSQL database at once: the others wait, and then find it up to date."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [UPDATING])
    try:
        yield
    finally:
        with suppress(DatabaseError), connection.cursor() as cursor:  # a connection that broke holds no lock
            cursor.execute("SELECT pg_advisory_unlock(%s)", [UPDATING])
