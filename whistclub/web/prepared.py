"""Queries whose SQL is built once, for what nearly every request asks.

Django takes several times as long to build a statement from a queryset as the database takes to answer it. The law: a
prepared query answers what its queryset would, with the same objects; it only must not depend on anything but values.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, JSONField, QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row")


class Given(Expression):
    """Stands in a queryset for a value that comes with each call: its place among the arguments."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def as_sql(self, *_of_query: object) -> Any:
        return "%s", [self]


class AnyOf(Expression):
    """Stands in a queryset, after `__in`, for a list of keys that comes with each call: of any length.

    It restricts the whole query: of no keys nothing is found, and the database is not asked.
    """

    def __init__(self, keys: Given) -> None:
        super().__init__()
        self.keys = keys

    def as_sql(self, *_of_query: object) -> Any:
        return "(SELECT value FROM json_each(%s))", [self.keys]

    def as_postgresql(self, *_of_query: object) -> Any:
        # Of a constant array the planner knows the length; of JSON it would assume a hundred keys, and use no index.
        return "(SELECT unnest(%s::bigint[]))", [self.keys]


# As `json.loads` for a text that a JSON column holds: whole, and without a space before it.
_read_json = cast(Any, json.JSONDecoder()).scan_once


def _conversion(columns: list[Any], compiler: Any) -> Callable[[list[Any]], Iterable[list[Any]]]:
    """What makes Python values of rows as the database gives them. Nothing stays nothing."""
    of_columns = [
        (place, [_from_json if _reads_json(each) else each for each in converters], column)
        for place, (converters, column) in compiler.get_converters(columns).items()
    ]
    if not of_columns:
        return lambda rows: rows

    def converted(rows: list[Any]) -> Iterable[list[Any]]:
        for row in map(list, rows):
            for place, converters, column in of_columns:
                value = row[place]
                if value is not None:
                    for converter in converters:
                        value = converter(value, column, compiler.connection)
                    row[place] = value
            yield row

    return converted


def _reads_json(converter: Any) -> bool:
    field = getattr(converter, "__self__", None)
    return isinstance(field, JSONField) and field.decoder is None


def _from_json(text: str, *_of_column: object) -> Any:
    return _read_json(text, 0)[0]


@dataclass(frozen=True, slots=True)
class Statement(Generic[Row]):
    """A queryset as SQL, and how its rows become objects."""

    sql: str
    parameters: list[Any]
    row_of: Callable[[list[list[Any]]], list[Row]]
    locks: bool


class Prepared(Generic[Row]):
    """What the queryset holds that `build` makes of its arguments, which must be numbers, texts, or keys for `AnyOf`.

    No prefetching; what it joins is in `select_related`, and values are those of `values_list`.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self.build = build

    def __call__(self, *values: int | str | list[int]) -> list[Row]:
        statement, connection = self._statement, connections[DEFAULT_DB_ALIAS]
        if statement.locks and not connection.in_atomic_block:
            msg = "A query with select_for_update needs a transaction."
            raise TransactionManagementError(msg)
        if [] in values:
            return []
        brackets = "{}" if connection.vendor == "postgresql" else "[]"
        given = [
            f"{brackets[0]}{','.join(map(str, value))}{brackets[1]}" if isinstance(value, list) else value
            for value in values
        ]
        parameters = [given[each.place] if isinstance(each, Given) else each for each in statement.parameters]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, parameters)
            return statement.row_of(cursor.fetchall())

    def one(self, *values: int | str | list[int]) -> Row | None:
        """The first of them; None if there is none."""
        return next(iter(self(*values)), None)

    @cached_property
    def _statement(self) -> Statement[Row]:
        places = range(len(signature(self.build).parameters))
        found = self.build(*map(Given, places))
        query, iterable = found.query, found._iterable_class
        if iterable not in (ModelIterable, ValuesListIterable):
            msg = "Prepared queries give objects, or tuples of `values_list`."
            raise TypeError(msg)
        # From here on as Django’s own querysets do it, in ModelIterable and ValuesListIterable.
        compiler = cast(Any, query.get_compiler(DEFAULT_DB_ALIAS))
        sql, parameters = compiler.as_sql()
        columns, annotated = compiler.select, compiler.annotation_col_map or {}
        converted = _conversion([column for column, *_of_column in columns], compiler)
        if iterable is ValuesListIterable:

            def tuples(rows: list[Any]) -> list[Any]:
                return [tuple(row) for row in converted(rows)]

            return Statement(sql, list(parameters), tuples, query.select_for_update)
        joined = get_related_populators(compiler.klass_info, columns, DEFAULT_DB_ALIAS)  # type: ignore[call-arg] # as in Django 5
        model, own = compiler.klass_info["model"], compiler.klass_info["select_fields"]
        names = [columns[place][0].target.attname for place in own]
        first, end = own[0], own[-1] + 1

        def objects(rows: list[list[Any]]) -> list[Row]:
            found = []
            for row in converted(rows):
                made = model.from_db(DEFAULT_DB_ALIAS, names, row[first:end])
                for each in joined:
                    each.populate(row, made)
                for name, place in annotated.items():
                    setattr(made, name, row[place])
                found.append(made)
            return found

        return Statement(sql, list(parameters), objects, query.select_for_update)
