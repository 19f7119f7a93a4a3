"""One word for one thing: words that were given up appear in no name of the code and in no sentence for people."""

import ast
import re
from pathlib import Path

from tests.house.checks import ROOT, project_files

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
    "telling": "statistics, text",
    "teller": "calculator",
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
# Names in which a retired word means something else: what browsers call it, and the folder of benchmarks.
ALLOWED = {"DataTransfer", "bench"}
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
NOT_NAMES = re.compile(
    r'""".*?"""|/\*.*?\*/|\{#.*?#\}|//[^\n]*|#[^\n]*|\"[^\"\n]*\"|\'[^\'\n]*\'|`[^`]*`|def test_\w+', re.DOTALL
)
MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|<(?:script|style|svg).*?</(?:script|style|svg)>|<[^>]*>", re.DOTALL)


def written_files(*suffixes: str) -> list[Path]:
    return [
        path for path in project_files() if path.suffix in suffixes and not {"vendor", "migrations"} & {*path.parts}
    ]


def test_no_name_uses_a_retired_word():
    found = set()
    for path in written_files(".py", ".js"):
        names = set(re.findall(r"[A-Za-z_$][\w$]*", NOT_NAMES.sub(" ", path.read_text()))) | {path.stem}
        for name in names - ALLOWED:
            found |= {f"{path.relative_to(ROOT)}: {name}" for part in PARTS.findall(name) if part.lower() in RETIRED}
    assert found == set()


def sentences(path: Path) -> list[str]:
    """What stands between tags, or every string of several words that is no docstring."""
    if path.suffix == ".html":
        parts = MARKUP.sub("\0", re.sub(r"\{\{.*?\}\}", "…", path.read_text())).split("\0")
    else:
        tree = ast.parse(path.read_text())
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docstrings]
        parts = [each.value for each in texts if isinstance(each.value, str)]
    return [part for part in parts if " " in part.strip()]


def test_no_sentence_uses_a_retired_word():
    paths = [path for path in written_files(".py", ".html") if "tests" not in path.relative_to(ROOT).parts]
    found = {(path.name, sentence) for path in paths for sentence in sentences(path)}
    assert len(found) > 1500
    retired = re.compile(r"\b(?:" + "|".join(RETIRED_IN_SENTENCES) + ")", re.IGNORECASE)
    assert [each for each in found if retired.search(each[1])] == []
