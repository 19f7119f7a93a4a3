"""Rows of the database: as JSON can hold them, and back; many keys in parts."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, time
from typing import Any, TypeVar

from django.db.models import Field, QuerySet

T = TypeVar("T")

# SQLite takes no statement with more than 32,766 values, the older ones with 999.
VALUES_AT_ONCE = 500


def rows_as_json(found: QuerySet[Any], *, without: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """The stored fields of each row, by its key."""
    names = [each.attname for each in found.model._meta.concrete_fields if not each.primary_key]
    names = [name for name in names if name not in without]
    return {
        str(key): {name: _as_json(value) for name, value in zip(names, values, strict=True)}
        for key, *values in found.values_list("pk", *names)
    }


def values_of(found: QuerySet[Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields as rows of these have them."""
    return {name: _field(found, name).to_python(value) for name, value in row.items()}


def in_parts(found: Sequence[T], most: int = VALUES_AT_ONCE) -> Iterator[Sequence[T]]:
    """In parts; usually of keys of rows, so that no statement with all of a part is too long."""
    return (found[first : first + most] for first in range(0, len(found), most))


def _field(found: QuerySet[Any], name: str) -> "Field[Any, Any]":
    field = found.model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _as_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | time) else value
