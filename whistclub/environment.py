"""Environment variables, read once and checked: a bad value stops the program with a sentence."""

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class BadEnvironment(SystemExit):
    """A setting that cannot be used; the sentence names the variable and what would be accepted."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"whistclub: the environment variable {name} {problem}.")


def flag(name: str, default: bool) -> bool:
    """Read ``1/0``, ``true/false``, ``yes/no`` or ``on/off``; raises BadEnvironment for anything else."""
    words = {
        "1": True,
        "true": True,
        "yes": True,
        "on": True,
        "0": False,
        "false": False,
        "no": False,
        "off": False,
    }
    text = os.environ.get(name, "").strip().lower()
    if not text:
        return default
    if text not in words:
        raise BadEnvironment(name, f"is {text!r}, but must be yes or no")
    return words[text]


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

    Where the folder cannot be written (say, for a command that only computes) the key lives for this run alone.
    """
    if given := os.environ.get("WHISTCLUB_SECRET"):
        if len(given) < 32:
            raise BadEnvironment("WHISTCLUB_SECRET", "is too short, it needs 32 characters or more")
        return given
    path = folder / "secret.key"
    fresh = secrets.token_urlsafe(48)
    draft = folder / f"secret.{secrets.token_hex(4)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            draft.touch(mode=0o600)
            draft.write_text(fresh)
            # A link is made whole or not at all: of two processes that start at once, both read the same key.
            with suppress(FileExistsError):
                os.link(draft, path)
            draft.unlink()
        return path.read_text().strip() or fresh
    except OSError:
        return fresh
