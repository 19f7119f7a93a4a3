"""Winners go up: the losers go down, or stay and all partners change.

Winners up, losers down is the movement of Minnesota Whist parties (RULES.md §2.1-2.4); winners up, losers stay that of
progressive euchre (RULES.md §2.5).
"""

from collections.abc import Sequence
from enum import StrEnum

from whistclub.engine.movement.by_destination import ByDestination, Destination, NextTable
from whistclub.engine.movement.protocol import (
    CardLine,
    CardLineCode,
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

    def partners_at(self, field: SeatingInput, number: int, before: int) -> TopTablePartners:
        """The top table may keep its partners, and has its own option if it was the only one."""
        return field.policy.top if number == 1 and before > 1 else super().partners_at(field, number, before)

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

    def partners_at(self, field: SeatingInput, number: int, before: int) -> TopTablePartners:
        """All pairs split; a single table has its own option."""
        return ByDestination.partners_at(self, field, number, before)

    def card_lines(self, table: int, tables: int) -> tuple[CardLine, ...]:
        if tables == 1:
            return ()
        if table == 1:
            return CardLine(CardLineCode.WINNERS_STAY), CardLine(WinnersUpLine.LOSERS_TO_LAST, tables)
        return CardLine(CardLineCode.WINNERS_GO, table - 1), CardLine(WinnersUpLine.LOSERS_KEEP_TABLE)


LADDER = Ladder(
    "ladder",
    needs_winners=True,
    has_ranked_tables=True,
    policy_fields=frozenset({"swap", "top", "one_table", "max_tables"}),
)
LADDER_PAIRS = Ladder("ladder_pairs", fixed_pairs=True, needs_winners=True, has_ranked_tables=True)
WINNERS_UP = WinnersUp(
    "winners_up",
    needs_winners=True,
    has_ranked_tables=True,
    policy_fields=frozenset({"swap", "one_table", "max_tables"}),
)
