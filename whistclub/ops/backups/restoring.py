"""Puts a backup in the place of the database, which is kept as a backup itself.

No server may run meanwhile. So a page only leaves a request, and `start` stops serving, carries it out, and starts
again: nothing that a process remembers outlives its database.
"""

import contextlib
import os
import secrets
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection, connections, transaction

from whistclub.environment import SECRET_FILE
from whistclub.ops.backups import shelf
from whistclub.ops.backups.contents import read
from whistclub.ops.backups.making import (
    NOTE_TABLE,
    OF_SESSIONS,
    NoBackup,
    make,
    require_sound,
    run_postgresql,
    sqlite_file,
)
from whistclub.ops.backups.packing import unpacked
from whistclub.ops.backups.shelf import Kind
from whistclub.ops.data_folder import BACKUPS, is_held
from whistclub.web.errors import ActionRefused

REQUEST = "restore-next.txt"  # in the data folder: the name of the backup to restore
RESULT = "last-restore.txt"  # beside the backups: what came of it
# What open pages hold to know whether anything is new: after a restore these must be numbers that were never shown.
REVISIONS = {
    "play_game": ("revision",),
    "play_partyrevision": ("hands", "results"),
    "party_party": ("revision",),
    "club_club": ("revision",),
}
# Links of score pads and table cards are signed with a key: one that was made after the backup must not open something
# else that gets its key again.
KEYS_IN_LINKS = ("play_game", "party_party")
SECONDS_OF_RESULT = 60 * 60 * 24
SECONDS_BETWEEN = 1  # two looks for a request
BEYOND_ANY = 100_000  # added where nobody knows what was shown: the database was lost


class NotRestored(ActionRefused):
    """The backup is good, but it cannot be restored here."""

    def __init__(self, reason: str) -> None:
        super().__init__("not_restored", reason)


def can_be_requested() -> bool:
    """Whether a server runs that carries out what pages ask for: one that `start` has started, on SQLite."""
    return connection.vendor == "sqlite" and is_held(settings.DATA_DIR)


def request(name: str) -> None:
    """Ask `start` to restore a backup of the folder. Raises NotRestored."""
    if not can_be_requested():
        raise NotRestored("This server cannot restore it from this page. Use the command: manage.py restore.")
    draft = settings.DATA_DIR / f"{REQUEST}.{secrets.token_hex(4)}"
    draft.write_text(name, encoding="utf-8")
    draft.replace(settings.DATA_DIR / REQUEST)


def is_requested() -> bool:
    return (settings.DATA_DIR / REQUEST).exists()


def when_requested(stop: Callable[[], object]) -> None:
    """Call `stop` once a page has asked for a restore."""

    def wait() -> None:
        while not is_requested():
            time.sleep(SECONDS_BETWEEN)
        time.sleep(SECONDS_BETWEEN)  # the page that asked is answered first
        stop()

    threading.Thread(target=wait, daemon=True).start()


def last_result() -> str:
    """What came of the last request of a page; nothing if there was none, or a day later."""
    path = settings.DATA_DIR / BACKUPS / RESULT
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime < SECONDS_OF_RESULT:
            return str(path.read_text(encoding="utf-8"))
    return ""


def carry_out_request() -> str:
    """Restore what a page asked for; what to say about it. Whatever happens, it is tried only once."""
    path = settings.DATA_DIR / REQUEST
    name = path.read_text(encoding="utf-8")
    path.unlink()
    try:
        [backup] = [each for each in shelf.kept() if each.name == name]
        before = restore(backup.path)
        result = f"{name} was restored."
        if before:
            result += " " + f"What was there before is kept as {before.name}."
    except (ActionRefused, OSError, sqlite3.Error, ValueError) as error:
        result = f"{name} was not restored: {error}"
    (shelf.folder() / RESULT).write_text(result, encoding="utf-8")
    return result


def restore(path: Path) -> Path | None:
    """Put a backup in the place of the database; the backup of what was there before, if anything was.

    A database of an older version must be brought up to date afterwards. Raises NotABackup, NotRestored, NoBackup,
    OSError, sqlite3.Error.
    """
    contents = read(path)
    with unpacked(path) as plain:
        return _restore(plain, contents.secret)


def _restore(path: Path, secret: str) -> Path | None:
    connections.close_all()
    is_dump = path.read_bytes()[:5] == b"PGDMP"
    if is_dump != (connection.vendor == "postgresql"):
        raise NotRestored(
            "It is a backup of {one}, and this site uses {other}. Export and import each club instead.".format(
                one="PostgreSQL" if is_dump else "SQLite", other="SQLite" if is_dump else "PostgreSQL"
            )
        )
    if is_dump:
        _restore_dump(path)
        return None
    before = _put_aside(sqlite_file())
    _restore_sqlite(path, sqlite_file())
    if secret and not os.environ.get("WHISTCLUB_SECRET"):
        _write_secret(secret)
    return before


