"""Work in a second connection, while the first goes on."""

import threading
import time

from django.db import connection

PATIENCE = 30  # seconds; a machine under test may be slow

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


class Other(threading.Thread):
    """Work in another connection; its error is raised where it is joined."""

    def __init__(self, work):
        super().__init__()
        self.work, self.error = work, None
        self.start()

    def run(self):
        try:
            self.work()
        except Exception as error:
            self.error = error
        finally:
            connection.close()

    def end(self):
        self.join(PATIENCE)
        assert not self.is_alive()
        if self.error:
            raise self.error


def as_far_as_it_goes(other):
    """Until this work is done or waits for a lock. On SQLite, where it waits for all that is written, at once."""
    end = time.monotonic() + PATIENCE
    while connection.vendor == "postgresql" and other.is_alive() and time.monotonic() < end:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
