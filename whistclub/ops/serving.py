"""Runs the web server until somebody stops it."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import resource_tracker
from typing import Protocol

from django.db import connection, connections
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

MOST_WORKERS = 4
# Two: one slow request (a password takes half a second) holds nobody up, and more only wait for each other.
THREADS = 2
SECONDS_TO_STOP = 5


class Server(Protocol):
    """What is used here of the server, whose package declares no types for it."""

    def signal_handler_interrupt(self, *of_signal: object) -> None: ...


def serve(host: str, port: int, announce: Callable[[], None]) -> bool:
    """Answer requests until Ctrl-C or a signal; tell whether it ended because it was asked to.

    `announce` is called once the port is ours and a signal stops us cleanly.
    """
    workers = min(MOST_WORKERS, os.cpu_count() or 1) if connection.vendor == "postgresql" else 1
    connections.close_all()
    # Each worker starts afresh, on every system alike: it reads the settings from today's environment.
    multiprocessing.set_start_method("spawn", force=True)
    server = Granian(
        "whistclub.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=THREADS,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_STOP,
        websockets=False,
        log_level=LogLevels.critical,
    )
    asked = heard(server)
    if hasattr(signal, "SIGHUP"):
        # The window was closed. The server would take it for "reload" and live on, unseen, holding the port.
        server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))
    if hasattr(signal, "pthread_sigmask"):
        keep_ctrl_c_from_workers(server)
    server.on_startup(announce)
    try:
        server.serve()
    except SystemExit:
        # A worker that was still starting when all were told to stop dies of it; the server takes that for a failure.
        return asked.is_set()
    return True


def heard(server: Server) -> threading.Event:
    """Set once the server has been asked to stop."""
    asked, interrupt = threading.Event(), server.signal_handler_interrupt

    def stop(*of_signal: object) -> None:
        asked.set()
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