def _put_aside(database: Path) -> Path | None:
    """Keep the present database as a backup. A damaged one, which cannot be copied, is renamed. Raises NoBackup."""
    if not database.exists() or not database.stat().st_size:
        return None
    try:
        with contextlib.closing(sqlite3.connect(database)) as present:
            require_sound(present)
    except sqlite3.OperationalError as error:  # nothing about the file: the disk is full, say
        raise NoBackup(str(error)) from error
    except sqlite3.DatabaseError:
        stamp = time.strftime(shelf.STAMP)
        for file in database.parent.glob(f"{database.name}*"):
            if file.suffix in (database.suffix, f"{database.suffix}-wal", f"{database.suffix}-shm"):
                file.replace(shelf.folder() / f"{file.name}-{stamp}.damaged")
        return None
    return make(Kind.BEFORE_RESTORE)


def _restore_sqlite(path: Path, database: Path) -> None:
    """In one step: a program that has the database open sees all of the old one or all of the new one."""
    database.touch(mode=0o600)
    with (
        tempfile.TemporaryDirectory(dir=database.parent, prefix="restoring-") as folder,
        contextlib.closing(sqlite3.connect(path.resolve().as_uri() + "?mode=rw", uri=True)) as backup,
        contextlib.closing(sqlite3.connect(Path(folder) / "draft.sqlite3")) as draft,
        contextlib.closing(sqlite3.connect(database)) as live,
    ):
        backup.backup(draft)
        with draft:
            draft.execute(f"DROP TABLE IF EXISTS {NOTE_TABLE}")
            _raise_revisions(draft, live)
            _raise_keys(draft, live)
            _keep_sessions(draft, live)
        draft.backup(live)


def _raise_revisions(draft: sqlite3.Connection, live: sqlite3.Connection) -> None:
    for table, columns in REVISIONS.items():
        for column in columns:
            if _has(draft, table, column):
                shown = None
                if _has(live, table, column):
                    [(shown,)] = live.execute(f"SELECT max({column}) FROM {table}")  # noqa: S608 - our own names
                more = BEYOND_ANY if shown is None else shown
                draft.execute(f"UPDATE {table} SET {column} = {column} + ?", (more,))  # noqa: S608 - our own names


def _raise_keys(draft: sqlite3.Connection, live: sqlite3.Connection) -> None:
    """Let the next rows have keys that were never used; SQLite notes the last ones in a table of its own."""
    last = dict(live.execute("SELECT name, seq FROM sqlite_sequence")) if _has(live, "sqlite_sequence", "seq") else {}
    for table in KEYS_IN_LINKS:
        if not _has(draft, table, "id"):
            continue
        [(used,)] = draft.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = ?", (table,))
        used = used or 0
        known = last.get(table, 0) if _has(live, table, "id") else used + BEYOND_ANY
        draft.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        draft.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, max(used, known)))


def _keep_sessions(draft: sqlite3.Connection, live: sqlite3.Connection) -> None:
    """Who is signed in now stays so, and who was signed out is not signed in again.

    A session ends where the user has another password in the backup.
    """
    columns = "session_key, session_data, expire_date"
    for table in OF_SESSIONS:
        if _has(draft, table, "id") or _has(draft, table, "session_key"):
            draft.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
    if _has(draft, "django_session", "session_key") and _has(live, "django_session", "session_key"):
        rows = live.execute(f"SELECT {columns} FROM django_session").fetchall()  # noqa: S608 - our own names
        draft.executemany(f"INSERT INTO django_session ({columns}) VALUES (?, ?, ?)", rows)  # noqa: S608 - same


def _has(database: sqlite3.Connection, table: str, column: str) -> bool:
    return any(row[1] == column for row in database.execute(f"PRAGMA table_info({table})"))


def _write_secret(secret: str) -> None:
    """The links of score pads and table cards were signed with it."""
    draft = settings.DATA_DIR / f"secret.{secrets.token_hex(4)}"
    draft.touch(mode=0o600)
    draft.write_text(secret)
    draft.replace(settings.DATA_DIR / SECRET_FILE)


def _restore_dump(path: Path) -> None:
    if connection.introspection.table_names():
        raise NotRestored(
            "The PostgreSQL database is not empty. Make a new one (createdb whistclub_restored), name it in "
            "DATABASE_URL, and restore again: the present database stays as it is."
        )
    connections.close_all()
    name = connection.settings_dict["NAME"]
    words = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", f"--dbname={name}")
    run_postgresql("pg_restore", *words, str(path))
    _raise_all()


def _raise_all() -> None:
    """Raise revisions and keys in a PostgreSQL database that was empty: nobody knows what was shown before."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in {*REVISIONS, *KEYS_IN_LINKS} & set(connection.introspection.table_names(cursor)):
            there = {each.name for each in connection.introspection.get_table_description(cursor, table)}
            for column in there & set(REVISIONS.get(table, ())):
                cursor.execute(f"UPDATE {table} SET {column} = {column} + %s", [BEYOND_ANY])  # noqa: S608 - our names
            if table in KEYS_IN_LINKS:
                cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
                (sequence,) = cursor.fetchone()
                cursor.execute("SELECT setval(%s, nextval(%s) + %s)", [sequence, sequence, BEYOND_ANY])
