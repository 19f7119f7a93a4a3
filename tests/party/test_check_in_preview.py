"""A list is shown as it is understood before anyone is checked in, and can be read in another way."""

import pytest

from tests.party.builders import friday, present
from tests.party.test_check_in import add
from tests.party.test_malformed_input import send
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player

pytestmark = pytest.mark.django_db


def test_the_button_that_previews_shows_a_single_name_first_too(organiser, olga):
    made = friday(olga, "Xaver")
    [shown_first] = Html(organiser.get(run(made, "people"))).find("input", name="shown_first")
    typed = {"names": "Walter 651-555-0134", "shown_first": shown_first["value"]}
    found = Html(send(organiser, run(made, "add"), typed))
    assert present(made) == ["Xaver"]
    assert found.texts("ul", css="typed-names") == ["Walter 651-555-0134 new"]
    assert found.texts("button", css="main") == ["Check in 1 person"]


def test_what_may_be_one_person_or_two_is_shown_first_also_where_it_is_all_of_the_list(organiser, olga):
    made = friday(olga, "Xaver")
    found = Html(send(organiser, run(made, "add"), {"names": "Ann, Bob\n-"}))
    assert present(made) == ["Xaver"]
    assert "“Ann, Bob” was read as two people." in found.text


def press(organiser, made, page, button, *, of=""):
    """Press a button of another reading, of all lines or `of` one alone, as a browser sends the form of the preview."""
    buttons = [each["value"] for each in page.find("button", name="reading") if each.text == button]
    pressed = next(each for each in buttons if not of or (each.endswith(f" {of}") and "\n" not in each))
    fields = {name: page.value(name) for name in ("sure", "readings")}
    return add(organiser, made, page.value("names"), **fields, reading=pressed)


def check_in_what_is_shown(organiser, made, page):
    add(organiser, made, page.value("names"), sure="yes", readings=page.value("readings"))
    return sorted(present(made))


@pytest.mark.parametrize(
    "pasted, says, button, after, here",
    [
        (
            "Ann, Bob\nCarl, Dan",
            "“Ann, Bob” was read as two people. 1 more line was read the same way.",
            "No, one person: Bob Ann",
            "“Ann, Bob” was read as one person: Bob Ann. 1 more line was read the same way.",
            ["Bob Ann", "Dan Carl"],
        ),
        (
            "Lund, Bob\nKarla",
            "“Lund, Bob” was read as one person: Bob Lund.",
            "No, two people",
            "“Lund, Bob” was read as two people.",
            ["Bob", "Karla", "Lund"],
        ),
        (
            "Ann & Bob Larson",
            "“Ann & Bob Larson” was read as Ann Larson & Bob Larson.",
            "No, Ann & Bob Larson",
            "“Ann & Bob Larson” was read as Ann & Bob Larson.",
            ["Ann", "Bob Larson"],
        ),
        (
            "Lund, Zebulon",
            "“Lund, Zebulon” was read as two people.",
            "No, one person: Zebulon Lund",
            "“Lund, Zebulon” was read as one person: Zebulon Lund.",
            ["Zebulon Lund"],
        ),
    ],
)
def test_a_line_is_read_the_other_way_with_one_tap_and_back_with_one_more(
    organiser, olga, pasted, says, button, after, here
):
    made = friday(olga)
    first = add(organiser, made, pasted)
    assert says in first.text
    other = press(organiser, made, first, button)
    assert after in other.text
    assert present(made) == []
    [back, *_others] = other.texts("button", name="reading")
    assert says in press(organiser, made, other, back).text
    assert check_in_what_is_shown(organiser, made, other) == here


def test_of_several_lines_one_alone_is_read_the_other_way(organiser, olga):
    made = friday(olga)
    found = press(
        organiser, made, add(organiser, made, "Lund, Bob\nMoe, Dan\nBerg, Eva"), "No, two people", of="Moe, Dan"
    )
    assert "“Lund, Bob” was read as one person: Bob Lund. 1 more line was read the same way." in found.text
    assert "“Moe, Dan” was read as two people." in found.text
    assert found.texts("button", css="main") == ["Check in 4 people"]
    assert check_in_what_is_shown(organiser, made, found) == ["Bob Lund", "Dan", "Eva Berg", "Moe"]


def test_each_button_of_another_reading_is_described_by_its_line(organiser, olga):
    page = add(organiser, friday(olga), "Lund, Bob\nMoe, Dan\nLarson, Ann & Bob")
    lines = [
        page.find("span", id=each["aria-describedby"])[0].text.partition("”")[0]
        for each in page.find("button", name="reading")
    ]
    assert lines == ["“Lund, Bob", "“Larson, Ann & Bob", "“Lund, Bob", "“Moe, Dan"]


def test_texts_that_were_typed_one_after_the_other_are_read_each_by_itself(organiser, olga):
    made = friday(olga, movement="ladder_pairs")
    found = add(organiser, made, ["Ann, Bob", "Eva, Dan"])
    assert "“Ann, Bob” was read as two people. 1 more line was read the same way." in found.text
    assert "(partners)" not in found.text
    assert [each["value"] for each in found.find("input", name="names")] == ["Ann, Bob", "Eva, Dan"]
    found = add(organiser, made, ["Ann, Bob", "Moe, Dan\nBerg, Eva"])
    assert "“Ann, Bob” was read as two people." in found.text
    assert "“Moe, Dan” was read as one person: Dan Moe. 1 more line was read the same way." in found.text


def test_what_was_shown_is_checked_in_although_the_club_learnt_a_name_meanwhile(organiser, olga):
    made = friday(olga)
    found = add(organiser, made, "Lund, Bob\nMoe, Dan")
    for name in ("Lund", "Bob"):
        add_player(made.club, name)
    assert check_in_what_is_shown(organiser, made, found) == ["Bob Lund", "Dan Moe"]


def test_a_known_first_name_does_not_make_two_people_of_a_last_and_a_first_name(organiser, olga):
    made = friday(olga)
    add_player(made.club, "Bob")
    pasted = "Amundson, Bob\nLund, Carl"
    assert "“Amundson, Bob” was read as one person: Bob Amundson." in add(organiser, made, pasted).text
    add(organiser, made, pasted, sure="yes")
    assert sorted(present(made)) == ["Bob Amundson", "Carl Lund"]
