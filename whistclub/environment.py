"""Environment variables and the secret: what cannot be used stops the program with a sentence."""

import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

SECRET = re.compile(r"[\w-]{64}", re.ASCII)


def checked(name: str, pattern: str, wanted: str, read: Callable[[str], Any] = str, *, show: bool = True) -> Any:
    """What `read` finds in the variable; "" if it is not set. What may hold a password is not to be shown."""
    text = os.environ.get(name, "")
    with suppress(ValueError):
        if not text or re.fullmatch(pattern, text):
            return text and read(text)
    raise refusal(name, f"is {text!r}, but must be {wanted}" if show else f"must be {wanted}")


def refusal(name: str, problem: str) -> SystemExit:
    return SystemExit(f"whistclub: the environment variable {name} {problem}.")


def secret_key(folder: Path) -> str:
    """What links and sessions are signed with: given, or made once and kept in the folder."""
    if given := checked("WHISTCLUB_SECRET", r"(?s).{32,}", "32 characters or more", show=False):
        return str(given)
    path = folder / "secret.key"
    try:
        if not path.exists():
            make_secret(path)
        text = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError as error:
        raise SystemExit(
            f"whistclub: cannot keep data in {folder}: {error.strerror or error}. "
            f"Choose another folder with the environment variable WHISTCLUB_DATA."
        ) from error
    if not SECRET.fullmatch(text):
        raise SystemExit(
            f"whistclub: the secret {path} is damaged. Put it back from a copy of the data folder. If there is none, "
            f"delete it and start: everyone must then sign in again, and needs new links of pads and new table cards."
        )
    return text


def make_secret(path: Path) -> None:
    """Raises OSError, and then leaves nothing behind."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{secrets.token_hex(4)}")
    try:
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        with suppress(FileExistsError):  # of two that start at once, both read the same secret
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
