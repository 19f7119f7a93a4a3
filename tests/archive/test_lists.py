"""Tables as spreadsheets and people write them; and players from a list."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.builders import refusal_of
from tests.web.html import Html
from whistclub.archive import lists
from whistclub.archive.lists import COLUMNS
from whistclub.club.actions import add_player

pytestmark = pytest.mark.django_db

URL = reverse("archive:players", args=["prairie"])
GAMES = {"a": ("a",), "b": ("b",)}


def cells(text):
    return lists.read_table(text, GAMES).rows


def roster(club):
    return sorted(club.players.values_list("name", flat=True))


def send(organiser, lines, **more):
    return Html(organiser.post(URL, {"lines": lines, **more}, follow=True))


@pytest.mark.parametrize(
    "text",
    [
        "A;B\n1;2",
        "A,B\r\n1,2",
        "A\tB\r1\t2",
        "\ufeffA;B\n1;2",
        "sep=;\nA;B\n1;2",
        "Our club, 1987; all games\n\nA;B\n1;2",
        '"A";"B"\n"1"; 2 ',
        "B;Rain;A\n2;yes;1",
    ],
)
def test_a_table_is_read_as_spreadsheets_write_it(text):
    assert [found for _line, found in cells(text)] == [{"a": "1", "b": "2"}]


def test_a_list_that_is_too_long_is_refused_before_it_is_read_into_games(monkeypatch):
    monkeypatch.setattr(lists, "MOST_ROWS", 2)
    with refusal_of("wrong_list", "more than 2 lines"):
        lists.read_table("A\n1\n2\n3", GAMES)


def test_a_quotation_mark_that_nobody_closed_is_named_with_its_line():
    with refusal_of("wrong_list", "Line 3 cannot be read"):
        lists.read_table('A;B\n1;2\n3;"4\n5;6', GAMES)


@pytest.mark.parametrize(
    "raw, name",
    [
        ("Name\nÅsa".encode("utf-8-sig"), "Åsa"),
        ("Name\nÅsa".encode("cp1252"), "Åsa"),
        ("Name\nÅsa".encode("utf-16"), "Åsa"),
        (b"PK\x03\x04\x00", "This is not a text file"),
        (b"\x00\x01\x02", "This is not a text file"),
        (b"", "There is nothing in this list"),
    ],
)
def test_a_file_is_text_in_one_of_the_usual_encodings(organiser, raw, name):
    assert name in send(organiser, "", file=SimpleUploadedFile("club.csv", raw)).text


@pytest.mark.parametrize(
    "typed, names",
    [
        ("Olson, Bob", ["Bob Olson"]),
        ("1. Ann Berg", ["Ann Berg"]),
        ("- Ann", ["Ann"]),
        ("Bob Olson, Jr.", ["Bob Olson Jr."]),
        ("Bob 2", ["Bob 2"]),
        ("Ann & Bob Larson", ["Ann Larson", "Bob Larson"]),
        ("Ann, Bob, Clara", ["Ann", "Bob", "Clara"]),
        ("Ann, 612-555-1234", ["Ann"]),
        ("***", []),
    ],
)
def test_a_line_is_read_as_at_the_check_in(prairie, typed, names):
    found = lists.read_players(prairie, typed)
    assert list(found.new_names) == names
    assert bool(found.wrong) == (not names)


@pytest.mark.parametrize(
    "text",
    [
        "Bob Olson\nAnn",
        'Name;Phone\n"Olson, Bob";612\nAnn;',
        "Name\nOlson, Bob\nAnn",
        "Members 2024\nFirst name,Last name\nBob,Olson\nAnn,",
    ],
)
def test_players_come_from_a_list_of_lines_or_a_column_of_a_table(organiser, prairie, text):
    send(organiser, text, add="yes")
    assert roster(prairie) == ["Ann", "Bob Olson"]


def test_nothing_is_added_before_the_preview_or_while_a_line_is_wrong(organiser, prairie):
    add_player(prairie, "Walter")
    text = f"Bob\nwalter\nWaltr\nBob\n{'x' * 41}\n"
    page = send(organiser, text)
    assert page.texts("h3") == ["To correct", "New names 2", "Already in the club 1"]
    assert "Line 5" in page.text
    assert "Waltr similar to Walter" in page.text
    send(organiser, text, add="yes")
    assert roster(prairie) == ["Walter"]
    send(organiser, text.partition("x")[0], add="yes")
    assert roster(prairie) == ["Bob", "Walter", "Waltr"]


def test_headings_that_players_are_known_by_mean_one_column_each():
    heads = [head for known in COLUMNS.values() for head in known]
    assert len(heads) == len(set(heads))
