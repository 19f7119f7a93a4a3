"""Many players from a list: a preview that names each bad line, one tap that adds the others, one that undoes it."""

import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import builders
from tests.web.html import Html
from whistclub.archive.models import Import
from whistclub.club.actions import add_player, rename_player

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

URL = reverse("archive:players", args=["prairie"])


def roster(club):
    return sorted(club.players.values_list("name", flat=True))


def preview(organiser, lines, **more):
    return Html(organiser.post(URL, {"lines": lines, **more}))


def add(organiser, lines, **more):
    return organiser.post(URL, {"lines": lines, "add": "yes", **more}, follow=True)


def field(page):
    return page.find("textarea")[0].text


def test_the_preview_names_new_known_similar_repeated_and_unusable_lines(organiser, prairie):
    for name in ("Ann", "Walter"):
        add_player(prairie, name)
    page = preview(organiser, f"Bob\nann\nWaltr\nBob\n{'x' * 41}\n")
    assert page.texts("h3") == [
        "Cannot be used 1",
        "Similar to a known name 1",
        "Twice in the list 1",
        "New 1",
        "Already known 1",
    ]
    assert "Line 5" in page.text
    assert "similar to Walter" in page.text
    assert "also in line 1" in page.text
    assert roster(prairie) == ["Ann", "Walter"]


def test_one_tap_adds_the_good_names_and_leaves_the_others_in_the_field(organiser, prairie):
    add_player(prairie, "Walter")
    page = Html(add(organiser, f"Bob\nWaltr\n!!!\n{'x' * 41}"))
    assert roster(prairie) == ["Bob", "Walter"]
    assert "1 player was added." in page.text
    assert field(page).split() == ["Waltr", "!!!", "x" * 41]


def test_a_similar_name_that_was_ticked_is_a_new_person(organiser, prairie):
    add_player(prairie, "Walter")
    add(organiser, "Waltr", anyway="Waltr")
    assert roster(prairie) == ["Walter", "Waltr"]


def test_what_is_no_name_is_left_out_and_shown(organiser, prairie):
    lines = "Coming:\nAmundson, Bob (vegetarian)\n- Berg, Clara 612-555-1234\n7"
    page = preview(organiser, lines)
    assert page.texts("h3") == ["Left out 4", "New 2"]
    shown = [" ".join(each.text.split()) for each in page.find("ul", css="listed")]
    assert shown[0] == "Line 1 Coming: Line 2 (vegetarian) Line 3 612-555-1234 Line 4 7"
    assert "Bob Amundson written “Amundson, Bob”" in shown[1]
    assert field(Html(add(organiser, lines))) == ""
    assert roster(prairie) == ["Bob Amundson", "Clara Berg"]


def test_a_known_or_similar_name_says_too_how_the_list_has_it(organiser, prairie):
    for name in ("Bob Berg", "Walter Eng"):
        add_player(prairie, name)
    text = preview(organiser, "Berg, Bob\nEng, Waltr").text
    assert "Bob Berg written “Berg, Bob”" in text
    assert "Waltr Eng written “Eng, Waltr” – similar to Walter Eng" in text


def test_a_line_is_read_the_other_way_with_one_tap_and_back_with_one_more(organiser, prairie):
    lines = "Lund, Bob\nMoe, Dan\nKarla"
    first = preview(organiser, lines)
    assert "“Lund, Bob” was read as one person: Bob Lund. 1 more line was read the same way." in first.text
    pressed = first.find("button", name="reading")[-1]["value"]
    other = preview(organiser, lines, readings=first.value("readings"), reading=pressed)
    assert "“Moe, Dan” was read as two people." in other.text
    assert field(other).split("\n") == [" ".join(lines.split())]
    back = next(each["value"] for each in other.find("button", name="reading") if "Dan Moe" in each.text)
    again = preview(organiser, lines, readings=other.value("readings"), reading=back)
    assert again.value("readings") == first.value("readings")
    assert roster(prairie) == []
    add(organiser, lines, readings=other.value("readings"))
    assert roster(prairie) == ["Bob Lund", "Dan", "Karla", "Moe"]


def test_of_a_long_list_of_lines_with_two_readings_the_first_hundred_are_offered_alone(organiser):
    page = preview(organiser, "\n".join(f"Lund{chr(97 + n // 26)}{chr(97 + n % 26)}, Bob" for n in range(300)))
    assert "299 more lines were read the same way." in page.text
    assert len(page.find("button", name="reading")) == 1 + 100
    assert "The others are not shown here." in page.text


