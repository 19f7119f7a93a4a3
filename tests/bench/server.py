"""The real server, started as people start it, and what it costs."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 180  # it may count the statistics of a filled database


@contextmanager
def empty_site() -> Iterator[None]:
    """An empty database, used by this process and those it starts until the block ends."""
    with tempfile.TemporaryDirectory(prefix="whistclub-bench-") as folder:
        os.environ |= {"WHISTCLUB_DATA": folder, "DJANGO_SETTINGS_MODULE": "whistclub.settings"}
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        yield


@contextmanager
def running(port: int) -> Iterator[subprocess.Popen]:
    """`manage.py start` from its first answer until the block ends."""
    process = started(port)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def started(port: int) -> subprocess.Popen:
    """`manage.py start` in this process's environment, in a group of its own, once it answers."""
    command = [sys.executable, "manage.py", "start", "--local", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        _wait_for(port, process)
    except SystemExit:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(pid: int) -> float | None:
    """What a process and its children have used so far; None where the system does not tell in /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return None
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(int(child)) or 0 for child in children)


def _wait_for(port: int, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server did not start.")
