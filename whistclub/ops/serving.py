"""Runs the web server until somebody stops it."""

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Protocol, cast

from django.db import connection, connections
from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

from whistclub.environment import FIGURES_FOLDER
from whistclub.ops.worker import say_stopping

if sys.platform != "win32":
    import resource

MOST_WORKERS = 4
SECONDS_TO_STOP = 5
SECONDS_FOR_HEAD = 30  # also how long a connection may stay open unused
MOST_OF_HEAD = 32 * 2**10  # bytes
MOST_CONNECTIONS = 12_000
SECONDS_BETWEEN_QUESTIONS = 0.05
SECONDS_TO_ANSWER = 30  # the first request, before `start` says that none was answered
OTHER_FILES = 200  # open besides connections: the database, scripts, pages

Stop = Callable[[], object]


class Server(Protocol):
    """What is used here of the server, whose package declares no types for it."""

    def signal_handler_interrupt(self, *of_signal: object) -> None: ...
    def on_startup(self, hook: Callable[[], object]) -> None: ...
    def serve(self) -> None: ...


@dataclass(frozen=True)
class Https:
    """How https is served: its port, and the files of the certificate chain and its key."""

    port: int
    chain: Path
    key: Path


def serve(host: str, port: int, announce: Callable[[Stop], None], https: Https | None = None) -> bool:
    """Answer requests until Ctrl-C or a signal; tell whether it ended because it was asked to.

    `announce` is called once the port is ours and a signal stops us cleanly; calling what it is given does the same.
    With `https` a second process serves the
    same site on its port; each ends with the other.
    """
    connections.close_all()
    # Each worker starts afresh, on every system alike: it reads the settings from today's environment.
    multiprocessing.set_start_method("spawn", force=True)
    server = make_server(host, port)
    interrupt = server.signal_handler_interrupt
    asked = heard(server)
    second = multiprocessing.Process(target=serve_https, args=(host, https)) if https else None
    starting = [second.start, lambda: when_ended(second, interrupt)] if second else []
    with tempfile.TemporaryDirectory(prefix="whistclub-") as figures:
        os.environ[FIGURES_FOLDER] = figures  # all processes count together: ops/monitoring.py
        try:
            run(server, *starting, lambda: announce(server.signal_handler_interrupt))
        finally:
            if second and second.is_alive():
                second.terminate()
                second.join()
    return asked.is_set()


def when_answering(host: str, port: int, act: Callable[[bool], None]) -> None:
    """Call this with True once the site has answered a request; with False if it takes longer than SECONDS_TO_ANSWER.

    After a start it takes a few seconds to read its own program. Only the port of plain http is asked, also where the
    site is on https as well: a second process serves that, and may answer a little earlier or later.
    """
    address = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not every system connects to these

    def ask() -> None:
        end = time.monotonic() + SECONDS_TO_ANSWER
        has_answered = False
        while not has_answered and (left := end - time.monotonic()) > 0:
            has_answered = answers(address, port, left)
            if not has_answered:
                time.sleep(SECONDS_BETWEEN_QUESTIONS)
        act(has_answered)

    threading.Thread(target=ask, daemon=True).start()


def answers(address: str, port: int, seconds: float) -> bool:
    """Whether the site answers a request, without waiting longer than this for the next part of its answer."""
    with suppress(OSError, HTTPException), closing(HTTPConnection(address, port, timeout=seconds)) as connection:
        connection.request("GET", "/", headers={"Host": "localhost"})
        connection.getresponse()
        return True
    return False


def when_ended(process: Any, act: Callable[[], None]) -> None:
    def wait() -> None:
        process.join()
        act()

    threading.Thread(target=wait, daemon=True).start()


def serve_https(host: str, https: Https) -> None:
    """Run the second process."""
    server = make_server(host, https.port, https)
    asked = heard(server)
    when_ended(multiprocessing.parent_process(), server.signal_handler_interrupt)
    run(server)
    raise SystemExit(0 if asked.is_set() else 1)


def make_server(host: str, port: int, https: Https | None = None) -> Server:
    server = Granian(
        "whistclub.rsgi:gate",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        workers=min(MOST_WORKERS, os.cpu_count() or 1) if connection.vendor == "postgresql" else 1,
        # HTTP/2 would let one connection send many requests, and wait for ever: it has no time limit in this server.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=SECONDS_FOR_HEAD * 1000, max_buffer_size=MOST_OF_HEAD),
        backpressure=connections_at_most(),
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_STOP,
        websockets=False,
        log_level=LogLevels.critical,
        ssl_cert=https.chain if https else None,
        ssl_key=https.key if https else None,
        ssl_protocol_min=SSLProtocols.tls12,  # phones with an Android before 10 know no newer
    )
    return cast("Server", server)


def connections_at_most() -> int:
    """How many connections a worker keeps open at once; it raises the system's limit of files as far as it may."""
    if sys.platform == "win32":  # has no such limit
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if resource.RLIM_INFINITY != soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # With none left the server would try again and again to take the next one.
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else max(min(soft - OTHER_FILES, MOST_CONNECTIONS), 1)


def run(server: Server, *when_stoppable: Callable[[], object]) -> None:
    """Serve until a signal; call these in order once the port is ours and a signal stops us cleanly."""
    if hasattr(signal, "SIGHUP"):
        # The window was closed. The server would take it for "reload" and live on, unseen, holding the port.
        server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))
    if hasattr(signal, "pthread_sigmask"):
        keep_ctrl_c_from_workers(server)
    for each in when_stoppable:
        server.on_startup(each)
    # A worker that was still starting when all were told to stop dies of it; the server takes that for a failure.
    with suppress(SystemExit):
        server.serve()


def heard(server: Server) -> threading.Event:
    """Set once the server has been asked to stop."""
    asked, interrupt = threading.Event(), server.signal_handler_interrupt

    def stop(*of_signal: object) -> None:
        asked.set()
        say_stopping()
        interrupt(*of_signal)

    server.signal_handler_interrupt = stop  # type: ignore[method-assign] # the server has no hook for this
    return asked


def keep_ctrl_c_from_workers(server: Server) -> None:
    """Let the terminal's Ctrl-C end the server, which then ends its workers.

    A terminal sends it to all of them at once, and a worker told to stop twice sometimes never does.
    """
    resource_tracker.ensure_running()  # it comes with the first worker, and would undo the blocking
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # workers inherit this

    def wait() -> None:
        signal.sigwait({signal.SIGINT})
        server.signal_handler_interrupt()

    threading.Thread(target=wait, daemon=True).start()
