"""A dump of a PostgreSQL database: made, looked into, and restored into an empty one."""

import os
import shutil
import subprocess
import sys

import psycopg
import pytest
from django.db import connection

from tests import builders
from tests.ops.site import ROOT, own_environment
from whistclub.ops.backups import contents, making, restoring
from whistclub.ops.backups.shelf import Kind

pytestmark = [
    pytest.mark.writes,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" not in os.environ.get("DATABASE_URL", ""), reason="dumps of PostgreSQL"),
    pytest.mark.skipif(not shutil.which("pg_dump"), reason="needs pg_dump"),
]


@pytest.fixture
def empty():
    """The address of an empty database beside that of the tests."""
    name = f"restored_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_dump_is_looked_into_and_restored_into_an_empty_database(empty):
    olga, club = builders.organiser()
    game = builders.game(club, olga)
    builders.record(game, builders.high(1, 0, 9), builders.low(2, 9))
    game.refresh_from_db()
    dump = making.make(Kind.MANUAL)
    found = contents.compare(dump)
    assert found.then.clubs == ["Prairie"]
    assert found.then.rows == found.now.rows
    assert found.then.rows["play_entryrecord"] == 2
    assert found.then.last_entry == found.now.last_entry == builders.NOON
    assert found.lost == 0

    for words in (["restore", str(dump)], ["check_books"]):
        variables = own_environment(dump.parent) | {"DATABASE_URL": empty}
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "Prairie: 1 score sheet" in done.stdout
    assert "everything agrees" in done.stdout
    # Pages and links that were made after the backup: they follow, and open nothing else.
    with psycopg.connect(empty) as restored:
        assert restored.execute("SELECT revision FROM play_game").fetchone() == (game.revision + restoring.BEYOND_ANY,)
        assert restored.execute("SELECT nextval('play_game_id_seq')").fetchone() > (game.pk + restoring.BEYOND_ANY,)


def test_a_dump_is_not_restored_over_a_database():
    olga, club = builders.organiser()
    builders.game(club, olga)
    with pytest.raises(restoring.NotRestored, match="is not empty"):
        restoring.restore(making.make(Kind.MANUAL))


def test_a_damaged_dump_is_refused():
    builders.organiser()
    dump = making.make(Kind.MANUAL)
    os.truncate(dump, dump.stat().st_size // 2)
    with pytest.raises(contents.NotABackup):
        contents.read(dump)
