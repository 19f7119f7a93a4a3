"""Rows of the database: made of what was read; as JSON can hold them, and back; many keys in parts."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

T = TypeVar("T")

# SQLite takes no statement with more than 32,766 values, the older ones with 999.
VALUES_AT_ONCE = 500


def rows_as_json(rows: Iterable[Model], *, without: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """The stored fields of each row, by its key."""
    return {
        str(row.pk): {name: _as_json(getattr(row, name)) for name in _stored(type(row)) if name not in without}
        for row in rows
    }


def values_of(found: QuerySet[Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields as rows of these have them."""
    fields = found.model._meta
    return {name: fields.get_field(name).to_python(value) for name, value in row.items()}


def _as_json(value: Any) -> Any:
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def in_parts(found: Sequence[T], most: int = VALUES_AT_ONCE) -> Iterator[Sequence[T]]:
    """In parts; usually of keys of rows, so that no statement with all of a part is too long."""
    return (found[first : first + most] for first in range(0, len(found), most))


@cache
def _stored(model: type[Model]) -> list[str]:
    """The names under which rows hold what is stored, without the key."""
    return [each.attname for each in model._meta.concrete_fields if not each.primary_key]
