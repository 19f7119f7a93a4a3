"""Finds in two databases what is as alike as can be: a player with equally many games, an evening of as many tables."""

from typing import Any

Found = list[list[Any]]  # as `surveys.Found` comes out of JSON
USUAL = range(20, 32)


def alike(small: Found, big: Found, *, usual: range | None = None) -> tuple[list[Any], list[Any], list[int], list[int]]:
    """What to ask of either, and its numbers. The first number is equal, and a usual one if there is any."""
    by_first: dict[int, Found] = {}
    for each in big:
        by_first.setdefault(each[1][0], []).append(each)
    pairs = [(one, other) for one in small for other in by_first.get(one[1][0], [])]
    if usual:
        pairs = [pair for pair in pairs if pair[0][1][0] in usual] or pairs
    if not pairs:
        raise SystemExit("The two databases have nothing alike: make the small one larger.")
    # Of those equally like, the one with the most games.
    (one, mine), (other, others) = min(pairs, key=lambda pair: (_far(pair[0][1], pair[1][1]), -pair[0][1][0]))
    return one, other, mine, others


def several(small: Found, big: Found, number: int) -> tuple[list[int], list[int]]:
    """So many different players of either, as like as can be, one by one."""
    ones: list[int] = []
    others: list[int] = []
    while len(ones) < number:
        one, other, *_numbers = alike(
            [each for each in small if each[0][0] not in ones],
            [each for each in big if each[0][0] not in others],
            usual=USUAL,
        )
        ones += one
        others += other
    return ones, others


def _far(one: list[int], other: list[int]) -> float:
    return sum(abs(a - b) / max(a, b, 1) for a, b in zip(one, other, strict=True))
