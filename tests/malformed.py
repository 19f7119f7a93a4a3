"""Whatever a field, a cookie or an address may hold; databases refuse what Python takes.

They refuse numbers of more than 63 bits, text with a NUL, text too long for its column.
"""

from collections.abc import Iterator
from copy import deepcopy
from urllib.parse import urlencode
from uuid import UUID

from django.db import connection
from django.http import HttpResponse
from django.test import Client

from tests.builders import undone

NASTY = {
    "missing": None,
    "empty": "",
    "space": " ",
    "word": "x",
    "newline after a good word": "low\n",
    "nul": "\x00",
    "nul inside": "9-\x004",
    "negative": "-1",
    "zero": "0",
    "float": "1.5",
    "exponent": "1e5",
    "not a number": "nan",
    "infinite": "inf",
    "past 15 bits": str(2**15),
    "past 31 bits": str(2**31),
    "past 63 bits": str(2**63),
    "thousands of digits": "9" * 5000,
    "arabic digits": "٣",
    "superscript digit": "²",
    "bracketed digit": "⑤",
    "longer than a column": "a" * 300,
    "long": "a" * 100_000,
    "quotes": "'\"; DROP TABLE play_hand; --",
    "markup": "<script>alert(1)</script>",
    "braces": "{0} {name} %s %(x)s",
    "surrogate": "\ud800",
    "beyond the first plane": "𝟗🃏",
    "many dashes": "1-2-3-4-5-6-7",
    "only dashes": "--",
    "big tricks": "999-999",
    "nil id": str(UUID(int=0)),
}
# What databases take differently: numbers and texts at the edge of a column. All others are ours to refuse.
DATABASES_DIFFER = {
    *("nul", "nul inside", "not a number", "infinite", "past 15 bits", "past 31 bits", "past 63 bits"),
    *("thousands of digits", "longer than a column", "long", "surrogate", "beyond the first plane"),
}
EVERY_VALUE = {name: NASTY[name] for name in NASTY if name in DATABASES_DIFFER or connection.vendor == "sqlite"}
# Enough where one is like the next.
EVERY_SECOND = dict(list(NASTY.items())[::2])


def broken(
    client: Client, url: str, form: dict, values: dict[str, str | None] = EVERY_VALUE, **how: object
) -> list[tuple[str, str]]:
    """The fields which, holding such a value while the others are in order, bring down the page at `url`."""
    return [
        (name, called)
        for name, called, filled in attempts(form, values)
        if posted(client, url, filled, **how).status_code >= 500
    ]


def attempts(form: dict, values: dict[str, str | None]) -> Iterator[tuple[str, str, dict]]:
    """Each field with such values while the others are in order: the field, the name of the value, the form.

    Where there are several fields they take turns: together they hold all values, and in forms of other lengths each
    holds others. A database that is not SQLite gets few values, so fields of short forms hold all of them there.
    """
    turns = 1 if len(form) == 1 else 3 if len(form) < 5 else 6
    if connection.vendor != "sqlite":
        turns = max(turns // 2, 1)
    for number, (called, value) in enumerate(values.items(), start=len(form)):
        for place, name in enumerate(form):
            if (number + place) % turns == 0:
                yield name, called, with_field(form, name, value)


def with_field(form: dict, name: str, value: str | None) -> dict:
    others = {key: kept for key, kept in form.items() if key != name}
    return others if value is None else others | {name: sendable(value)}


def sendable(value: str) -> bytes:
    return value.encode("utf-8", "surrogatepass")


def posted(client: Client, url: str, form: dict, **how: object) -> HttpResponse:
    """Nothing of it is kept, so that the next one finds everything in order."""
    client.raise_request_exception = False
    cookies = deepcopy(client.cookies)
    with undone():
        body = urlencode(form, doseq=True)
        response = client.post(url, body, content_type="application/x-www-form-urlencoded", **how)
    client.cookies = cookies
    return response
