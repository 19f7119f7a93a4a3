"""Answers that are given again, in front of Django, while nothing at all in the database has changed.

The law: what is given again equals what would be built now. A view says with `keep` which answers may be kept; what
nobody marks is built each time. An answer is kept for one position of the database, read before it was built, and
until the moment at which time alone would change it. Nothing is kept of requests with a session, nor what sets a
cookie (as each page with a form does).
"""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from math import inf
from sys import getsizeof
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpResponse, HttpResponseBase

# A moment of a page with a running clock, which counts on from what the page says.
SECONDS_WITH_CLOCK = 0.2
MOST_BYTES = 32_000_000
# Of what a request is known by: its address, cookies and the headers that answers depend on, together.
MOST_LETTERS = 900
# What is held in addition to the body of an answer and what its request is known by, roughly.
BYTES_BESIDES = 2_000

# Equal values mean equal data. SQLite changes its number with each commit of another connection, of any process, and
# the connection that asks never writes. On PostgreSQL equal snapshots see the same transactions. (A position in the
# log would not do: a transaction is written there before others see it.)
POSITION = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_snapshot()::text"}

Environ = dict[str, Any]
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Keeping:
    """When an answer was built, and until when it holds, in seconds since 1970; the clock may be set back meanwhile.

    `for_anyone`: the same for all who ask this address with this `v`, whatever other parameters they send and whatever
    cookies but that of a session.
    """

    built: float
    until: float
    for_anyone: bool


@dataclass(frozen=True, slots=True)
class Kept:
    status: str
    headers: list[tuple[str, str]]
    body: bytes
    keeping: Keeping

    @property
    def code(self) -> int:
        return int(self.status[:3])

    @property
    def is_no_news(self) -> bool:
        """Whether it says to all who ask the same that nothing is new."""
        return self.code == 204 and self.keeping.for_anyone

    @property
    def holds(self) -> bool:
        return self.keeping.built <= time.time() < self.keeping.until


class Answers(dict[Key, Kept]):
    """What is kept for one position of the database: a limited number of bytes, then it begins again."""

    size = 0

    def add(self, key: Key, kept: Kept) -> None:
        size = len(kept.body) + sum(map(getsizeof, key)) + BYTES_BESIDES
        if self.size + size > MOST_BYTES:
            self.clear()
            self.size = 0
        self.size += size
        self[key] = kept

    def holding(self, keys: tuple[Key, ...]) -> Kept | None:
        """An answer under one of these keys whose time has not passed."""
        return next((kept for key in keys if (kept := self.get(key)) and kept.holds), None)


