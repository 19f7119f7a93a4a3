"""Rows of the database: their fields as JSON can hold them, and back; many keys in parts."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
from functools import cache
from typing import Any, TypeVar

from django.db.models import Model

T = TypeVar("T")

# SQLite takes no statement with more than 32,766 values, the older ones with 999.
VALUES_AT_ONCE = 500


def as_json(row: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a row as JSON can hold them."""
    return {name: value.isoformat() if isinstance(value, date | time) else value for name, value in row.items()}


def values_of(model: type[Model], row: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields as rows of this model have them."""
    fields: Any = model._meta
    return {name: fields.get_field(name).to_python(value) for name, value in row.items()}


def in_parts(found: Sequence[T], most: int = VALUES_AT_ONCE) -> Iterator[Sequence[T]]:
    """In parts; usually of keys of rows, so that no statement with all of a part is too long."""
    return (found[first : first + most] for first in range(0, len(found), most))


@cache
def stored_fields(model: type[Model]) -> list[str]:
    """The names under which rows hold what is stored, without the key."""
    return [each.attname for each in model._meta.concrete_fields if not each.primary_key]
