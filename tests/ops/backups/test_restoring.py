"""Backups: made while people write, kept for a time, looked into, and restored."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from datetime import timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, connections

from tests import builders
from tests.ops.site import ROOT, own_environment
from tests.party.builders import friday
from whistclub.accounts.models import User
from whistclub.ops import integrity, storage
from whistclub.ops.backups import contents, making, restoring, shelf
from whistclub.ops.backups.shelf import Kind
from whistclub.ops.data_folder import held
from whistclub.play.actions.party_games import delete_games
from whistclub.play.models import EntryRecord, Game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="copies of SQLite"),
]


def test_a_backup_taken_under_load_has_every_acknowledged_hand_and_can_be_restored(tmp_path):
    olga, club = builders.organiser()
    games = [builders.game(club, olga) for _ in range(3)]
    acknowledged, is_over = [], threading.Event()

    def play(game):
        number = 0
        try:
            while not is_over.is_set():
                number += 1
                entry = builders.low(number, 7 if number % 2 else 6)  # one point for each side in turn: it lasts
                builders.record(game, entry)
                acknowledged.append(entry.uid)
                if number == 20:
                    break
        finally:
            connections.close_all()

    players = [threading.Thread(target=play, args=(game,)) for game in games]
    for player in players:
        player.start()
    while len(acknowledged) < 6:
        threading.Event().wait(0.001)
    before = list(acknowledged)
    backup = making.make(Kind.MANUAL)
    is_over.set()
    for player in players:
        player.join()

    new = tmp_path / "new"
    for words in (["restore", str(backup)], ["check_books"]):
        done = manage(new, *words)
        assert done.returncode == 0, done.stderr
    assert "everything agrees" in done.stdout
    with contextlib.closing(sqlite3.connect(new / "whistclub.sqlite3")) as restored:
        assert {uid for (uid,) in restored.execute("SELECT uid FROM play_entryrecord")} >= {uid.hex for uid in before}


def manage(data, *words):
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=own_environment(data), capture_output=True, text=True, check=False)


def test_a_restore_brings_back_the_hands_and_keeps_what_was_there(prairie_now):
    before = restoring.restore(prairie_now)
    assert EntryRecord.objects.count() == 3
    assert [backup.kind for backup in shelf.kept()] == [Kind.BEFORE_RESTORE, Kind.MANUAL]
    assert contents.read(before).rows["play_entryrecord"] == 5
    [club] = [game.club for game in Game.objects.all()]
    assert integrity.disagreements(club) == []


def test_open_pages_see_after_a_restore_that_something_is_new(prairie_now):
    shown = Game.objects.get().revision
    restoring.restore(prairie_now)
    assert Game.objects.get().revision > shown


def test_the_link_of_a_game_begun_after_the_backup_opens_no_other_game(prairie_now):
    olga = User.objects.get()
    club = olga.roles.get().club
    lost, evening = builders.game(club, olga), friday(olga)
    restoring.restore(prairie_now)
    assert not Game.objects.filter(pk=lost.pk).exists()
    assert builders.game(club, olga).pk > lost.pk
    assert friday(olga).pk > evening.pk


def test_an_update_that_writes_a_table_anew_gives_no_key_again(prairie_now):
    olga = User.objects.get()
    club = olga.roles.get().club
    gone = builders.game(club, olga).pk
    delete_games([gone])
    with storage._keys_kept(), connection.schema_editor() as editor:
        editor._remake_table(Game)
    assert builders.game(club, olga).pk > gone


def test_each_revision_that_pages_hold_is_known_to_a_restore():
    found = {
        model._meta.db_table
        for model in apps.get_models()
        if any(field.name == "revision" for field in model._meta.get_fields())
    }
    assert found <= set(restoring.REVISIONS)


def test_who_is_signed_in_stays_so_and_a_backup_signs_nobody_in(prairie_now):
    with contextlib.closing(sqlite3.connect(prairie_now)) as backup:
        assert backup.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
    now = set(Session.objects.values_list("session_key", flat=True))
    restoring.restore(prairie_now)
    assert set(Session.objects.values_list("session_key", flat=True)) == now != set()
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_secret_comes_with_the_backup_because_printed_codes_need_it(prairie_now, data, settings, monkeypatch):
    monkeypatch.delenv("WHISTCLUB_SECRET", raising=False)
    restoring.restore(prairie_now)
    assert (data / "secret.key").read_text() == settings.SECRET_KEY
    assert (data / "secret.key").stat().st_mode & 0o077 == 0


def test_a_secret_that_would_stop_the_site_is_not_taken_over(prairie_now, data):
    change("UPDATE whistclub_backup SET secret = 'short'")(prairie_now)
    restoring.restore(prairie_now)
    assert not (data / "secret.key").exists()


def test_a_backup_is_readable_by_its_owner_only_also_with_another_name(prairie_now, tmp_path):
    call_command("backup", str(tmp_path / "elsewhere.sqlite3"), stdout=StringIO())
    assert prairie_now.stat().st_mode & 0o077 == 0
    assert (tmp_path / "elsewhere.sqlite3").stat().st_mode & 0o077 == 0


def test_a_dry_run_says_what_is_in_a_backup_and_what_would_be_lost(prairie_now):
    out = StringIO()
    call_command("restore", str(prairie_now), "--dry-run", stdout=out)
    lines = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert lines[0] == "Clubs: Prairie"
    assert "Version: the same as this program's" in lines
    assert "Games 1 1" in lines
    assert "Hands 3 5" in lines
    assert EntryRecord.objects.count() == 5


def test_hands_after_the_backup_are_counted_as_lost(prairie_now):
    EntryRecord.objects.filter(position__gt=3).update(recorded_at=builders.NOON + timedelta(minutes=1))
    found = contents.compare(prairie_now)
    assert found.lost == 2
    assert not found.is_of_other_clubs


def damage(path):
    os.truncate(path, path.stat().st_size // 2)


def change(sql):
    def act(path):
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute(sql)

    return act


@pytest.mark.parametrize(
    "harm, reason",
    [
        (damage, "malformed|damaged"),
        (lambda path: path.write_bytes(b""), "not a whistclub backup"),
        (lambda path: path.write_bytes(b"Dear club,\0" * 1000), "not a whistclub backup"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000), "not a database|malformed"),
        (lambda path: path.write_bytes(b"PGDMP" + b"\xff" * 5000), "This file cannot be restored"),
        (lambda path: path.unlink(), "No such file"),
        (change("UPDATE whistclub_backup SET made = 'a while ago'"), "Invalid isoformat string"),
        (change("UPDATE play_entryrecord SET recorded_at = '0001-01-01 00:00:00'"), "cannot be a moment"),
        (change("UPDATE play_entryrecord SET recorded_at = '9999-12-31 23:59:59'"), "cannot be a moment"),
        (change("UPDATE whistclub_backup SET made = '0001-01-01T00:00:00'"), "cannot be a moment"),
        (change("DROP TABLE play_entryrecord"), "not a whistclub backup"),
        (
            change("INSERT INTO django_migrations (app, name, applied) VALUES ('club', '9999_moon', '2030-01-01')"),
            r"newer version of whistclub \(it knows club\.9999_moon\)",
        ),
    ],
)
def test_what_cannot_be_restored_is_refused_and_the_database_stays(prairie_now, harm, reason):
    harm(prairie_now)
    with pytest.raises(contents.NotABackup, match=reason):
        restoring.restore(prairie_now)
    with pytest.raises(CommandError, match=reason):
        call_command("restore", str(prairie_now), "--dry-run", stdout=StringIO())
    assert EntryRecord.objects.count() == 5


def test_a_damaged_database_is_put_aside_and_restored(tmp_path):
    olga, club = builders.organiser()
    builders.game(club, olga)
    backup = making.make(Kind.MANUAL)
    new = tmp_path / "new"
    assert manage(new, "restore", str(backup)).returncode == 0
    database = new / "whistclub.sqlite3"
    with contextlib.closing(sqlite3.connect(database)) as restored:
        keys = dict(restored.execute("SELECT name, seq FROM sqlite_sequence"))
    assert keys["play_game"] > restoring.BEYOND_ANY <= keys["party_party"]  # the last used key: there is no party
    database.write_text("This is a letter, and no database. " * 100)

    done = manage(new, "restore", str(backup))

    assert done.returncode == 0, done.stderr
    assert contents.read(database).clubs == ["Prairie"]
    assert [path.suffix for path in (new / "backups").iterdir()] == [".damaged"]


def test_a_restore_is_refused_while_a_server_runs(prairie_now, data):
    with held(data, "http://localhost:8000"), pytest.raises(CommandError, match="A server is using the database"):
        call_command("restore", str(prairie_now), stdout=StringIO())
    assert EntryRecord.objects.count() == 5


def test_what_a_page_asked_for_is_restored_once(prairie_now, data):
    with held(data, "http://localhost:8000"):
        restoring.request(prairie_now.name)
    assert restoring.is_requested()
    assert restoring.carry_out_request().startswith(f"{prairie_now.name} was restored. What was there before is kept")
    assert not restoring.is_requested()
    assert EntryRecord.objects.count() == 3


@pytest.mark.parametrize("name", ["gone.sqlite3", "../whistclub.sqlite3", "", "\0"])
def test_what_a_page_asked_for_in_vain_is_not_tried_again(prairie_now, data, name):
    with held(data, "http://localhost:8000"):
        restoring.request(name)
    assert "was not restored" in restoring.carry_out_request()
    assert not restoring.is_requested()
    assert EntryRecord.objects.count() == 5


def test_check_books_reads_a_backup_in_a_process_of_its_own(prairie_now):
    assert making.disagreements(prairie_now) == ""
    change("UPDATE play_game SET hands_scored = 11")(prairie_now)
    assert "hands_scored is 11, should be 3" in making.disagreements(prairie_now)
    assert list(prairie_now.parent.iterdir()) == [prairie_now]


def test_a_backup_of_a_database_that_is_not_there_is_refused(settings, tmp_path, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "nothing.sqlite3"))
    with pytest.raises(making.NoBackup, match="there is no database"):
        making.make(Kind.MANUAL)
    assert list(shelf.folder().iterdir()) == []
