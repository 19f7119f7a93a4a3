"""What each process that answers requests does for itself."""

import multiprocessing
import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SECONDS_UNREAD = 30


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


def give_up_unread() -> None:
    """Let the system end connections that read nothing of their answer; the server would keep them for ever.

    Only Linux knows this limit. Connections inherit it from the socket that listens.
    """
    files = Path("/proc/self/fd").iterdir() if sys.platform == "linux" else ()
    for number in [int(file.name) for file in files if file.is_socket()]:
        with suppress(OSError), socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as listener:
            if listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS_UNREAD * 1000)
