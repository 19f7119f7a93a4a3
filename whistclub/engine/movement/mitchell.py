"""Moving and stationary pairs, after Mitchell: at each table one pair stays, the other goes on (RULES.md §2.5).

Duplicate bridge needs a skip where the number of tables is even, because the boards move too. Whist deals new cards,
so here nothing is skipped: in as many rounds as there are tables every moving pair meets every pair that stays.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum

from whistclub.engine.movement.by_destination import ByDestination, Destination, NextTable
from whistclub.engine.movement.protocol import SEATS, CardLine, Pair, PlayedRound, SeatReason


class MitchellReason(StrEnum):
    """The reasons of both kinds of pairs."""

    KEEPS_TABLE = "keeps_table"  # table: where the pair stays
    MOVES_ON = "moves_on"  # table: where the pair was


class MitchellLine(StrEnum):
    """The lines of table cards."""

    ONE_PAIR_STAYS = "one_pair_stays"
    OTHER_PAIR_GOES = "other_pair_goes"  # table: where to


class Mitchell(ByDestination):
    """At each table of the first round the pair that registered first stays; a pair that replaces it stays too."""

    def complete_after(self, people: int) -> int | None:
        # With an odd number of pairs one sits out in each round, and some never meet.
        return people // SEATS if people // 2 % 2 == 0 else None

    def rule(self, history: Sequence[PlayedRound]) -> NextTable:
        staying = _staying(history)

        def next_table(place: int, at: int, side: int) -> tuple[int, bool]:
            played = history[place]
            stays = played.tables[at - 1].sides[side] == staying[place][at - 1]
            return (at if stays else at % len(played.tables) + 1), False

        return next_table

    def reason(self, destination: Destination) -> SeatReason:
        stays = destination.at == destination.table
        return SeatReason(MitchellReason.KEEPS_TABLE if stays else MitchellReason.MOVES_ON, table=destination.at)

    def sitting_out_order(self, destination: Destination) -> tuple[int, ...]:
        """The pair that has come round to table 1 first: so each moving pair has sat out once before one that stays."""
        return destination.at == destination.table, destination.table

    def card_lines(self, table: int, tables: int) -> tuple[CardLine, ...]:
        if tables == 1:
            return ()
        return CardLine(MitchellLine.ONE_PAIR_STAYS), CardLine(MitchellLine.OTHER_PAIR_GOES, table % tables + 1)


def _staying(history: Sequence[PlayedRound]) -> list[list[Pair]]:
    """For each round the pair of each table that stays.

    That is the pair that stayed at this table before; else one that stayed at another; else one that did not come as a
    moving pair; else the one with the lowest number. A pair of which one has a new partner is the same pair.
    """
    found: list[list[Pair]] = []
    for place, played in enumerate(history):
        before = found[-1] if found else []
        stayed = {person for pair in before for person in pair}
        moving = history[place - 1].seated - stayed if found else frozenset[int]()
        found.append([])
        for at, table in enumerate(played.tables):
            here = before[at] if at < len(before) else ()
            _rank, stays = min((_least_moving(pair, here, stayed, moving), pair) for pair in table.pairs)
            found[-1].append(stays)
    return found


def _least_moving(
    pair: Pair, here: Collection[int], stayed: Collection[int], moving: Collection[int]
) -> tuple[bool, bool, bool]:
    """The pair of a table for which this is least stays; `here`: those who stayed at this table before."""
    people = set(pair)
    return people.isdisjoint(here), people.isdisjoint(stayed), not people.isdisjoint(moving)


MITCHELL = Mitchell("mitchell", fixed_pairs=True)
