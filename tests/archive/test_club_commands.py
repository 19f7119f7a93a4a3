"""`manage.py export_club` and `import_club`."""

import json
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.archive.busy_club import moved_in, packed
from whistclub.accounts.models import User
from whistclub.archive.whole_club.layout import unpacked
from whistclub.club.models import Club

pytestmark = pytest.mark.django_db


def run(*arguments):
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def lines(file):
    return [line for _number, line in unpacked(BytesIO(file.read_bytes()))]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "club.jsonl.gz"


@pytest.fixture
def prairie_document(file):
    file.write_bytes(packed().document)
    return file


def test_a_club_is_written_to_a_file_that_only_its_owner_may_read(file):
    moved_in(packed().document)
    printed = run("export_club", "prairie", str(file))
    assert "players" in printed
    assert file.stat().st_mode & 0o777 == 0o600
    assert lines(file)[1:] == [line for _number, line in unpacked(BytesIO(packed().document))][1:]


def test_a_file_that_is_there_is_not_replaced(prairie_document):
    moved_in(packed().document)
    with pytest.raises(CommandError, match="already exists"):
        run("export_club", "prairie", str(prairie_document))
    assert prairie_document.read_bytes() == packed().document


def test_passwords_are_written_only_if_asked_for(file):
    moved_in(packed().document)
    olga = User.objects.get(email="olga@example.org")
    olga.set_password("three blind mice")
    olga.save()
    run("export_club", "prairie", str(file))
    assert olga.password.encode() not in b"".join(lines(file))
    with_passwords = file.with_name("with.gz")
    run("export_club", "prairie", str(with_passwords), "--with-passwords")
    assert olga.password.encode() in b"".join(lines(with_passwords))


def test_a_club_moves_in_after_a_trial(prairie_document):
    assert "would be imported. Nothing was stored." in run("import_club", str(prairie_document), "--dry-run")
    assert not Club.objects.exists()
    printed = run("import_club", str(prairie_document))
    assert "were imported" in printed
    assert "olga@example.org is new here" in printed
    assert Club.objects.get().players.count() == json.loads(lines(prairie_document)[0])["rows"]["club.player"]


def test_a_refused_document_says_why_and_exits_with_an_error(prairie_document):
    prairie_document.write_bytes(b"something else")
    with pytest.raises(CommandError, match=r"Nothing was stored\.\nThis file is not a club download"):
        run("import_club", str(prairie_document))
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run("import_club", str(prairie_document.with_name("nowhere")))


def test_another_name_in_the_address_can_be_chosen(prairie_document):
    run("import_club", str(prairie_document), "--slug", "winter")
    assert Club.objects.get().slug == "winter"
