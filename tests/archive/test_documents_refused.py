"""A document with a problem changes nothing, and the refusal says what is wrong and in which line."""

import gzip
import hashlib
import io
import json
import random
import re
from contextlib import suppress

import pytest
from django.contrib.auth.hashers import make_password

from tests.archive.busy_club import moved_in, packed
from whistclub.accounts.models import User
from whistclub.archive.whole_club.contents import our_models
from whistclub.archive.whole_club.layout import DocumentRefused
from whistclub.archive.whole_club.moving_in import move_in
from whistclub.club.models import Club, Role

pytestmark = pytest.mark.django_db


def opened():
    """The lines of the document as values."""
    return [json.loads(line) for line in gzip.decompress(packed().document).splitlines()]


def closed(found):
    """These lines as a document with the right checksum and counts, so that something else must be noticed."""
    body = "".join(json.dumps(each, ensure_ascii=True) + "\n" for each in found[1:]).encode()
    header = found[0] | {"sha256": hashlib.sha256(body).hexdigest()}
    return gzip.compress(json.dumps(header).encode() + b"\n" + body)


def place(found, table, column, row=1):
    """Where a value is: the line, and the place in it."""
    begin = next(n for n, each in enumerate(found) if isinstance(each, dict) and each.get("table") == table)
    return begin + row, found[begin]["columns"].index(column) + 1


def changed(table, column, value, row=1):
    """The document with one other value, and the number of its line."""
    found = opened()
    line, column_place = place(found, table, column, row)
    found[line][column_place] = value
    return closed(found), line + 1


def counts():
    return {model._meta.label: model._default_manager.count() for model in our_models()}


def refusal(document):
    """Why the document is refused; nothing has changed."""
    before = counts()
    with pytest.raises(DocumentRefused) as refused:
        move_in(io.BytesIO(document))
    assert counts() == before
    return " ".join(refused.value.problems)


def test_a_file_that_is_no_document_is_refused():
    not_ours = gzip.compress(b'{"format": "something else", "version": 1}\n')
    for content in (
        b"",
        b"a,b,c\n",
        b"\x1f\x8b broken",
        not_ours,
        gzip.compress(b"[" * 100_000 + b"\n"),
        gzip.compress(b""),
    ):
        assert refusal(content).startswith(("This file is not a club download", "The file is damaged"))


def test_a_document_that_was_cut_off_is_refused():
    assert "damaged or cut off" in refusal(packed().document[:-200])


def test_a_document_of_a_newer_version_is_refused_with_what_to_do():
    found = opened()
    found[0] |= {"version": 2, "program": "9.1.0"}
    assert "A newer version of the program wrote this file: 9.1.0. Update this site first" in refusal(closed(found))


def test_a_document_that_was_changed_after_it_was_written_is_refused():
    content = gzip.decompress(packed().document).replace(b"Prairie", b"Praerie")
    assert "its checksum differs" in refusal(gzip.compress(content))


def test_a_document_without_some_rows_is_refused():
    found = opened()
    line, _column = place(found, "club.playerchange", "kind")
    del found[line]
    assert "should have" in refusal(closed(found))


