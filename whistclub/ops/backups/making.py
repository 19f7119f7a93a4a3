"""Makes a backup: a copy of the SQLite database or a dump of the PostgreSQL one, opened and read before it counts."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from whistclub.ops.backups import shelf
from whistclub.ops.backups.shelf import Kind
from whistclub.web.errors import ActionRefused

# What a copy has in addition: when it was made, and the secret that its links were signed with.
NOTE_TABLE = "whistclub_backup"
LOWEST_PRIORITY = 19
OF_SESSIONS = ("accounts_usersession", "django_session")  # tables that every backup has empty
MOST_LINES = 20  # of what check_books finds


class NoBackup(ActionRefused):
    """A backup could not be made, or it could not be read afterwards."""

    status = 503

    def __init__(self, reason: str) -> None:
        super().__init__("no_backup", f"No backup was made: {reason}")
        self.reason = reason


def sqlite_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def make(kind: Kind, *, at: datetime | None = None) -> Path:
    """Make a backup in the folder, and remove what it replaces there. Raises NoBackup."""
    at = at or timezone.now()
    suffix = ".sqlite3" if connection.vendor == "sqlite" else ".dump"
    try:
        path = shelf.folder() / shelf.file_name(kind, at, suffix)
        write(path, at=at)
        shelf.remove_outdated()
    except OSError as error:
        raise NoBackup(f"{error.strerror or error}") from error
    return path


def write(path: Path, *, at: datetime) -> None:
    """Make a backup of this name: whole, or not at all. Raises NoBackup, OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".part")  # only its owner reads it
    os.close(handle)
    unfinished = Path(name)
    try:
        if connection.vendor == "sqlite":
            copy_sqlite(sqlite_file(), unfinished, at)
        else:
            dump_postgresql(unfinished)
        unfinished.replace(path)
    except sqlite3.Error as error:
        raise NoBackup(str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)


def copy_sqlite(source: Path, target: Path, at: datetime) -> None:
    """Copy a database while others write to it; the copy has all that was committed before.

    In one step: a copy in small steps starts over at every write from elsewhere, and may never end. Open sessions are
    left out: who gets hold of a backup must not be signed in with it. Raises sqlite3.Error.
    """
    if not source.exists():
        msg = f"there is no database {source}"
        raise sqlite3.DatabaseError(msg)
    with contextlib.closing(sqlite3.connect(source)) as live, contextlib.closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file, also while it is read
        copy.execute("PRAGMA secure_delete=ON")
        with copy:
            for (table,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if table in OF_SESSIONS:
                    copy.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            copy.execute(f"DROP TABLE IF EXISTS {NOTE_TABLE}")
            copy.execute(f"CREATE TABLE {NOTE_TABLE} (made TEXT NOT NULL, secret TEXT NOT NULL)")
            secret = "" if os.environ.get("WHISTCLUB_SECRET") else settings.SECRET_KEY
            copy.execute(f"INSERT INTO {NOTE_TABLE} VALUES (?, ?)", (at.isoformat(), secret))  # noqa: S608 - our name
        require_sound(copy)


def require_sound(database: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError with the first thing that is wrong in the file."""
    verdict = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        msg = f"the database is damaged ({' '.join(verdict.split())})"
        raise sqlite3.DatabaseError(msg)


def dump_postgresql(target: Path) -> None:
    """Raises NoBackup."""
    left_out = [f"--exclude-table-data={table}" for table in OF_SESSIONS]
    run_postgresql("pg_dump", "--format=custom", *left_out, f"--file={target}")
    run_postgresql("pg_restore", f"--file={os.devnull}", str(target))


def run_postgresql(program: str, *words: str) -> str:
    """Run a program of PostgreSQL on the database of the site; what it prints. Raises NoBackup."""
    found = shutil.which(program)
    if not found:
        raise NoBackup(
            f"{program} is not installed on the server. Install the programs of PostgreSQL (on Debian and Ubuntu: "
            "sudo apt install postgresql-client), or let your provider make the backups."
        )
    done = subprocess.run(  # noqa: S603 - our own words only
        [found, *words], env=os.environ | postgresql_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NoBackup(" ".join(done.stderr.split())[:500])
    return done.stdout


def postgresql_environment() -> dict[str, str]:
    """How the programs of PostgreSQL reach the database; a password among their words could be read by others."""
    known = connection.settings_dict
    found = {
        "PGDATABASE": known["NAME"],
        "PGHOST": known["HOST"],
        "PGPORT": known["PORT"],
        "PGUSER": known["USER"],
        "PGPASSWORD": known["PASSWORD"],
        "PGSSLMODE": known["OPTIONS"].get("sslmode"),
        "PGSSLROOTCERT": known["OPTIONS"].get("sslrootcert"),
    }
    return {name: str(value) for name, value in found.items() if value}


def disagreements(path: Path) -> str:
    """What `check_books` finds in a copy of an SQLite backup; nothing if everything agrees.

    It takes minutes for large clubs, in a process of its own, which gives way to all others.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=shelf.CHECKING) as folder:
        shutil.copyfile(path, Path(folder) / "whistclub.sqlite3")
        given = {"WHISTCLUB_DATA": folder, "WHISTCLUB_SECRET": settings.SECRET_KEY}
        kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        process = subprocess.Popen(  # noqa: S603 - our own words only
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "check_books"],
            env=kept | given | {"DJANGO_SETTINGS_MODULE": "whistclub.settings"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),
        )
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST_PRIORITY)
        printed, _nothing = process.communicate()
    # Another status means that it was stopped.
    return "\n".join(printed.splitlines()[-MOST_LINES:]) if process.returncode == 1 else ""
