"""Work that the server does in the background."""

import logging
import threading
import time
from collections.abc import Callable

from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from whistclub.archive.bin.actions import empty
from whistclub.play.actions.statistics import bring_up_to_date, rate_waiting

SECONDS_BETWEEN = 5
SECONDS_BETWEEN_CLEARING = 3600


def start_upkeep() -> Callable[[], None]:
    """Let statistics learn of finished games every few seconds, so that their readers need not wait.

    Each hour, empty the bin and clear expired sessions.

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
    clears_at = time.monotonic()
    while not is_over.is_set():
        try:
            bring_up_to_date(gives_way=True)
            rate_waiting()
            if time.monotonic() >= clears_at:
                clears_at = time.monotonic() + SECONDS_BETWEEN_CLEARING
                empty(timezone.now())
                call_command("clearsessions")
        except Exception:
            # Whatever it was, games stay marked for the next time, or for the next reader.
            logging.getLogger(__name__).exception("Statistics could not be brought up to date, or old things removed.")
        finally:
            connections.close_all()
        is_over.wait(SECONDS_BETWEEN)
