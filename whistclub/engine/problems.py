"""What is wrong with an input, as codes a program can act on and a page can put into words."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault.

    `field` is the option or the part of the hand at fault. `limit` holds the two numbers a sentence may need:
    the least and the greatest value allowed, or what was found and what was expected (the code says which).
    `hand` is the place in the book of the game, from 1.
    """

    code: str
    field: str | None = None
    limit: tuple[int, int] | None = None
    hand: int | None = None


class InvalidInput(ValueError):
    """Input that the rules do not allow, with all its faults."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return ", ".join(problem.code for problem in self.problems)
