"""What people type or paste into check-in, and whom it means."""

from time import process_time

import pytest

from whistclub.club.line_readings import readings_of
from whistclub.club.list_parts import HEADINGS, NOTES
from whistclub.club.typed_names import TypedLine, choices_in, read_list, read_names

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


# Each line of a list: its names, whether it can be read in two ways (↔ its names are whole, ~ apart), what is left out.
LISTS = [
    ("Amundson, Bob\nBerg, Ann Marie", ["Bob Amundson ↔", "Ann Marie Berg ↔"]),
    ("van Dyke, Dick\nO’Hara, Eva\nKarla", ["Dick van Dyke ↔", "Eva O’Hara ↔", "Karla"]),
    ("3. Amundson, Bob\n- Berg, Ann\n• Dahl, Eva", ["Bob Amundson ↔", "Ann Berg ↔", "Eva Dahl ↔"]),
    ("Amundson, Bob\t612-555-1234\nBerg, Ann (late)", ["Bob Amundson ↔ –612-555-1234", "Ann Berg ↔ –(late)"]),
    ("Amundson, Bob", ["Bob Amundson ↔"]),
    ("Larson, Ann & Bob", ["Ann Larson + Bob Larson ↔"]),
    ("Karla, Nora", ["Karla / Nora ~"]),
    ("Amundson, Zebulon", ["Amundson / Zebulon ~"]),
    ("Xaver, Adam & Zita", ["Xaver / Adam + Zita ~"]),
    ("Tove, Zuri", ["Zuri Tove ↔"]),
    ("Ann Berg, Bob Dahl\nEva Eng, Dan Falk", ["Ann Berg / Bob Dahl", "Eva Eng / Dan Falk"]),
    ("Ann, Bob, Eva\nDan, Fay", ["Ann / Bob / Eva", "Dan / Fay ~"]),
    ("Xaver, Adam & Eva\nYvonne; Zita", ["Adam Xaver + Eva Xaver ↔", "Yvonne / Zita"]),
    ("Ann, Adam & Eva\nYvonne", ["Ann / Adam + Eva ~", "Yvonne"]),
    ("Karla, Lars\nMona, Nils", ["Lars Karla ↔", "Nils Mona ↔"]),
    ("Mia, Lars\nMona, Nils", ["Mia + Lars ~", "Nils Mona ↔"]),
    ("Lund, Lars\nMoe, Dan", ["Lars Lund ↔", "Dan Moe ↔"]),
    ("Ann, Bob\nCarl, Dan", ["Ann + Bob ~", "Carl + Dan ~"]),
    ("1. Ann, Bob\n2. Carl (late), Zebulon\nKarla", ["Ann + Bob ~", "Carl + Zebulon ~ –(late)", "Karla"]),
    ("Ann, Bob\nAmundson, Dan", ["Bob Ann ↔", "Dan Amundson ↔"]),
    ("Ann, Bob\nKarla Berg", ["Ann + Bob ~", "Karla Berg"]),
    ("Zuri, Bob\nZuri, Dan", ["Zuri + Bob ~", "Zuri + Dan ~"]),
    ("Tove, Bob\nZuri, Dan", ["Bob Tove ↔", "Dan Zuri ↔"]),
    ("Ann, Bob,\nCarl, Dan,\nEva", ["Ann / Bob ~", "Carl / Dan ~", "Eva"]),
    ("Moe, Dan\nAnn Berg, Ida", ["Dan Moe ↔", "Ann Berg + Ida ~"]),
    ('"Lund, Al"\n"Moe, Dan",1', ["Al Lund ↔", "Dan Moe ↔"]),
    ("de la Cruz, Ana Maria\nvan der Berg, Jan", ["Ana Maria de la Cruz ↔", "Jan van der Berg ↔"]),
    ("Olson, Bob, Jr.\nOlson Sr., Al\nDan Moe, III", ["Bob Olson Jr. ↔", "Al Olson Sr. ↔", "Dan Moe III"]),
    ("Berg, Ann M.\nO'Neil, J. P.", ["Ann M. Berg ↔", "J. P. O'Neil ↔"]),
    ("Ann & Bob Larson", ["Ann Larson + Bob Larson ↔"]),
    ("Ann & Bob van der Berg Jr.\nMia", ["Ann van der Berg + Bob van der Berg Jr. ↔", "Mia"]),
    ("Lars & Bob Larson\nAnn Berg and Bob Dahl", ["Lars + Bob Larson ~", "Ann Berg + Bob Dahl"]),
    ("Larson, Ann & Bob\nMoe, Dan", ["Ann Larson + Bob Larson ↔", "Dan Moe ↔"]),
    ("Larson, Mr. & Mrs.", ["Mr. Larson + Mrs. Larson ↔"]),
    ("Mr. & Mrs. Larson\nMr and Mrs Bob Moe", ["Mr. Larson + Mrs. Larson", "Bob Moe + Mrs Moe"]),
    ("Dr. Ann Berg\nMr. Larson\nMoe, Mrs. Eva", ["Ann Berg", "Mr. Larson", "Eva Moe ↔"]),
    ("Ann\tBerg\nBob\tLund\nZebulon\tMoe", ["Ann Berg ↔", "Bob Lund ↔", "Zebulon Moe ↔"]),
    ("Berg\tAnn\nLund\tBob", ["Ann Berg ↔", "Bob Lund ↔"]),
    ("Ann\tBob\nCarl\tDan", ["Ann / Bob", "Carl / Dan"]),
    ("Last name,First name,Phone\nBerg,Ann,612-555-1234", ["–Last name –First name –Phone", "Ann Berg –612-555-1234"]),
    (
        "Friday’s list\nNo.\tSurname\tChristian name\tNotes\n1\tBerg\tAnn\tveggie\n2\tLund\tBob\t\n\tTotal\t2\t",
        ["–Friday’s list", "–No. –Surname –Christian name –Notes", "Ann Berg –veggie", "Bob Lund", "–Total"],
    ),
    (
        "No.\tName\tTable\tNotes\n1\tAnn Berg\t3\tpays later\n2\tLund, Bob\t\t\n\tTotal\t\t",
        ["–No. –Name –Table –Notes", "Ann Berg –pays later", "Bob Lund ↔", "–Total"],
    ),
    ("Name\tPartner\tFee\nAnn Berg\tBob Lund\tnone", ["–Name –Partner –Fee", "Ann Berg / Bob Lund –none"]),
    ("Lund, Bob - paid £5\nReserves:\nApologies: Ann", ["Bob Lund ↔ –- paid £5", "–Reserves:", "–Apologies: Ann"]),
    ("Ann Berg <a@x.org>; Lund, Bob <b@x.org>;", ["Ann Berg –<a@x.org>", "Bob Lund ↔ –<b@x.org>"]),
    ("Berg, Ann; Lund, Bob", ["Ann Berg ↔", "Bob Lund ↔"]),
    ("Ann & Bob Berg, Eva and Dan Moe", ["Ann Berg + Bob Berg ↔", "Eva Moe + Dan Moe ↔"]),
    ("Ann Berg, Bob Lund, and Eva Moe", ["Ann Berg / Bob Lund / Eva Moe"]),
    ("Ann (late), Mia", ["Ann / Mia ~ –(late)"]),
    ("#\tName\tPaid\n1\tAnn Berg\tx\n2\tBob Lund\t", ["–Name –Paid", "Ann Berg –x", "Bob Lund"]),
    ("“Ann Berg”\n„Bob Lund“\n«Eva Moe»", ["Ann Berg", "Bob Lund", "Eva Moe"]),
    ("Karla (vegetarian)\nLars [x] [late]", ["Karla –(vegetarian)", "Lars –[x] –[late]"]),
    ("Arne (late, 8 pm)\nIda [cake; pays Ann, Bob]", ["Arne –(late, 8 pm)", "Ida –[cake; pays Ann, Bob]"]),
    ("Mia\n(1) Arne, (2) Ida, 3) Ulla\nAnn (late, Ida", ["Mia", "Arne / Ida / Ulla", "Ann (late / Ida ~"]),
    ("Karla 612 555 12 34\nLars tel. +1 612.555.1234", ["Karla –612 555 12 34", "Lars –tel. +1 612.555.1234"]),
    ("1\tKarla\t(612) 555-1234\n2\tLars", ["Karla –(612) 555-1234", "Lars"]),
    ("Karla <k@x.org>\nLars - l@x.org", ["Karla –<k@x.org>", "Lars –l@x.org"]),
    ("Karla, e-mail: k@x.org\nLars", ["Karla –e-mail: k@x.org", "Lars"]),
    ("Karla +1\nLars & guest\nMia – paid\nArne $5", ["Karla –+1", "Lars –& guest", "Mia –– paid", "Arne –$5"]),
    ("Karla & Mia\nIda with Jon\nFay w/ Hal\nEva/Dan", ["Karla + Mia", "Ida + Jon", "Fay + Hal", "Eva + Dan"]),
    ("Table 1:\nKarla\n12\n---\nP1", ["–Table 1:", "Karla", "–12", "", "P1"]),
    ("Table 1\nKarla\nTable 2.\nArne", ["–Table 1", "Karla", "–Table 2.", "Arne"]),
    ("TABLE #3\nArne\nPage 2\nPage 2 of 3", ["–TABLE #3", "Arne", "–Page 2", "–Page 2 of 3"]),
    ("Arne\nTOTAL 14\nTotal: 14\n14 people", ["Arne", "–TOTAL 14", "–Total: 14", "–14 people"]),
    ("Arne\n- Total: 14 people\n= 14 players", ["Arne", "–Total: 14 people", "–= 14 players"]),
    ("Name\tPhone\nArne\t612 555 1234\nTotal\t1", ["–Name –Phone", "Arne –612 555 1234", "–Total"]),
    ("Group A\nTable 1\tArne\tIda\nRound 2 / 3", ["–Group A", "Arne / Ida –Table 1", "–Round 2 / 3"]),
    ("Table 1: Arne Berg, Ida\n2. Table 2: Ulla", ["Arne Berg / Ida –Table 1:", "Ulla –Table 2:"]),
    ("N: Arne\nb) Ida\nWest: Mia", ["Arne –N:", "Ida", "Mia –West:"]),
    ("Players: Ann, Bob, Eva\nA. Berg", ["Ann / Bob / Eva –Players:", "A. Berg"]),
    ("Late: Dahl, Eva\nKarla", ["Eva Dahl ↔ –Late:", "Karla"]),
    ("Jimmy Page\nAnn Table\nPage\nRowe 2\n1. Paige", ["Jimmy Page", "Ann Table", "Page", "Rowe 2", "Paige"]),
    ("Sum Yi\nCount Basie\nJohn Total\nSum", ["Sum Yi", "Count Basie", "John Total", "Sum"]),
    ("Table 7\nTable 8", ["Table 7", "–Table 8"]),
    ("Bob (Minn)\nSmith, Al\nZoe & Kim", ["Bob (Minn)", "Smith, Al", "Zoe & Kim"]),
    ("Walter 651-555-0134", ["Walter 651-555-0134"]),
    ("\ufeffMia\r\n✅ Åse Ødegård\r\n👍 李雷\r\nИрина Петрова ✔️", ["Mia", "Åse Ødegård", "李雷", "Ирина Петрова"]),
    ("Mia\nmia\n\nMIA", ["Mia", "mia", "MIA"]),
    ("1\n2", ["–1", "–2"]),
]
KNOWN = {"zuri tove", "table 7", "lars", "mia", "bob (minn)", "smith, al", "zoe & kim"}


