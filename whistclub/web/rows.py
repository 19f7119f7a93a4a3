"""Rows of the database: their fields as JSON can hold them, and back."""

from collections.abc import Mapping
from datetime import date, time
from functools import cache
from typing import Any

from django.db.models import Model


def as_json(row: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a row as JSON can hold them."""
    return {name: value.isoformat() if isinstance(value, date | time) else value for name, value in row.items()}


def values_of(model: type[Model], row: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields as rows of this model have them."""
    fields: Any = model._meta
    return {name: fields.get_field(name).to_python(value) for name, value in row.items()}


@cache
def stored_fields(model: type[Model]) -> list[str]:
    """The names under which rows hold what is stored, without the key."""
    return [each.attname for each in model._meta.concrete_fields if not each.primary_key]
