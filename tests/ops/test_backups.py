"""Backups: made while people write, kept for a time, and restored."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from datetime import datetime, timedelta
from io import StringIO
from types import SimpleNamespace

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from tests import builders
from tests.builders import client_of
from tests.ops.site import ROOT, own_environment
from whistclub.accounts.models import User
from whistclub.ops import backups, integrity, upkeep, views
from whistclub.ops.data_folder import held
from whistclub.play.models import EntryRecord, Game, PartyNow

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="copies of SQLite"),
]
MORNING = datetime(2026, 3, 7, 9, 0).astimezone()


@pytest.fixture(autouse=True)
def data(settings, tmp_path, transactional_db):
    """A data folder; the database of the tests, which is made without migrations, says that it had them."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for migration in MigrationLoader(None).disk_migrations:
        recorder.record_applied(*migration)
    yield settings.DATA_DIR
    with connection.schema_editor() as editor:
        editor.delete_model(recorder.Migration)


@pytest.fixture
def backup(data):
    """Three hands, a backup of them while Olga is signed in, two more hands."""
    olga, club = builders.organiser()
    game = builders.game(club, olga)
    builders.record(game, builders.high(1, 0, 9), builders.low(2, 9), builders.low(3, 5))
    client_of(olga)
    PartyNow.objects.create(party_code="friday")
    made = backups.make(MORNING)
    builders.record(game, builders.low(4, 9), builders.low(5, 9))
    return made


@pytest.fixture
def owner(backup):
    return client_of(User.objects.get())


def manage(data, *words):
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=own_environment(data), capture_output=True, text=True, check=False)


def change(sql):
    def act(path):
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute(sql)

    return act


def test_a_backup_taken_under_load_has_every_acknowledged_hand_and_can_be_restored(tmp_path):
    olga, club = builders.organiser()
    games = [builders.game(club, olga) for _ in range(3)]
    acknowledged, is_over = [], threading.Event()

    def play(game):
        try:
            for number in range(1, 21):
                if is_over.is_set():
                    break
                entry = builders.low(number, 7 if number % 2 else 6)  # one point for each side in turn: it lasts
                builders.record(game, entry)
                acknowledged.append(entry.uid)
        finally:
            connections.close_all()

    players = [threading.Thread(target=play, args=(game,)) for game in games]
    for player in players:
        player.start()
    while len(acknowledged) < 6:
        threading.Event().wait(0.001)
    before = list(acknowledged)
    made = backups.make(MORNING)
    is_over.set()
    for player in players:
        player.join()

    new = tmp_path / "new"
    for words in (["restore", str(made)], ["check_books"]):
        done = manage(new, *words)
        assert done.returncode == 0, done.stderr
    assert "everything agrees" in done.stdout
    with contextlib.closing(sqlite3.connect(new / "whistclub.sqlite3")) as restored:
        assert {uid for (uid,) in restored.execute("SELECT uid FROM play_entryrecord")} >= {uid.hex for uid in before}


def test_a_restore_brings_back_the_hands_and_keeps_what_was_there(backup):
    shown = Game.objects.get().revision
    before = backups.restore(backup, MORNING)
    assert EntryRecord.objects.count() == 3
    assert Game.objects.get().revision > shown  # open pages see that something is new
    now = PartyNow.objects.get()
    assert min(now.hands, now.results, now.revision) > 0
    assert [backups.kind_of(path) for path in backups.kept()] == ["manual", "before-restore"]
    backups.restore(before, MORNING + timedelta(seconds=1))
    assert EntryRecord.objects.count() == 5
    assert integrity.disagreements(Game.objects.get().club) == []


