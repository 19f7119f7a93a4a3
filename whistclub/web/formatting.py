"""What people are called where there is little room."""

from collections import Counter
from collections.abc import Sequence

# Fits a column of a score sheet, and a third of a phone.
SHORT_NAME = 12


def short_names(names: Sequence[str]) -> list[str]:
    """What the four of a table are called in a narrow column: first names, with an initial where two have the same."""
    firsts = [name.split()[0] if name else "" for name in names]
    twice = Counter(first.casefold() for first in firsts)
    said = []
    for name, first in zip(names, firsts, strict=True):
        words = name.split()
        initial = f" {words[-1][0]}" if twice[first.casefold()] > 1 and len(words) > 1 else ""
        room = SHORT_NAME - len(initial)
        said.append((first if len(first) <= room else f"{first[: room - 1]}…") + initial)
    return said
