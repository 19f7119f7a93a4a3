"""The daily backup: when it is made, what is reported, and how long it is kept."""

import os
import shutil
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.ops.backups.conftest import MORNING
from whistclub.ops.backups import daily, shelf
from whistclub.ops.backups.shelf import Kind
from whistclub.play.models import Game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="copies of SQLite"),
]


def test_one_backup_a_day_is_made_and_a_missed_one_made_up(prairie_now):
    for hours, number in ((0, 1), (1, 1), (12, 1), (18, 1), (20, 2), (24 * 3, 3)):
        daily.make_if_due(MORNING + timedelta(hours=hours), checked=False)
        assert len([backup for backup in shelf.kept() if backup.kind == Kind.DAILY]) == number, hours


def test_a_daily_backup_in_which_check_books_finds_something_is_reported(prairie_now):
    Game.objects.update(hands_scored=11)
    daily.make_if_due(MORNING)
    assert "check_books found differences" in daily.problem()
    assert "hands_scored is 11, should be 5" in daily.problem()


def test_a_site_without_a_club_has_no_backups():
    daily.make_if_due(MORNING)
    assert shelf.kept() == []


def test_a_daily_backup_that_fails_is_reported_once_and_tried_again(prairie_now, data, caplog):
    shutil.rmtree(data / "backups")
    (data / "backups").write_text("no folder")
    assert daily.make_if_due(MORNING) == daily.SECONDS_AFTER_FAILURE
    assert "The daily backup failed: No backup was made: File exists" in caplog.text
    (data / "backups").unlink()
    (data / "backups").mkdir()
    assert daily.make_if_due(MORNING, checked=False) == daily.SECONDS_BETWEEN
    assert daily.problem() == ""


def files(*names):
    for name in names:
        (shelf.folder() / name).touch()


def test_daily_backups_are_kept_by_age_and_others_by_number():
    days = [MORNING - timedelta(days=number) for number in range(500)]
    files(*[shelf.file_name(Kind.DAILY, at, ".sqlite3") for at in days])
    files(*[shelf.file_name(Kind.BEFORE_UPDATE, at, ".sqlite3") for at in days[:9]])
    files("letter.txt", "from-the-old-laptop.sqlite3")

    shelf.remove_outdated()

    kept = shelf.kept()
    made = [backup.made for backup in kept if backup.kind == Kind.DAILY]
    assert made[:7] == days[:7]
    weeks = {at.isocalendar()[:2] for at in made}
    assert {at.isocalendar()[:2] for at in days[:22]} <= weeks
    assert {(at.year, at.month) for at in made} == {(at.year, at.month) for at in days[:340]}
    assert len(made) <= 7 + 4 + 12
    assert [backup.made for backup in kept if backup.kind == Kind.BEFORE_UPDATE] == days[:5]
    assert {path.name for path in shelf.folder().iterdir()} >= {"letter.txt", "from-the-old-laptop.sqlite3"}


def test_unfinished_backups_of_killed_processes_are_removed_after_a_day():
    files("daily-20260307-090000.sqlite3.x.part", "manual-20260307-090000.sqlite3.y.part")
    yesterday = timezone.now().timestamp() - shelf.SECONDS_UNFINISHED - 1
    os.utime(shelf.folder() / "daily-20260307-090000.sqlite3.x.part", (yesterday, yesterday))
    shelf.remove_unfinished()
    assert [path.name for path in shelf.folder().iterdir()] == ["manual-20260307-090000.sqlite3.y.part"]
