"""Work that the server does in the background."""

import logging
import threading
from collections.abc import Callable

from django.db import connections

from whistclub.play.actions.statistics import bring_up_to_date, rate_waiting

SECONDS_BETWEEN = 5


def start_upkeep() -> Callable[[], None]:
    """Let statistics learn of finished games every few seconds, so that their readers need not wait.

    Call what is returned to stop it.
    """
    is_over = threading.Event()
    thread = threading.Thread(target=_keep_up, args=(is_over,), daemon=True)
    thread.start()

    def stop() -> None:
        is_over.set()
        thread.join()

    return stop


def _keep_up(is_over: threading.Event) -> None:
    while not is_over.is_set():
        try:
            bring_up_to_date()
            rate_waiting()
        except Exception:
            # Whatever it was, the games stay marked for the next time, or for the next reader.
            logging.getLogger(__name__).exception("Statistics could not be brought up to date.")
        finally:
            connections.close_all()
        is_over.wait(SECONDS_BETWEEN)
