"""Where the rule of the ladder sends everybody: winners one table up, losers one table down (rule book §2.1)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from whistclub.engine.movement.values import Pair, Round


@dataclass(frozen=True, slots=True)
class Due:
    """At which table somebody is due, and how he came to be.

    `won`: whether he won his last game. `at`: the table he played at in the round before; None if he did not.
    `new`: he was not there at all in the round before.
    """

    table: int
    won: bool = False
    at: int | None = None
    new: bool = False


def arrivals(played: Round) -> list[list[Pair]]:
    """For each table of the round the two pairs that come to it, in sorted order."""
    coming: list[list[Pair]] = [[] for _table in played.tables]
    for at, table in enumerate(played.tables, start=1):
        for index, pair in enumerate(table.pairs):
            coming[_next_table(at, played, index)[0] - 1].append(pair)
    return [sorted(pairs) for pairs in coming]


def due_tables(people: Collection[int], history: Sequence[Round]) -> dict[int, Due]:
    """Where each of `people` is due, by all the rounds as they were played.

    Who sat out is still due where he was when he was taken off, so that he comes back to where he had played himself.
    Who comes late is due at the bottom.
    """
    due: dict[int, Due] = {}
    bottom = 0
    for played in history:
        bottom = len(played.tables)
        # A substitute is on the bench and at a table; the table is entered last and counts.
        after = {person: replace(due.get(person, Due(bottom)), at=None) for person in played.bench}
        for at, table in enumerate(played.tables, start=1):
            for index, pair in enumerate(table.pairs):
                goal, won = _next_table(at, played, index)
                after.update(dict.fromkeys(pair, Due(goal, won, at)))
        due = after
    return {person: due.get(person, Due(bottom, new=True)) for person in people}


def _next_table(at: int, played: Round, index: int) -> tuple[int, bool]:
    """Where the pair with this index goes from the table, and whether it won.

    A round of another movement, before the party changed to the ladder, may have no winners: they stay.
    """
    if not played.winners:
        return at, False
    if played.winners[at - 1] == index:
        return max(1, at - 1), True
    return min(len(played.tables), at + 1), False
