"""The page Backups, for owners of the first club."""

import contextlib
import gzip
import os
import sqlite3

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import builders
from tests.builders import client_of
from tests.web.html import Html
from whistclub.accounts.models import User
from whistclub.ops.backups import daily, packing, restoring, shelf
from whistclub.ops.backups.shelf import Kind
from whistclub.ops.data_folder import held
from whistclub.play.models import EntryRecord

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="copies of SQLite"),
]


@pytest.fixture
def owner(prairie_now):
    return client_of(User.objects.get())


def url(page, *names, club="prairie"):
    return reverse(f"ops:{page}", args=[club, *names])


def test_a_backup_made_now_is_downloaded_and_kept(owner):
    page = owner.post(url("make_backup"), follow=True)
    newest = shelf.kept()[0]
    assert newest.name in page.content.decode()
    assert page["Refresh"] == f"0; url={url('download_backup', newest.name)}"
    answer = owner.get(url("download_backup", newest.name))
    assert f'filename="{newest.name}.gz"' in answer["Content-Disposition"]
    packed = answer.getvalue()
    assert gzip.decompress(packed) == newest.path.read_bytes()
    assert len(packed) < newest.size / 4


def test_a_name_in_the_address_starts_no_download_of_anything_else(owner):
    assert "Refresh" not in owner.get(url("backups") + "?made=../secret.key")


def test_the_dry_run_shows_what_is_in_a_backup_beside_what_is_here(owner, prairie_now):
    page = " ".join(owner.get(url("restore_backup", prairie_now.name)).content.decode().split())
    assert '<th scope="row">Hands</th> <td>3</td> <td>5</td>' in page
    assert "Prairie" in page
    assert "made by this version" in page


def test_a_restore_is_asked_for_where_a_server_can_carry_it_out(owner, prairie_now, data):
    assert f"manage.py restore {prairie_now}" in owner.get(url("restore_backup", prairie_now.name)).content.decode()
    refused = owner.post(url("restore_backup", prairie_now.name), follow=True)
    assert "cannot restore it from this page" in refused.content.decode()
    assert not restoring.is_requested()
    with held(data, "http://localhost:8000"):
        assert "Restore this backup" in owner.get(url("restore_backup", prairie_now.name)).content.decode()
        waiting = owner.post(url("restore_backup", prairie_now.name), follow=True)
    assert "is being restored" in waiting.content.decode()
    assert waiting["Refresh"]
    restoring.carry_out_request()
    done = owner.get(url("backups"))
    assert f"{prairie_now.name} was restored." in done.content.decode()
    assert "Refresh" not in done


def test_a_backup_from_elsewhere_is_kept_and_shown(owner, prairie_now):
    file = SimpleUploadedFile("from the old laptop.sqlite3", prairie_now.read_bytes())
    answer = owner.post(url("upload_backup"), {"file": file})
    [uploaded] = [backup for backup in shelf.kept() if backup.kind == Kind.UPLOADED]
    assert answer["Location"] == url("restore_backup", uploaded.name)
    assert uploaded.path.stat().st_mode & 0o077 == 0


def test_a_download_can_be_uploaded_as_it_is_even_where_it_is_longer_than_a_form_may_be(owner, prairie_now, data):
    with contextlib.closing(sqlite3.connect(prairie_now)) as backup, backup:
        backup.execute("CREATE TABLE padding (noise BLOB)")
        backup.execute("INSERT INTO padding VALUES (randomblob(4000000))")
    packed = owner.get(url("download_backup", prairie_now.name)).getvalue()
    assert len(packed) > 4_000_000
    answer = owner.post(url("upload_backup"), {"file": SimpleUploadedFile("manual.sqlite3.gz", packed)})
    [uploaded] = [backup for backup in shelf.kept() if backup.kind == Kind.UPLOADED]
    assert answer["Location"] == url("restore_backup", uploaded.name)
    assert uploaded.path.read_bytes() == prairie_now.read_bytes()


def test_a_download_that_was_copied_into_the_folder_can_be_restored(owner, prairie_now, data):
    copied = shelf.folder() / "from the old laptop.sqlite3.gz"
    copied.write_bytes(owner.get(url("download_backup", prairie_now.name)).getvalue())
    assert '<th scope="row">Hands</th>' in owner.get(url("restore_backup", copied.name)).content.decode()
    restoring.restore(copied)
    assert EntryRecord.objects.count() == 3
    assert not list(data.glob("unpacking-*"))


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(owner, monkeypatch):
    monkeypatch.setattr(packing, "MOST_UNPACKED", 2**20)
    bomb = gzip.compress(b"SQLite format 3\0" + b"\0" * 2**21)
    answer = owner.post(url("upload_backup"), {"file": SimpleUploadedFile("x.gz", bomb)})
    assert answer.status_code == 422
    assert "unpacked it is longer than 1 MB" in answer.content.decode()


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 5000, b"SQLite format 3\0" + b"\0" * 5000, b"PGDMP" + b"\xff" * 99, b"\x1f\x8b" * 99]
)
def test_what_is_no_backup_is_refused_with_a_sentence_and_not_kept(owner, content):
    before = {path.name for path in shelf.folder().iterdir()}
    answer = owner.post(url("upload_backup"), {"file": SimpleUploadedFile("x.sqlite3", content)})
    assert answer.status_code == 422
    assert {path.name for path in shelf.folder().iterdir()} == before


@pytest.mark.parametrize("name", ["gone.sqlite3", "..", "secret.key", "x\0", "last-restore.txt"])
def test_only_backups_can_be_downloaded(owner, name):
    (shelf.folder() / "last-restore.txt").touch()
    assert owner.get(url("download_backup", name)).status_code == 404
    assert owner.post(url("restore_backup", name)).status_code == 404


def test_an_owner_of_another_club_gets_no_backup_of_all_clubs(prairie_now):
    otto, _valley = builders.organiser("Otto", "Valley")
    client = client_of(otto)
    for page, names in (("backups", ()), ("download_backup", (prairie_now.name,)), ("restore_backup", ("x",))):
        answer = client.get(url(page, *names, club="valley"))
        assert answer.status_code == 403
        assert "holds all clubs of this site" in answer.content.decode()
    assert client.post(url("make_backup", club="valley")).status_code == 403
    assert url("backups", club="valley") not in client.get("/run/valley/club/").content.decode()


def test_the_page_club_leads_owners_of_the_first_club_to_backups(owner):
    assert url("backups") in owner.get("/run/prairie/club/").content.decode()


def test_the_most_that_can_be_uploaded_is_said_at_the_field(owner):
    (file,) = Html(owner.get(url("backups"))).find("input", type="file")
    page = Html(owner.get(url("backups")))
    assert page.find("p", id=file["aria-describedby"])[0].text.startswith("Up to 16 MB.")


def test_the_page_says_that_the_daily_backup_fails(owner):
    (shelf.folder() / daily.PROBLEM).write_text("2026-03-07 09:00: No space left on device")
    assert "No space left on device" in owner.get(url("backups")).content.decode()
