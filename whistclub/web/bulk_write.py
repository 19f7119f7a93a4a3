"""Writes many rows at once, of values instead of objects."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model


def insert(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows with these fields as Python values; the other columns get the database's defaults."""
    columns = _columns(model, fields)
    quote = connection.ops.quote_name
    table = f"{quote(model._meta.db_table)} ({', '.join(quote(column.column) for column in columns)})"
    # All of them before it begins: rows may come from a query, and nothing can be asked meanwhile.
    prepared = list(_prepared(columns, rows))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for each in prepared:
                    copy.write_row(each)
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", prepared)  # noqa: S608 - names are ours


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
    converted: list[tuple[int, Any, bool, dict[Any, Any]]] = [
        (place, column, column.get_internal_type() == "JSONField", {})
        for place, column in enumerate(columns)
        if column.get_internal_type() in types
    ]
    own = connections[DEFAULT_DB_ALIAS]  # `connection` would look for it with each value
    for row in rows:
        mine = list(row)
        for place, column, is_json, known in converted:
            value = mine[place]
            key = repr(value) if is_json else value
            if key not in known:
                known[key] = column.get_db_prep_save(value, own)
            mine[place] = known[key]
        yield mine
