"""Starting the site for real: it serves, survives, refuses, and stops."""

import contextlib
import http.client
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

from whistclub.ops import network

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30  # seconds; a machine under test may be slow
OURS_ONLY = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")
posix_only = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


class Site:
    """`manage.py start` in a process of its own, on a data folder and a port of its own."""

    def __init__(self, data: Path, *words: str, port: int | None = None, **variables: str) -> None:
        self.port = port or free_port()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "start", "--port", str(self.port), *words],
            cwd=ROOT,
            env=own_environment(data) | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def get(self, path: str, host: str = "localhost") -> int:
        """Answer the status of a page, waiting until the server is there."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
                    connection.request("GET", path, headers={"Host": f"{host}:{self.port}"})
                    return connection.getresponse().status
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def end(self, signal_number: int | None = None) -> str:
        """Send the signal as a terminal would, to all processes; answer all that was printed."""
        if signal_number is not None:
            os.killpg(self.process.pid, signal_number)
        return self.process.communicate(timeout=PATIENCE)[0]


def own_environment(data: Path) -> dict[str, str]:
    named = {name: value for name, value in os.environ.items() if not name.startswith("WHISTCLUB_")}
    return {name: value for name, value in named.items() if name not in OURS_ONLY} | {"WHISTCLUB_DATA": str(data)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A site that was started for the first time, answered, and was stopped."""
    data = tmp_path_factory.mktemp("first") / "data"
    site = Site(data, "--local")
    try:
        assert site.get("/") < 500
    finally:
        printed = site.end(signal.SIGTERM)
    assert site.process.returncode == 0
    return data, printed


@pytest.fixture
def kept(first, tmp_path):
    """What that site has kept, where the next one looks for it: its tables need not be made again."""
    shutil.copytree(first[0], tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def start(tmp_path):
    sites = []

    def start(*words, data=tmp_path / "data", port=None, **variables):
        sites.append(Site(data, *words, port=port, **variables))
        return sites[-1]

    yield start
    for site in sites:
        if site.process.poll() is None:
            os.killpg(site.process.pid, signal.SIGKILL)
            site.process.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the worker in /proc")
def test_the_server_survives_a_dead_worker_and_stops_at_ctrl_c(kept, start):
    site = start("--local")
    assert site.get("/") < 500
    [worker] = site.workers()
    os.kill(worker, signal.SIGKILL)
    assert site.get("/") < 500
    assert site.workers() != [worker]

    printed = site.end(signal.SIGINT)

    assert site.process.returncode == 0
    assert printed.rstrip().endswith("Stopped.")
    assert "Traceback" not in printed
    assert f"http://localhost:{site.port}" in printed


@posix_only
def test_the_link_for_the_first_organiser_is_shown_and_works(first, kept, start):
    path = re.search(r"http://localhost:\d+(/welcome/\S+)", first[1])[1]

    again = start("--local")
    assert again.get(path) == 200
    assert again.get("/welcome/wrong/") == 404


@posix_only
def test_https_is_served_beside_http_and_both_stop_quietly(kept, start):
    secure_port = free_port()
    site = start("--local", "--https", str(secure_port))
    assert site.get("/") < 400
    trusting = ssl.create_default_context(cafile=kept / "https" / "authority.crt")
    for host in ("localhost", "127.0.0.1"):
        assert get_over_https(host, secure_port, trusting) < 400
    with pytest.raises(ssl.SSLCertVerificationError):
        get_over_https("localhost", secure_port, ssl.create_default_context())

    os.kill(site.process.pid, signal.SIGTERM)
    printed = site.end()

    assert site.process.returncode == 0
    assert printed.rstrip().endswith("Stopped.")
    assert "Traceback" not in printed
    assert f"https://localhost:{secure_port}" in printed
    assert f"http://localhost:{site.port}/https/" in printed
    for port in (site.port, secure_port):
        network.require_free("127.0.0.1", port)


def get_over_https(host: str, port: int, trusting: ssl.SSLContext) -> int:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection = http.client.HTTPSConnection(host, port, timeout=5, context=trusting)
            with contextlib.closing(connection):
                connection.request("GET", "/")
                return connection.getresponse().status
        except (ConnectionError, TimeoutError):
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


@posix_only
def test_a_proxy_may_speak_https_for_the_site(kept, start):
    site = start("--local", WHISTCLUB_HTTPS="yes", WHISTCLUB_ADDRESS="https://whist.example")
    site.get("/")
    forwarded = {"Host": "whist.example", "X-Forwarded-Proto": "https"}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/sign-in/", headers=forwarded)
        answer = connection.getresponse()
        page = answer.read().decode()
        assert answer.status == 200
        assert answer.headers["Strict-Transport-Security"]
        [cookie] = answer.headers.get_all("Set-Cookie")
        assert "Secure" in cookie
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        form = urlencode({"csrfmiddlewaretoken": token, "username": "nobody@example.org", "password": "wrong"})
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie.partition(";")[0]}
        connection.request("POST", "/sign-in/", form, forwarded | sent | {"Origin": "https://whist.example"})
        answer = connection.getresponse()
        assert answer.status == 200  # the form again, and no refusal of its origin


