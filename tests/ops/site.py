"""`manage.py start` in a process of its own."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = "Whistclub is running."
PATIENCE = 180  # seconds; a machine under test may be slow
OURS_ONLY = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")


class Site:
    """`manage.py start` in a process of its own, on a data folder and a port of its own."""

    def __init__(self, data: Path, *words: str, port: int | None = None, **variables: str) -> None:
        self.data, self.port = data, port or free_port()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "start", "--port", str(self.port), *words],
            cwd=ROOT,
            env=own_environment(data) | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.printed: list[str] = []
        self.reader = threading.Thread(target=lambda: self.printed.extend(self.process.stdout), daemon=True)
        self.reader.start()

    def wait_for(self, text: str) -> None:
        """Until it has printed this, or has ended."""
        end = time.monotonic() + PATIENCE
        while not any(text in line for line in self.printed) and self.process.poll() is None:
            assert time.monotonic() < end
            time.sleep(0.05)

    def get(self, path: str, host: str = "localhost") -> int:
        """Answer the status of a page, waiting until the server is there."""
        self.wait_for(RUNS)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
                    connection.request("GET", path, headers={"Host": f"{host}:{self.port}"})
                    return connection.getresponse().status
            except OSError:
                if self.process.poll() is not None:
                    raise AssertionError(f"It has ended: {self.end()}") from None
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children]

    def wait_for_new_worker(self, last: int) -> None:
        """Until a server process that is not this one takes connections."""
        end = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < end
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                if self.workers() not in ([], [last]):
                    return
            time.sleep(0.02)

    def end(self, signal_number: int | None = None) -> str:
        """Send the signal as a terminal would, to all processes; answer all that was printed."""
        if signal_number is not None:
            os.killpg(self.process.pid, signal_number)
        self.process.wait(timeout=PATIENCE)
        self.reader.join(PATIENCE)
        return "".join(self.printed)


def own_environment(data: Path) -> dict[str, str]:
    named = {name: value for name, value in os.environ.items() if not name.startswith("WHISTCLUB_")}
    return {name: value for name, value in named.items() if name not in OURS_ONLY} | {"WHISTCLUB_DATA": str(data)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