def test_the_recipients_of_an_e_mail_are_a_list(organiser, prairie):
    add(organiser, "Ann Berg <ann@example.org>; Lund, Bob <bob@example.org>;\nKarla")
    assert roster(prairie) == ["Ann Berg", "Bob Lund", "Karla"]


def test_a_table_is_read_by_its_heading(organiser, prairie):
    add(organiser, 'No;First name;Last name;Phone\n1;Ann;"O\'Hara; Smith";555\n2;Bob;Berg;556')
    assert roster(prairie) == ["Ann O'Hara; Smith", "Bob Berg"]


def test_what_stays_of_a_table_can_be_sent_again(organiser, prairie):
    long = "Smith, " + "x" * 40
    page = Html(add(organiser, f'Name,Phone\nBob,1\n"{long}",2'))
    assert roster(prairie) == ["Bob"]
    assert field(page) == f'name "{long}"'
    assert "Cannot be used 1" in page.texts("h3")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_may_have_any_encoding_of_a_spreadsheet(organiser, prairie, encoding):
    file = SimpleUploadedFile("club.csv", "name\r\nJosé Müller\r\n".encode(encoding))
    page = Html(organiser.post(URL, {"lines": "", "file": file}))
    assert "José Müller" in page.text
    add(organiser, field(page).replace("name ", "name\n"), source=page.value("source"))
    assert roster(prairie) == ["José Müller"]
    assert Import.objects.get().source == "club.csv"


@pytest.mark.parametrize("raw", [b"PK\x03\x04" + b"\0" * 100, b"\xd0\xcf\x11\xe0", b"a\0b"])
def test_a_workbook_is_refused_with_what_to_do(organiser, raw):
    response = organiser.post(URL, {"lines": "Ann", "file": SimpleUploadedFile("club.xlsx", raw)})
    assert response.status_code == 422
    assert "Save as" in Html(response).text
    assert field(Html(response)) == "Ann"


def test_an_import_is_undone_in_one_tap_except_for_players_who_were_used_since(organiser, prairie, olga):
    add_player(prairie, "Zoe")
    add(organiser, "Ann\nBob\nClara\nDan\nEve\nFay")
    builders.game(prairie, olga)
    eve = prairie.players.get(name="Eve")
    rename_player(eve, "Eva", by=olga, at=builders.NOON)
    done = Import.objects.get()
    page = Html(organiser.post(reverse("archive:undo_import", args=["prairie", done.pk]), follow=True))
    assert roster(prairie) == ["Ann", "Bob", "Clara", "Dan", "Eva", "Zoe"]
    assert "because they have been used since the import: Ann, Bob, Clara, Dan and Eva" in page.text
    assert "undone by Olga" in page.text


def test_an_import_of_another_club_cannot_be_undone(organiser, prairie):
    add(organiser, "Ann")
    otto, _valley = builders.organiser("Otto", "Valley")
    organiser.force_login(otto)
    assert organiser.post(f"/run/valley/imports/{Import.objects.get().pk}/undo/").status_code == 404
    assert roster(prairie) == ["Ann"]


def test_a_name_that_somebody_else_added_meanwhile_is_left_alone(organiser, prairie):
    add_player(prairie, "Ann")
    response = add(organiser, "Ann")
    assert response.status_code == 422
    assert "Nothing in this list can be added" in Html(response).text


HOSTILE = {
    "commas": "," * 2_400_000,
    "one long line": "a" * 1_000_000,
    "numbers": "1. " * 800_000,
    "many lines": "a\n" * 1_200_000,
    "columns": ";".join("ab" for _each in range(10_000)),
    "formulas": "=1+1\n+cmd\n-2\n@sum",
    "bidi": "\u202eAnn\u202c\nA\u200bnn",
    "quotes": '"' * 100_000,
    "nothing": " \n\t\n",
    "marks": "a" + "\u0301" * 3000,
}


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_list_is_answered_at_once_with_a_sentence(organiser, lines):
    before = time.monotonic()
    response = organiser.post(URL, {"lines": lines})
    assert response.status_code in (200, 422)
    assert time.monotonic() - before < 5
    assert Html(response).find("h3") or Html(response).texts("p", css="wrong") or "no name" in Html(response).text


def test_marks_of_writing_direction_do_not_make_another_name(organiser, prairie):
    add_player(prairie, "Ann")
    assert "Already known 1" in preview(organiser, "\u202eAnn\u202c").texts("h3")