@posix_only
def test_phones_on_the_network_are_answered_and_strangers_names_are_not(kept, start):
    site = start()
    own_name = socket.gethostname().lower()
    assert site.get("/", host=own_name) < 400
    for address in network.lan_addresses():
        assert site.get("/", host=address) < 400
    assert site.get("/", host="elsewhere.example") == 400


@posix_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name)
def test_it_stops_quietly_even_before_the_first_page(kept, start, number):
    site = start("--local")
    for line in site.process.stdout:
        if "running" in line:
            break
    printed = site.end(number)
    assert site.process.returncode == 0
    assert printed.rstrip().endswith("Stopped.")
    assert "Traceback" not in printed


@posix_only
def test_the_demonstration_fills_an_empty_database_once(start):
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
        assert printed.startswith(f"Cannot keep data in {data}")
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
    assert "newer whistclub (it knows club.9999_from_the_future)" in printed
    assert "Traceback" not in printed


@posix_only
def test_an_older_database_is_copied_and_then_updated(kept, start):
    back = [sys.executable, "manage.py", "migrate", "sessions", "zero"]
    subprocess.run(back, cwd=ROOT, env=own_environment(kept), check=True, capture_output=True)

    site = start("--local")
    site.get("/")
    printed = site.end(signal.SIGTERM)

    [copy] = (kept / "backups").iterdir()
    assert printed.startswith(
        f"The database was updated (1 step). A copy of it before the update: {copy}\nWhat is new: "
    )


@posix_only
def test_after_an_update_the_changes_can_be_read(kept, start):
    back = [sys.executable, "manage.py", "migrate", "sessions", "zero"]
    subprocess.run(back, cwd=ROOT, env=own_environment(kept), check=True, capture_output=True)

    site = start("--local")
    site.get("/")
    updated = site.end(signal.SIGTERM)
    site = start("--local")
    site.get("/")
    up_to_date = site.end(signal.SIGTERM)

    [changelog] = re.findall(r"^What is new: (.+)$", updated, re.MULTILINE)
    assert Path(changelog).read_text(encoding="utf-8").startswith("# Changes\n")
    assert "What is new" not in up_to_date


def test_a_file_that_is_not_a_database_is_refused(start, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "whistclub.sqlite3").write_text("This is a letter, and no database. " * 100)
    site = start("--local")
    printed = site.end()
    assert site.process.returncode == 1
    assert printed.startswith("The database cannot be used: ")
    assert len(printed.splitlines()) == 1


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", ""])
def test_ports_out_of_range_are_refused(start, port):
    site = start(f"--port={port}")
    assert "a port is a number from 1 to 65535" in site.end()
    assert site.process.returncode == 2
