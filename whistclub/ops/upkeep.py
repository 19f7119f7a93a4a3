"""Work that the server does in the background."""

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone

from whistclub.archive.bin import empty
from whistclub.club.founding import is_claimed
from whistclub.ops import backups
from whistclub.ops.errors import StartError

HOUR, DAY = 3600, 86400
BACKED_UP_FROM = 4  # o'clock; a missed one is made at the next start

log = logging.getLogger(__name__)


def start_upkeep() -> None:
    """Clear the bin and expired sessions each hour, make a backup each day; it ends with the process."""
    for work in (clear, back_up):
        threading.Thread(target=_repeat, args=(work,), daemon=True).start()


def _repeat(work: Callable[[], None]) -> None:
    while True:
        try:
            work()
        except Exception:
            log.exception("This is tried again in an hour.")
        finally:
            connections.close_all()
        threading.Event().wait(HOUR)


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
        code, said = backups.check_books(backups.make(at, backups.DAILY))
        wrong = said.strip() if code == 1 else ""  # another code means that it was stopped
    except StartError as error:
        wrong = error.sentence
    problem.unlink(missing_ok=True)
    if wrong:
        log.error("The daily backup failed: %s", wrong)
        problem.write_text(f"{at:%Y-%m-%d %H:%M}: {wrong}", encoding="utf-8")
    for draft in backups.folder().glob("*.part"):  # of a process that was killed
        if at.timestamp() - draft.stat().st_mtime > DAY:
            draft.unlink()
