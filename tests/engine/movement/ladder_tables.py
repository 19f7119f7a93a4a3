"""Short words for rounds of the ladder: tables as they are said, and the usual evenings of one to four tables."""

from whistclub.engine.movement.ladder import LADDER
from whistclub.engine.movement.protocol import PlayedRound, Policy, SeatingInput, table_of


def tables(*rows):
    """`tables("1 2 v 3 4", ...)` from the top down."""
    return tuple(
        table_of(*(tuple(int(person) for person in pair.split()) for pair in row.split(" v "))) for row in rows
    )


def played(*rows, sitting_out=()):
    """A round whose first-named pair won at every table."""
    found = tables(*rows)
    won = [tuple(sorted(int(person) for person in row.split(" v ")[0].split())) for row in rows]
    return PlayedRound(
        found, sitting_out, tuple(table.pairs.index(pair) for table, pair in zip(found, won, strict=True))
    )


def split(four):
    return four[:2], four[2:]


def people(count):
    return tuple(range(1, count + 1))


def seat(history, there, **policy):
    return LADDER.seat(SeatingInput(there, Policy(**policy)), history)


ONE = played("1 2 v 3 4")
TWO = played("1 2 v 3 4", "5 6 v 7 8")
THREE = played("1 2 v 3 4", "5 6 v 7 8", "9 10 v 11 12")
FOUR = played("1 2 v 3 4", "5 6 v 7 8", "9 10 v 11 12", "13 14 v 15 16")
