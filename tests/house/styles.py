"""`python -m tests.house.styles`: what a style sheet names must exist, and what pages name is used.

No linter for CSS comes as a wheel. oxfmt refuses what cannot be read; this finds what nothing uses.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.checks import ROOT

COMMENT = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
SELECTOR = re.compile(r"(?:^|[{};])([^{};@]+)\{")
CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)")
PROPERTY = re.compile(r"(--[\w-]+)\s*:")
USE = re.compile(r"var\(\s*(--[\w-]+)")
WORD = re.compile(r"[\w-]+")
ATTRIBUTE = re.compile(r'class="((?:\{[%{].*?[%}]\}|[^"])*)"|\{% block body_class %\}(.*?)\{% endblock', re.DOTALL)
HANDED_ON = re.compile(r"\{% include [^%]* with .*?%\}", re.DOTALL)
STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`|dataset\.\w+")
TAG = re.compile(r"[\w-]*\{\{.*?\}\}[\w-]*|\{%.*?%\}", re.DOTALL)
# Messages of Django have a level, which is the class of a notice.
MADE_BY_A_LIBRARY = re.compile(r"^(?:htmx-)|^(?:error|info|success|warning)$")


def problems() -> Iterator[str]:
    sheets = {path: COMMENT.sub("", text) for path, text in texts("static/css", "*.css")}
    templates = texts("templates", "*.html")
    scripts = "\n".join(text for _, text in texts("static/js", "*.js"))
    code = [text for _, text in texts("whistclub", "*.py")]
    pages = "\n".join([*(text for _, text in templates), scripts, *code])
    defined = {name for text in sheets.values() for name in PROPERTY.findall(text)}
    used = {name for text in sheets.values() for name in USE.findall(text)}
    used |= {word for word in WORD.findall(pages) if word.startswith("--")}
    given = classes_given([text for _, text in templates], scripts, code)
    for path, text in sheets.items():
        for name in sorted(set(USE.findall(text)) - defined):
            yield f"{path}: {name} is used, and given no value"
        for name in sorted(set(PROPERTY.findall(text)) - used):
            if not put_together(name, pages):
                yield f"{path}: {name} has a value, and no use"
        for name in sorted(classes_styled(text) - given):
            if not MADE_BY_A_LIBRARY.match(name) and not put_together(name, pages):
                yield f"{path}: no page has the class .{name}"
    tests = "\n".join(text for _, text in texts("tests", "*.py"))
    read = set(WORD.findall(scripts + tests)).union(*map(classes_styled, sheets.values()))
    for path, text in templates:
        for found in ATTRIBUTE.finditer(text):
            for name in TAG.sub(" ", found[1] or found[2]).split():
                if name not in read:
                    yield f"{path}: nothing reads the class {name}"


def texts(folder: str, kind: str) -> list[tuple[Path, str]]:
    return [(path.relative_to(ROOT), path.read_text()) for path in sorted((ROOT / folder).rglob(kind))]


def classes_styled(sheet: str) -> set[str]:
    return {name for selector in SELECTOR.findall(sheet) for name in CLASS.findall(selector)}


def classes_given(templates: list[str], scripts: str, code: list[str]) -> set[str]:
    """What may be a class on a page: the words of attributes and of strings, not those of sentences and names."""
    places = [found[0] for text in templates for each in (ATTRIBUTE, HANDED_ON) for found in each.finditer(text)]
    places += STRING.findall(scripts)
    for text in code:
        strings = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
        places += [each for each in strings if isinstance(each, str) and (" " not in each or "class=" in each)]
    return set(WORD.findall("\n".join(places)))


def put_together(name: str, pages: str) -> bool:
    """Whether a page has the beginning of the name before a value, as in `side-{{ side }}` or `--chart-${i}`."""
    beginnings = [name[: found.end()] for found in re.finditer(r"-(?=[\w-])|[a-z](?=\d+$)", name)]
    return any(re.search(rf"(?<![\w-]){re.escape(each)}(?:\{{[{{%]|\$?\{{)", pages) for each in beginnings)


if __name__ == "__main__":
    found = list(problems())
    sys.stdout.writelines(line + "\n" for line in found)
    sys.exit(1 if found else 0)
