"""The data folder: readable by its owner only, used by one server at a time, and complete."""

import contextlib
import os
import re
import sqlite3
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from whistclub.ops.errors import StartError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BACKUPS = "backups"
# Written beside the database: tells one that was lost from one that has not been made yet.
MADE = "database-made.txt"
LOCK = "server.lock"
LOCKED_BYTE = 2**30  # Windows lets nobody read what is locked: a place behind the address
OURS = ("*.sqlite3", "*.sqlite3-*", "secret.*", MADE, LOCK, "*.log")


class FolderInUse(StartError):
    """A server runs on this data folder, at `address` where it is known."""

    def __init__(self, folder: Path, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"Another whistclub is running{where}, on the same data folder {folder}. Use that one, or stop it first; "
            f"for a second site choose another folder with the environment variable WHISTCLUB_DATA."
        )
        self.address = address


def require_writable(folder: Path) -> None:
    """Make the folder where it is missing; raise StartError when nothing can be kept in it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise StartError(
            f"Cannot keep data in {folder}: {error.strerror or error}. "
            f"Choose another folder with the environment variable WHISTCLUB_DATA."
        ) from error


def make_private(folder: Path) -> list[Path]:
    """Let only their owner read the folder and what we keep in it: older versions let everyone on the computer.

    From now on this process, and those it starts, make files that only their owner may read. Returns what others can
    still read, because somebody else owns it.
    """
    if os.name == "nt":  # the user's folder is private there, and modes mean nothing
        return []
    os.umask(0o077)
    found = [path for pattern in OURS for path in folder.glob(pattern)]
    found += [folder / BACKUPS, *(folder / BACKUPS).rglob("*")]
    still_open = []
    for path in [*found, *([] if _belongs_to_more_than_us(folder) else [folder])]:
        with contextlib.suppress(FileNotFoundError):  # a database that is closed takes its -wal with it
            mode = stat.S_IMODE(path.stat().st_mode)
            try:
                path.chmod(mode & 0o700)
            except PermissionError:
                still_open += [path] if mode & 0o077 else []
    return still_open


def _belongs_to_more_than_us(folder: Path) -> bool:
    """Whether somebody chose a folder, such as /tmp, that others must be able to use."""
    return bool(folder.stat().st_mode & stat.S_ISVTX) or folder in (Path.home(), Path(folder.anchor))


@contextlib.contextmanager
def held(folder: Path, address: str) -> Iterator[None]:
    """Be the only one on this folder while the block runs; `address` is what the next one is told. Raises FolderInUse.

    The system gives the lock back however this process ends.
    """
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+", encoding="utf-8") as file:
        if not _lock(file.fileno()):
            raise FolderInUse(folder, file.read(200).strip())
        file.truncate()
        file.write(address)
        file.flush()
        yield


def is_held(folder: Path) -> bool:
    """Whether a server runs on this folder."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


def last_address(folder: Path) -> str:
    """Where the last server on this folder is or was; empty if that is not known."""
    try:
        text = (folder / LOCK).read_text(encoding="utf-8")[:200].strip()
    except (OSError, ValueError):
        return ""
    return text if text.startswith(("http://", "https://")) else ""


def _lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        os.lseek(handle, 0, os.SEEK_SET)
        return False
    except OSError:
        pass  # some network drives have no locks; then nobody starts twice, we hope
    return True


def require_intact(database: Path) -> None:
    """Raise StartError when the database is damaged, or lost: an empty one must not quietly take its place."""
    if problem := _problem(database):
        newest = max((database.parent / BACKUPS).glob("*.sqlite3"), key=_made, default=None)
        restore = f"restore the newest backup with: python3 manage.py restore {newest}"
        remedy = restore if newest else "put back a copy of it"
        raise StartError(
            f"The database cannot be used: {problem}. Nothing was changed. What you can do: {remedy}; "
            f"or start again in another folder, with the environment variable WHISTCLUB_DATA."
        )


def _made(backup: Path) -> str:
    """When a backup was made: by its name, for a folder that was copied has new files; else by the file."""
    named = re.search(r"\d{8}-\d{6}", backup.name)
    return named[0] if named else time.strftime("%Y%m%d-%H%M%S", time.localtime(backup.stat().st_mtime))


def _problem(database: Path) -> str:
    """What is wrong with the database; nothing, if it is sound or has not been made yet."""
    folder = database.parent
    has_been = (folder / MADE).exists() or any((folder / BACKUPS).glob("*.sqlite3"))
    if not database.exists():
        return f"{database} is missing, although there was a database" if has_been else ""
    if not database.stat().st_size:
        return f"{database} is empty, although there was something in it" if has_been else ""
    try:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return f"{database}: {error}"
    if verdict != "ok":
        return f"{database} is damaged ({' '.join(verdict.split())})"
    return f"{database} has no tables, although there were some" if has_been and not tables else ""


def note_made(database: Path) -> None:
    """Remember that there is a database in this folder."""
    note = database.parent / MADE
    if not note.exists():
        note.write_text(
            f"There is a database, {database.name}, in this folder. If it is lost, whistclub will say so instead of "
            f"starting with an empty one.\n",
            encoding="utf-8",
        )
