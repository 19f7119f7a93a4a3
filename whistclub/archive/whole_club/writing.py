"""Writes the document of a club. Memory grows by eight bytes for each row: the keys, to number them."""

import hashlib
import shutil
import tempfile
import tomllib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import chain
from typing import BinaryIO

from django.conf import settings
from django.db.models import Model

from whistclub.accounts.models import User
from whistclub.archive.whole_club import layout
from whistclub.archive.whole_club.contents import Table, tables, users
from whistclub.archive.whole_club.stored_keys import HOLDS_KEYS, exchanged
from whistclub.club.models import Club
from whistclub.web.transactions import read_snapshot

AT_ONCE = 2000


class Numbers:
    """The number of each row in the document: its place among the keys of its table.

    Keys that only a stored value names are numbered too: a season that was removed, a draft that Undo brings back.
    """

    def __init__(self, club: Club, found: Sequence[Table]) -> None:
        self._keys: dict[type[Model], array[int]] = {}
        self._owners = {table.model: table.owner for table in found if table.owner}
        for table in found:
            if table.model is not User and not table.owner:
                rows = table.rows(club).values_list("pk", flat=True)
                self._keys[table.model] = array("q", rows.iterator(chunk_size=AT_ONCE))
        # People have an order of their own.
        self._users = {user.pk: number for number, user in enumerate(users(club), start=1)}
        for model, keys in self._gone(club, found).items():
            self._keys[model] = array("q", sorted(chain(self._keys[model], keys)))

    def __call__(self, model: type[Model], key: int) -> int:
        if model is User:
            return self._users[key]
        model = self._owners.get(model, model)
        keys = self._keys[model]
        place = bisect_left(keys, key)
        if place == len(keys) or keys[place] != key:
            raise KeyError(key)
        return place + 1

    def count(self, model: type[Model]) -> int:
        return len(self._users) if model is User else len(self._keys[self._owners.get(model, model)])

    def _gone(self, club: Club, found: Sequence[Table]) -> dict[type[Model], set[int]]:
        gone: dict[type[Model], set[int]] = {}

        def note(model: type[Model], key: int) -> int:
            try:
                self(model, key)
            except KeyError:
                gone.setdefault(model, set()).add(key)
            return key

        for table in found:
            names = [each.attname for each in table.columns]
            holding = [name for name in names if f"{table.name}.{name}" in HOLDS_KEYS]
            if holding:
                for values in table.rows(club).values_list(*names).iterator(chunk_size=table.rows_at_once):
                    row = dict(zip(names, values, strict=True))
                    for name in holding:
                        exchanged(table.model, name, row[name], row, note)
        return gone


def write(club: Club, out: BinaryIO, *, at: datetime, passwords: bool = False) -> layout.Header:
    """Write the document of a club, as the database is at this moment, while others go on writing."""
    with read_snapshot(), tempfile.TemporaryFile() as body:
        club = Club.objects.get(pk=club.pk)
        found = tables(passwords=passwords)
        numbers = Numbers(club, found)
        digest, counts = hashlib.sha256(), {}

        def lines() -> Iterator[bytes]:
            for table in found:
                count = 0
                for line in chain([_head(table, club, numbers)], _rows(table, club, numbers)):
                    digest.update(line)
                    yield line
                    count += 1
                counts[table.name] = count - 1

        layout.packed(lines(), body)
        header = layout.Header(
            version=layout.VERSION,
            program=program_version(),
            made_at=layout.as_text(at),
            club=club.slug,
            name=club.name,
            sha256=digest.hexdigest(),
            rows=counts,
        )
        layout.packed([header.line()], out)
        body.seek(0)
        shutil.copyfileobj(body, out)
    return header


def _head(table: Table, club: Club, numbers: Numbers) -> bytes:
    columns = [each.attname for each in table.columns]
    return layout.line_of({"table": table.name, "columns": columns, "numbers": numbers.count(table.model)})


def _rows(table: Table, club: Club, numbers: Numbers) -> Iterator[bytes]:
    names = [each.attname for each in table.columns]
    references = [(names.index(name), model) for name, model in table.references.items()]
    holding = [(place, name) for place, name in enumerate(names) if f"{table.name}.{name}" in HOLDS_KEYS]
    for key, *values in table.rows(club).values_list("pk", *names).iterator(chunk_size=table.rows_at_once):
        row = dict(zip(names, values, strict=True)) if holding else {}
        for place, name in holding:
            values[place] = exchanged(table.model, name, row[name], row, numbers)
        for place, model in references:
            if values[place] is not None:
                values[place] = numbers(model, values[place])
        yield layout.line_of([numbers(table.model, key), *values])


@cache
def program_version() -> str:
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
