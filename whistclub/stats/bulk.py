"""Many rows at once, where making model objects and their SQL one by one would take most of the time."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model


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
