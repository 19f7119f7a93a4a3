"""What people type or paste at check-in, line by line."""

from time import process_time

import pytest

from whistclub.club.pasted import read

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
    assert [" + ".join(entry.names) for entry in read(text)] == expected


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
    assert [" + ".join(entry.names) for entry in read(text, last_name_first=True)] == expected


def test_what_may_be_no_name_is_doubtful():
    assert [entry.is_doubtful for entry in read("Late:\nAnn\nTable 3")] == [True, False, True]


@pytest.mark.parametrize("text", ["(" * 20_000, "1 " * 10_000, "+ " * 10_000, "and " * 5_000, "a," * 10_000])
def test_a_long_text_is_read_in_no_time(text: str):
    begun = process_time()
    read(text)
    assert process_time() - begun < 1
