"""From what was told to rows of facts, and the values they hold."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from whistclub.club.models import Club
from whistclub.engine.facts import COUNTERS
from whistclub.stats.inputs import FinishedGame, evening_of

FACT = (
    "club",
    "game",
    "code",
    "started_at",
    "ended_at",
    "day",
    "party_code",
    "round_number",
    "table_number",
    "form",
    "rules",
    "hands",
    "totals",
    "winner",
    "margin",
    "best_hand",
    "best_side",
    "best_hand_number",
    "rule_counters",
    "rated",
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


def fact_row(club: Club, told: FinishedGame) -> list[Any]:
    """The values of FACT, not rated yet."""
    best = told.facts.best_hands
    side = best.index(max(best))
    return [
        club.pk,
        told.game,
        told.code,
        told.started_at,
        told.ended_at,
        evening_of(told.started_at, club),
        told.party_code,
        told.round_number,
        told.table_number,
        told.form.value,
        told.rules,
        told.facts.hands,
        list(told.totals),
        told.winner,
        told.margin,
        best[side],
        side,
        told.facts.best_numbers[side],
        told.facts.kinds,
        False,
    ]


def part_rows(club: Club, told: FinishedGame, fact: int) -> list[list[Any]]:
    """The values of PART for each seat; `fact` is the key of the game's row."""
    day = evening_of(told.started_at, club)
    head = [told.started_at, told.game, day, bool(told.party_code), told.form.value, told.rules]
    rows = []
    for seat, (player, counts) in enumerate(zip(told.players, told.facts.seats, strict=True)):
        side = told.form.side_of(seat)
        left, partner, right = _around(told.players, seat)
        numbers = [getattr(counts, name) for name in COUNTERS]
        best = told.facts.best_hands[side]
        rows.append([fact, club.pk, player, seat, side, *head, partner, left, right, best, *numbers])
    return rows


def _around(players: Sequence[int], seat: int) -> tuple[int | None, int | None, int | None]:
    """Who sits to the left, across and to the right."""
    seats = len(players)
    left = players[(seat + 1) % seats]
    right = players[seat - 1] if seats > 2 else None
    partner = players[(seat + 2) % seats] if seats == 4 else None
    return left, partner, right


def insert(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows with these fields; what else the model has the database must fill in. Values as Python knows them."""
    columns = [model._meta.get_field(name) for name in fields]
    quote = connection.ops.quote_name
    names = ", ".join(quote(column.column) for column in columns)
    marks = ", ".join(["%s"] * len(columns))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({marks})"  # noqa: S608 - names are ours
    _execute_many(sql, columns, rows)


def update(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Change these fields; the last value of each row is its key."""
    columns = [model._meta.get_field(name) for name in fields]
    quote = connection.ops.quote_name
    changes = ", ".join(f"{quote(column.column)} = %s" for column in columns)
    key = quote(model._meta.pk.column)
    sql = f"UPDATE {quote(model._meta.db_table)} SET {changes} WHERE {key} = %s"  # noqa: S608 - names are ours
    _execute_many(sql, [*columns, model._meta.pk], rows)


def _execute_many(sql: str, columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> None:
    # Most columns hold plain numbers and texts, which need no preparing.
    prepared = [
        (place, column)
        for place, column in enumerate(columns)
        if column.get_internal_type() in ("JSONField", "DateTimeField", "DateField")
    ]
    values = []
    for row in rows:
        mine = list(row)
        for place, column in prepared:
            mine[place] = column.get_db_prep_save(mine[place], connection)
        values.append(mine)
    if values:
        with connection.cursor() as cursor:
            cursor.executemany(sql, values)
