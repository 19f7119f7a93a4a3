"""Environment variables, read once and checked: a bad value stops the program with a sentence."""

import os
import re
import secrets
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

# Where the processes of one server count together; the library of figures reads it.
FIGURES_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
KEY_FILE = "secret.key"
SECRET_BYTES, SECRET_LETTERS = 48, 64  # as it is made, and as it is written
OLDEST_SQLITE = (3, 35)  # the first with RETURNING, which gives the keys of new rows
WITHOUT_IT = "Everyone must then sign in again, and links of score pads and printed table cards must be made again."


class BadEnvironment(SystemExit):
    """A setting that cannot be used; the sentence names the variable and what would be accepted."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"whistclub: the environment variable {name} {problem}.")


class DamagedSecret(SystemExit):
    """The file with the secret cannot be used; a new one never quietly takes its place."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(
            f"whistclub: the secret {path} {problem}. Put it back from a copy of the data folder. If there is none, "
            f"delete the file and restore a backup, which brings its secret; or else start: it makes a new secret. "
            f"{WITHOUT_IT}"
        )


class OldSqlite(SystemExit):
    """This Python has an SQLite that is too old to give the keys of new rows."""

    def __init__(self) -> None:
        super().__init__(
            f"whistclub: SQLite 3.35 or newer is needed; this Python has {sqlite3.sqlite_version}. Start with another "
            f"Python, or set DATABASE_URL to use PostgreSQL."
        )


def sqlite_file(folder: Path) -> Path:
    """Where the database is that SQLite keeps. Raises OldSqlite."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise OldSqlite
    return folder / "whistclub.sqlite3"


def flag(name: str) -> bool:
    """Whether a variable says yes; not set is no. Raises BadEnvironment."""
    return is_yes(name, os.environ.get(name, ""))


def is_yes(name: str, text: str) -> bool:
    """Read ``1/0``, ``true/false``, ``yes/no`` or ``on/off``; empty is no. Raises BadEnvironment with that name."""
    text = text.strip().lower()
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"", "0", "false", "no", "off"}:
        return False
    raise BadEnvironment(name, f"is {text!r}, but must be yes or no")


def choice(name: str, words: tuple[str, ...]) -> str:
    """Read one of some words, the first if it is not set; raises BadEnvironment for anything else."""
    text = os.environ.get(name, "").strip().lower() or words[0]
    if text not in words:
        raise BadEnvironment(name, f"is {text!r}, but must be {' or '.join(words)}")
    return text


def names(name: str) -> list[str]:
    """Read a comma-separated list; empty when the variable is not set."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


class Ports(NamedTuple):
    plain: int
    secure: int


def ports(name: str) -> Ports | None:
    """Read "8000 8443", the ports of plain http and https, as `start --https` sets them for its workers."""
    numbers = os.environ.get(name, "").split()
    if not numbers:
        return None
    if len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        raise BadEnvironment(name, "is set by `start --https`; leave it alone")
    return Ports(int(numbers[0]), int(numbers[1]))


class Mail(NamedTuple):
    """The server that takes mails, and how to sign in there."""

    host: str
    port: int
    user: str
    password: str
    tls: bool  # begins in plain text and changes to TLS
    ssl: bool  # is encrypted from the start


# By the first word of the address: the usual port, and how it is encrypted.
MAIL_SCHEMES = {"smtp": (25, False, False), "smtp+tls": (587, True, False), "smtps": (465, False, True)}


def mail(name: str) -> Mail | None:
    """Read "smtp+tls://user:password@mail.example:587"; None if it is not set."""
    if not (text := os.environ.get(name, "").strip()):
        return None
    example = "for example smtp+tls://user:password@mail.example:587"
    try:
        parts = urlsplit(text)
        usual_port, tls, ssl = MAIL_SCHEMES[parts.scheme]
        port = parts.port or usual_port
    except (ValueError, KeyError):
        raise BadEnvironment(name, f"must begin with smtp, smtp+tls or smtps, {example}") from None
    if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadEnvironment(name, f"must name a server and nothing after it, {example}")
    return Mail(parts.hostname, port, unquote(parts.username or ""), unquote(parts.password or ""), tls, ssl)


def data_dir() -> Path:
    """Folder of everything the program keeps: ``WHISTCLUB_DATA``, else the user's data folder.

    It is not made here: the commands that write make it, or refuse with a sentence.
    """
    if named := os.environ.get("WHISTCLUB_DATA"):
        return Path(named).expanduser().resolve()
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "whistclub"


def secret_key(folder: Path) -> str:
    """``WHISTCLUB_SECRET``, else the key kept in the data folder, made on first use and readable by its owner only.

    Where the folder cannot be written (say, for a command that only computes) the key lives for this run alone. Raises
    DamagedSecret.
    """
    if given := os.environ.get("WHISTCLUB_SECRET"):
        if len(given) < 32:
            raise BadEnvironment("WHISTCLUB_SECRET", "is too short, it needs 32 characters or more")
        return given
    path = folder / KEY_FILE
    if not path.exists():
        try:
            make_secret(folder)
        except OSError:
            return secrets.token_urlsafe(SECRET_BYTES)
    return read_secret(path)


def make_secret(folder: Path) -> None:
    """Make the key of a new data folder. Raises OSError where it cannot be written."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    had_database = any(file.stat().st_size for file in folder.glob("whistclub.sqlite3"))
    draft = folder / f"secret.{secrets.token_hex(4)}"
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(SECRET_BYTES))
    # A link is made whole or not at all: of two processes that start at once, both read the same key.
    with suppress(FileExistsError):
        os.link(draft, folder / KEY_FILE)
        if had_database:
            sys.stderr.write(f"whistclub: {folder / KEY_FILE} was missing; a new secret was made. {WITHOUT_IT}\n")
    draft.unlink()


def is_secret(text: str) -> bool:
    return len(text) == SECRET_LETTERS and bool(re.fullmatch(r"[A-Za-z0-9_-]*", text))


def read_secret(path: Path) -> str:
    """Raises DamagedSecret."""
    try:
        text = path.read_bytes().decode("ascii").strip()
    except OSError as error:
        raise DamagedSecret(path, f"cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise DamagedSecret(path, "contains something other than a secret") from error
    if not text:
        raise DamagedSecret(path, "is empty")
    if len(text) != SECRET_LETTERS:
        raise DamagedSecret(path, f"has {len(text)} characters instead of {SECRET_LETTERS}")
    if not is_secret(text):
        raise DamagedSecret(path, "contains something other than a secret")
    return text
