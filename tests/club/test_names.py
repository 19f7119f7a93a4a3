"""Names that look alike are one name, and what shows nothing is no name, on every way in."""

from time import process_time

import pytest

from tests.builders import NOON
from whistclub.club.actions import NameTaken, add_player, change_player, players_named
from whistclub.club.names import UnusableName, clean_name, similar_names

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ALIKE = {
    "a zero-width space": "Ås\u200ba",
    "a zero-width joiner": "Ås\u200da",
    "a byte order mark": "\ufeffÅsa",
    "a soft hyphen": "Ås\u00ada",
    "turned writing": "\u202eÅsa\u202c",
    "a mark of direction": "Åsa\u200f",
    "an invisible letter": "Åsa\u3164",
    "a variation": "Åsa\ufe0f",
    "the unit of length": "\u212bsa",
    "a ring of its own": "A\u030asa",
    "wide letters": "Å\uff53\uff41",
    "spaces that do not break": "\u00a0Åsa\u2007",
    "a blank of braille": "\u2800Åsa",
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_names_that_look_the_same_are_one_name(text: str):
    assert clean_name(text) == "Åsa"


@pytest.mark.parametrize("text", ["Ann\u00a0Marie", "Ann\u3000Marie", " Ann \t\n Marie ", "Ann\u2028Marie"])
def test_any_white_space_is_one_space(text: str):
    assert clean_name(text) == "Ann Marie"


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\u3164", "\u2800\u00a0", "—", "...", "\u0301", "\x00"])
def test_what_shows_no_letter_is_no_name(text: str):
    with pytest.raises(UnusableName):
        clean_name(text)


@pytest.mark.parametrize(
    "text", ["O’Brien", "Анна", "Игорь T.", "Σοφία", "王芳", "Jean-Luc", "J. R.", "P1", "Zoë", "नीला", "A" * 40]
)
def test_ordinary_names_stay_as_they_are(text: str):
    assert clean_name(text) == text


def test_a_name_that_is_too_long_is_quoted():
    with pytest.raises(UnusableName) as refusal:
        clean_name("Wolfgang " * 6)
    assert "“Wolfgang Wolfgang" in refusal.value.sentence


@pytest.mark.parametrize("text", ["a" + "\u0315\u0300" * 500_000, "\ufdfa" * 500_000, "A " * 500_000])
def test_a_long_text_is_refused_before_it_costs_time(text: str):
    begun = process_time()
    with pytest.raises(UnusableName):
        clean_name(text)
    assert process_time() - begun < 1


@pytest.mark.parametrize(
    "name, other",
    [("Asa", "Åsa"), ("Jean Luc", "Jean-Luc"), ("Anna", "Anna Berg"), ("Anna Berg", "Anna"), ("Waltr", "Walter")],
)
def test_similar_names_are_noticed(name: str, other: str):
    assert similar_names([name], ["Bo", other]) == {name: [other]}


@pytest.mark.parametrize("name, other", [("Gerda", "Gerdi"), ("Anna Berg", "Anna Holm"), ("王", "Wang")])
def test_names_of_two_people_are_not_similar(name: str, other: str):
    assert similar_names([name], [other]) == {name: []}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_no_way_in_makes_a_second_player_who_looks_the_same(prairie, text: str):
    asa, bo = add_player(prairie, "Åsa"), add_player(prairie, "Bo")
    with pytest.raises(NameTaken):
        add_player(prairie, text)
    with pytest.raises(NameTaken):
        change_player(bo, name=text, by=prairie.roles.get().user, at=NOON)
    assert players_named(prairie, [text]) == [asa]
