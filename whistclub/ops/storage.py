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
from whistclub.ops.backups import known_migrations
from whistclub.ops.errors import StartError
from whistclub.web.formatting import plural

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
            return _bring_up_to_date()
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


def _bring_up_to_date() -> str:
    known, done = known_migrations(), set(MigrationRecorder(connection).applied_migrations())
    if newer := sorted(done - known):
        raise StartError(
            f"The database was made by a newer version of whistclub (it knows {'.'.join(newer[0])}). "
            f"Update the program, for instance with: git pull"
        )
    if done == known:
        return ""
    copy = backups.make(timezone.now(), backups.BEFORE_UPDATE) if connection.vendor == "sqlite" and done else None
    call_command("migrate", interactive=False, verbosity=0)
    if not done:
        return "A new database is ready."
    steps = len(known - done)
    text = f"The database was updated ({steps} {plural(steps, 'step', 'steps')})."
    return f"{text} A copy of it before the update: {copy}" if copy else text
