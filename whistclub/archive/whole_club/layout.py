"""How the document of a club is written: lines of JSON in a gzip file.

The first line is the header: the format and its version, the program that wrote it, when, which club, how many rows,
and the SHA-256 of all that follows. Then each table: a line with its name, its columns and how many numbers it uses,
and a line for each row: its number in the document, then the columns. Numbers are 1, 2, … in the order in which rows
were made; some are of rows that are gone but can be brought back. Times are in UTC, pictures in Base64. The keys of
JSON objects are sorted, so that the same club makes the same lines on every site and database.
"""

import gzip
import json
import os
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime, time
from math import isfinite
from typing import Any, BinaryIO, NoReturn
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.web.errors import ActionRefused

FORMAT = "whistclub club"
VERSION = 1
LONGEST_LINE = 8 * 1024 * 1024  # bytes
# A document becomes ten or twenty times as long; gzip can make a thousand times as much of a file made to harm.
MOST_TIMES_AS_LONG = 100
ALWAYS_ALLOWED = 64 * 1024 * 1024  # bytes
MOST_PROBLEMS = 20
MOST_COUNTED = 10_000  # problems, until nobody reads on


class DocumentRefused(ActionRefused):
    """A document that cannot move in; `problems` says why, a sentence each, of the first ones with their lines."""

    status = 422

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("document_refused", " ".join(problems))


@dataclass(frozen=True, slots=True)
class Header:
    """The first line. `rows` are counted by table."""

    version: int
    program: str
    made_at: str
    club: str
    name: str
    sha256: str
    rows: dict[str, int] = field(default_factory=dict)

    def line(self) -> bytes:
        return line_of({"format": FORMAT, **asdict(self)})


def line_of(value: Any) -> bytes:
    return (
        json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=as_text) + "\n"
    ).encode()


def as_text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    if isinstance(value, UUID):
        return str(value)
    msg = f"A document cannot hold {type(value).__name__}."
    raise TypeError(msg)


def packed(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Write lines as a gzip file of their own: several after each other are one file again."""
    # Without a name and a moment, so that equal lines make equal bytes.
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=6, mtime=0) as packed_out:
        for line in lines:
            packed_out.write(line)


def unpacked(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a document with their numbers from 1. Raises DocumentRefused for what is no such file."""
    most = max(MOST_TIMES_AS_LONG * file.seek(0, os.SEEK_END), ALWAYS_ALLOWED)
    file.seek(0)
    length = 0
    with gzip.GzipFile(fileobj=file, mode="rb") as lines:
        for number in range(1, 2**63):
            try:
                line = lines.readline(LONGEST_LINE)
            except gzip.BadGzipFile as error:
                raise DocumentRefused(
                    _("This file is not a club download. Choose a file made with “Download the club”.")
                ) from error
            except (EOFError, zlib.error) as error:
                raise DocumentRefused(
                    _("The file is damaged or cut off after line {number}. Copy it again.").format(number=number - 1)
                ) from error
            if not line:
                return
            if not line.endswith(b"\n"):
                raise DocumentRefused(_("Line {number} is too long or cut off.").format(number=number))
            length += len(line)
            if length > most:
                raise DocumentRefused(_("The file is far too long when unpacked. It was not made by this program."))
            yield number, line


def value_of(line: bytes) -> Any:
    """What a line says. Raises ValueError for what is no JSON, or holds what a database cannot."""
    try:
        text = line.decode()
        found = json.loads(text, parse_constant=_no_number, parse_float=_finite)
        if "\\u" in text:
            _require_storable(found)
    except RecursionError as error:
        msg = "too deep"
        raise ValueError(msg) from error
    return found


def _require_storable(value: Any) -> None:
    """Raises ValueError for a text with NUL, or with half of a surrogate pair."""
    if isinstance(value, str):
        value.encode()
        if "\0" in value:
            msg = "NUL"
            raise ValueError(msg)
    elif isinstance(value, list | dict):
        for each in value:
            _require_storable(each)
            if isinstance(value, dict):
                _require_storable(value[each])


def _no_number(name: str) -> NoReturn:
    msg = f"{name} is no number"
    raise ValueError(msg)


def _finite(digits: str) -> float:
    found = float(digits)
    if not isfinite(found):
        _no_number(digits[:40])
    return found


def read_header(line: bytes) -> Header:
    """Raises DocumentRefused for another format, or a newer version of it."""
    try:
        found = value_of(line)
        is_ours = isinstance(found, dict) and found.get("format") == FORMAT
        version = found["version"] if is_ours else 0
    except (ValueError, TypeError, KeyError):
        is_ours, version = False, 0
    if not is_ours or type(version) is not int or version < 1:
        raise DocumentRefused(_("This file is not a club download. Choose a file made with “Download the club”."))
    if version > VERSION:
        raise DocumentRefused(
            _(
                "A newer version of the program wrote this file: {program}. Update this site first, for instance "
                "with git pull."
            ).format(program=str(found.get("program", "?"))[:20])
        )
    try:
        del found["format"]
        header = Header(**found)
        texts = (header.program, header.made_at, header.club, header.name, header.sha256)
        is_good = all(isinstance(each, str) for each in texts) and all(
            isinstance(name, str) and type(count) is int and count >= 0 for name, count in header.rows.items()
        )
    except (TypeError, AttributeError):
        is_good = False
    if not is_good:
        raise DocumentRefused(_("Line 1, the header of the file, cannot be read."))
    return header


def in_line(line: int, table: str, what: str) -> str:
    """What is wrong with a line; `table` is empty for one that belongs to none."""
    where = f"{line} ({table})" if table else str(line)
    return _("Line {where}: {what}").format(where=where, what=what)


@dataclass(slots=True)
class Problems:
    """What is wrong with a document, with the lines; the first ones are named, the others counted up to a limit."""

    sentences: list[str] = field(default_factory=list)
    others: int = 0

    def add(self, line: int, table: str, what: str) -> None:
        """Raises DocumentRefused once there are far too many."""
        if len(self.sentences) < MOST_PROBLEMS:
            self.sentences.append(in_line(line, table, what))
        elif self.others < MOST_COUNTED:
            self.others += 1
        else:
            self.refuse()

    def refuse(self, *more: str) -> None:
        """Raises DocumentRefused if there are any."""
        found = [*more, *self.sentences]
        if self.others:
            found.append(ngettext("{n} more problem.", "{n} more problems.", self.others).format(n=self.others))
        if found:
            raise DocumentRefused(*found)
