"""What the terminal shows. No line has an address that lets in whoever reads it."""

import logging
import re

# Addresses that open a page for anyone who holds them: pads, table cards, invitations, new passwords, calendars, the
# sign-up list. Codes of games and parties are for those who were given them.
# An address within another one has %2F for each slash.
SECRET = re.compile(
    r"""(^|[\s"'(=]|//[^/\s]+)(/|%2F)(t|welcome|sign-in(?:/|%2F)new-password|calendar|p)\2[^\s"'<>]+""",
    re.MULTILINE | re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """The text of a log with the ends of secret addresses cut off."""
    return SECRET.sub(r"\1\2\3\2…", text)


class Lines(logging.Formatter):
    """The usual lines, with tracebacks; what no browser sends, such as another host, in one line."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith("django.security"):
            record.exc_info = None
        return without_secrets(super().format(record))
