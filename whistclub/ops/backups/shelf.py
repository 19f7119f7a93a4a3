"""The folder `backups` in the data folder: what is there, and what is removed when newer ones have come."""

import re
import shutil
import time
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from django.conf import settings

from whistclub.ops.backups.packing import PACKED
from whistclub.ops.data_folder import BACKUPS

# How many are kept: of daily ones the newest of so many days, weeks and months; of the others the newest few.
DAYS, WEEKS, MONTHS = 7, 4, 12
OTHERS = 5
# A copy of an SQLite database; one that was downloaded, and so packed; what pg_dump has made.
SUFFIXES = (".sqlite3", f".sqlite3{PACKED}", ".dump")
CHECKING = "checking-"  # folders in which a copy of a backup is checked
SECONDS_UNFINISHED = 60 * 60 * 24
STAMP = "%Y%m%d-%H%M%S"
NAME = re.compile(r"([a-z-]+)-(\d{8}-\d{6})(\.\w+)+")


class Kind(StrEnum):
    """What made a backup; its file name begins with it."""

    DAILY = "daily"
    MANUAL = "manual"
    BEFORE_UPDATE = "before-update"
    BEFORE_RESTORE = "before-restore"
    UPLOADED = "uploaded"
    FOUND = ""  # somebody put the file there


@dataclass(frozen=True)
class Backup:
    path: Path
    kind: Kind
    made: datetime
    size: int  # bytes

    @property
    def name(self) -> str:
        return self.path.name


def folder() -> Path:
    """The folder of backups, made if it is missing. Raises OSError."""
    path: Path = settings.DATA_DIR / BACKUPS
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def kept() -> list[Backup]:
    """All backups of the folder, the newest first."""
    path: Path = settings.DATA_DIR / BACKUPS
    files = path.iterdir() if path.is_dir() else ()
    backups = [_backup(file) for file in files if file.name.endswith(SUFFIXES) and file.is_file()]
    return sorted(backups, key=lambda backup: (backup.made, backup.name), reverse=True)


def _backup(file: Path) -> Backup:
    named, status = NAME.fullmatch(file.name), file.stat()
    kind, made = Kind.FOUND, datetime.fromtimestamp(status.st_mtime).astimezone()
    if named and named[1] in set(Kind):
        try:
            kind, made = Kind(named[1]), datetime.strptime(named[2], STAMP).astimezone()
        except ValueError:  # the 41st of a month
            kind = Kind.FOUND
    return Backup(file, kind, made, status.st_size)


def file_name(kind: Kind, at: datetime, suffix: str) -> str:
    """Named after this computer's own time of day, as its files are listed."""
    return f"{kind}-{at.astimezone().strftime(STAMP)}{suffix}"


def remove_outdated() -> None:
    """Remove what newer backups have replaced. What somebody put there stays."""
    backups = kept()
    for kind in set(Kind) - {Kind.FOUND}:
        of_kind = [backup for backup in backups if backup.kind == kind]
        staying = worth_keeping(of_kind) if kind == Kind.DAILY else of_kind[:OTHERS]
        for backup in of_kind:
            if backup not in staying:
                backup.path.unlink(missing_ok=True)


def remove_unfinished() -> None:
    """Remove what was left by a process that was killed a while ago, as it made or checked a backup."""
    for path in folder().iterdir():
        with suppress(FileNotFoundError):
            is_old = time.time() - path.stat().st_mtime > SECONDS_UNFINISHED
            if path.suffix == ".part" and is_old:
                path.unlink()
            elif path.name.startswith(CHECKING) and is_old:
                shutil.rmtree(path, ignore_errors=True)


def worth_keeping(daily: list[Backup]) -> list[Backup]:
    """Of daily backups, the newest first: the newest of each of the last days, weeks and months that have one."""
    return [
        *_newest_of_each(daily, lambda at: at.date(), DAYS),
        *_newest_of_each(daily, lambda at: at.isocalendar()[:2], WEEKS),
        *_newest_of_each(daily, lambda at: (at.year, at.month), MONTHS),
    ]


def _newest_of_each(daily: Iterable[Backup], period: Callable[[datetime], Hashable], most: int) -> list[Backup]:
    newest: dict[Hashable, Backup] = {}
    for backup in daily:
        newest.setdefault(period(backup.made), backup)
    return list(newest.values())[:most]
