"""Adds many rows at once, of values in the order of `fields`; references are keys."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.db.models import Model

M = TypeVar("M", bound=Model)


def insert(model: type[M], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[M]:
    names = [model._meta.get_field(name).attname for name in fields]  # type: ignore[union-attr] # columns only
    made = [model(**dict(zip(names, row, strict=True))) for row in rows]
    return model._default_manager.bulk_create(made, batch_size=500)
