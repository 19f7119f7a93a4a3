"""The database: saved before it changes, and as new as the code."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from whistclub.ops import backups, data_folder
from whistclub.ops.errors import StartError

# The number of a lock of PostgreSQL that nothing else takes.
UPDATING = 8_112_026


def has_database() -> bool:
    """Whether there are tables; asked without making an empty file where there is none."""
    if connection.vendor == "sqlite" and not (backups.database().exists() and backups.database().stat().st_size):
        return False
    return get_user_model()._meta.db_table in connection.introspection.table_names()


def prepare() -> str:
    """Have a database that is intact and up to date; return what to print about it. Raises StartError."""
    if connection.vendor == "sqlite":
        data_folder.require_intact(backups.database())
    return bring_up_to_date()


def bring_up_to_date() -> str:
    """Migrate the database; return what to print about it: nothing if it was up to date. Raises StartError."""
    try:
        with alone_in_updating():
            done = set(MigrationRecorder(connection).applied_migrations())
            backups.require_known(done, "The database")
            if done == backups.known_migrations():
                return ""
            copied = ""
            if connection.vendor == "sqlite" and done:
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
