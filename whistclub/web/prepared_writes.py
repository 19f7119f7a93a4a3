"""Writes whose SQL is built once, for what nearly every action stores; `prepared` has the queries.

The law: rows are stored as Django's `save`, `update` and `delete` would store them, and objects are left as `save`
would leave them. But no signal is sent: nobody wants to hear of these rows.
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from inspect import signature
from operator import attrgetter
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model, QuerySet
from django.db.models.sql import DeleteQuery, InsertQuery, UpdateQuery
from django.db.transaction import mark_for_rollback_on_error

from whistclub.web.bulk_write import is_converted
from whistclub.web.prepared import Given

# What a column stores of a row.
Values = list[Callable[[Model], Any]]


def insert(row: Model) -> None:
    """Add a row, which gets its key from the database."""
    sql, values, returned = _insertion(type(row))
    operations: Any = connection.ops
    with mark_for_rollback_on_error(), connection.cursor() as cursor:
        cursor.execute(sql, [value(row) for value in values])
        [row.pk] = operations.fetch_returned_insert_columns(cursor, returned)
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def update(row: Model, fields: tuple[str, ...]) -> None:
    """Store these fields of a row that is there, and locked."""
    sql, values = _change(type(row), fields)
    with mark_for_rollback_on_error(), connection.cursor() as cursor:
        cursor.execute(sql, [*(value(row) for value in values), row.pk])


class _PreparedWrite:
    """A statement about the rows that the queryset of `build` holds; its arguments must be numbers or texts."""

    def __init__(self, build: Callable[..., QuerySet[Any]]) -> None:
        self.build = build

    def __call__(self, *values: int | str) -> None:
        sql, parameters = self._statement
        given = [values[each.place] if isinstance(each, Given) else each for each in parameters]
        with mark_for_rollback_on_error(), connection.cursor() as cursor:
            cursor.execute(sql, given)

    @cached_property
    def _statement(self) -> tuple[str, Sequence[Any]]:
        places = range(len(signature(self.build).parameters))
        query = self._query(self.build(*map(Given, places)).query)
        return cast(Any, query.get_compiler(DEFAULT_DB_ALIAS)).as_sql()  # type: ignore[no-any-return]

    def _query(self, rows: Any) -> Any:
        raise NotImplementedError


class PreparedUpdate(_PreparedWrite):
    """Changes the rows: their `update` with the same changes each time."""

    def __init__(self, build: Callable[..., QuerySet[Any]], **changes: Any) -> None:
        super().__init__(build)
        self.changes = changes

    def _query(self, rows: Any) -> Any:
        query = rows.chain(UpdateQuery)
        query.add_update_values(self.changes)
        return query


class PreparedDelete(_PreparedWrite):
    """Deletes the rows, to which no other rows may refer."""

    def _query(self, rows: Any) -> Any:
        return rows.chain(DeleteQuery)


@cache
def _insertion(model: type[Model]) -> tuple[str, Values, list[Any]]:
    """The statement, its values, and what the database returns."""
    columns = [each for each in model._meta.concrete_fields if not each.primary_key]
    query: Any = InsertQuery(model)
    query.insert_values(columns, [model()], raw=True)
    compiler = query.get_compiler(DEFAULT_DB_ALIAS)
    compiler.returning_fields = [model._meta.pk]
    [(sql, _values)] = compiler.as_sql()
    return sql, [_value(each, add=True) for each in columns], compiler.returning_params


@cache
def _change(model: type[Model], fields: tuple[str, ...]) -> tuple[str, Values]:
    columns: list[Any] = [model._meta.get_field(name) for name in fields]
    quote, primary_key = connection.ops.quote_name, cast(Any, model._meta.pk)
    changes = ", ".join(f"{quote(each.column)} = %s" for each in columns)
    sql = f"UPDATE {quote(model._meta.db_table)} SET {changes} WHERE {quote(primary_key.column)} = %s"  # noqa: S608 - names are ours
    return sql, [_value(each, add=False) for each in columns]


def _value(column: Any, *, add: bool) -> Callable[[Model], Any]:
    # A field that sets the value itself, as `ClubOf` does, has its own `pre_save`.
    if type(column).pre_save is Field.pre_save and not is_converted(column):
        return attrgetter(column.attname)
    return lambda row: column.get_db_prep_save(column.pre_save(row, add=add), connection)
