"""Why somebody comes to his table of the ladder: the clauses of a sentence, each of them true by the last round."""

from whistclub.engine.movement.ladder_chairs import Chair
from whistclub.engine.movement.ladder_due import Due
from whistclub.engine.movement.values import Reason, Why


def how_moved(person: int, chair: Chair, due: Due, before: int, tables: int) -> tuple[Reason, ...]:
    """For a chair taken in a round that had `before` tables, for the next that has `tables`.

    Empty only for one who has a new fixed partner and comes to an added table: nothing but the partner explains it.
    """
    if person in chair.owner:
        return (_by_the_rule(due, before, tables),)
    clauses = []
    if due.new:
        clauses.append(Reason(Why.NEWCOMER))
    elif due.at is None:
        clauses.append(Reason(Why.FROM_BENCH))
    elif due.table > tables:
        clauses.append(Reason(Why.TABLE_GONE, table=due.table))
    if chair.owner:
        clauses.append(Reason(Why.TAKES_CHAIR, table=due.table, other=_whose(person, chair)))
    return tuple(clauses)


def _by_the_rule(due: Due, before: int, tables: int) -> Reason:
    if before == tables == 1:
        return Reason(Why.ONE_TABLE)
    if due.won:
        return Reason(Why.WON_UP, table=due.at) if due.at != due.table else Reason(Why.WON_STAYS)
    return Reason(Why.LOST_DOWN if due.at != due.table else Why.LOST_STAYS, table=due.at)


def _whose(person: int, chair: Chair) -> int:
    """The one whose place it is: of a pair that left as a whole, the first for the first."""
    gone = [owner for owner in chair.owner if owner not in chair.taker]
    come = [taker for taker in chair.taker if taker not in chair.owner]
    return gone[come.index(person)]
