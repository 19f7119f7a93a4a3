"""The page Backups, for owners of the first club."""

import os

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.web.html import Html
from whistclub.accounts.models import User
from whistclub.ops.backups import daily, restoring, shelf
from whistclub.ops.backups.shelf import Kind
from whistclub.ops.data_folder import held

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="copies of SQLite"),
]


@pytest.fixture
def owner(prairie_now):
    client = Client()
    client.force_login(User.objects.get())
    return client


def url(page, *names, club="prairie"):
    return reverse(f"ops:{page}", args=[club, *names])


def test_a_backup_made_now_is_downloaded_and_kept(owner):
    answer = owner.post(url("make_backup"))
    assert answer.getvalue().startswith(b"SQLite format 3")
    newest = shelf.kept()[0]
    assert f'filename="{newest.name}"' in answer["Content-Disposition"]
    assert newest.name in owner.get(url("backups")).content.decode()
    assert owner.get(url("download_backup", newest.name)).getvalue() == newest.path.read_bytes()


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


@pytest.mark.parametrize("content", [b"", b"\0" * 5000, b"SQLite format 3\0" + b"\0" * 5000, b"PGDMP" + b"\xff" * 99])
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
    client = Client()
    client.force_login(otto)
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
    assert page.find("p", id=file["aria-describedby"])[0].text == "Up to 2.4 MB."


def test_the_page_says_that_the_daily_backup_fails(owner):
    (shelf.folder() / daily.PROBLEM).write_text("2026-03-07 09:00: No space left on device")
    assert "No space left on device" in owner.get(url("backups")).content.decode()
