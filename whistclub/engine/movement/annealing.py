"""Tables of four that cost least: a search by exchanging two people at a time (simulated annealing).

All it knows of whist is that a table is two pairs. People are positions in the cost tables, and an order of people is
read table by table: the first two of four are partners, and so are the last two.
"""

from collections.abc import Callable, Sequence
from math import exp

Costs = Sequence[Sequence[int]]

# Rounds of eight to a hundred people hardly gain from more, and the slowest machine stays far below a second.
STEPS = 20_000

# How much worse an exchange may make it, at first and at last, to be taken more often than not: by measurement, for
# costs of which the common ones are between one and some dozen.
WARM, COLD = 3.0, 0.3

# Beyond this an exchange is never taken: its chance is less than one in a hundred million.
HOPELESS = 20


def cheapest(order: Sequence[int], mates: Costs, foes: Costs, draw: Callable[[], float]) -> list[int]:
    """The best order found from the given one; `draw` gives numbers from 0 to 1 by lot.

    Every cost is at least 0, and the search ends where nothing costs.
    """
    order = list(order)
    cost = _total(order, mates, foes)
    least, best = cost, list(order)
    heat, cooling = WARM, (COLD / WARM) ** (1 / STEPS)
    places = len(order)
    for _step in range(STEPS):
        if not least:
            break
        heat *= cooling
        here = int(draw() * places)
        mine = order[here]
        my_mates, my_foes = mates[mine], foes[mine]
        mate, foe, other_foe = order[here ^ 1], order[here ^ 2], order[here ^ 3]
        before = my_mates[mate] + my_foes[foe] + my_foes[other_foe]
        if not before:
            continue
        there = int(draw() * places)
        theirs = order[there]
        if here ^ there > 3:
            their_mates, their_foes = mates[theirs], foes[theirs]
            new_mate, new_foe, new_other = order[there ^ 1], order[there ^ 2], order[there ^ 3]
            more = (
                (my_mates[new_mate] + my_foes[new_foe] + my_foes[new_other] - before)
                + (their_mates[mate] + their_foes[foe] + their_foes[other_foe])
                - (their_mates[new_mate] + their_foes[new_foe] + their_foes[new_other])
            )
        elif here ^ there > 1:
            # At one table only the two pairs change: the fourth player becomes the partner of the other.
            fourth = order[there ^ 1]
            more = (my_mates[fourth] + mates[theirs][mate] + my_foes[mate] + foes[theirs][fourth]) - (
                my_mates[mate] + mates[theirs][fourth] + my_foes[fourth] + foes[theirs][mate]
            )
        else:
            continue
        if more <= 0 or (more < HOPELESS * heat and draw() < exp(-more / heat)):
            order[here], order[there] = theirs, mine
            cost += more
            if cost < least:
                least, best = cost, list(order)
    return best


def _total(order: Sequence[int], mates: Costs, foes: Costs) -> int:
    return sum(
        mates[a][b] + mates[c][d] + foes[a][c] + foes[a][d] + foes[b][c] + foes[b][d]
        for a, b, c, d in zip(*[iter(order)] * 4, strict=True)
    )
