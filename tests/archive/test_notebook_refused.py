"""What of a list of past games is refused, each with its line and a sentence; and that no list brings the site down."""

import time

import pytest

from tests.archive.notebook_requests import HEAD, LINE, URL, add, faults, preview
from tests.web.html import Html
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

BAD = {
    ";Ann & Clara;Bob & Dan;13;9": "The date is missing.",
    "soon;Ann & Clara;Bob & Dan;13;9": "“soon” is not a date. Write it as 2024-02-14 or 14 Feb 2024.",
    "2024-02-30;Ann & Clara;Bob & Dan;13;9": "“2024-02-30” does not exist.",
    "2999-02-14;Ann & Clara;Bob & Dan;13;9": "“2999-02-14” is in the future.",
    "2024-02-14;Ann;Bob & Dan;13;9": "One side has more people than the other. Write a pair as Ann & Clara.",
    "2024-02-14;Ann;Bob;13;9": "This line has 2 names, but Standard is for 4 players.",
    "2024-02-14;;;13;9": "The names are missing.",
    "2024-02-14;Ann & Clara;Bob & ann;13;9": "Ann appears twice.",
    "2024-02-14;Ann & !!!;Bob & Dan;13;9": "One side has more people than the other. Write a pair as Ann & Clara.",
    f"2024-02-14;Ann & {'x' * 41};Bob & Dan;13;9": "up to 40 characters",
    "2024-02-14;Ann & Clara;Bob & Dan;;": "The result is missing.",
    "2024-02-14;Ann & Clara;Bob & Dan;13;": "Write the points of all 2 sides.",
    "2024-02-14;Ann & Clara;Bob & Dan;13;nine": "“nine” is not a number of points. Write a whole number.",
    "2024-02-14;Ann & Clara;Bob & Dan;13;9.5": "“9.5” is not a number of points. Write a whole number.",
    "2024-02-14;Ann & Clara;Bob & Dan;13;-1": "Scores can’t go below zero in these rules. The rules here are Standard.",
    "2024-02-14;Ann & Clara;Bob & Dan;500;1": "500 points are more than this game allows",
}


@pytest.mark.parametrize("line, sentence", BAD.items(), ids=BAD.values())
def test_a_bad_line_is_named_with_what_is_wrong_and_stays_in_the_field(organiser, line, sentence):
    page = Html(add(organiser, LINE, line, usual="neuralplay"))
    assert Game.objects.count() == 1
    assert sentence in faults(page)[0]
    assert page.find("textarea")[0].text == f"{HEAD} {line}"


BAD_HANDS = {
    "high 9": "who granded",
    "high Zoe 9": "“Zoe” is not one of the players in this line.",
    "high Ann": "The tricks are missing.",
    "high Ann 14": "A side takes from 0 to 13 tricks.",
    "high Ann 9-5": "The tricks add up to 14, but a hand has 13.",
    "low 6": "Write the tricks of both sides, like 6-7.",
    "sola Ann 0": "These rules do not have that bid.",
    "huh": "Write it as “high Ann 9”, “low 6-7” or “redeal”.",
    "high Ann 13; high Ann 13; low 6-7": "the game ends before the last",
    "redeal": "No hand has any tricks.",
}


@pytest.mark.parametrize("hands, sentence", BAD_HANDS.items(), ids=BAD_HANDS)
def test_a_bad_hand_is_named(organiser, hands, sentence):
    head = "Date,Pair 1,Pair 2,Hands"
    found = faults(preview(organiser, f'2024-02-14,Ann & Clara,Bob & Dan,"{hands}"', head=head, usual="neuralplay"))
    assert len(found) == 1
    assert sentence in found[0]


def test_hands_that_do_not_make_the_result_of_their_line_are_named(organiser):
    line = '2024-02-14,Ann & Clara,Bob & Dan,4,0,"high Ann 9"'
    page = preview(organiser, line, head="Date,Pair 1,Pair 2,Points 1,Points 2,Hands", usual="neuralplay")
    assert "The hands add up to 3–0, but the line has 4–0." in faults(page)[0]


@pytest.mark.parametrize(
    "head, sentence",
    [
        (
            "Ann;Bob;Clara;Dan",
            "Missing: Date; Pair 1 and Pair 2, or Player 1 to Player 4; Points 1 and Points 2, or Hands.",
        ),
        ("Date;Pair 1;Pair 2", "Missing: Points 1 and Points 2, or Hands."),
        ("Date;Date;Pair 1;Pair 2;Hands", "There are two columns called “Date”."),
    ],
)
def test_a_heading_that_lacks_a_column_is_refused(organiser, head, sentence):
    response = organiser.post(URL, {"lines": f"{head}\n{LINE}"})
    assert response.status_code == 422
    assert sentence in Html(response).text


HOSTILE = {
    "commas": "," * 2_400_000,
    "one long line": "a" * 1_000_000,
    "many lines": f"{HEAD}\n" + "a\n" * 1_100_000,
    "twenty thousand bad lines": f"{HEAD}\n" + ("x" * 100 + "\n") * 19_999,
    "columns": ";".join("ab" for _each in range(10_000)),
    "a long cell": f"{HEAD};Hands\n" + LINE + ";" + "high " * 700,
    "a long name": f"{HEAD}\n2024-02-14;" + "a & " * 900 + ";b;1;2",
    "formulas": f"{HEAD}\n=1+1;=cmd & +x;-y & @z;13;9",
    "bidi": f"{HEAD}\n2024-02-14;\u202eAnn & Cl\u200bara;Bob & Dan;13;9",
    "digits": f"{HEAD}\n{'9' * 3000};Ann & Clara;Bob & Dan;{'9' * 500};1",
    "other digits": f"{HEAD}\n²⁰24-02-14;Ann & Clara;Bob & Dan;٣;②",
    "quotes": f"{HEAD}\n" + '"' * 3000,
    "heading only": HEAD,
}


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("add_at_once", [False, True])
def test_a_hostile_list_is_answered_quickly_with_a_sentence(organiser, lines, add_at_once):
    before = time.monotonic()
    response = organiser.post(URL, {"lines": lines} | ({"add": "yes"} if add_at_once else {}), follow=True)
    assert response.status_code in (200, 422)
    assert time.monotonic() - before < 8


@pytest.mark.parametrize("name, value", [("usual", "nothing"), ("order", "x"), ("lines", "a\0b")])
def test_a_malformed_field_is_refused(organiser, name, value):
    response = organiser.post(URL, {"lines": f"{HEAD}\n{LINE}", "add": "yes", name: value})
    assert response.status_code == 422
    assert not Game.objects.exists()
