"""One word for one thing: words that were given up appear in no name of the code and in no sentence for people."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from tests.house.test_checks import ROOT, project_files

# Each retired word, and the word to use.
RETIRED = {
    "bench": "sit_outs, sitting_out",
    "wording": "text",
    "wordings": "labels",
    "veil": "stored names",
    "night": "party_state",
    "stage": "round_state",
    "board": "table_state",
    "surplus": "after_end",
    "whoever": "player, person",
    "somebody": "player, person",
    "everybody": "everyone",
    "nil": "zero",
    "mover": "moving_winner",
    "garbage": "malformed",
    "void": "excluded, ruled_draw",
    "untold": "missing",
    "telling": "stats_feed, text",
    "teller": "calculator",
    "tellers": "calculators",
    "nights": "evening_days",
    "boards": "table_states",
    "benches": "sit_outs",
    "idle": "sitting_out",
    "resting": "sitting_out",
    "rests": "sitting_out",
    "noting": "note",
    "asking": "confirmation",
}
# The same in sentences for people: a place is one that wins a prize, a position is an entry’s, and “our” is the club’s.
RETIRED_IN_SENTENCES = {
    r"positions?": "rank",
    r"(?:your|rank) place|place points?|points for places|places? changes?|place \{rank\}": "rank",
    r"house rules|our own rules|club’s own rules": "club rules",
    r"our (?:tips|reading)": "the program",
    r"throw-in": "redeal",
    r"(?:somebody|everybody|whoever)\b": "someone, everyone, the player who …",
    r"(?:anew|nil)\b": "again, zero",
}
# A book is the first six tricks. Those of a game are its entries, what pages show of them its score sheet.
BOOK = re.compile(r"(?:(?<![A-Za-z])[Bb]ook|(?<=[a-z])Book|(?<![A-Z])BOOK)[sS]?(?![a-z])")
ACCEPTED_BOOKS = re.compile(
    r"ule[ _]books?|RULE_BOOK|check_books|books[ _]agree|Book of Card Games|card-game books|books_of_every_kind|"
    r"\*book\*|book of six|above the book|\| book, odd trick|\bBOOK\b"
)
# Names in which a retired word means something else: what browsers call it, and the folder of benchmarks.
ALLOWED = {"DataTransfer", "bench"}
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
SCRIPT_NAMES = re.compile(r"[A-Za-z_$][\w$]*")
STRINGS_AND_COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", re.DOTALL)
CLASSES = re.compile(r"\.([a-z][\w-]*)")


def python_names(path: Path) -> set[str]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    # The name of a test is a sentence.
    names = {token.string for token in tokens if token.type == tokenize.NAME and not token.string.startswith("test_")}
    return names | {path.stem}


def script_names(path: Path) -> set[str]:
    return set(SCRIPT_NAMES.findall(STRINGS_AND_COMMENTS.sub(" ", path.read_text()))) | {path.stem}


def class_names(path: Path) -> set[str]:
    return set(CLASSES.findall(path.read_text())) | {path.stem}


def template_names(path: Path) -> set[str]:
    """Variables, tags and HTML classes of a template."""
    text = path.read_text()
    inside = re.findall(r"\{%-?\s*(.*?)-?%\}|\{\{(.*?)\}\}", text, re.DOTALL)
    names = {
        name for pair in inside for part in pair for name in re.findall(r"[a-z_]\w*", re.sub(r'"[^"]*"', "", part))
    }
    for value in re.findall(r'class="([^"{]*)"', text):
        names |= set(value.split())
    return names | {path.stem}


READERS = {".py": python_names, ".js": script_names, ".css": class_names, ".html": template_names}


@pytest.mark.parametrize("suffix", READERS)
def test_no_name_uses_a_retired_word(suffix):
    found = {}
    for path in project_files():
        if path.suffix != suffix or "migrations" in path.parts or "vendor" in path.parts:
            continue
        for name in READERS[suffix](path) - ALLOWED:
            for part in PARTS.findall(name):
                if part.lower() in RETIRED:
                    found.setdefault(f"{name} ({RETIRED[part.lower()]})", set()).add(str(path.relative_to(ROOT)))
    assert not found, "\n".join(f"{name}: {', '.join(sorted(places)[:3])}" for name, places in sorted(found.items()))


MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|<(?:script|style|svg).*?</(?:script|style|svg)>|<[^>]*>", re.DOTALL)
VALUE = re.compile(r"\{\{.*?\}\}", re.DOTALL)


def template_sentences(path: Path) -> list[str]:
    """What stands between tags."""
    parts = re.split(r"\0", MARKUP.sub("\0", VALUE.sub("…", path.read_text())))
    return [" ".join(part.split()) for part in parts if " " in part.strip()]


def python_sentences(path: Path) -> list[str]:
    """Every string of several words that is no docstring."""
    tree = ast.parse(path.read_text())
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [each.value for each in strings if " " in each.value.strip() and id(each) not in docstrings]


def test_no_sentence_uses_a_retired_word():
    read = {".py": python_sentences, ".html": template_sentences}
    sentences = {
        (sentence, path.relative_to(ROOT))
        for path in project_files()
        if path.suffix in read and "migrations" not in path.parts and "tests" not in path.parts
        for sentence in read[path.suffix](path)
    }
    assert len(sentences) > 2000
    found = [
        f"{path}: “{sentence}” ({better})"
        for sentence, path in sentences
        for word, better in RETIRED_IN_SENTENCES.items()
        if re.search(rf"\b(?:{word})", sentence, re.IGNORECASE)
    ]
    assert not found, "\n".join(sorted(found))


def test_book_means_the_first_six_tricks_and_nothing_else():
    written = {".py", ".js", ".css", ".html", ".md"}
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:100]}"
        for path in project_files()
        if path.suffix in written
        and not {"vendor", "migrations"} & set(path.parts)
        and path.name != Path(__file__).name
        for line in [path.name, *path.read_text(encoding="utf-8").splitlines()]
        if BOOK.search(ACCEPTED_BOOKS.sub("", line))
    ]
    assert not found, "\n".join(found)
