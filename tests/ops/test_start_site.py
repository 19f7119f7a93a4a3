"""Starting the site for real: it serves, survives, refuses, and stops."""

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

from tests.ops.site import PATIENCE, RUNS, Site
from whistclub.ops import network
from whistclub.ops.errors import StartError
from whistclub.ops.management.commands import start as start_command

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


STRANGERS = {
    "says nothing": b"",
    "stops within the head": b"GET / HTTP/1.1\r\nHost: local",
    "never sends the form": b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n",
    "never reads": b"GET /rules/tips/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50,
}


@posix_only
@pytest.mark.parametrize("words", STRANGERS.values(), ids=STRANGERS)
def test_strangers_hold_nobody_up(for_phones, words):
    with contextlib.ExitStack() as strangers:
        for _each in range(20):
            connection = strangers.enter_context(socket.create_connection(("127.0.0.1", for_phones.port)))
            connection.sendall(words)
        began = time.monotonic()
        assert for_phones.get("/") == 200
        assert time.monotonic() - began < SECONDS_TO_ANSWER


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


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the worker in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name)
def test_it_stops_quietly_even_before_the_first_page(kept, start, number):
    site = start("--local")
    end = time.monotonic() + PATIENCE
    while not site.workers():
        assert time.monotonic() < end
        time.sleep(0.02)
    printed = site.end(number)
    assert RUNS not in printed
    assert site.process.returncode == 0
    assert printed.rstrip().endswith("Stopped.")
    assert "Traceback" not in printed


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
def test_a_lost_database_is_not_replaced_by_an_empty_one(kept, start):
    (kept / "whistclub.sqlite3").unlink()
    (kept / "backups").mkdir()
    (kept / "backups" / "whistclub-2026-03-07-090000-daily.sqlite3").touch()
    site = start("--local")
    assert site.end().startswith(f"The database cannot be used: {kept}/whistclub.sqlite3 is missing or empty, although")
    assert not (kept / "whistclub.sqlite3").exists()


@posix_only
def test_the_demonstration_fills_an_empty_database_once(kept, start):
    site = start("--local", "--demo")
    assert site.get("/") < 400
    printed = site.end(signal.SIGTERM)
    assert "no organiser yet" not in printed

    again = start("--local", "--demo")
    assert "The demonstration needs an empty database" in again.end()
    assert again.process.returncode == 1


def test_a_taken_port_is_refused_with_another_one(start):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        site = start("--local", port=port)
        printed = site.end()
    assert site.process.returncode == 1
    assert printed.startswith(f"Port {port} is taken")
    assert re.search(r"start --port \d+$", printed.strip())
    assert len(printed.splitlines()) == 1


def test_an_unwritable_folder_is_refused(start, tmp_path):
    (tmp_path / "file").touch()
    for data in (tmp_path / "file", tmp_path / "file" / "data"):
        site = start("--local", data=data)
        printed = site.end()
        assert site.process.returncode == 1
        assert printed.startswith(f"whistclub: cannot keep data in {data}")
        assert len(printed.splitlines()) == 1


@posix_only
def test_a_newer_database_is_refused_and_left_alone(kept, start):
    with contextlib.closing(sqlite3.connect(kept / "whistclub.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('club', '9999_from_the_future', '2030-01-01')"
        )
    site = start("--local")
    printed = site.end()
    assert site.process.returncode == 1
    assert "newer version of whistclub (it knows club.9999_from_the_future)" in printed
    assert "Traceback" not in printed


@posix_only
def test_an_older_database_is_copied_and_then_updated_and_the_changes_can_be_read(kept, start):
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
    site = start("--local")
    site.get("/")
    up_to_date = site.end(signal.SIGTERM)

    [copy] = (kept / "backups").iterdir()
    assert updated.startswith("The database was updated (")
    assert updated.partition("). ")[2].startswith(f"A copy of it before the update: {copy}")
    assert "copy" not in up_to_date


def test_a_file_that_is_not_a_database_is_refused(kept, start):
    (kept / "whistclub.sqlite3").write_text("This is a letter, and no database. " * 100)
    site = start("--local")
    printed = site.end()
    assert site.process.returncode == 1
    assert printed.startswith("The database cannot be used: ")
    assert len(printed.splitlines()) == 1


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", ""])
def test_ports_out_of_range_are_refused(capsys, port):
    with pytest.raises(SystemExit, match="2"):
        start_command.Command().run_from_argv(["manage.py", "start", f"--port={port}"])
    assert "a port is a number from 1 to 65535" in capsys.readouterr().err
