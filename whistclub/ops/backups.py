"""Backups of a site on SQLite: made while people play, kept for a time. PostgreSQL has pg_dump: .github/SERVER.md."""

import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection, connections

from whistclub.ops.errors import StartError

DAYS, MONTHS, OTHERS = 14, 24, 5  # of the daily ones the newest of each day and month; of other kinds the newest
DAILY, MANUAL, BEFORE_UPDATE, BEFORE_RESTORE = "daily", "manual", "before-update", "before-restore"
STAMP = "%Y-%m-%d-%H%M%S"  # by this computer's clock, as its files are listed
PROBLEM = "problem.txt"  # beside the backups, while the daily one fails: since when, and why


def folder() -> Path:
    """Made if it is missing. Raises OSError."""
    path: Path = settings.DATA_DIR / "backups"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def kept(kind: str = "*") -> list[Path]:
    """The newest first."""
    found = (settings.DATA_DIR / "backups").glob(f"whistclub-????-??-??-??????-{kind}.sqlite3")
    return sorted(found, key=lambda path: path.name, reverse=True)


def made_at(path: Path) -> datetime:
    return datetime.strptime(path.name[10:27], STAMP).astimezone()


def kind_of(path: Path) -> str:
    return path.stem[28:]


def database() -> Path:
    return Path(connection.settings_dict["NAME"])


def make(at: datetime, kind: str = MANUAL, path: Path | None = None) -> Path:
    """A copy of the database with all that was committed before, read before it counts. Raises StartError."""
    require_sqlite()
    with _reasons("No backup was made"):
        path = path or folder() / f"whistclub-{at.astimezone():{STAMP}}-{kind}.sqlite3"
        draft = path.with_name(f"{path.name}.part")
        draft.touch(mode=0o600)
        try:
            with _opened(database(), "rw") as live, _opened(draft, "rw") as copy:
                live.backup(copy)  # in one step: a copy in small steps begins again at every write
                copy.execute("PRAGMA journal_mode=DELETE")  # a single file, also while it is read
                copy.execute("PRAGMA secure_delete=ON")
                with copy:  # who gets hold of a backup must not be signed in with it
                    copy.execute("DELETE FROM django_session")
            check(draft)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
        for outdated in set(kept(kind)) - worth_keeping(kept(kind), kind):
            outdated.unlink(missing_ok=True)
    return path


def worth_keeping(backups: list[Path], kind: str) -> set[Path]:
    """Of the backups of a kind, the newest first."""
    if kind != DAILY:
        return set(backups[:OTHERS])
    days, months = ({path.name[:end]: path for path in reversed(backups)} for end in (20, 17))
    return {*sorted(days.values())[-DAYS:], *sorted(months.values())[-MONTHS:]}


def check(path: Path) -> None:
    """Raises StartError for what is damaged, or no backup of ours, or of a newer version."""
    with _reasons(f"{path} is not a whistclub backup"), _opened(path, "ro") as backup:
        verdict = backup.execute("PRAGMA quick_check(1)").fetchone()[0]
        done = set(backup.execute("SELECT app, name FROM django_migrations"))
        backup.execute("SELECT count(*) FROM play_entryrecord")
    if verdict != "ok":
        raise StartError(f"{path} is damaged: {' '.join(verdict.split())}")
    require_known(done, str(path))


def require_known(migrations: set[tuple[str, str]], what: str) -> None:
    """Raises StartError for those of a newer version."""
    if newer := sorted(migrations - known_migrations()):
        raise StartError(
            f"{what} was made by a newer version of whistclub (it knows {'.'.join(newer[0])}). Update the program "
            "first, for instance with: git pull"
        )


def known_migrations() -> set[tuple[str, str]]:
    """Those of this version, by app and name; their files need not be read for that."""
    found = [(app.label, Path(app.path).glob("migrations/[0-9]*.py")) for app in apps.get_app_configs()]
    return {(app, file.stem) for app, files in found for file in files}


def check_books(path: Path) -> tuple[int, str]:
    """What the command says of a backup: in a copy of it, in a process of its own that gives way to all others."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(path, Path(folder, "whistclub.sqlite3"))
        words = ["nice", "-n", "19", sys.executable, str(settings.BASE_DIR / "manage.py"), "check_books"]
        own = {"WHISTCLUB_DATA": folder, "WHISTCLUB_SECRET": settings.SECRET_KEY}
        own["DJANGO_SETTINGS_MODULE"] = "whistclub.settings"
        done = subprocess.run(words, env=os.environ | own, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - ours
    return done.returncode, done.stdout


def restore(path: Path, at: datetime) -> Path | None:
    """Put a backup in the place of the database, while no server runs; the backup of what was there before.

    A database of an older version must be brought up to date afterwards. Raises StartError.
    """
    require_sqlite()
    check(path)
    connections.close_all()
    with _reasons(f"{path} was not restored"), closing(sqlite3.connect("")) as draft:  # in a file without a name
        with _opened(path, "ro") as backup:
            backup.backup(draft)
        with draft:
            _raise_numbers(draft)
        before = _put_aside(at)
        with _opened(database(), "rwc") as live:
            draft.backup(live)  # all of it or nothing
    return before


def require_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise StartError("This site uses PostgreSQL: make and restore backups with pg_dump and pg_restore.")


def _put_aside(at: datetime) -> Path | None:
    """Keep the present database as a backup. A damaged one, which cannot be copied, is renamed."""
    live = database()
    if not live.exists() or not live.stat().st_size:
        return None
    try:
        return make(at, BEFORE_RESTORE)
    except StartError as error:
        if isinstance(error.__cause__, sqlite3.OperationalError | OSError):  # nothing about the file: a full disk, say
            raise
    for file in live.parent.glob(f"{live.name}*"):
        file.replace(folder() / f"{file.name}-{at.astimezone():{STAMP}}.damaged")
    return None


def _raise_numbers(database: sqlite3.Connection) -> None:
    """Give open pages revisions that were never shown, and new rows keys that no link from before leads to."""
    more = 10**5 + secrets.randbelow(10**6)
    for table, column in database.execute(
        "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND "
        "(c.name = 'revision' OR t.name = 'play_partynow' AND c.name IN ('hands', 'results'))"
    ).fetchall():
        database.execute(f"UPDATE {table} SET {column} = {column} + {more}")  # noqa: S608 - our own names
    database.execute(
        "INSERT INTO sqlite_sequence SELECT name, 0 FROM sqlite_master WHERE type = 'table' AND "
        "sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)"
    )
    database.execute("UPDATE sqlite_sequence SET seq = seq + ?", (more,))


def _opened(path: Path, mode: str) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True))


@contextmanager
def _reasons(failed: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StartError(f"{failed}: {getattr(error, 'strerror', None) or error}.") from error
