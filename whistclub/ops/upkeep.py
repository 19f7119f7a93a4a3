"""Work that the server does in the background."""

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone

from whistclub.archive.bin import empty
from whistclub.club.founding import is_claimed
from whistclub.ops import backups

HOUR = 3600
BACKED_UP_FROM = 4  # o'clock; a missed one is made at the next start

log = logging.getLogger(__name__)


def start_upkeep() -> Callable[[], None]:
    """Clear the bin and expired sessions each hour, make a backup each day. Call what is returned to stop it."""
    is_over = threading.Event()
    threads = [threading.Thread(target=_repeat, args=(is_over, work), daemon=True) for work in (clear, back_up)]
    for thread in threads:
        thread.start()

    def stop() -> None:
        is_over.set()
        for thread in threads:
            thread.join()

    return stop


def _repeat(is_over: threading.Event, work: Callable[[], None]) -> None:
    while not is_over.is_set():
        try:
            work()
        except Exception:
            log.exception("This is tried again in an hour.")
        finally:
            connections.close_all()
        is_over.wait(HOUR)


def clear() -> None:
    empty(timezone.now())
    call_command("clearsessions")


def back_up(now: datetime | None = None) -> None:
    """Make the backup of this day, unless there is one, and check it. The page Backups shows what went wrong."""
    at = (now or timezone.now()).astimezone()
    daily = backups.kept(backups.DAILY)
    is_made = bool(daily) and backups.made_at(daily[0]).date() == at.date()
    if connection.vendor != "sqlite" or is_made or at.hour < BACKED_UP_FROM or not is_claimed():
        return
    problem = backups.folder() / backups.PROBLEM
    try:
        path = backups.make(at, backups.DAILY)
        wrong = backups.disagreements(path)
    except backups.NoBackup as error:
        wrong = error.sentence
    problem.unlink(missing_ok=True)
    if wrong:
        log.error("The daily backup failed: %s", wrong)
        problem.write_text(f"{at:%Y-%m-%d %H:%M}: {wrong}", encoding="utf-8")
    for draft in backups.folder().glob("*.part"):  # of a process that was killed
        if at.timestamp() - draft.stat().st_mtime > timedelta(days=1).total_seconds():
            draft.unlink()
