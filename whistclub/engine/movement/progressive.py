"""Progressive movements: a rule says to which table each pair goes next.

Winners up, losers down is the movement of Minnesota Whist parties (RULES.md §2.1-2.4); winners up, losers stay, and all
partners change, that of progressive euchre (RULES.md §2.5). After Mitchell one pair of each table stays, and the other
goes on (RULES.md §2.5).
"""

from collections.abc import Collection, Sequence
from enum import StrEnum

from whistclub.engine.movement.by_destination import ByDestination, Destination, NextTable
from whistclub.engine.movement.protocol import (
    SEATS,
    CardLine,
    CardLineCode,
    Pair,
    PlayedRound,
    ReasonCode,
    SeatingInput,
    SeatReason,
    TopTablePartners,
)


class Ladder(ByDestination):
    """Winners up, losers down: with partners that change, or with fixed pairs.

    >>> field = SeatingInput(people=(1, 2, 3, 4, 5, 6, 7, 8))
    >>> first = LADDER.seat(field, [])
    >>> [table.pairs for table in first.tables]
    [((1, 2), (3, 4)), ((5, 6), (7, 8))]

    3 and 4 win at the top table and stay, 5 and 6 win below and come up:

    >>> second = LADDER.seat(field, [PlayedRound(first.tables, winners=(1, 0))])
    >>> [table.pairs for table in second.tables]
    [((3, 4), (5, 6)), ((1, 7), (2, 8))]
    >>> second.reasons[5][0]
    SeatReason(code=<ReasonCode.WON_UP: 'won_up'>, table=2, other=None, count=None)
    """

    def rule(self, history: Sequence[PlayedRound]) -> NextTable:
        """A round of another movement, before the party changed to this one, may have no winners: all stay."""

        def next_table(place: int, at: int, side: int) -> tuple[int, bool]:
            played = history[place]
            if not played.winners:
                return at, False
            won = played.winners[at - 1] == side
            return (self.winners_go if won else self.losers_go)(at, len(played.tables)), won

        return next_table

    def winners_go(self, at: int, tables: int) -> int:
        """The table to which the winners of one of so many go."""
        return max(1, at - 1)

    def losers_go(self, at: int, tables: int) -> int:
        return min(tables, at + 1)

    def reason(self, destination: Destination) -> SeatReason:
        stays = destination.at == destination.table
        if destination.won:
            return SeatReason(ReasonCode.WON_STAYS) if stays else SeatReason(ReasonCode.WON_UP, table=destination.at)
        return SeatReason(ReasonCode.LOST_STAYS if stays else ReasonCode.LOST_DOWN, table=destination.at)

    def keeps_partners(self, field: SeatingInput, number: int, before: int) -> bool:
        """The top table may, but not where it was the only one."""
        return field.top is TopTablePartners.KEEP and number == 1 and before > 1

    def card_lines(self, table: int, tables: int) -> tuple[CardLine, ...]:
        """Nothing for a single table, where nobody moves."""
        if tables == 1:
            return ()
        winners, losers = self.winners_go(table, tables), self.losers_go(table, tables)
        return (
            CardLine(CardLineCode.WINNERS_STAY) if winners == table else CardLine(CardLineCode.WINNERS_GO, winners),
            CardLine(CardLineCode.LOSERS_STAY) if losers == table else CardLine(CardLineCode.LOSERS_GO, losers),
        )


class WinnersUpReason(StrEnum):
    """The reasons of losers, whom only this movement leaves where they are or sends from the top to the bottom."""

    STAYS_AFTER_LOSS = "stays_after_loss"  # table: where they lost, not the top one
    LOST_TO_LAST = "lost_to_last"  # table: where they lost, which is the top one


class WinnersUpLine(StrEnum):
    """The lines of table cards for losers."""

    LOSERS_KEEP_TABLE = "losers_keep_table"
    LOSERS_TO_LAST = "losers_to_last"  # table: the last one


class WinnersUp(Ladder):
    """The losers stay, but those of the top table go to the last one."""

    def losers_go(self, at: int, tables: int) -> int:
        return at if at > 1 else tables

    def reason(self, destination: Destination) -> SeatReason:
        if destination.won:
            return super().reason(destination)
        stays = destination.at == destination.table
        code = WinnersUpReason.STAYS_AFTER_LOSS if stays else WinnersUpReason.LOST_TO_LAST
        return SeatReason(code, table=destination.at)

    def keeps_partners(self, field: SeatingInput, number: int, before: int) -> bool:
        return False

    def card_lines(self, table: int, tables: int) -> tuple[CardLine, ...]:
        if tables == 1:
            return ()
        if table == 1:
            return CardLine(CardLineCode.WINNERS_STAY), CardLine(WinnersUpLine.LOSERS_TO_LAST, tables)
        return CardLine(CardLineCode.WINNERS_GO, table - 1), CardLine(WinnersUpLine.LOSERS_KEEP_TABLE)


LADDER = Ladder("ladder", needs_winners=True, has_ranked_tables=True)
LADDER_PAIRS = Ladder("ladder_pairs", fixed_pairs=True, needs_winners=True, has_ranked_tables=True)
WINNERS_UP = WinnersUp("winners_up", needs_winners=True, has_ranked_tables=True)


class MitchellReason(StrEnum):
    """The reasons of both kinds of pairs."""

    KEEPS_TABLE = "keeps_table"  # table: where the pair stays
    MOVES_ON = "moves_on"  # table: where the pair was


class MitchellLine(StrEnum):
    """The lines of table cards."""

    ONE_PAIR_STAYS = "one_pair_stays"
    OTHER_PAIR_GOES = "other_pair_goes"  # table: where to


class Mitchell(ByDestination):
    """At each table of the first round the pair that registered first stays; a pair that replaces it stays too.

    Duplicate bridge needs a skip where the number of tables is even, because the boards move too. Whist deals new
    cards, so here nothing is skipped: in as many rounds as there are tables every moving pair meets every pair that
    stays.
    """

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
