"""Names as people type or paste them: lines, lists with numbers or bullets, columns, two people who belong together."""

import re
from collections.abc import Container

# Between two entries: a line, a column, a comma, a semicolon, a bullet. Inside a word · is a letter of Catalan: Gal·la.
_BETWEEN = re.compile(r"(?:[\n\r\t\v\f\x1c-\x1e\x85\u2028\u2029,;|•●▪◦]|(?<!\S)·|·(?!\S))+")
# Before a name: "1.", "(2)", "#3", "4", "-", "*", a box or a tick; and the quotation marks of a spreadsheet.
_BEFORE = re.compile(r'[\s"“>*☐☑☒✓✔–—-]+|[#(\[]?\d{1,3}(?:[.):\]]+|\s)\s*|\[[ xX]?\]')
_AFTER = ' "”'
_TOGETHER = re.compile(r"\s*[&+/]\s*|\s+and\s+", re.IGNORECASE)
_HAS_NAME = re.compile(r"[^\W\d_]")
PAIR = 2


def read_names(text: str, known: Container[str] = ()) -> list[tuple[str, ...]]:
    """The names of a text, in its order: one of a single person, two of a pair. They still need `names.clean_name`.

    An entry that is one of the `known` names (case-folded) is not taken apart. Numbers and dashes by themselves are
    skipped, unless there is nothing else.
    """
    whole = " ".join(text.split())
    if whole.casefold() in known:
        return [(whole,)]
    found: list[tuple[str, ...]] = []
    for entry in _BETWEEN.split(text):
        bare = _bare(entry)
        parts = [bare] if bare.casefold() in known else _TOGETHER.split(bare)
        names = tuple(" ".join(name.split()) for name in parts if _HAS_NAME.search(name))
        found += [names] if len(names) == PAIR else [(name,) for name in names]
    return found or ([(whole,)] if whole else [])


def _bare(entry: str) -> str:
    """An entry without what stands before and after the name."""
    bare = " ".join(entry.split()).rstrip(_AFTER)
    while (before := _BEFORE.match(bare)) and before.end() < len(bare):
        bare = bare[before.end() :]
    return bare
