"""Converts finished games to rows of facts, and writes many rows at once."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import Model

from whistclub.club.models import Club
from whistclub.engine.facts import COUNTERS
from whistclub.stats.inputs import FinishedGame
from whistclub.stats.models import FACTS_VERSION

FACT = (
    "club",
    "game",
    "code",
    "started_at",
    "day",
    "party_code",
    "round_number",
    "table_number",
    "table_name",
    "form",
    "rules",
    "hands",
    "totals",
    "winner",
    "margin",
    "best_hand",
    "best_side",
    "best_hand_number",
    "comeback",
    "rule_counters",
    "rated",
    "version",
)
PART = (
    "fact",
    "club",
    "player",
    "seat",
    "side",
    "started_at",
    "game",
    "day",
    "party",
    "form",
    "rules",
    "partner",
    "left_opponent",
    "right_opponent",
    "best_hand",
    *COUNTERS,
)
RATED_PART = (*PART, "mu", "sigma", "expected")


def fact_row(club: Club, game: FinishedGame, day: date, *, rated: bool) -> list[Any]:
    """The values of the FACT columns; `day` is the evening of the game."""
    best = game.facts.best_hands
    side = best.index(max(best))
    return [
        club.pk,
        game.game,
        game.code,
        game.started_at,
        day,
        game.party_code,
        game.round_number,
        game.table_number,
        game.table_name,
        game.form.value,
        game.rules,
        game.facts.hands,
        list(game.totals),
        game.winner,
        game.margin,
        best[side],
        side,
        game.facts.best_numbers[side],
        game.facts.comeback,
        game.facts.rule_counters,
        rated,
        FACTS_VERSION,
    ]


def part_rows(
    club: Club, game: FinishedGame, day: date, fact: int, ratings: Sequence[tuple[float, float, float]] | None = None
) -> list[list[Any]]:
    """The values of the PART columns for each seat; `fact` is the key of the game's row. With `ratings`, RATED_PART."""
    head = [game.started_at, game.game, day, bool(game.party_code), game.form.value, game.rules]
    rows = []
    for seat, (player, counts) in enumerate(zip(game.players, game.facts.seats, strict=True)):
        side = game.form.side_of(seat)
        left, partner, right = _around(game.players, seat)
        best = game.facts.best_hands[side]
        rated = ratings[seat] if ratings else ()
        rows.append([fact, club.pk, player, seat, side, *head, partner, left, right, best, *counts, *rated])
    return rows


def _around(players: Sequence[int], seat: int) -> tuple[int | None, int | None, int | None]:
    """The opponent to the left, the partner and the opponent to the right."""
    seats = len(players)
    left = players[(seat + 1) % seats]
    right = players[seat - 1] if seats > 2 else None
    partner = players[(seat + 2) % seats] if seats == 4 else None
    return left, partner, right


def insert(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows with these fields as Python values; the other columns get the database's defaults."""
    columns = _columns(model, fields)
    quote = connection.ops.quote_name
    table = f"{quote(model._meta.db_table)} ({', '.join(quote(column.column) for column in columns)})"
    # All of them before it begins: rows may come from a query, and nothing can be asked meanwhile.
    values = list(_prepared(columns, rows))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for each in values:
                    copy.write_row(each)
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 - names are ours


def update(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Change these fields; the last value of each row is its primary key."""
    columns = _columns(model, fields)
    quote = connection.ops.quote_name
    changes = ", ".join(f"{quote(column.column)} = %s" for column in columns)
    primary_key: Any = model._meta.pk
    key = quote(primary_key.column)
    sql = f"UPDATE {quote(model._meta.db_table)} SET {changes} WHERE {key} = %s"  # noqa: S608 - names are ours
    with connection.cursor() as cursor:
        cursor.executemany(sql, list(_prepared([*columns, primary_key], rows)))


def _columns(model: type[Model], fields: Sequence[str]) -> list[Any]:
    return [model._meta.get_field(name) for name in fields]


def _prepared(columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    """The rows as the database takes them."""
    types = {"JSONField", "DateTimeField", "DateField", "TimeField", "UUIDField", "BinaryField"}
    # Most columns hold plain numbers and texts, which need no conversion; the others have the same values in many rows.
    converted: list[tuple[int, Any, dict[Any, Any]]] = [
        (place, column, {}) for place, column in enumerate(columns) if column.get_internal_type() in types
    ]
    for row in rows:
        mine = list(row)
        for place, column, known in converted:
            value = mine[place]
            key = repr(value) if column.get_internal_type() == "JSONField" else value
            if key not in known:
                known[key] = column.get_db_prep_save(value, connection)
            mine[place] = known[key]
        yield mine
