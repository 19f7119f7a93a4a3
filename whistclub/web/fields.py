"""Columns and form fields that several apps need, and the fields of a row as JSON can hold them."""

from collections.abc import Mapping
from datetime import date, time
from functools import cache
from typing import Any

from django import forms
from django.db import models

from whistclub.web.formatting import MINUS

# Of a day that people type; another year is mistyped.
FIRST_YEAR, LAST_YEAR = 1800, 2100
MOST_DIGITS = 18  # a database counts further


class FoldedField(models.CharField):  # type: ignore[type-arg] # Django takes no [str, str] when it runs
    """Another text column without the difference of capitals, in every alphabet, for a unique constraint.

    A database's own LOWER() knows ASCII only on SQLite: Åsa and åsa would be two people there.
    """

    def __init__(self, source: str, **kwargs: Any) -> None:
        self.source = source
        super().__init__(editable=False, **kwargs)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, [self.source, *args], {key: value for key, value in kwargs.items() if key != "editable"}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded: str = getattr(model_instance, self.source).casefold()
        setattr(model_instance, self.attname, folded)
        return folded


def whole(sent: Mapping[str, str], name: str) -> int | None:
    """A whole number that an address, a form or a cookie has sent; None without one, or for more than a key can be."""
    value = sent.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= MOST_DIGITS else None


class SignedField(forms.IntegerField):
    """A whole number that may be negative; the minus may be a hyphen or the sign that pages print."""

    def to_python(self, value: object) -> int | None:
        return super().to_python(value.replace(MINUS, "-") if isinstance(value, str) else value)


class DayField(forms.DateField):
    """An ISO date, as browsers send it."""

    def __init__(self, label: str, missing: str) -> None:
        super().__init__(
            label=label,
            input_formats=["%Y-%m-%d"],
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            error_messages={"required": missing, "invalid": "This is not a date. Write it like 2026-11-21."},
        )

    def clean(self, value: object) -> date | None:
        day: date | None = super().clean(value)
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise forms.ValidationError(f"The year {day.year}? Check the year.")
        return day


def as_json(row: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a row as JSON can hold them."""
    return {name: value.isoformat() if isinstance(value, date | time) else value for name, value in row.items()}


def values_of(model: type[models.Model], row: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields as rows of this model have them."""
    fields: Any = model._meta
    return {name: fields.get_field(name).to_python(value) for name, value in row.items()}


@cache
def stored_fields(model: type[models.Model]) -> list[str]:
    """The names under which rows hold what is stored, without the key."""
    return [each.attname for each in model._meta.concrete_fields if not each.primary_key]
