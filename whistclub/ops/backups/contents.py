"""What is in a backup, and how that compares with the database as it is now."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from whistclub.environment import SECRET
from whistclub.ops.backups.making import NOTE_TABLE, NoBackup, require_sound, run_postgresql
from whistclub.ops.backups.packing import NotABackup, unpacked
from whistclub.ops.storage import newer_than_code

COUNTED = GAMES, HANDS, PARTIES, PLAYERS = "play_game", "play_entryrecord", "party_party", "club_player"
CLUBS, CLUB_NAME, ENTERED = "club_club", "name", "recorded_at"
MIGRATIONS = "django_migrations"


@dataclass(frozen=True)
class Contents:
    """What is in a database: how many rows by table, and when the last hand was entered.

    `steps`: how many changes of the database have been made since its version. `made`: when a backup was made; only
    SQLite backups of this version or a newer one know. `secret` comes with those too.
    """

    clubs: list[str]
    rows: dict[str, int]
    last_entry: datetime | None
    steps: int = 0
    made: datetime | None = None
    secret: str = ""


@dataclass(frozen=True)
class Comparison:
    """A backup beside the database of now. `lost`: how many hands were entered after the last one of the backup."""

    then: Contents
    now: Contents
    lost: int

    @property
    def lines(self) -> list[tuple[str, int, int]]:
        """What is counted: its name, how many there are in the backup, and how many now."""
        names = {GAMES: "Games", HANDS: "Hands", PARTIES: "Parties", PLAYERS: "Players"}
        return [(name, self.then.rows[table], self.now.rows[table]) for table, name in names.items()]

    @property
    def is_of_other_clubs(self) -> bool:
        return bool(self.now.clubs) and not set(self.now.clubs) & set(self.then.clubs)


def compare(path: Path) -> Comparison:
    """Look into a backup, and change nothing. Raises NotABackup."""
    then = read(path)
    if CLUBS not in connection.introspection.table_names():
        return Comparison(then, Contents([], dict.fromkeys(COUNTED, 0), None), 0)
    with connection.cursor() as cursor:

        def ask(sql: str, *values: Any) -> list[Any]:
            cursor.execute(sql, values)
            return list(cursor.fetchall())

        now = _counted(ask)
        later = [] if then.last_entry is None else [then.last_entry.replace(tzinfo=None)]
        where = f" WHERE {ENTERED} > %s" if later else ""
        [(lost,)] = ask(f"SELECT count(*) FROM {HANDS}{where}", *later)  # noqa: S608 - our own names
    return Comparison(then, now, lost)


def read(path: Path) -> Contents:
    """What is in a backup. Raises NotABackup."""
    try:
        with unpacked(path) as plain:
            with plain.open("rb") as file:
                head = file.read(16)
            if head == b"SQLite format 3\0":
                return _read_sqlite(plain)
            if head.startswith(b"PGDMP"):
                return _read_dump(plain)
    except (sqlite3.Error, ValueError, TypeError) as error:  # a file that only looks like ours
        raise NotABackup(str(error)) from error
    except OSError as error:
        raise NotABackup(str(error.strerror or error)) from error
    except NoBackup as error:
        raise NotABackup(error.reason) from error
    raise NotABackup("it is not a whistclub backup")


def _read_sqlite(path: Path) -> Contents:
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as database:
        require_sound(database)
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= {*COUNTED, CLUBS, MIGRATIONS}:
            raise NotABackup("it is not a whistclub backup")
        counted = _counted(lambda sql: database.execute(sql).fetchall())
        steps = _steps(set(database.execute(f"SELECT app, name FROM {MIGRATIONS}")))  # noqa: S608 - our own name
        noted = f"SELECT made, secret FROM {NOTE_TABLE}"  # noqa: S608 - our own name
        made, secret = (database.execute(noted).fetchone() if NOTE_TABLE in tables else None) or (None, "")
    made, secret = _moment(made), secret if SECRET.fullmatch(str(secret)) else ""
    return Contents(counted.clubs, counted.rows, counted.last_entry, steps, made, secret)


def _counted(ask: Callable[[str], list[Any]]) -> Contents:
    """What can be asked of any database of ours."""
    clubs = [str(name) for (name,) in ask(f"SELECT {CLUB_NAME} FROM {CLUBS} ORDER BY id")]  # noqa: S608 - our names
    rows = {table: ask(f"SELECT count(*) FROM {table}")[0][0] for table in COUNTED}  # noqa: S608 - our own names
    return Contents(clubs, rows, _moment(ask(f"SELECT max({ENTERED}) FROM {HANDS}")[0][0]))  # noqa: S608 - our names


def _read_dump(path: Path) -> Contents:
    """Through the text that pg_restore makes of single tables."""
    done = set(zip(_column(path, MIGRATIONS, "app"), _column(path, MIGRATIONS, "name"), strict=True))
    if not done:
        raise NotABackup("it is not a whistclub backup")
    entered = _column(path, HANDS, ENTERED)
    rows = {table: len(entered) if table == HANDS else len(_column(path, table, "id")) for table in COUNTED}
    last = max(filter(None, map(_moment, entered)), default=None)
    return Contents(_column(path, CLUBS, CLUB_NAME), rows, last, _steps(done))


def _column(path: Path, table: str, column: str) -> list[str]:
    """One column of a table in a dump."""
    text = run_postgresql("pg_restore", "--data-only", f"--table={table}", "--file=-", str(path))
    return list(_of_copy(iter(text.splitlines()), column))


def _of_copy(lines: Iterator[str], column: str) -> Iterator[str]:
    """A column of `COPY public.club_club (id, name) FROM stdin;` and the lines that follow, up to a line `\\.`."""
    for line in lines:
        if line.startswith("COPY "):
            names = line[line.index("(") + 1 : line.index(")")].split(", ")
            number = names.index(column)
            for row in lines:
                if row == "\\.":
                    return
                yield row.split("\t")[number]


def _moment(stored: Any) -> datetime | None:
    """A moment as SQLite, PostgreSQL or a dump stores it."""
    if stored is None:
        return None
    at = stored if isinstance(stored, datetime) else datetime.fromisoformat(str(stored))
    if not 1 < at.year < 9999:
        msg = (
            f"{at.isoformat()} cannot be a moment of this site"  # on some clocks it would be before all years, or after
        )
        raise ValueError(msg)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _steps(done: set[tuple[str, str]]) -> int:
    """How many changes of the database this version of the program has that were not made there. Raises NotABackup."""
    loader = MigrationLoader(None)
    loader.applied_migrations = dict.fromkeys(done)  # type: ignore[assignment] # only the names are looked at
    if newer := newer_than_code(loader):
        raise NotABackup(f"it was made by a newer version of whistclub (it knows {newer[0]}). Update the program first")
    return len(set(loader.graph.nodes) - done)
