"""Winners up, losers stay, and all partners change: the movement of progressive euchre (RULES.md §2.5)."""

from enum import StrEnum

from whistclub.engine.movement.by_destination import ByDestination, Destination
from whistclub.engine.movement.ladder import Ladder
from whistclub.engine.movement.protocol import (
    CardLine,
    CardLineCode,
    SeatingInput,
    SeatReason,
    TopTablePartners,
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

    def down(self, at: int, tables: int) -> int:
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


WINNERS_UP = WinnersUp(
    "winners_up",
    needs_winners=True,
    has_top_table=True,
    policy_fields=frozenset({"swap", "one_table", "max_tables"}),
)
