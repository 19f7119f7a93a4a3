"""The data folder is private, has one server, and what is lost or damaged in it is noticed."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from tests.ops.site import ROOT
from whistclub import environment
from whistclub.ops import data_folder
from whistclub.ops.errors import StartError

posix_only = pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")


@pytest.fixture
def database(tmp_path):
    """A database with a table of 1,000 rows, in a folder that knows of it."""
    path = tmp_path / "whistclub.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE hand (note TEXT)")
        connection.executemany("INSERT INTO hand VALUES (?)", [("a note of a hand" * 20,)] * 1000)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "whistclub-2026-03-07-090000-daily.sqlite3").touch()
    return path


@pytest.fixture
def usual_umask():
    usual = os.umask(0o022)
    yield
    os.umask(usual)


def mode(path):
    return path.stat().st_mode & 0o777


@posix_only
def test_a_new_folder_and_its_secret_are_private_whatever_the_umask_is(tmp_path, usual_umask):
    environment.secret_key(tmp_path / "data")
    assert mode(tmp_path / "data") == 0o700
    assert [mode(file) for file in (tmp_path / "data").iterdir()] == [0o600]


def test_what_a_server_makes_only_its_owner_can_read(tmp_path, usual_umask):
    with data_folder.held(tmp_path / "data", ""):
        (tmp_path / "data" / "made later").touch()
    assert [mode(file) for file in (tmp_path / "data").iterdir()] == [0o600] * 2


def test_a_second_server_is_refused_and_told_the_address_of_the_first(tmp_path):
    with data_folder.held(tmp_path, "http://localhost:8000"):
        refused = pytest.raises(StartError, match="running at http://localhost:8000, on the same data fold")
        with refused, data_folder.held(tmp_path, "http://localhost:8001"):
            pass
    with data_folder.held(tmp_path, "http://localhost:8001"):
        pass


def test_a_server_that_was_killed_leaves_no_lock(tmp_path):
    code = (
        "import pathlib, sys, time\n"
        "from whistclub.ops.data_folder import held\n"
        "with held(pathlib.Path(sys.argv[1]), 'http://localhost:8000'): print('held', flush=True); time.sleep(60)"
    )
    words = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(StartError), data_folder.held(tmp_path, ""):
            pass
        other.send_signal(signal.SIGKILL)
    with data_folder.held(tmp_path, "http://localhost:8001"):
        pass


def lose(database):
    database.unlink()


def empty(database):
    database.write_bytes(b"")


def cut_off(database):
    os.truncate(database, database.stat().st_size // 2)


def scribble(database):
    """Over the leaves of its table."""
    with database.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xff" * 4096 * 10)


def replace_by_a_letter(database):
    database.write_text("This is a letter, and no database. " * 100)


def replace_by_an_empty_one(database):
    database.unlink()
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")


@pytest.mark.parametrize(
    "harm, sentence",
    [
        (lose, "is missing or empty"),
        (empty, "is missing or empty"),
        (cut_off, "malformed|damaged"),
        (scribble, "malformed|damaged"),
        (replace_by_a_letter, "not a database"),
        (replace_by_an_empty_one, "is missing or empty"),
    ],
)
def test_a_lost_or_damaged_database_is_noticed_and_left_alone(database, harm, sentence):
    data_folder.require_intact(database)
    harm(database)
    before = database.read_bytes() if database.exists() else None
    with pytest.raises(StartError, match=sentence) as refusal:
        data_folder.require_intact(database)
    assert "restore the newest backup with: python3 manage.py restore" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert (database.read_bytes() if database.exists() else None) == before


def test_a_new_folder_and_an_interrupted_first_start_are_no_loss(tmp_path):
    data_folder.require_intact(tmp_path / "whistclub.sqlite3")
    (tmp_path / "whistclub.sqlite3").touch()
    data_folder.require_intact(tmp_path / "whistclub.sqlite3")


@pytest.mark.parametrize("content", [b"", b" \n", b"x" * 12, b"x" * 63 + b"!", b"\x00" * 64, b"\xff" * 64])
def test_a_damaged_secret_is_refused_and_left_alone(tmp_path, monkeypatch, content):
    monkeypatch.delenv("WHISTCLUB_SECRET", raising=False)
    (tmp_path / "secret.key").write_bytes(content)
    with pytest.raises(SystemExit, match=r"the secret .*secret\.key is damaged"):
        environment.secret_key(tmp_path)
    assert (tmp_path / "secret.key").read_bytes() == content


def test_a_secret_is_made_once(tmp_path):
    secret = environment.secret_key(tmp_path)
    assert environment.SECRET.fullmatch(secret)
    assert environment.secret_key(tmp_path) == secret