def keep(
    response: HttpResponse, *, until: datetime | None, with_clock: bool = False, for_anyone: bool = False
) -> HttpResponse:
    """Let an answer be given again to requests that equal this one, while nothing changes in the database.

    `until` is when time alone changes it, seen from a moment before it was built; None if it never does. It may depend
    on the address, on all cookies and on `HX-Request`, but on no other header and on nothing outside the database.
    """
    now = time.time()
    by_itself = until.timestamp() if until else inf
    end_of_moment = (now // SECONDS_WITH_CLOCK + 1) * SECONDS_WITH_CLOCK
    holds_until = min(by_itself, end_of_moment) if with_clock else by_itself
    response.keeping = Keeping(now, holds_until, for_anyone)  # type: ignore[attr-defined] # read by KeptAnswers
    return response


def keep_no_longer(response: HttpResponse, until: datetime | None) -> None:
    """For a gate that knows more than the view: an answer that may be kept holds until this moment at the longest."""
    keeping: Keeping | None = getattr(response, "keeping", None)
    if keeping and until:
        shorter = replace(keeping, until=min(keeping.until, until.timestamp()))
        response.keeping = shorter  # type: ignore[attr-defined] # read by KeptAnswers


class KeptAnswers:
    """The site with its kept answers, as a WSGI application."""

    def __init__(self, site: Callable[..., Iterable[bytes]]) -> None:
        self.site = site
        self._lock = threading.Lock()
        self._of_threads, self._of_server = Position(), Position()
        self._answers = Answers()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        keys = _keys(environ)
        if not keys:
            return self.site(environ, start_response)
        answers = self._current()
        if kept := answers.holding(keys):
            start_response(kept.status, list(kept.headers))
            return [kept.body]
        sent: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            sent.append((status, headers))
            return start_response(status, headers, *more)

        response = self.site(environ, start)
        keeping = getattr(response, "keeping", None)
        if keeping and isinstance(response, HttpResponse) and _is_of_nobody(environ, response):
            status, headers = sent[-1]
            answers.add(keys[not keeping.for_anyone], Kept(status, list(headers), response.content, keeping))
        return response

    def at_once(self, environ: Environ) -> Kept | None:
        """What would be given again, for a server that must not wait: only where the database is a file.

        For one thread, the server's. It has a connection of its own, for it would wait long for that of the others:
        each of them loses the interpreter while it asks the database.
        """
        keys = _keys(environ) if self._of_server.is_open else None
        return self._at(self._of_server).holding(keys) if keys else None

    def for_anyone(self, names: Iterable[Key]) -> list[Kept | None]:
        """What would be given again to anyone who asks these, by `key_for_anyone`. The database is asked once."""
        answers = self._current()
        return [answers.holding((name,)) for name in names]

    def _current(self) -> Answers:
        """The answers for the database as it is now; none, which nobody keeps, if it cannot be asked."""
        with self._lock:
            answers = self._at(self._of_threads)
            if self._of_threads.is_file and not self._of_server.is_open:
                with suppress(Error):
                    self._of_server.open()
            return answers

    def _at(self, position: "Position") -> Answers:
        """The same, as one of the connections sees it.

        What one finds changed, the other finds changed as well when it looks next: that drops what holds, and costs one
        more building, but never leaves anything old. A thread keeps its answer among those that it found before.
        """
        try:
            if position.has_changed():
                self._answers = Answers()
            return self._answers
        except Error:
            position.close()
            return Answers()

    def close(self) -> None:
        """Close the connections; they are opened again when they are needed."""
        with self._lock:
            self._of_threads.close()
            self._of_server.close()


class Position:
    """Where the database is, read on a connection of its own, which never is in a transaction.

    For one thread at a time.
    """

    def __init__(self) -> None:
        self._database: Any = None
        self._last: object = None

    @property
    def is_open(self) -> bool:
        return self._database is not None

    @property
    def is_file(self) -> bool:
        return self.is_open and self._database.vendor == "sqlite"

    def has_changed(self) -> bool:
        """Whether anything was committed since this was asked before; the first time it was. Raises Error."""
        self.open()
        with self._database.wrap_database_errors:
            position = self._database.connection.execute(POSITION[self._database.vendor]).fetchall()
        last, self._last = self._last, position
        return bool(position != last)

    def open(self) -> None:
        if self._database is None:
            database = connections.create_connection(DEFAULT_DB_ALIAS)
            database.inc_thread_sharing()
            database.ensure_connection()
            self._database = database

    def close(self) -> None:
        database, self._database, self._last = self._database, None, None
        if database is not None:
            database.close()


def key_for_anyone(environ: Environ) -> Key | None:
    """Equal for all who get the same answer, if it is for anyone; None if none is kept."""
    keys = _keys(environ)
    return keys[0] if keys else None


def _keys(environ: Environ) -> tuple[Key, Key] | None:
    """Under what an answer is kept: for anyone, or for this visitor; None if it cannot be kept."""
    get: Callable[[str, str], str] = environ.get
    path, query, host = get("PATH_INFO", ""), get("QUERY_STRING", ""), get("HTTP_HOST", "")
    cookies = get("HTTP_COOKIE", "")
    if get("REQUEST_METHOD", "") != "GET" or path.startswith(settings.STATIC_URL) or not host:
        return None
    place = (_scheme(environ), host, path, get("HTTP_HX_REQUEST", ""), get("HTTP_ACCEPT_ENCODING", ""))
    if sum(map(len, (*place, query, cookies))) > MOST_LETTERS:
        return None
    version = parse_qs(query, keep_blank_values=True).get("v", [""])[-1]
    # Organisers may see more than anyone: they share only among themselves, and only that there is nothing new.
    group = "of a session" if _has_session(environ) else "of nobody"
    return (*place, version, group), (*place, "of a visitor", query, cookies)


def _scheme(environ: Environ) -> str:
    """The one that pages see: what the proxy says counts only where there is one, as Django reads it."""
    if settings.BEHIND_HTTPS and environ.get("HTTP_X_FORWARDED_PROTO", "").partition(",")[0].strip() == "https":
        return "https"
    return str(environ.get("wsgi.url_scheme", ""))


def _is_of_nobody(environ: Environ, response: HttpResponseBase) -> bool:
    """Whether an answer belongs to nobody in particular: it was given to no session, and sets no cookie.

    That there is nothing new says nothing about anyone.
    """
    if response.cookies:
        return False
    return response.status_code == 204 or not _has_session(environ)


def _has_session(environ: Environ) -> bool:
    return settings.SESSION_COOKIE_NAME in environ.get("HTTP_COOKIE", "")
