"""`python -m tests.house.styles`: what a style sheet names must exist, in the sheets or on the pages.

No linter for CSS comes as a wheel. oxfmt refuses what cannot be read; this finds what nothing uses.
"""

import re
import sys
from collections.abc import Iterator

from tests.house.checks import ROOT

COMMENT = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
SELECTOR = re.compile(r"(?:^|[{};])([^{};@]+)\{")
CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)")
PROPERTY = re.compile(r"(--[\w-]+)\s*:")
USE = re.compile(r"var\(\s*(--[\w-]+)")
WORD = re.compile(r"[\w-]+")
MADE_BY_A_LIBRARY = re.compile(r"^(?:u-|uplot$|htmx-)")


def problems() -> Iterator[str]:
    sheets = {path: COMMENT.sub("", path.read_text()) for path in sorted((ROOT / "static" / "css").glob("*.css"))}
    defined = {name for text in sheets.values() for name in PROPERTY.findall(text)}
    used = {name for text in sheets.values() for name in USE.findall(text)}
    pages = "\n".join(
        path.read_text()
        for folder, kind in (("templates", "*.html"), ("static/js", "*.js"), ("whistclub", "*.py"))
        for path in (ROOT / folder).rglob(kind)
    )
    words = set(WORD.findall(pages))
    used |= {word for word in words if word.startswith("--")}
    for path, text in sheets.items():
        place = path.relative_to(ROOT)
        for name in sorted(set(USE.findall(text)) - defined):
            yield f"{place}: {name} is used, and given no value"
        for name in sorted(set(PROPERTY.findall(text)) - used):
            if not put_together(name, pages):
                yield f"{place}: {name} has a value, and no use"
        for name in sorted({name for selector in SELECTOR.findall(text) for name in CLASS.findall(selector)}):
            if name not in words and not MADE_BY_A_LIBRARY.match(name) and not put_together(name, pages):
                yield f"{place}: no page has the class .{name}"


def put_together(name: str, pages: str) -> bool:
    """Whether a page has the beginning of the name before a value, as in `side-{{ side }}` or `--chart-${i}`."""
    beginnings = [name[: found.end()] for found in re.finditer(r"-(?=[\w-])|[a-z](?=\d+$)", name)]
    return any(re.search(rf"(?<![\w-]){re.escape(each)}(?:\{{[{{%]|\$?\{{)", pages) for each in beginnings)


if __name__ == "__main__":
    found = list(problems())
    sys.stdout.writelines(line + "\n" for line in found)
    sys.exit(1 if found else 0)