def test_a_backup_signs_nobody_in_and_is_for_nobody_else_to_read(backup):
    assert backup.stat().st_mode & 0o077 == 0
    assert Session.objects.exists()
    backups.restore(backup, MORNING)
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "harm, reason",
    [
        (lambda path: os.truncate(path, path.stat().st_size // 2), "malformed|damaged"),
        (lambda path: path.write_bytes(b""), "is not a whistclub backup: no such table"),
        (lambda path: path.write_bytes(b"Dear club,\0" * 1000), "is not a whistclub backup"),
        (lambda path: path.unlink(), "is not a whistclub backup: unable to open"),
        (change("DROP TABLE play_entryrecord"), "is not a whistclub backup"),
        (
            change("INSERT INTO django_migrations (app, name, applied) VALUES ('club', '9999_moon', '2030-01-01')"),
            r"newer version of whistclub \(it knows club\.9999_moon\)",
        ),
    ],
)
def test_what_cannot_be_restored_is_refused_and_the_database_stays(backup, harm, reason):
    harm(backup)
    with pytest.raises(CommandError, match=reason):
        call_command("restore", str(backup), stdout=StringIO())
    assert EntryRecord.objects.count() == 5


def test_a_damaged_database_is_put_aside_and_restored(backup, tmp_path):
    new = tmp_path / "new"
    assert manage(new, "restore", str(backup)).returncode == 0
    database = new / "whistclub.sqlite3"
    database.write_text("This is a letter, and no database. " * 100)
    done = manage(new, "restore", str(backup))
    assert done.returncode == 0, done.stderr
    backups.check(database)
    assert [path.suffix for path in (new / "backups").iterdir()] == [".damaged"]


def test_a_restore_is_refused_while_a_server_runs(backup, data):
    with held(data, "http://localhost:8000"), pytest.raises(CommandError, match="Another whistclub is running"):
        call_command("restore", str(backup), stdout=StringIO())
    assert EntryRecord.objects.count() == 5


# --- Every day ---


def test_one_backup_a_day_is_made_and_a_missed_one_made_up(backup, monkeypatch):
    monkeypatch.setattr(backups, "check_books", lambda path: (0, ""))
    for hours, number in ((0, 1), (1, 1), (12, 1), (18, 1), (20, 2), (24 * 3, 3)):
        upkeep.back_up(MORNING + timedelta(hours=hours))
        assert len(backups.kept("daily")) == number, hours


def test_what_check_books_finds_in_the_daily_backup_is_shown(owner):
    Game.objects.update(hands_scored=11)
    upkeep.back_up(MORNING)
    assert "hands_scored is 11, should be 5" in owner.get(url("backups")).content.decode()


def test_a_daily_backup_that_fails_is_shown_and_tried_again(owner, monkeypatch, caplog):
    monkeypatch.setattr(backups, "check_books", lambda path: (0, ""))
    with monkeypatch.context() as disk:
        disk.setattr(shutil, "copyfile", None)
        disk.setitem(connection.settings_dict, "NAME", "/nowhere/whistclub.sqlite3")
        upkeep.back_up(MORNING)
    assert "The daily backup failed: No backup was made: unable to open" in caplog.text
    assert "No backup was made" in owner.get(url("backups")).content.decode()
    upkeep.back_up(MORNING)
    assert "No backup was made" not in owner.get(url("backups")).content.decode()


def test_of_daily_backups_days_and_months_are_kept_and_of_others_the_newest():
    days = [MORNING - timedelta(days=number) for number in range(1000)]
    for kind in ("daily", "before-update"):
        for at in days:
            (backups.folder() / f"whistclub-{at:{backups.STAMP}}-{kind}.sqlite3").touch()
    daily = backups.worth_keeping(backups.kept("daily"), "daily")
    made = sorted(map(backups.made_at, daily), reverse=True)
    assert made[:14] == days[:14]
    newest_of_months = [at for at in days if at.month != (at + timedelta(days=1)).month or at == MORNING][:24]
    assert set(made) == {*days[:14], *newest_of_months}
    others = backups.worth_keeping(backups.kept("before-update"), "before-update")
    assert sorted(map(backups.made_at, others), reverse=True) == days[:5]


# --- The page ---


def url(page, *names, club="prairie"):
    return reverse(f"ops:{page}", args=[club, *names])


def test_an_owner_makes_a_backup_and_downloads_it(owner):
    page = owner.post(url("backups"), follow=True).content.decode()
    newest = backups.kept()[0]
    assert url("download_backup", newest.name) in page
    answer = owner.get(url("download_backup", newest.name))
    assert f'filename="{newest.name}"' in answer["Content-Disposition"]
    assert answer.getvalue() == newest.read_bytes()


def test_on_postgresql_the_page_offers_no_backup(owner, monkeypatch):
    monkeypatch.setattr(views, "connection", SimpleNamespace(vendor="postgresql"))
    page = owner.get(url("backups")).content.decode()
    assert "pg_dump" in page
    assert "Make a backup now" not in page
    assert "every day" not in page


@pytest.mark.parametrize("name", ["gone.sqlite3", "..", "secret.key", "x\0", backups.PROBLEM])
def test_only_backups_can_be_downloaded(owner, name):
    (backups.folder() / backups.PROBLEM).touch()
    assert owner.get(url("download_backup", name)).status_code == 404


def test_an_owner_of_another_club_gets_no_backup_of_all_clubs(backup):
    otto, _valley = builders.organiser("Otto", "Valley")
    client = client_of(otto)
    for address in (url("backups", club="valley"), url("download_backup", backup.name, club="valley")):
        answer = client.get(address)
        assert answer.status_code == 403
        assert "holds all clubs of this site" in answer.content.decode()
    assert client.post(url("backups", club="valley")).status_code == 403
    assert len(backups.kept()) == 1
    assert url("backups", club="valley") not in client.get("/run/valley/club/").content.decode()
