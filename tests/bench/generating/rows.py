"""Rows on their way into the database, past the ORM's objects but by its models: columns, defaults, order of keys."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import repeat
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models, transaction

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player, Role
from whistclub.party.models import Entrant, Party, Round, SeatAssignment, Table
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.rules.models import RuleSet

ROWS_AT_ONCE = 50_000
# On SQLite all indexes should fit into memory: uids come in no order. Kilobytes.
CACHE = 600_000

Convert = Callable[[Any], Any]


class Rows:
    """What is to be inserted into one table. `names` are the columns that `add` is told, in its order.

    The key is counted here, so that other rows can name it at once; every other column gets the model's default, even
    one that this module has never heard of.
    """

    def __init__(self, model: type[models.Model], *names: str) -> None:
        meta = model._meta
        known = {field.attname: field for field in meta.concrete_fields}
        rest = [field for name, field in known.items() if name not in names and not field.primary_key]
        for field in rest:
            if not field.null and (field.unique or not (field.has_default() or field.blank)):
                raise TypeError(f"{meta.label}.{field.attname} has no default that many rows can share.")
        fields = [meta.pk, *(known[name] for name in names), *rest]
        self.model = model
        self.columns = [field.column for field in fields]
        self._converts = [_converter(field) for field in fields]
        self._constants = [_constant(field) for field in rest]
        self._waiting: list[tuple] = []
        self.last = 0

    def reserve(self) -> int:
        """The key of a row that will be put later, so that others can name it before."""
        self.last += 1
        return self.last

    def put(self, key: int, *values: object) -> None:
        self._waiting.append((key, *values))

    def add(self, *values: object) -> int:
        """Answers the new row's key."""
        self.last += 1
        self._waiting.append((self.last, *values))
        return self.last

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def flush(self) -> None:
        """Insert what is waiting."""
        if not self._waiting:
            return
        # Column by column: a conversion is looked up once for thousands of values.
        columns: list[Iterable] = [
            column if convert is None else map(convert, column)
            for convert, column in zip(self._converts, zip(*self._waiting, strict=True), strict=False)
        ]
        _insert(self.model._meta.db_table, self.columns, zip(*columns, *map(repeat, self._constants), strict=False))
        self._waiting.clear()


class Store:
    """All tables that are filled. They are flushed in the order in which they name each other."""

    def __init__(self) -> None:
        self.users = Rows(User, "email", "name", "password", "joined_at")
        self.clubs = Rows(Club, "name", "slug", "time_zone", "created_at")
        self.roles = Rows(Role, "club_id", "user_id", "kind")
        self.players = Rows(Player, "club_id", "name", "folded", "joined_at")
        self.rule_sets = Rows(RuleSet, "club_id", "code", "name", "folded", "base", "options", "note")
        self.parties = Rows(
            Party,
            *("club_id", "code", "name", "state", "preset", "rules_key", "rules_name", "options", "movement", "policy"),
            *("round_end", "minutes", "planned_rounds", "sit_out_worth", "criteria", "prizes", "revision"),
            *("created_at", "finished_at"),
        )
        self.entrants = Rows(Entrant, "party_id", "player_id", "number", "present")
        self.rounds = Rows(
            Round, "party_id", "number", "state", "seating_method", "seed", "made_at", "announced_at", "bell_at"
        )
        self.games = Rows(
            Game,
            *("club_id", "code", "preset", "rules_name", "options", "first_dealer", "state", "revision", "follows_id"),
            *("started_at", "finished_at", "totals", "stars", "winner", "reason", "hands_scored", "dealer", "entries"),
            *(
                "conceded_by",
                "party_code",
                "round_number",
                "table_number",
                "locked",
                "paper_result",
                "bell_at",
                "last_position",
                "last_hand",
            ),
        )
        self.tables = Rows(Table, "round_id", "number", "game_id", "moving_winner")
        self.assignments = Rows(
            SeatAssignment, "round_id", "entrant_id", "table", "position", "counts_as_sit_out", "reasons"
        )
        self.seats = Rows(Seat, "game_id", "position", "player_id")
        self.hands = Rows(
            EntryRecord,
            *("uid", "game_id", "position", "contract", "declarer", "tricks", "notes", "removed", "current"),
            *("replaces_id", "by_seat", "recorded_at"),
        )
        self.adjustments = Rows(
            AdjustmentRecord,
            *("uid", "game_id", "after", "points", "reason", "by_user_id", "at", "undone_by_id", "undone_at"),
        )

    def flush(self, *, all_of_it: bool = False) -> None:
        """Insert what is waiting, if that is much. Not to be called between a row and another that it names."""
        if all_of_it or self.hands.waiting > ROWS_AT_ONCE:
            with transaction.atomic():
                for rows in vars(self).values():
                    rows.flush()


@contextmanager
def loading(store: Store) -> Iterator[None]:
    """Insert fast inside: a database whose filling breaks off is thrown away, so nothing is kept for going back.

    Constraints are looked at as ever. Afterwards keys go on after those that were counted here.
    """
    if connection.vendor != "sqlite":
        yield
        counted = [rows.model for rows in vars(store).values()]
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), counted):
                cursor.execute(statement)
            # As the server itself does a minute later.
            cursor.execute("VACUUM ANALYZE")
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=OFF")
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.execute(f"PRAGMA cache_size=-{CACHE}")
    yield
    connection.close()
    # Opened again it is set as in use.
    connection.ensure_connection()


def _insert(table: str, columns: list[str], rows: Iterable[tuple]) -> None:
    quoted = [connection.ops.quote_name(name) for name in columns]
    target = f"{connection.ops.quote_name(table)} ({', '.join(quoted)})"
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            marks = ", ".join("?" * len(columns))
            cursor.connection.executemany(f"INSERT INTO {target} VALUES ({marks})", rows)
            return
        with cursor.copy(f"COPY {target} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def _constant(field: models.Field) -> object:
    """The default of a column as the driver takes it; that of a choice is a member of an enumeration."""
    convert, value = _converter(field), field.get_default()
    return getattr(value, "value", value) if convert is None else convert(value)


def _converter(field: models.Field) -> Convert | None:
    """How a value becomes what the driver takes; None for those that it takes as they are."""
    match field.get_internal_type():
        case "JSONField":
            return _json
        case "DateTimeField" if connection.vendor == "sqlite":
            return _sqlite_time
    return None


_JSON: dict[tuple, str] = {}


def _json(value: object) -> str | None:
    """Tuples, of which few differ, are written once."""
    if isinstance(value, tuple):
        if value not in _JSON:
            _JSON[value] = json.dumps(value)
        return _JSON[value]
    if value is None:
        return None
    return json.dumps(value) if value else repr(value)


def _sqlite_time(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).replace(tzinfo=None).isoformat(" ")
