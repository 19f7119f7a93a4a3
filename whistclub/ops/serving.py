"""Runs the web server until somebody stops it: one process watches, the one it starts serves."""

import gc
import hashlib
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import waitress
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connections
from whitenoise.storage import CompressedManifestStaticFilesStorage

from whistclub.accounts.hashers import MOST_AT_ONCE

# A page takes some milliseconds; most of these threads are there for people who sign in at the same time and wait.
THREADS = MOST_AT_ONCE + 8
MOST_CONNECTIONS, OTHER_FILES = 4000, 200  # 400 phones open up to 2,400
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the last: the window was closed
UNUSED = ["ext", "htmax*", "htmx-4*"]  # of django-htmx; a comment in one of them looks like an import


def serve(host: str, port: int, begin: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C or a signal. A server process that ends is started again.

    Each calls `begin` when it takes connections; from then on it answers them.
    """
    import_module(settings.ROOT_URLCONF)  # all views, once for all processes
    connections.close_all()
    for number in SIGNALS:
        signal.signal(number, lambda *_of_signal: sys.exit())
    beside = multiprocessing.get_context("fork")  # nothing runs beside it in this process, so a copy is whole
    process = None
    with suppress(SystemExit):
        while True:
            process = beside.Process(target=answer, args=(host, port, begin))
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # or a process would have begun that we do not know of
            process.start()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            process.join()
            code = process.exitcode or 0
            why = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
            sys.stderr.write(f"The server process has ended {why}. It is started again.\n")
            time.sleep(1)
    if process and process.is_alive():
        process.terminate()
        process.join(10)  # seconds
        process.kill()


def answer(host: str, port: int, begin: Callable[[], None]) -> None:
    """Serve the site until told to stop, or until the watching process has gone."""
    os.setsid()  # Ctrl-C reaches only the process that watches
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    sys.setswitchinterval(0.001)  # a hand that is saved asks the database often, and gets its turn again sooner
    threading.Thread(target=end_with_parent, daemon=True).start()
    # Waitress reads and writes without a thread, so a slow phone keeps nobody else waiting.
    server = waitress.create_server(
        get_wsgi_application(),
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=connections_at_most(),
        asyncore_use_poll=True,
        channel_timeout=60,
        max_request_header_size=32 * 2**10,
        max_request_body_size=16 * 2**20,  # a logo that is too large is refused by its form, in words
        trusted_proxy="*" if settings.BEHIND_HTTPS else None,
        trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"} if settings.BEHIND_HTTPS else set(),
        ident=None,
    )
    gc.freeze()  # what is there now stays: it need not be looked through again and again
    gc.set_threshold(50_000, 20, 100)  # a page of a large hall has as many objects, which go with it
    begin()
    server.run()


def end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def connections_at_most() -> int:
    """How many connections may be open at once; raises the system's limit of files as far as it may."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    files = min(MOST_CONNECTIONS + OTHER_FILES, sys.maxsize if hard == resource.RLIM_INFINITY else hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(files - OTHER_FILES, 1)


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # the package declares no types
    """Under names that carry a hash of their content: browsers keep them for a year."""

    support_js_module_import_aggregation = True  # modules import each other by the hashed names


def collect_static_files() -> None:
    """Copy what browsers get into the data folder, unless that is what lies there already."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(UNUSED):
            file = Path(storage.path(path)).stat()
            digest.update(f"{path} {file.st_size} {file.st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT, "collected.txt")
    if not stamp.exists() or stamp.read_text() != digest.hexdigest():
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
        stamp.write_text(digest.hexdigest())
