"""The ways to open a transaction: to write, or to read the database as it is at one moment."""

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import Model

# SQLite takes one writer at a time and lets the others sleep and retry, unfairly; a lock in the process is fair and
# keeps the slowest write short. Between processes IMMEDIATE transactions and the time-out still keep it correct.
_sqlite_writer = threading.RLock()
_this_thread = threading.local()

# What SQLite may keep in memory while it replaces the rows of tables. New rows have their places all over an index:
# with the usual 2 MB the pages of large ones are written and read again and again.
CACHE_KILOBYTES = 64_000


@contextmanager
def write_transaction() -> Iterator[None]:
    """Everything inside is stored together or not at all."""
    if connection.vendor == "sqlite":
        with _sqlite_writer, transaction.atomic(), _last_steps():
            yield
    else:
        with transaction.atomic(), _last_steps():
            yield


@contextmanager
def replacing(models: Collection[type[Model]]) -> Iterator[None]:
    """A `write_transaction` that replaces all rows of these tables: what they refer to is checked once, before it ends.

    Row by row, SQLite would look each reference up when it deletes a row and when it adds one. It cannot be told
    otherwise inside a transaction; there it checks as always. Its indexes of these tables are missing until the end.
    """
    tables = [model._meta.db_table for model in models]
    with connection.constraint_checks_disabled(), _sqlite_setting("cache_size", -CACHE_KILOBYTES), write_transaction():
        indexes = _sqlite_indexes(tables)
        with connection.cursor() as cursor:
            for name in indexes:
                cursor.execute(f"DROP INDEX {connection.ops.quote_name(name)}")
            yield
            for sql in indexes.values():
                cursor.execute(sql)
        connection.check_constraints(tables)


def _sqlite_indexes(tables: Collection[str]) -> dict[str, str]:
    """The statements that make the indexes of these tables, by name: none on PostgreSQL, and none for constraints.

    To sort all rows once takes less time than to find the place of each new one.
    """
    if connection.vendor != "sqlite":
        return {}
    marks = ", ".join(["%s"] * len(tables))
    sql = f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ({marks})"  # noqa: S608 - marks
    with connection.cursor() as cursor:
        return dict(cursor.execute(sql, list(tables)).fetchall())


@contextmanager
def write_within(seconds: float) -> Iterator[None]:
    """As `write_transaction`, for what can be done later: raises OperationalError instead of waiting longer for others.

    On SQLite any other writer counts, in this process or in another; on PostgreSQL only one that holds a lock we need.
    """
    if connection.vendor == "sqlite":
        if not _sqlite_writer.acquire(timeout=seconds):
            msg = "Another thread is writing."
            raise OperationalError(msg)
        try:
            # It waits this long for the writer of another process.
            with _sqlite_setting("busy_timeout", round(seconds * 1000)), write_transaction():
                yield
        finally:
            _sqlite_writer.release()
    else:
        with write_transaction():
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{seconds * 1000:.0f}ms"])
            yield


@contextmanager
def _sqlite_setting(name: str, value: int) -> Iterator[None]:
    """Let the connection work with this setting, if the database is SQLite."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        usual = cursor.execute(f"PRAGMA {name}").fetchone()[0]
        cursor.execute(f"PRAGMA {name} = {value}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name} = {usual}")


def at_the_end(key: tuple[Any, ...], step: Callable[[], None]) -> None:
    """Inside `write_transaction`: take this step as one of its last, and only once for equal keys.

    For rows that many transactions change: a transaction that locks them last waits for no other lock, so there can
    be no deadlock. The steps are taken in the order of their keys.
    """
    _this_thread.steps.setdefault(key, step)


@contextmanager
def _last_steps() -> Iterator[None]:
    if getattr(_this_thread, "steps", None) is not None:  # the outermost transaction takes them
        yield
        return
    _this_thread.steps = {}
    try:
        yield
        for _key, step in sorted(_this_thread.steps.items()):
            step()
    finally:
        _this_thread.steps = None


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Every query inside sees the database at the same moment, while others go on writing.

    Inside a transaction it changes nothing: what that transaction sees is seen here.
    """
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "sqlite":
        # IMMEDIATE, as settings have it, would keep writers out; a deferred transaction only reads.
        sqlite: Any = connection
        sqlite.ensure_connection()
        usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            sqlite.transaction_mode = usual
    else:
        with transaction.atomic():
            _repeatable_read()
            yield


def _repeatable_read() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
