"""A process that computes for the first one."""

import multiprocessing
import os
import signal
import threading

import django


def begin_computing() -> None:
    """Make it ready: the first process ends it, even if that is killed, not Ctrl-C, which a terminal sends to both.

    Until this is done no module with models can be imported.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := multiprocessing.parent_process():

        def wait() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=wait, daemon=True).start()
    django.setup()
