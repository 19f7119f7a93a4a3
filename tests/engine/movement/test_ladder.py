"""Rounds of the ladder that neither the golden parties nor the laws say: the draw, who comes late, mixed chairs."""

from dataclasses import replace

from whistclub.engine.movement.progressive import LADDER
from whistclub.engine.movement.protocol import PlayedRound, ReasonCode, SeatingInput, SeatReason, table_of
from whistclub.engine.movement.seating import effective_counts


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


def test_the_first_round_is_seated_four_by_four_in_the_order_of_the_draw():
    seating = LADDER.seat(SeatingInput((7, 3, 9, 1, 8, 2, 6, 4, 5)), [])
    assert seating.tables == tables("3 7 v 1 9", "2 8 v 4 6")
    assert seating.sitting_out == (5,)
    assert seating.reasons[7] == (SeatReason(ReasonCode.DRAWN), SeatReason(ReasonCode.NEW_PARTNER, other=3, count=0))
    assert seating.reasons[5] == (SeatReason(ReasonCode.SITS_OUT, count=0),)


def test_a_latecomer_starts_at_the_bottom_and_is_not_the_first_to_sit_out():
    last = played("1 2 v 3 4", "5 6 v 7 8", "9 10 v 11 12")
    seating = LADDER.seat(SeatingInput(tuple(range(1, 14))), [last])
    assert seating.sitting_out == (12,)
    assert seating.tables[2] == tables("7 11 v 8 13")[0]
    assert seating.reasons[13][:2] == (
        SeatReason(ReasonCode.NEWCOMER),
        SeatReason(ReasonCode.TAKES_CHAIR, table=3, other=12),
    )


def test_who_comes_late_and_substitutes_at_once_counts_the_sit_outs_of_that_round_too():
    """While 9 sits out, 10 comes and takes the chair of 1."""
    last = replace(played("10 2 v 3 4", "5 6 v 7 8", sitting_out=(9,)), late=(10,))
    assert effective_counts((8, 9, 10), [played("1 2 v 3 4", "5 6 v 7 8"), last]) == {8: 0, 9: 1, 10: 1}


def test_a_chair_of_a_mixed_party_goes_to_the_same_group():
    """1 and 6 go home; of 4 and 9, who sat out, 4 would come first, but 9 is of the group of 1."""
    last = played("1 6 v 2 7", "3 8 v 5 10", sitting_out=(4, 9))
    groups = dict.fromkeys((1, 2, 3, 5, 9), "A") | dict.fromkeys((4, 6, 7, 8, 10), "B")
    seating = LADDER.seat(SeatingInput((2, 3, 4, 5, 7, 8, 9, 10), groups=groups), [last])
    assert seating.tables[0] == tables("3 8 v 4 9")[0]
    assert (seating.reasons[9][1].other, seating.reasons[4][1].other) == (1, 6)
