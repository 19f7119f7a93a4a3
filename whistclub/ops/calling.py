"""A WSGI application called with a whole request, for a whole answer."""

import io
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http import HTTPStatus
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from whistclub.web.addresses import without_port

MOST_IN_MEMORY = 4 * 2**20  # bytes of an answer; a longer one, such as all hands of a club, goes through a file
SECONDS_OF_FILE = 60  # until its name is removed; the server opens it at once

Headers = list[tuple[str, str]]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Scope(Protocol):
    """The head of a request, as the server gives it; addresses end with a port."""

    client: str
    server: str
    scheme: str
    method: str
    path: str
    query_string: str
    http_version: str
    headers: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer; a very long one is in a file."""

    status: int
    headers: Headers
    whole: bytes | Path


class LongAnswers:
    """Files of long answers, in a folder of this process alone, which is gone when the process ends."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._folder: str | None = None

    def keep(self, chunks: Iterable[bytes]) -> Path:
        """A file of this answer, removed later; at once if the answer fails half-way."""
        with self._making:
            self._folder = self._folder or tempfile.mkdtemp(prefix="whistclub-")
        handle, name = tempfile.mkstemp(dir=self._folder)
        file = Path(name)
        try:
            with os.fdopen(handle, "wb") as out:
                out.writelines(chunks)
        except BaseException:
            file.unlink()
            raise
        timer = threading.Timer(SECONDS_OF_FILE, file.unlink, kwargs={"missing_ok": True})
        timer.daemon = True
        timer.start()
        return file

    def remove(self) -> None:
        """Remove all of them, before the process ends."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


def call(application: Application, scope: Scope, address: str, body: bytes, files: LongAnswers) -> Answer:
    """What an application answers to the request of a client at this address, a very long one in `files`."""
    status, headers = HTTPStatus.INTERNAL_SERVER_ERROR.value, Headers()
    parts: list[bytes] = []

    def start_response(line: str, its_headers: Headers, _error: object = None) -> Callable[[bytes], None]:
        nonlocal status, headers
        status, headers = int(line[:3]), its_headers
        return parts.append

    chunks = application(environ(scope, address, body), start_response)
    try:
        whole = gathered(chunks, parts, files)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return Answer(status, headers, whole)


def gathered(chunks: Iterable[bytes], parts: list[bytes], files: LongAnswers) -> bytes | Path:
    """A whole answer; one that would take much memory as a file."""
    chunks, held = iter(chunks), 0
    for chunk in chunks:
        parts.append(chunk)
        held += len(chunk)
        if held > MOST_IN_MEMORY:
            return files.keep(chain(parts, chunks))
    return b"".join(parts)


def environ(scope: Scope, address: str, body: bytes) -> dict[str, Any]:
    """A request as WSGI describes it (PEP 3333)."""
    server, port = without_port(scope.server)
    found = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "REMOTE_ADDR": address,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": "HTTP/1.1" if scope.http_version == "1.1" else "HTTP/1.0",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        # A name with "_" would be taken for one with "-", such as those that only a proxy may set.
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        found[key] = f"{found[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}" if key in found else value
    return found
