"""Every citation of RULES.md in the Python code leads to a section or a numbered item of it."""

import ast
import re
import tokenize
from io import StringIO
from pathlib import Path

import pytest

from tests.house.test_checks import ROOT, project_files

RULE_BOOK = ROOT / "whistclub" / "engine" / "RULES.md"

HEADING = re.compile(r"^#+ (\d+(?:\.\d+)*[a-z]?)\.? ", re.MULTILINE)
ITEM = re.compile(r"^- \*\*([AIL]\d+|\d+(?:\.\d+)+[a-z])\*\* ", re.MULTILINE)

# "§2.3.6b", "§2.1-2.4", "§2.3.1-4"; "A12", "I3", "L4".
SECTION = re.compile(r"§(\d+(?:\.\d+)*[a-z]?)(?:[-–](\d+(?:\.\d+)*))?")
NUMBERED = re.compile(r"\b[AIL]\d{1,2}\b")
CITES = re.compile(r"§\d|\([AIL]\d{1,2}[,)]|[Rr]ule book [AIL]\d")


def remarks(path: Path) -> list[tuple[int, str]]:
    """The docstrings and comments of a module with their lines; comments on neighbouring lines are one."""
    source = path.read_text()
    found: list[tuple[int, str]] = []
    last = None
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            if last == line - 1:
                first, text = found.pop()
                found.append((first, f"{text} {token.string}"))
            else:
                found.append((line, token.string))
            last = line
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            found.append((node.body[0].lineno, text))
    return found


def cited(text: str) -> set[str]:
    """The numbers that a remark cites; of a range both ends."""
    numbers = set(NUMBERED.findall(text))
    for first, last in SECTION.findall(text):
        numbers.add(first)
        if last:
            # "§2.3.1-4" ends with §2.3.4, "§2.1-2.4" with §2.4.
            numbers.add(last if "." in last else re.sub(r"\d+[a-z]?$", last, first))
    return numbers


@pytest.fixture(scope="module")
def numbers():
    text = RULE_BOOK.read_text()
    found = HEADING.findall(text) + ITEM.findall(text)
    assert len(found) == len(set(found)), "a number is given twice"
    return set(found)


def may_cite(path: Path) -> bool:
    """Most modules do not, and reading their remarks takes long."""
    source = path.read_text()
    return RULE_BOOK.name in source or CITES.search(source) is not None


@pytest.fixture(scope="module")
def all_remarks():
    # This file shows the forms of citations without citing anything.
    modules = [path for path in project_files() if path.suffix == ".py" and path != Path(__file__) and may_cite(path)]
    return [(f"{path.relative_to(ROOT)}:{line}", text) for path in modules for line, text in remarks(path)]


def test_every_citation_of_the_rule_book_leads_somewhere(numbers, all_remarks):
    citing = [(where, cited(text)) for where, text in all_remarks if RULE_BOOK.name in text]
    dangling = [f"{where}: {number}" for where, found in citing for number in sorted(found - numbers)]
    assert any(found for _where, found in citing)
    assert not dangling, "\n".join(dangling)


def test_a_citation_names_the_rule_book(all_remarks):
    nameless = [where for where, text in all_remarks if CITES.search(text) and RULE_BOOK.name not in text]
    assert not nameless, "\n".join(nameless)


def test_the_rule_book_refers_to_its_own_numbers(numbers):
    text = RULE_BOOK.read_text()
    assert not cited(text) - numbers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("RULES.md §1.3a, A31", {"1.3a", "A31"}),
        ("RULES.md §2.1-2.4 and A13–A15", {"2.1", "2.4", "A13", "A15"}),
        ("RULES.md §2.3.1-4, §2.3.6b; L7", {"2.3.1", "2.3.4", "2.3.6b", "L7"}),
    ],
)
def test_citations_are_found_in_every_form(text, found):
    assert cited(text) == found
