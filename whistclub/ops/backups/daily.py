"""The daily backup, while `start` runs. A day begins at four in the morning; a missed one is made at the next start."""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timedelta

from django.db import DatabaseError, connection, connections
from django.utils import timezone

from whistclub.club.founding.actions import is_claimed
from whistclub.ops.backups import shelf
from whistclub.ops.backups.making import disagreements, make
from whistclub.ops.backups.shelf import Kind
from whistclub.web.errors import ActionRefused

DAY_BEGINS = timedelta(hours=4)
SECONDS_BETWEEN = 60
SECONDS_AFTER_FAILURE = 60 * 60
PROBLEM = "problem.txt"  # beside the backups, while the daily backup fails: since when, and why

log = logging.getLogger(__name__)


def start_daily_backups() -> Callable[[], None]:
    """Make a backup each day in a thread. Call what is returned to stop it."""
    is_over = threading.Event()

    def keep_up() -> None:
        with suppress(OSError):
            shelf.remove_unfinished()
        while not is_over.is_set():
            is_over.wait(make_if_due())

    thread = threading.Thread(target=keep_up, daemon=True)
    thread.start()

    def stop() -> None:
        is_over.set()
        thread.join()

    return stop


def make_if_due(now: datetime | None = None, *, checked: bool = True) -> int:
    """Make the backup of this day, unless there is one, and check it; in how many seconds to ask again."""
    now = now or timezone.now()
    try:
        if not is_due(now):
            return SECONDS_BETWEEN
        path = make(Kind.DAILY, at=now)
        if checked and connection.vendor == "sqlite" and (wrong := disagreements(path)):
            raise BackupDisagrees(wrong)
    except (ActionRefused, OSError, DatabaseError, sqlite3.Error) as error:
        _note(now, str(error))
        return SECONDS_AFTER_FAILURE
    finally:
        connections.close_all()
    with suppress(OSError):
        (shelf.folder() / PROBLEM).unlink(missing_ok=True)
    return SECONDS_BETWEEN


class BackupDisagrees(ActionRefused):
    """The backup was made, but `check_books` finds something in it, and so would in the database."""

    def __init__(self, lines: str) -> None:
        super().__init__(
            "backup_disagrees",
            f"The backup was made, but check_books found differences in it. Run check_books. {lines.splitlines()[0]}",
        )


def is_due(now: datetime) -> bool:
    """Whether the day has no backup yet. A site without a club needs none."""
    newest = next((backup.made for backup in shelf.kept() if backup.kind == Kind.DAILY), None)
    return (newest is None or day(newest) != day(now)) and is_claimed()


def day(at: datetime) -> date:
    """By this computer's clock."""
    return (at.astimezone() - DAY_BEGINS).date()


def problem() -> str:
    """Since when the daily backup fails, and why; nothing while all is well."""
    with suppress(OSError):
        return (shelf.folder() / PROBLEM).read_text(encoding="utf-8")
    return ""


def _note(now: datetime, reason: str) -> None:
    """For the page Backups; the terminal hears of it once."""
    if not problem():
        log.error("The daily backup failed: %s", reason)
    with suppress(OSError):  # a full disk: then only the terminal knows
        (shelf.folder() / PROBLEM).write_text(f"{now.astimezone():%Y-%m-%d %H:%M}: {reason}", encoding="utf-8")
