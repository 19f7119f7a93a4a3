"""What the terminal shows: strangers' requests and a database that is away in one line each, the rest in full.

No line has an address that lets in whoever reads it.
"""

import json
import logging
import re
import time
from datetime import UTC, datetime

from django.db import InterfaceError, OperationalError

SECONDS_BETWEEN = 60
# Addresses that let in whoever has them: pads, table cards, invitations, new passwords, calendars, the list at the
# door. Codes of games and parties are for those who were given them.
# An address within another one has %2F for each slash.
SECRET = re.compile(
    r"""(^|[\s"'(=]|//[^/\s]+)(/|%2F)(t|welcome|sign-in(?:/|%2F)new-password|calendar|p)\2[^\s"'<>]+""",
    re.MULTILINE | re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """The text of a log with the ends of secret addresses cut off."""
    return SECRET.sub(r"\1\2\3\2…", text)


class PlainLines(logging.Formatter):
    """The usual lines, with tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class WithoutTraceback(logging.Filter):
    """Leaves one line of each record: it was not our code that failed."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        return True


class DatabaseAwayOnce(logging.Filter):
    """Leaves one line a minute of a database that is away or held by others: each request would say it again."""

    logged_at: float | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not is_database_away(error):
            return True
        if self.logged_at is not None and time.monotonic() < self.logged_at + SECONDS_BETWEEN:
            return False
        self.logged_at = time.monotonic()
        reason = str(error).strip().partition("\n")[0]
        record.msg, record.args = (
            "The database cannot be used at the moment: %s. Visitors are asked to wait.",
            (reason,),
        )
        record.exc_info = None
        return True


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs that collect logs. `extra` of a record is in it; nothing personal is."""

    FIELDS = ("method", "page", "status", "milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        line |= {name: getattr(record, name) for name in self.FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def is_database_away(error: object) -> bool:
    """Whether an error says that the database cannot be reached, is held by others, or its disk is full.

    SQLite uses the same error for a table that is missing, which waiting does not mend.
    """
    return isinstance(error, OperationalError | InterfaceError) and not str(error).startswith("no such")