def shown(line: TypedLine) -> str:
    names = " / ".join(" + ".join(names) for names in line.entries)
    return " ".join(
        filter(
            None,
            [
                names,
                *("~↔"[each.choice.is_whole] for each in [line] if each.choice),
                *(f"–{each}" for each in line.left_out),
            ],
        )
    )


@pytest.mark.parametrize("text, expected", LISTS)
def test_a_list_has_names_only_and_says_what_else_stood_there(text: str, expected: list[str]):
    assert [shown(line) for line in read_list(text, KNOWN)] == expected


@pytest.mark.parametrize("text", [text for text, _expected in LISTS])
def test_each_line_that_can_be_read_in_two_ways_is_turned_alone_and_back_again(text: str):
    first = read_list(text, KNOWN)
    for place, line in enumerate(first):
        if not line.choice:
            continue
        turned = read_list(text, KNOWN, readings_of(choices_in(first).text, line.choice.other_reading))
        for other_place, (before, after) in enumerate(zip(first, turned, strict=True)):
            is_same = [shown(before), before.entries] == [shown(after), after.entries]
            assert is_same is (other_place != place)
        back = turned[place].choice
        assert back
        assert read_list(text, KNOWN, readings_of(choices_in(turned).text, back.other_reading)) == first


def test_all_lines_that_are_read_alike_are_turned_at_once_and_back_again():
    text = "Lund, Bob\nMoe, Dan\nKarla"
    first = choices_in(read_list(text))
    [alike] = first.alike
    assert (alike.first.text, alike.others) == ("one person: Bob Lund", 1)
    turned = choices_in(read_list(text, (), readings_of(first.text, alike.other_reading)))
    [alike] = turned.alike
    assert (alike.first.text, alike.others) == ("two people", 1)
    assert choices_in(read_list(text, (), readings_of(turned.text, alike.other_reading))) == first