@pytest.mark.parametrize(
    "table, column, value",
    [
        ("club.player", "name", None),
        ("club.player", "name", 5),
        ("club.player", "name", "x" * 41),
        ("club.player", "name", "A\0nn"),
        ("club.player", "name", "A\ud800nn"),
        ("club.player", "hidden", 1),
        ("club.player", "joined_at", "yesterday"),
        ("club.player", "joined_at", "2026-01-01T00:00:00"),
        ("club.player", "merged_into_id", 10**6),
        ("club.player", "merged_into_id", -1),
        ("club.player", "merged_into_id", True),
        ("club.player", "name", "9" * 5000),
        ("club.role", "kind", "king"),
        ("club.role", "user_id", 99),
        ("accounts.user", "email", "Olga@Example.org"),
        ("accounts.user", "email", "nobody"),
        ("play.game", "first_dealer", -1),
        ("play.game", "first_dealer", 10**30),
        ("play.game", "first_dealer", 1.5),
        ("play.entryrecord", "uid", "no uid"),
        ("party.party", "wishes", [{"one": "me", "other": 1}]),
        ("party.step", "rows", [["user", "1", {}, None]]),
        ("party.step", "shows", "playing"),
        ("party.seatassignment", "organiser_reason", "{player:oops"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_its_line(table, column, value):
    document, line = changed(table, column, value)
    assert re.search(rf"\bLine {line}\b", refusal(document))


@pytest.mark.parametrize(
    "table, column, value, what",
    [
        ("play.game", "totals", [99, 99], "its hands give"),
        ("play.game", "options", {"target": "soon"}, "could not be read"),
        ("play.gameevent", "kind", "exploded", "could not be read"),
        ("party.party", "movement", "waltz", "could not be read"),
        ("party.logentry", "data", {"after": {}}, "could not be read"),
        ("club.club", "time_zone", "Mars/Olympus", "could not be read"),
    ],
)
def test_values_that_pages_could_not_show_are_refused(table, column, value, what):
    assert what in refusal(changed(table, column, value)[0])


def test_a_club_that_is_here_already_is_refused():
    moved_in(packed().document)
    assert "already has a club with “prairie” in its address" in refusal(packed().document)
    with pytest.raises(DocumentRefused, match="Is this club here already"):
        move_in(io.BytesIO(packed().document), slug="other")


def test_a_column_that_only_a_newer_version_knows_is_refused_and_one_that_is_missing_gets_its_default():
    found = opened()
    line, column = place(found, "club.player", "guest", row=0)
    newer = [each if n != line else each | {"columns": [*each["columns"], "shoe_size"]} for n, each in enumerate(found)]
    assert "has no column “shoe_size” here" in refusal(closed(newer))
    found[line]["columns"].remove("guest")
    for row in range(1, found[0]["rows"]["club.player"] + 1):
        del found[line + row][column]
    assert not moved_in(closed(found)).players.filter(guest=True).exists()


def test_a_trial_stores_nothing():
    before = counts()
    assert move_in(io.BytesIO(packed().document), trial=True).club is None
    assert counts() == before


def test_users_that_the_site_knows_stay_as_they_are_and_new_ones_have_no_password():
    known = User(email="olga@example.org", name="Olga of here")
    known.set_password("three blind mice")
    known.save()
    club = moved_in(packed().document)
    assert Role.objects.get(club=club, kind="owner").user == known
    known.refresh_from_db()
    assert (known.name, known.check_password("three blind mice")) == ("Olga of here", True)
    assert not User.objects.get(email="zoe@example.org").has_usable_password()
    assert Club.objects.count() == 1


def test_a_document_decides_nothing_about_rights_on_this_site_and_knows_no_password_of_it():
    """As somebody writes it who would like to be support here, and to sign in as another new user."""
    known = User(email="olga@example.org", name="Olga of here")
    known.set_password("three blind mice")
    known.save()
    own = make_password("own choice")
    found = opened()
    start, _column = place(found, "accounts.user", "email", row=0)
    found[start]["columns"] += ["is_support", "is_active", "password"]
    for row in range(1, found[0]["rows"]["accounts.user"] + 1):
        found[start + row] += [True, False, own]
    moved_in(closed(found))
    users = dict(User.objects.values_list("email", "password"))
    assert users == {"olga@example.org": known.password} | {
        email: password for email, password in users.items() if password.startswith("!")
    }
    assert not User.objects.filter(is_support=True).exists()
    assert not User.objects.filter(is_active=False).exists()


def test_passwords_of_new_users_come_only_where_that_is_asked_for():
    known = User(email="olga@example.org", name="Olga of here")
    known.set_password("three blind mice")
    known.save()
    found = opened()
    start, _column = place(found, "accounts.user", "email", row=0)
    found[start]["columns"].append("password")
    for row in range(1, found[0]["rows"]["accounts.user"] + 1):
        found[start + row].append(make_password("own choice"))
    move_in(io.BytesIO(closed(found)), passwords=True)
    assert User.objects.get(email="zoe@example.org").check_password("own choice")
    assert User.objects.get(email="olga@example.org").check_password("three blind mice")


@pytest.mark.parametrize("version", ["1e400", "1.5", "true", "null", '"1"', "-1", "9" * 5000, "[1]"])
def test_a_header_with_a_strange_version_is_refused(version):
    document = gzip.compress(f'{{"format": "whistclub club", "version": {version}}}\n'.encode())
    assert "This file" in refusal(document) or "newer version" in refusal(document)


@pytest.mark.parametrize(
    "pieces, why",
    [
        ([b" " * 2**20] * 9, "too long or cut off"),
        ([b"[" + b" " * 2**20 + b"]\n"] * 65, "far too long when unpacked"),
        ([b"[]\n"] * 30_000, "10000 more problems"),
    ],
)
def test_a_file_that_becomes_huge_when_it_is_unpacked_is_refused_early(pieces, why):
    packed_pieces = io.BytesIO()
    header = json.dumps(opened()[0]).encode() + b"\n"
    with gzip.GzipFile(fileobj=packed_pieces, mode="wb") as out:
        out.write(header)
        out.writelines(pieces)
    assert why in refusal(packed_pieces.getvalue())


@pytest.mark.parametrize("number", [10**9, 2**39])
def test_a_number_far_beyond_all_rows_is_refused(number):
    found = opened()
    start, _column = place(found, "club.player", "name", row=0)
    found[start]["numbers"] = number
    assert "too many rows are missing" in refusal(closed(found))
    found[start + found[0]["rows"]["club.player"]][0] = number
    assert "Too many rows before it are missing" in refusal(closed(found))


def test_a_number_without_end_is_refused():
    found = opened()
    line, column = place(found, "play.game", "options")
    text = json.dumps(found[line])
    body = "".join(json.dumps(each) + "\n" for each in found[1:])
    body = body.replace(text, text.replace(json.dumps(found[line][column]), '{"target": 1e400}')).encode()
    header = found[0] | {"sha256": hashlib.sha256(body).hexdigest()}
    assert f"Line {line + 1}" in refusal(gzip.compress(json.dumps(header).encode() + b"\n" + body))


def test_whatever_is_changed_in_a_document_is_refused_or_can_be_read():
    chance = random.Random(7)
    whole = opened()
    strange = [None, -1, 10**18, 1.5, "", "x" * 300, "{player:1}", "{", [], [[]], {}, {"a": 1}, True, "\0", 10**400]
    rows = [n for n, each in enumerate(whole) if n and isinstance(each, list)]
    for _time in range(60):
        found = [*whole]
        line = chance.choice(rows)
        found[line] = [*found[line]]
        found[line][chance.randrange(len(found[line]))] = chance.choice(strange)
        with suppress(DocumentRefused):
            move_in(io.BytesIO(closed(found)), trial=True)
