"""What people type or paste into check-in, and whom it means."""

from time import process_time

import pytest

from whistclub.club.typed_names import TypedLine, read_list, read_names

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


# Each line of a list: its names, what is left out of it, and whether it was turned.
LISTS = [
    ("Amundson, Bob\nBerg, Ann Marie", ["Bob Amundson ↔", "Ann Marie Berg ↔"]),
    ("van Dyke, Dick\nO’Hara, Eva\nKarla", ["Dick van Dyke ↔", "Eva O’Hara ↔", "Karla"]),
    ("3. Amundson, Bob\n- Berg, Ann\n• Dahl, Eva", ["Bob Amundson ↔", "Ann Berg ↔", "Eva Dahl ↔"]),
    ("Amundson, Bob\t612-555-1234\nBerg, Ann (late)", ["Bob Amundson ↔ –612-555-1234", "Ann Berg ↔ –(late)"]),
    ("Amundson, Bob", ["Amundson / Bob"]),
    ("Ann Berg, Bob Dahl\nEva Eng, Dan Falk", ["Ann Berg / Bob Dahl", "Eva Eng / Dan Falk"]),
    ("Ann, Bob, Eva\nDan, Fay", ["Ann / Bob / Eva", "Dan / Fay"]),
    ("Xaver, Adam & Eva\nYvonne; Zita", ["Xaver / Adam + Eva", "Yvonne / Zita"]),
    ("Karla, Lars\nMona, Nils", ["Karla / Lars", "Nils Mona ↔"]),
    ("Ann, Bob\nCarl, Dan", ["Ann + Bob", "Carl + Dan"]),
    ("1. Ann, Bob\n2. Carl (late), Zebulon\nKarla", ["Ann + Bob", "Carl + Zebulon –(late)", "Karla"]),
    ("Ann, Bob\nAmundson, Dan", ["Bob Ann ↔", "Dan Amundson ↔"]),
    ("Ann, Bob\nKarla Berg", ["Ann + Bob", "Karla Berg"]),
    ("Zuri, Bob\nZuri, Dan", ["Zuri + Bob", "Zuri + Dan"]),
    ("Tove, Bob\nZuri, Dan", ["Bob Tove ↔", "Dan Zuri ↔"]),
    ("Karla (vegetarian)\nLars [x] [late]", ["Karla –(vegetarian)", "Lars –[x] –[late]"]),
    ("Arne (late, 8 pm)\nIda [cake; pays Ann, Bob]", ["Arne –(late, 8 pm)", "Ida –[cake; pays Ann, Bob]"]),
    ("Mia\n(1) Arne, (2) Ida, 3) Ulla\nAnn (late, Ida", ["Mia", "Arne / Ida / Ulla", "Ann (late / Ida"]),
    ("Karla 612 555 12 34\nLars tel. +1 612.555.1234", ["Karla –612 555 12 34", "Lars –tel. +1 612.555.1234"]),
    ("1\tKarla\t(612) 555-1234\n2\tLars", ["Karla –(612) 555-1234", "Lars"]),
    ("Karla <k@x.org>\nLars - l@x.org", ["Karla –<k@x.org>", "Lars –l@x.org"]),
    ("Karla, e-mail: k@x.org\nLars", ["Karla –e-mail: k@x.org", "Lars"]),
    ("Table 1:\nKarla\n12\n---\nP1", ["–Table 1:", "Karla", "–12", "", "P1"]),
    ("Table 1\nKarla\nTable 2.\nArne", ["–Table 1", "Karla", "–Table 2.", "Arne"]),
    ("TABLE #3\nArne\nPage 2\nPage 2 of 3", ["–TABLE #3", "Arne", "–Page 2", "–Page 2 of 3"]),
    ("Arne\nTOTAL 14\nTotal: 14\n14 people", ["Arne", "–TOTAL 14", "–Total: 14", "–14 people"]),
    ("Name\tPhone\nArne\t612 555 1234\nTotal\t1", ["–Name –Phone", "Arne –612 555 1234", "–Total"]),
    ("Group A\nTable 1\tArne\tIda\nRound 2 / 3", ["–Group A", "Arne / Ida –Table 1", "–Round 2 / 3"]),
    ("Table 1: Arne Berg, Ida\n2. Table 2: Ulla", ["Arne Berg / Ida –Table 1:", "Ulla –Table 2:"]),
    ("Jimmy Page\nAnn Table\nPage\nRowe 2\n1. Paige", ["Jimmy Page", "Ann Table", "Page", "Rowe 2", "Paige"]),
    ("Table 7\nTable 8", ["Table 7", "–Table 8"]),
    ("Late: Dahl, Eva\nKarla", ["Late: Dahl / Eva", "Karla"]),
    ("Bob (Minn)\nSmith, Al\nZoe & Kim", ["Bob (Minn)", "Smith, Al", "Zoe & Kim"]),
    ("1\n2", ["–1", "–2"]),
]
KNOWN = {"zuri tove", "table 7", "lars", "bob (minn)", "smith, al", "zoe & kim"}


def shown(line: TypedLine) -> str:
    names = " / ".join(" + ".join(names) for names in line.entries)
    return " ".join(filter(None, [names, "↔" if line.turned else "", *(f"–{each}" for each in line.left_out)]))


@pytest.mark.parametrize("text, expected", LISTS)
def test_a_list_has_names_only_and_says_what_else_stood_there(text: str, expected: list[str]):
    assert [shown(line) for line in read_list(text, KNOWN)] == expected


@pytest.mark.parametrize("text, expected", LISTS)
def test_the_other_reading_of_a_list_reads_as_it_says(text: str, expected: list[str]):
    """Of turned names two people, and the other way round; every other line as it is."""
    lines = read_list(text, KNOWN)
    others = read_list("\n".join(line.other for line in lines), KNOWN)
    for line, other in zip(lines, others, strict=True):
        if line.turned or line.parted:
            names = (line.turned or line.parted).split(", ")
            assert other.entries == ([tuple(names)] if line.turned else [(" ".join(reversed(names)),)])
            assert other.left_out == line.left_out
        else:
            assert shown(other) == shown(line)


@pytest.mark.parametrize("text", ["Bob and Carol", "bob AND carol", "Ann, Bob and Carol", "Ann\n2. Bob and Carol"])
def test_a_known_name_is_not_taken_apart(text: str):
    assert read_names(text, {"bob and carol"})[-1][0].casefold() == "bob and carol"


@pytest.mark.parametrize(
    "gap", [" " * 10_000, "\n" + " " * 10_000 + "\n", "- " * 5_000, "\n" + '"' * 10_000, "1 " * 5_000]
)
def test_long_gaps_between_names_cost_no_time(gap: str):
    begun = process_time()
    assert read_names(f"Anna,{gap}Bob") == [("Anna",), ("Bob",)]
    assert process_time() - begun < 1


@pytest.mark.parametrize("line", ["(" * 10_000, "1 (" * 5_000, "a" * 10_000 + "@", "tel " * 5_000, "1." * 5_000 + "a"])
def test_a_long_line_of_a_list_costs_no_time(line: str):
    begun = process_time()
    assert read_list(f"Anna\n{line}")[0].entries == [("Anna",)]
    assert process_time() - begun < 1
