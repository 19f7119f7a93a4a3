"""Ratings of people who play in teams, by openskill's Thurstone-Mosteller model (Weng and Lin, 2011, algorithm 3).

Of its models this one foretells best: in thousands of made-up games (tests/bench) what it expects nine times in ten
happened more than eight times in ten; what Plackett-Luce expected so happened seven times.

The rest of the program knows a rating as two numbers only: `mu`, what a player is thought to be worth, and `sigma`, how
far off that may be.
"""

from collections.abc import Sequence
from typing import TypeAlias

from openskill.models import ThurstoneMostellerFull

Rating: TypeAlias = tuple[float, float]

# How much of a single game is luck of the cards, in units of skill: twice what the library takes for other games.
LUCK = 25 / 3
_MODEL = ThurstoneMostellerFull(beta=LUCK)
NEWCOMER: Rating = (_MODEL.mu, _MODEL.sigma)

# What people read: a newcomer has a thousand, and a hundred points make a difference one can feel at the table.
SHOWN_NEWCOMER = 1000
SHOWN_PER_MU = 24
# Nineteen times in twenty what a player is worth lies within two sigmas.
SURE = 2


def rated(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """The ratings after a game, by side and player; places by side, 1 the best, equal for a draw."""
    teams = [[_MODEL.rating(mu, sigma) for mu, sigma in side] for side in sides]
    return [[(each.mu, each.sigma) for each in team] for team in _MODEL.rate(teams, ranks=list(map(float, places)))]


def chances(sides: Sequence[Sequence[Rating]]) -> list[float]:
    """How likely each side is to win, before the game; they add up to one."""
    return list(_MODEL.predict_win([[_MODEL.rating(mu, sigma) for mu, sigma in side] for side in sides]))


def shown(mu: float) -> int:
    """A rating as people read it."""
    return round(SHOWN_NEWCOMER + SHOWN_PER_MU * (mu - NEWCOMER[0]))


def sure_within(sigma: float) -> int:
    """How far from the shown rating a player's worth may well lie, either way."""
    return round(SHOWN_PER_MU * SURE * sigma)


def places(winner: int | None, totals: Sequence[int]) -> list[int]:
    """The place of each side: the winner first, the others by points; all first where nobody has won."""
    if winner is None:
        return [1] * len(totals)
    keys = [(side != winner, -total) for side, total in enumerate(totals)]
    return [1 + sum(other < key for other in keys) for key in keys]
