"""Names that look alike are one name, and what shows nothing is no name, on every way in."""

from time import process_time

import pytest

from tests.builders import NOON, refusal_of
from whistclub.club import names as club_names
from whistclub.club.actions import add_player, change_player, players_named
from whistclub.club.names import UnusableName, clean_name, pasted_names, similar_names, with_names, with_references

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


def test_long_lists_of_names_are_compared_by_words_alone_in_the_end(monkeypatch):
    monkeypatch.setattr(club_names, "MOST_COMPARED", club_names.MOST_COMPARED // 20)
    names = [f"A{number:038}" for number in range(500)]
    begun = process_time()
    assert similar_names([*names, "Anna"], [*names, "Anna Berg"])["Anna"] == ["Anna Berg"]
    assert process_time() - begun < 2


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_no_way_in_makes_a_second_player_who_looks_the_same(prairie, text: str):
    asa, bo = add_player(prairie, "Åsa"), add_player(prairie, "Bo")
    with refusal_of("name_taken"):
        add_player(prairie, text)
    with refusal_of("name_taken"):
        change_player(bo, name=text, by=prairie.roles.get().user, at=NOON)
    assert players_named(prairie, [text]) == [asa]


KNOWN = {"Ann": 1, "Ann Marie": 2, "Bo": 3}


@pytest.mark.parametrize(
    "text, stored",
    [
        ("Ann and Ann Marie", "{player:1} and {player:2}"),
        ("Ann’s phone, Bo.", "{player:1}’s phone, {player:3}."),
        ("Anna, Boat, bo", "Anna, Boat, bo"),
        ("", ""),
    ],
)
def test_whole_names_become_references_longest_first(text, stored):
    assert with_references(text, KNOWN) == stored
    assert with_names(stored, {1: "Ann", 2: "Ann Marie", 3: "Bo"}) == text


def test_a_new_name_of_one_player_leaves_the_others():
    stored = with_references("Ann and Ann Marie", KNOWN)
    assert with_names(stored, {1: "Anna", 2: "Ann Marie"}) == "Anna and Ann Marie"


@pytest.mark.parametrize("text", ["{player:3}", "{", "}}", "{0.__class__}", "{{player:1}} {Ann"])
def test_typed_braces_stay_text(text):
    stored = with_references(text, {"Zoe": 3})
    assert with_names(stored, {3: "Zoe"}) == text


def test_names_with_braces_are_found():
    assert with_references("{x} won", {"{x}": 4}) == "{player:4} won"


def test_a_text_names_its_players_and_shows_unknown_ones_as_a_question_mark():
    assert with_names("{player:22} won", {}) == "? won"


EXAMPLES = [
    ("Anne", ["Anne"]),
    ("Anne Marie", ["Anne Marie"]),
    ("  Anne   Marie ", ["Anne Marie"]),
    ("Xaver, Yvonne, Zita", ["Xaver", "Yvonne", "Zita"]),
    ("Mona; Nils", ["Mona", "Nils"]),
    ("Mona;Nils,", ["Mona", "Nils"]),
    ("1. Karla", ["Karla"]),
    ("1.Karla\n2.Lars", ["Karla", "Lars"]),
    ("1) Karla\r\n2) Lars", ["Karla", "Lars"]),
    ("(1) Karla\n[2] Lars\n#3 Mia", ["Karla", "Lars", "Mia"]),
    ("1\tKarla\n2\tLars", ["Karla", "Lars"]),
    ("1 Karla\n2 Lars", ["Karla", "Lars"]),
    ("- Karla\n– Lars\n* Mia\n• Nora", ["Karla", "Lars", "Mia", "Nora"]),
    ("· Karla\n·Lars · Mia", ["Karla", "Lars", "Mia"]),
    ("Gal·la, Marcel·lí & Gal·la", ["Gal·la", "Marcel·lí + Gal·la"]),
    ("☐ Karla\n✓ Lars\n[x] Mia\n[ ] Nora", ["Karla", "Lars", "Mia", "Nora"]),
    ("- 1. Karla", ["Karla"]),
    ('"Karla";"Lars"', ["Karla", "Lars"]),
    ("Karla | Lars", ["Karla", "Lars"]),
    ("Karla\n\n\nLars\n", ["Karla", "Lars"]),
    ("Karla\u2028Lars", ["Karla", "Lars"]),
    ("Karla\n---\nLars", ["Karla", "Lars"]),
    ("Adam & Eva", ["Adam + Eva"]),
    ("Adam and Eva", ["Adam + Eva"]),
    ("Adam AND Eva", ["Adam + Eva"]),
    ("Adam + Eva", ["Adam + Eva"]),
    ("Adam+Eva", ["Adam + Eva"]),
    ("Adam / Eva", ["Adam + Eva"]),
    ("1. Adam & Eva\n2. Kain & Abel", ["Adam + Eva", "Kain + Abel"]),
    ("Xaver, Adam and Eva", ["Xaver", "Adam + Eva"]),
    ("Adam & Eva & Kain", ["Adam", "Eva", "Kain"]),
    ("Adam + 1", ["Adam"]),
    ("Adam &", ["Adam"]),
    ("Sandra", ["Sandra"]),
    ("Andy Anderson", ["Andy Anderson"]),
    ("Jean-Luc O’Brien Jr.", ["Jean-Luc O’Brien Jr."]),
    ("’t Hooft", ["’t Hooft"]),
    ("P1", ["P1"]),
    ("7", []),
    ("—", []),
    ("", []),
    (" \n ", []),
    ("Ann & Bob Larson", ["Ann Larson + Bob Larson"]),
    ("Mr. & Mrs. Larson", ["Mr. Larson + Mrs. Larson"]),
    ("Olga Berg (late)\nNils 612-555-1234\nmia@example.org Mia", ["Olga Berg", "Nils", "Mia"]),
    ("Name: Olga\nTotal: 5", ["Olga"]),
]


@pytest.mark.parametrize("text, expected", EXAMPLES)
def test_typed_text_is_understood(text: str, expected: list[str]):
    assert [" + ".join(entry.names) for entry in pasted_names(text)] == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Amundson, Bob\nBerg, Ann Marie", ["Bob Amundson", "Ann Marie Berg"]),
        ("Larson, Ann & Bob", ["Ann Larson + Bob Larson"]),
        ("Berg\tAnn\t612-555-1234\nLund\tBob", ["Ann Berg", "Bob Lund"]),
        ("Olson, Bob, Jr.", ["Bob Jr. Olson"]),
        ("Karla", ["Karla"]),
    ],
)
def test_last_names_that_come_first_are_turned(text: str, expected: list[str]):
    assert [" + ".join(entry.names) for entry in pasted_names(text, last_name_first=True)] == expected


def test_what_may_be_no_name_is_doubtful():
    assert [entry.is_doubtful for entry in pasted_names("Late:\nAnn\nTable 3")] == [True, False, True]


@pytest.mark.parametrize("text", ["(" * 20_000, "1 " * 10_000, "+ " * 10_000, "and " * 5_000, "a," * 10_000])
def test_a_long_text_is_read_in_no_time(text: str):
    begun = process_time()
    pasted_names(text)
    assert process_time() - begun < 1
