"""Backups as they are downloaded: packed with gzip, at most a quarter as long."""

import gzip
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings

from whistclub.web.errors import ActionRefused

PACKED = ".gz"  # what the names of packed files end with
GZIP = b"\x1f\x8b"  # what they begin with
# What an upload may unpack to: a backup becomes ten times as long; gzip makes a thousand times as much of a file made
# to harm.
MOST_UNPACKED = 512 * 2**20
CHUNK = 2**20


class NotABackup(ActionRefused):
    """A file that is no backup of whistclub, or a damaged one, or one of a newer version."""

    status = 422

    def __init__(self, reason: str) -> None:
        super().__init__("not_a_backup", f"This file cannot be restored: {reason}.")


def packed(path: Path) -> BinaryIO:
    """The packed bytes of a backup, in a file without a name."""
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - who asked for it closes it
    with path.open("rb") as plain, gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6) as out:
        shutil.copyfileobj(plain, out, CHUNK)
    file.seek(0)
    return file


def unpack(file: BinaryIO, out: BinaryIO, *, most: float = float("inf")) -> None:
    """Copy a file, unpacked where it is packed. Raises NotABackup if it is damaged, or becomes longer than `most`."""
    is_packed = file.read(len(GZIP)) == GZIP
    file.seek(0)
    source = cast(BinaryIO, gzip.GzipFile(fileobj=file)) if is_packed else file
    length = 0
    try:
        while chunk := source.read(CHUNK):
            length += len(chunk)
            if length > most:
                raise NotABackup(f"unpacked it is longer than {int(most) // 2**20} MB")
            out.write(chunk)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise NotABackup("it is incomplete or damaged") from error


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The backup as a plain file, while the block runs. Raises NotABackup, OSError."""
    with path.open("rb") as file:
        if file.read(len(GZIP)) != GZIP:
            yield path
            return
        file.seek(0)
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="unpacking-") as folder:
            plain = Path(folder) / "backup"
            with plain.open("wb") as out:
                unpack(file, out)
            yield plain
