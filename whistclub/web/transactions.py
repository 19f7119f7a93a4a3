"""The ways to open a transaction: to write, or to read the database as it is at one moment."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

# SQLite takes one writer at a time and lets the others sleep and retry, unfairly; a lock in the process is fair and
# keeps the slowest write short. Between processes IMMEDIATE transactions and the time-out still keep it correct.
_sqlite_writer = threading.RLock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Everything inside is stored together or not at all."""
    if connection.vendor == "sqlite":
        with _sqlite_writer, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


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


@contextmanager
def write_snapshot() -> Iterator[None]:
    """A write transaction in which every query sees the database at the same moment, apart from its own changes.

    On PostgreSQL raises OperationalError if another transaction has changed a row that is changed here. Inside a
    transaction it is as `write_transaction`.
    """
    is_outermost = not connection.in_atomic_block
    with write_transaction():
        if is_outermost and connection.vendor == "postgresql":
            _repeatable_read()
        yield


def _repeatable_read() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