def test_what_was_chosen_for_a_line_stays_when_the_list_becomes_longer():
    first = choices_in(read_list("Lund, Bob\nMoe, Dan"))
    longer = read_list("Lund, Bob\nMoe, Dan\nAnn, Eva, Ida", (), readings_of(first.text))
    assert [shown(line) for line in longer] == ["Bob Lund ↔", "Dan Moe ↔", "Ann / Eva / Ida"]


def test_a_name_says_how_the_list_has_it_where_that_is_another_way():
    lines = read_list("Lund, Bob\nAnn & Bob Larson\nDr. Eva Moe\nMr. & Mrs. Dan Falk\nKarla")
    assert [dict(line.written) for line in lines] == [
        {"Bob Lund": "Lund, Bob"},
        {"Ann Larson": "Ann & Bob Larson"},
        {"Eva Moe": "Dr. Eva Moe"},
        {"Dan Falk": "Mr. & Mrs. Dan Falk", "Mrs. Falk": "Mr. & Mrs. Dan Falk"},
        {},
    ]


@pytest.mark.parametrize(
    "shown, pressed", [("", ""), ("whole", "?"), ("\x00 a\r\nboth Lund, Bob", " "), ("  ", "apart ")]
)
def test_readings_that_no_page_sends_mean_nothing(shown: str, pressed: str):
    assert not readings_of(shown, pressed)


