"""The values of one row of a document as the columns hold them, each checked."""

from datetime import UTC
from typing import Any

from django.contrib.auth.hashers import identify_hasher
from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey
from django.utils.translation import gettext as _

from whistclub.accounts.models import User, sign_in_name
from whistclub.archive.whole_club.contents import PASSWORD, Table

VALUES_REMEMBERED = 5000
LONGEST_REMEMBERED = 1000  # letters
# What a value must be in the document; a text where it is not named.
_TYPES: dict[str, tuple[type, ...]] = {
    "BooleanField": (bool,),
    "FloatField": (int, float),
    "IntegerField": (int,),
    "BigIntegerField": (int,),
    "PositiveBigIntegerField": (int,),
    "PositiveIntegerField": (int,),
    "PositiveSmallIntegerField": (int,),
    "SmallIntegerField": (int,),
    "JSONField": (object,),
}


class RowReader:
    """Turns the values of a row of one table into those of Python."""

    def __init__(self, table: Table) -> None:
        self._table = table
        # With the values that a column had before, as Python has them.
        self._fields: list[tuple[str, Field[Any, Any], dict[Any, Any]]] = [
            (each.attname, each, {}) for each in table.columns
        ]

    def values(self, row: dict[str, Any]) -> dict[str, Any]:
        """Raises ValidationError."""
        found = {}
        for name, column, known in self._fields:
            if name not in row:
                if name != PASSWORD:
                    found[name] = column.get_default()
                continue
            value = row[name]
            # Most values of a column are those of a row before.
            is_short = isinstance(value, int) or (isinstance(value, str) and len(value) < LONGEST_REMEMBERED)
            memo = (value, type(value)) if is_short else None
            if memo is not None and memo in known:
                found[name] = known[memo]
                continue
            found[name] = _python_value(column, name, value)
            if memo is not None and len(known) < VALUES_REMEMBERED:
                known[memo] = found[name]
        if self._table.model is User:
            _require_usable_user(found)
        return found


def _python_value(column: "Field[Any, Any]", name: str, value: Any) -> Any:
    """A value of the document as the column holds it. Raises ValidationError that names the column."""
    if value is None:
        if column.null:
            return None
        raise ValidationError(_("“{column}” is empty.").format(column=name))
    is_number = isinstance(column, ForeignKey)
    expected = (int,) if is_number else _TYPES.get(column.get_internal_type(), (str,))
    if object not in expected and (
        not isinstance(value, expected) or (isinstance(value, bool) and bool not in expected)
    ):
        raise ValidationError(
            _("“{column}” cannot be {value}.").format(column=name, value=repr(value)[:40]),
        )
    if is_number:
        return value
    try:
        found = column.to_python(value)
        if getattr(found, "tzinfo", UTC) is None:
            raise ValueError(value)
        if column.choices and found not in {key for key, _label in column.flatchoices}:
            raise ValueError(value)
        if not (isinstance(found, str) and found == ""):
            column.run_validators(found)
    except (ValidationError, ValueError, OverflowError) as error:
        reason = " ".join(error.messages) if isinstance(error, ValidationError) else ""
        raise ValidationError(
            _("“{column}” cannot be {value}. {reason}")
            .format(column=name, value=repr(value)[:40], reason=reason)
            .strip()
        ) from error
    return found


def may_lack(column: "Field[Any, Any]") -> bool:
    return column.has_default() or column.null or column.name == PASSWORD


def _require_usable_user(row: dict[str, Any]) -> None:
    """Raises ValidationError."""
    if row["email"] != sign_in_name(row["email"]) or not row["email"]:
        raise ValidationError(_("“email” cannot be {value}.").format(value=repr(row["email"])[:40]))
    if PASSWORD in row and not row[PASSWORD].startswith("!"):
        try:
            identify_hasher(row[PASSWORD])
        except ValueError as error:
            raise ValidationError(_("“password” is not a hash that this site can read.")) from error
