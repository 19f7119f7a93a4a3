"""What the processes beside the first one do for themselves: those that answer requests, and the one that computes."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import django

from whistclub.environment import FIGURES_FOLDER

SECONDS_UNREAD = 30
STOPPING = "stopping"  # a file in the folder that the processes of a site have in common


def end_with_parent(last: Callable[[], None]) -> None:
    """End this process when the one that started it has ended, even if that was killed: else it would keep the port.

    `last` is called before.
    """
    if parent := multiprocessing.parent_process():

        def wait() -> None:
            parent.join()
            last()
            os._exit(1)

        threading.Thread(target=wait, daemon=True).start()


def begin_computing() -> None:
    """Make a process ready that computes for the first one: that ends it, not Ctrl-C, which a terminal sends to both.

    Until this is done no module with models can be imported.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(lambda: None)
    django.setup()


def say_stopping() -> None:
    """Let all processes of this site know that it stops: a page that waits for news is no reason to go on."""
    with suppress(FileNotFoundError):  # they have stopped
        Path(os.environ[FIGURES_FOLDER], STOPPING).touch()


def is_stopping() -> bool:
    return FIGURES_FOLDER in os.environ and Path(os.environ[FIGURES_FOLDER], STOPPING).exists()


def give_up_unread() -> None:
    """Let the system end connections that read nothing of their answer; the server would keep them for ever.

    Only Linux knows this limit. Connections inherit it from the socket that listens.
    """
    files = Path("/proc/self/fd").iterdir() if sys.platform == "linux" else ()
    for number in [int(file.name) for file in files if file.is_socket()]:
        with suppress(OSError), socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as listener:
            if listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS_UNREAD * 1000)
