"""The only source of randomness in the engine: a seeded generator."""

from collections.abc import Sequence
from random import Random


def generator(*seed: int) -> Random:
    """The same numbers for the same seeds, every time."""
    return Random("/".join(map(str, seed)))  # noqa: S311 - a draw, not a secret


def drawn(people: Sequence[int], seed: int) -> tuple[int, ...]:
    """The people in an order drawn by lot."""
    order = sorted(people)
    generator(seed).shuffle(order)
    return tuple(order)
