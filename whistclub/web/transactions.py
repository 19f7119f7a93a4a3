"""The one way to open a write transaction."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

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
