"""Stores the document of a club on this site: everything or nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection, transaction
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.archive.whole_club import reading
from whistclub.archive.whole_club.contents import PASSWORD, Table
from whistclub.archive.whole_club.layout import DocumentRefused, Header, in_line
from whistclub.archive.whole_club.reading import ReadRow, TableStart
from whistclub.archive.whole_club.stored_keys import exchanged
from whistclub.archive.whole_club.trial import try_out
from whistclub.club.models import Club
from whistclub.web.bulk_write import insert
from whistclub.web.fields import FoldedField
from whistclub.web.transactions import write_transaction

Report = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class MovedIn:
    """What came of a document. `club` is None after a trial; users that this site knew are not changed."""

    header: Header
    club: Club | None
    new_users: tuple[str, ...]
    known_users: tuple[str, ...]


class _OnlyTrial(Exception):
    """Ends a trial, so that nothing of it is stored."""


def move_in(
    file: BinaryIO,
    *,
    slug: str = "",
    passwords: bool = False,
    trial: bool = False,
    report: Report = lambda _what, _n: None,
) -> MovedIn:
    """Store the club of a document, under another name in its address if one is given. Raises DocumentRefused.

    A trial does all of it and stores nothing. The statistics are computed again. `passwords`: new users have those of
    the document; otherwise they choose one, for whoever wrote the document could have put in their own.
    """
    header, numbers = reading.check(file)
    first_keys = {} if trial else {model: _reserve(model, count) for model, count in numbers.items()}
    storage = _Storage(first_keys, slug, report, passwords=passwords)
    try:
        with write_transaction():
            if trial:
                storage.first_keys = {model: _last_key(model) for model in numbers}
            for table, rows in _by_table(file):
                storage.store(table, rows)
            club = Club.objects.get(pk=storage.key(Club, 1))
            try_out(club, report)
            connection.check_constraints()
            if trial:
                raise _OnlyTrial
    except _OnlyTrial:
        return MovedIn(header, None, tuple(storage.new_users), tuple(storage.known_users))
    return MovedIn(header, club, tuple(storage.new_users), tuple(storage.known_users))


def _by_table(file: BinaryIO) -> Iterator[tuple[Table, Iterator[ReadRow]]]:
    found = iter(reading.read(file))
    start = next((each for each in found if isinstance(each, TableStart)), None)
    while start is not None:
        following: list[TableStart] = []

        def rows(following: list[TableStart] = following) -> Iterator[ReadRow]:
            for each in found:
                if isinstance(each, TableStart):
                    following.append(each)
                    return
                assert isinstance(each, ReadRow)
                yield each

        yield start.table, rows()
        start = following[0] if following else None


class _Storage:
    """Gives each row of the document its key on this site: the first free one of its table, and its number."""

    def __init__(self, first_keys: dict[type[Model], int], slug: str, report: Report, *, passwords: bool) -> None:
        self.first_keys = first_keys
        self.new_users: list[str] = []
        self.known_users: list[str] = []
        self._slug, self._report, self._passwords = slug, report, passwords
        self._users: dict[int, int] = {}

    def key(self, model: type[Model], number: int) -> int:
        if model is User:
            return self._users[number]
        return self.first_keys[model] + number

    def store(self, table: Table, rows: Iterator[ReadRow]) -> None:
        while batch := list(islice(rows, table.rows_at_once)):
            if table.model is User:
                self._store_users(batch)
            else:
                _refuse_known(table, batch, self._slug)
                _insert(table, [(row.line, self._row(table, row)) for row in batch])
            self._report(table.name, len(batch))

    def _row(self, table: Table, row: ReadRow) -> dict[str, Any]:
        """The columns of a row as the database stores them, with those that the document leaves out."""
        if problem := reading.problem_of_stored_keys(table, row.values, self._within):
            raise DocumentRefused(
                _("Line {line} ({table}): {what}").format(line=row.line, table=table.name, what=problem)
            )
        found = {name: exchanged(table.model, name, value, row.values, self.key) for name, value in row.values.items()}
        for name, model in table.references.items():
            if found[name] is not None:
                found[name] = self.key(model, found[name])
        if table.model is Club and self._slug:
            found["slug"] = self._slug
        for column in table.model._meta.concrete_fields:
            if column.primary_key:
                found[column.attname] = self.key(table.owner or table.model, row.number)
            elif isinstance(column, ForeignKey) and column.related_model is Club:
                found[column.attname] = self.key(Club, 1)
            elif isinstance(column, FoldedField):
                found[column.attname] = found[column.source].casefold()
            elif column.attname not in found:
                found[column.attname] = column.get_default()
        return found

    def _within(self, model: type[Model], number: int) -> int:
        if number < 1 or (model is not User and model not in self.first_keys):
            raise KeyError(number)
        return number

    def _store_users(self, batch: list[ReadRow]) -> None:
        """Users that this site knows by their e-mail address stay as they are; new ones need a password first."""
        known = dict(User.objects.filter(email__in=[row.values["email"] for row in batch]).values_list("email", "pk"))
        for row in batch:
            email = row.values["email"]
            if email in known:
                self._users[row.number] = known[email]
                self.known_users.append(email)
                continue
            has_password = self._passwords and PASSWORD in row.values
            values = row.values if has_password else row.values | {PASSWORD: make_password(None)}
            user = User.objects.create(**values)
            # `create` takes the moment of now for it.
            User.objects.filter(pk=user.pk).update(joined_at=row.values["joined_at"])
            self._users[row.number] = known[email] = user.pk
            self.new_users.append(email)


def _insert(table: Table, rows: list[tuple[int, dict[str, Any]]]) -> None:
    """Raises DocumentRefused with the line of the row that the database does not take."""
    names = [each.attname for each in table.model._meta.concrete_fields]
    values = [[row[name] for name in names] for _line, row in rows]
    try:
        with transaction.atomic():
            insert(table.model, names, values)
    except IntegrityError as error:
        if len(rows) == 1:
            ((line, _row),) = rows
            what = _("The database refuses it, because it contradicts another row: {reason}")
            reason = str(error).strip().partition("\n")[0]
            raise DocumentRefused(in_line(line, table.name, what.format(reason=reason))) from error
        for row in rows:
            _insert(table, [row])


def _refuse_known(table: Table, batch: list[ReadRow], slug: str) -> None:
    """Raises DocumentRefused if the site has something of this already: the same club, most likely."""
    if table.model is Club:
        wanted = slug or batch[0].values["slug"]
        if Club.objects.filter(slug=wanted).exists():
            raise DocumentRefused(
                _("This site already has a club with “{slug}” in its address. Choose another one.").format(slug=wanted)
            )
        return
    for column in table.columns:
        if not column.unique or isinstance(column, ForeignKey):
            continue
        lines = {row.values[column.attname]: row.line for row in batch}
        taken = table.model._default_manager.filter(**{f"{column.attname}__in": list(lines)})
        value = taken.values_list(column.attname, flat=True).first()
        if value is not None:
            raise DocumentRefused(
                in_line(
                    lines[value],
                    table.name,
                    _("This site already has “{value}”. Is this club here already?").format(value=value),
                )
            )


def _last_key(model: type[Model]) -> int:
    newest = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def _reserve(model: type[Model], count: int) -> int:
    """Keep so many keys of a table free for a document; the key before the first of them.

    In a transaction of its own, so that nobody waits for the lock while a large club moves in.
    """
    if model is User:
        return 0
    name = model._meta.db_table
    with write_transaction(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
            row = cursor.fetchone()
            last = max(int(row[0]) if row else 0, _last_key(model))
            if row:
                cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + count, name])
            else:
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, last + count])
            return last
        quoted = connection.ops.quote_name(name)
        cursor.execute(f"LOCK TABLE {quoted} IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [quoted])
        sequence = cursor.fetchone()[0]
        cursor.execute("SELECT nextval(%s)", [sequence])
        last = max(int(cursor.fetchone()[0]), _last_key(model))
        cursor.execute("SELECT setval(%s, %s)", [sequence, last + count])
        return last
