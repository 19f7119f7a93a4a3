"""What the server does by itself, the made-up club, and commands without a club."""

import errno
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import count

import pytest
from django.contrib.sessions.models import Session
from django.core.management import find_commands
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests import builders
from tests.ops.site import ROOT, own_environment
from whistclub.club.founding import is_claimed
from whistclub.club.models import Club
from whistclub.ops import demo, management, upkeep
from whistclub.ops.demo import fill_demo
from whistclub.ops.storage import DataCommand
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.stats.evening import evening_of

pytestmark = pytest.mark.django_db


def test_expired_sessions_are_deleted_and_others_stay():
    olga, _club = builders.organiser()
    browsers = [Client(), Client()]
    for client in browsers:
        client.force_login(olga)
        client.get("/account/")
    expired, open_one = (client.session.session_key for client in browsers)
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(seconds=1))
    upkeep.clear()
    assert [session.pk for session in Session.objects.all()] == [open_one]


def test_health_is_ok_while_the_database_answers(client):
    response = client.get("/health/")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_health_is_503_with_a_sentence_when_nothing_can_be_stored(client, monkeypatch, number):
    def refuse(**_where):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    response = client.get("/health/")
    assert response.status_code == 503
    assert response.content.decode() == f"Nothing can be stored: {os.strerror(number)}.\n"


STATEMENTS = 400  # of more than two thousand


def test_a_demonstration_that_was_interrupted_leaves_nothing_and_can_be_made_again():
    run = count()

    def interrupt(execute, sql, *how):
        # Not a savepoint: interrupted while it ends, Django’s transaction would go on in the tests after this one.
        if next(run) > STATEMENTS and sql.startswith("INSERT"):
            raise KeyboardInterrupt
        return execute(sql, *how)

    with connection.execute_wrapper(interrupt), pytest.raises(KeyboardInterrupt):
        fill_demo()
    assert not is_claimed()
    assert not Club.objects.exists()


def test_past_parties_are_of_one_evening_at_whatever_time_the_club_is_made(monkeypatch):
    """Three hours before this moment the last rounds of a party would begin after four: in the next evening."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 23, 11, 40, tzinfo=UTC))
    monkeypatch.setitem(demo.SETTINGS, "hands", 1)
    monkeypatch.setattr(demo, "TABLES", ("own",))
    fill_demo()
    parties = Party.objects.filter(state=Party.State.FINISHED)
    assert len(parties) == 3
    for party in parties:
        (day,) = {evening_of(game.started_at, party.club) for game in Game.objects.filter(party_code=party.code)}
        assert party.name == f"Party of {day.day} {day:%B}"


# What makes a database, needs none, or has one of its own.
OTHERS = {"start", "restore", "dev", "lint", "pictures", "score", "test"}


def manage(data, *words):
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=own_environment(data), capture_output=True, text=True, check=False)


def test_a_command_that_needs_a_club_says_that_there_is_none_yet(tmp_path):
    done = manage(tmp_path / "new", "backup")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"CommandError: There is no club in {tmp_path / 'new'} yet: run once “python3 manage.py start”, "
        f"or name another folder with the environment variable WHISTCLUB_DATA."
    ]
    assert not list((tmp_path / "new").glob("whistclub.sqlite3*"))


def test_every_command_on_data_looks_for_the_database_first():
    names = set(find_commands(management.__path__[0])) - OTHERS
    commands = {name: import_module(f"whistclub.ops.management.commands.{name}").Command for name in names}
    assert [name for name, command in commands.items() if not issubclass(command, DataCommand)] == []
