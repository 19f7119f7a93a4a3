"""What people type or paste into check-in, and whom it means."""

from time import process_time

import pytest

from whistclub.club.typed_names import read_names

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
    ("7", ["7"]),
    ("—", ["—"]),
    ("", []),
    (" \n ", []),
]


@pytest.mark.parametrize("text, expected", EXAMPLES)
def test_typed_text_is_understood(text: str, expected: list[str]):
    assert [" + ".join(names) for names in read_names(text)] == expected


@pytest.mark.parametrize("text", ["Bob and Carol", "bob AND carol", "Ann, Bob and Carol", "Ann\n2. Bob and Carol"])
def test_a_known_name_is_not_taken_apart(text: str):
    assert read_names(text, {"bob and carol"})[-1][0].casefold() == "bob and carol"


@pytest.mark.parametrize("gap", [" " * 10_000, "\n" + " " * 10_000 + "\n", "- " * 5_000, "\n" + '"' * 10_000])
def test_long_gaps_between_names_cost_no_time(gap: str):
    begun = process_time()
    assert read_names(f"Anna,{gap}Bob") == [("Anna",), ("Bob",)]
    assert process_time() - begun < 1