@pytest.mark.parametrize("example", [each for rule in HEADINGS for each in rule.examples])
def test_a_heading_is_left_out(example: str):
    assert [shown(line) for line in read_list(f"Karla\n{example}")] == ["Karla", f"–{example}"]


def test_who_is_named_in_the_line_of_a_title_is_a_person():
    lines = read_list("Ann (whist club)\nWhist night: Bob, Cal")
    assert [line.entries for line in lines] == [[("Ann",)], [("Whist night: Bob",), ("Cal",)]]


@pytest.mark.parametrize(
    "line", ["Not coming: Ann; Bob", "Away: Berg, Ann; Dahl, Bob", "Regrets: Ann & Bob Larson, Cal & Dee Moe"]
)
def test_all_who_are_named_in_a_line_of_those_not_coming_are_left_out(line: str):
    assert [shown(each) for each in read_list(f"{line}\nKarla")] == [f"–{line}", "Karla"]
    assert [shown(each) for each in read_list(line)] == [f"–{line}"]


def test_who_follows_a_heading_of_absent_people_is_left_out_up_to_the_next_heading():
    lines = ["Karla", "Not coming:", "2. Mia (ill)", "612-555-1234", "---", "Olson, Bob", "Waiting list", "Nora"]
    assert [shown(line) for line in read_list("\n".join(lines))] == [
        "Karla", "–Not coming:", "–Mia –(ill)", "–612-555-1234", "", "–Olson –Bob", "–Waiting list", "Nora"
    ]  # fmt: skip


@pytest.mark.parametrize("example", [each for rule in NOTES for each in rule.examples])
def test_a_note_is_left_out(example: str):
    assert [shown(line) for line in read_list(f"Karla\nMia {example}")] == ["Karla", f"Mia –{example}"]


@pytest.mark.parametrize(
    "line", ["1. May", "2 June", "5\tJuly", "April", "Jan", "3) Augusta", "Mia Sunday", "Max", "7. August"]
)
def test_a_name_that_looks_like_a_date_or_a_note_stays(line: str):
    (name,) = read_list(f"Karla\n{line}")[1].entries[0]
    assert line.endswith(name)


@pytest.mark.parametrize(
    "lines, expected",
    [
        ("1 Ann\n2 Mar\n3 Bob", ["Ann", "Mar", "Bob"]),
        ("4 Ann\n5 July\n6 March\n\n7. Bob", ["Ann", "July", "March", "Bob"]),
        ("2 Mar\n3 Bob", ["Mar", "Bob"]),
        ("Friday:\n1 March\n1 Ann\n2 Bob", ["–Friday:", "–1 March", "Ann", "Bob"]),
        ("27 November\n1 Ann\n2 Bob", ["–27 November", "Ann", "Bob"]),
        ("6 March\n7 pm\nAnn", ["–6 March", "–7 pm", "Ann"]),
        ("2 Mar 2026\n3 Ann", ["–2 Mar 2026", "Ann"]),
        ("1 Ann\n2nd July\n3 Bob", ["Ann", "–2nd July", "Bob"]),
    ],
)
def test_a_month_is_a_name_where_the_numbers_of_a_list_run_on(lines: str, expected: list[str]):
    assert [shown(line) for line in read_list(lines)] == expected


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
