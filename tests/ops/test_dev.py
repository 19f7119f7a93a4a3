"""`manage.py dev` for real: a made-up club, pages that explain their errors, and a reload."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from tests.house.checks import ROOT
from tests.ops.site import PATIENCE, free_port, own_environment
from tests.ops.test_start_site import posix_only


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard also where the tests run in the background: what shells start there is born deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def page(address: str) -> tuple[int, str]:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def stopped(server: subprocess.Popen[str]) -> str:
    """Press Ctrl-C, and again if it came while Django’s reloader could not hear it. Returns what was printed."""
    for _press in range(3):
        os.killpg(server.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return server.communicate(timeout=PATIENCE / 3)[0]
    os.killpg(server.pid, signal.SIGKILL)
    raise AssertionError("it does not stop")


@posix_only
def test_the_development_server_fills_a_club_and_explains_errors(tmp_path, ctrl_c):
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "manage.py", "dev", str(port)],
        cwd=ROOT,
        env=own_environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        status, front = page(f"http://127.0.0.1:{port}/")
        assert status == 200
        assert "/static/css/base.css" in front
        assert page(f"http://127.0.0.1:{port}/static/css/parts.css")[0] == 200
        status, explained = page(f"http://127.0.0.1:{port}/nowhere/at/all/")
        assert status == 404
        assert "DEBUG = True" in explained
    finally:
        printed = stopped(server)
    assert "A new database is ready." in printed
    assert "Password" in printed or "password" in printed
