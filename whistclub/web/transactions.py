"""The ways to open a transaction: to write, or to read the database as it is at one moment."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connection, transaction

# SQLite takes one writer at a time and lets the others sleep and retry, unfairly; locks in the process are fair and
# keep the slowest write short. Between processes IMMEDIATE transactions and the time-out still keep it correct.
_next, _sqlite_writer = threading.Lock(), threading.Lock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Everything inside is stored together or not at all."""
    with ExitStack() as held:
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            with _next:  # who waits to write holds it: a thread that writes twice queues behind the others
                _sqlite_writer.acquire()
            held.callback(_sqlite_writer.release)
        with transaction.atomic():
            transaction.on_commit(held.close)  # runs before all other callbacks: they open transactions like this one
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
        sqlite.ensure_connection()
        usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            sqlite.transaction_mode = usual
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
