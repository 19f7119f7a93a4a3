"""What `start` decides and shows."""

import contextlib
import os
import re
import shutil
import signal
import socket
import sqlite3
import sys
import time
from pathlib import Path

import pytest

from tests.ops.site import PATIENCE, Site
from whistclub.ops import network, storage
from whistclub.ops.errors import StartError
from whistclub.ops.management.commands import start as start_command
from whistclub.ops.network import greeting


def test_the_start_banner_lists_every_address():
    lines = greeting("http://localhost:8000", ["http://192.168.1.7:8000", "http://10.0.0.2:8000"], None, with_qr=False)
    text = "\n".join(lines)
    assert "On this computer  http://localhost:8000" in text
    assert "On phones nearby  http://192.168.1.7:8000" in text
    assert "or  http://10.0.0.2:8000" in text
    assert "organiser" not in text


def test_without_a_network_the_start_banner_says_so_and_has_no_qr_code():
    lines = greeting("http://localhost:8000", [], "/welcome/token/", with_qr=True)
    assert "  http://localhost:8000/welcome/token/" in lines
    assert any("Phones cannot reach it" in line for line in lines)
    assert "█" not in "".join(lines)


@pytest.mark.parametrize("address, others", [("127.0.1.1", False), ("169.254.3.4", False), ("192.168.1.7", True)])
def test_addresses_that_reach_nobody_are_left_out(address, others):
    assert network.reaches_others(address) is others


def test_a_foreign_address_cannot_be_bound():
    with pytest.raises(StartError, match=r"Cannot listen on 192\.0\.2\.77"):
        network.require_free("192.0.2.77", 8000)


def test_a_database_of_a_newer_version_is_refused(monkeypatch):
    applied = {("club", "0001_initial"): None, ("club", "0099_colours"): None}
    monkeypatch.setattr(storage.MigrationRecorder, "applied_migrations", lambda _recorder: applied)
    with pytest.raises(StartError, match=r"newer version of whistclub \(it knows club\.0099_colours\)"):
        storage.bring_up_to_date()


SECONDS_TO_ANSWER = 4  # less than `Site.get` waits before it asks again

posix_only = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the worker in /proc")
def test_the_server_survives_a_dead_worker_and_stops_at_ctrl_c(kept, start):
    site = start("--local")
    assert site.get("/") < 500
    assert site.get("/", host="elsewhere.example") == 400
    [worker] = site.workers()
    os.kill(worker, signal.SIGKILL)
    assert site.get("/") < 500
    assert site.workers() != [worker]
    os.kill(site.workers()[0], signal.SIGTERM)
    site.wait_for("has ended with exit code 0")
    assert site.get("/") < 500

    printed = site.end(signal.SIGINT)

    assert site.process.returncode == 0
    assert printed.rstrip().endswith("Stopped.")
    assert "Traceback" not in printed
    assert "The server process has ended by signal SIGKILL. It is started again." in printed
    assert sum("elsewhere.example" in line for line in printed.splitlines()) == 1
    assert f"http://localhost:{site.port}" in printed


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the worker in /proc")
def test_a_worker_ends_with_the_server_even_if_that_was_killed(kept, start):
    site = start("--local")
    assert site.get("/") < 500
    [worker] = site.workers()
    os.kill(site.process.pid, signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while is_running(worker) or not is_free(site.port):
        assert time.monotonic() < end
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """A process that has ended stays in the list until somebody asks how."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2]
    except FileNotFoundError:
        return False
    return not state.startswith("Z")


def is_free(port: int) -> bool:
    """The first thread of a process may end before the others, which still hold its port."""
    try:
        network.require_free("127.0.0.1", port)
    except StartError:
        return False
    return True


@pytest.fixture(scope="module")
def for_phones(first, tmp_path_factory):
    """A second start, for all of the network."""
    data = shutil.copytree(first[0], tmp_path_factory.mktemp("phones") / "data")
    site = Site(data)
    assert site.get("/") < 500
    yield site
    site.end(signal.SIGTERM)


@posix_only
def test_the_link_for_the_first_organiser_is_shown_and_works(first, for_phones):
    path = re.search(r"http://localhost:\d+(/welcome/\S+)", first[1])[1]

    assert for_phones.get(path) == 200
    assert for_phones.get("/welcome/wrong/") == 404


@posix_only
def test_phones_on_the_network_are_answered_and_strangers_names_are_not(for_phones):
    own_name = socket.gethostname().lower()
    assert for_phones.get("/", host=own_name) < 400
    for address in network.lan_addresses():
        assert for_phones.get("/", host=address) < 400
    assert for_phones.get("/", host="elsewhere.example") == 400


@posix_only
@pytest.mark.parametrize(
    "words, status",
    [
        (b"Whist? " * 20 + b"\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * 200_000 + b"\r\n\r\n", 431),
        (b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n", 413),
    ],
    ids=["noise", "long head", "long form"],
)
def test_what_no_browser_sends_is_refused_at_once(for_phones, words, status):
    with socket.create_connection(("127.0.0.1", for_phones.port), SECONDS_TO_ANSWER) as connection:
        connection.sendall(words)
        assert connection.recv(100).split()[1] == str(status).encode()


@posix_only
def test_a_second_server_on_the_same_folder_is_refused_and_names_the_first(for_phones, start):
    site = start("--local", data=for_phones.data)
    printed = site.end()
    assert site.process.returncode == 1
    assert printed.startswith(f"Another whistclub is running at http://localhost:{for_phones.port}, on the same")
    assert len(printed.splitlines()) == 1


@posix_only
def test_what_a_server_keeps_is_readable_by_its_owner_only(for_phones):
    kept = [path for path in for_phones.data.rglob("*") if "static" not in path.parts]
    assert [path for path in kept if path.stat().st_mode & 0o077] == []
    assert {"whistclub.sqlite3", "whistclub.sqlite3-wal", "secret.key"} <= {path.name for path in kept}


@posix_only
def test_an_older_database_is_copied_and_then_updated(kept, start):
    with contextlib.closing(sqlite3.connect(kept / "whistclub.sqlite3")) as database, database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'axes_%'"
        ).fetchall()
        assert tables
        for (name,) in tables:
            database.execute(f"DROP TABLE {name}")
        database.execute("DELETE FROM django_migrations WHERE app = 'axes'")

    site = start("--local")
    site.get("/")
    updated = site.end(signal.SIGTERM)

    [copy] = (kept / "backups").iterdir()
    assert updated.startswith("The database was updated.")
    assert updated.partition(". ")[2].startswith(f"A copy of it before the update: {copy}")


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", ""])
def test_ports_out_of_range_are_refused(capsys, port):
    with pytest.raises(SystemExit, match="2"):
        start_command.Command().run_from_argv(["manage.py", "start", f"--port={port}"])
    assert "a port is a number from 1 to 65535" in capsys.readouterr().err
