"""The data folder: readable by its owner only, used by one server at a time, and complete."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from whistclub.ops.errors import StartError

LOCK = "server.lock"


@contextmanager
def held(folder: Path, address: str) -> Iterator[None]:
    """Be the only one on this folder while the block runs; `address` is what the next one is told.

    The system gives the lock back however this process ends. From now on only their owner may read the files that this
    process and those it starts make. Raises StartError where somebody else is, or nothing can be kept.
    """
    os.umask(0o077)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (folder / LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        raise StartError(
            f"Cannot keep data in {folder}: {error.strerror or error}. "
            f"Choose another folder with the environment variable WHISTCLUB_DATA."
        ) from error
    with file:
        if not _lock(file.fileno()):
            file.seek(0)
            other = file.read(200).strip()
            raise StartError(
                f"Another whistclub is running{f' at {other}' if other else ''}, on the same data folder {folder}. Use "
                f"that one, or stop it first; for a second site choose another folder with the environment variable "
                f"WHISTCLUB_DATA."
            )
        file.truncate(0)
        file.write(address)
        file.flush()
        yield


def is_held(folder: Path) -> bool:
    with (folder / LOCK).open("a") as file:
        return not _lock(file.fileno())


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # some network drives have no locks
    return True


def require_intact(database: Path) -> None:
    """Raise StartError when the database is damaged, or lost: an empty one must not quietly take its place."""
    backups = sorted((database.parent / "backups").glob("whistclub-*.sqlite3"))
    verdict, tables = "ok", 0
    if database.exists():
        try:
            with closing(sqlite3.connect(database)) as connection:
                verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
                (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            verdict = str(error)
    if verdict == "ok" and (tables or not backups):
        return
    problem = f"is damaged ({' '.join(verdict.split())})"
    if verdict == "ok":
        problem = "is missing or empty, although there are backups"
    cure = f"restore the newest backup with: python3 manage.py restore {backups[-1]}" if backups else "put back a copy"
    raise StartError(
        f"The database cannot be used: {database} {problem}. Nothing was changed. What you can do: {cure}; or start "
        "again in another folder, with the environment variable WHISTCLUB_DATA."
    )
