"""What comes of a table: typed from paper, ended, closed, opened again, given up, cut for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.engine.standings import Move, moves
from whistclub.party import text as party_text
from whistclub.party.actions import drafting
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party
from whistclub.party.results import table_standings
from whistclub.party.state import PartyState, TableState, load
from whistclub.play.actions import adjusting
from whistclub.play.actions import party_games as at_tables


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change of a result did.

    `table` is the result in words, `was` the one before it (empty where there was none); whose ranks moved; whether
    seats already played rest on it.
    """

    table: str
    was: str
    moved: tuple[Move, ...]
    seats_stay: bool


def type_result(
    party: Party, round_number: int, table: int, points: Sequence[int], *, by: User, at: datetime
) -> Changed:
    """Take a table's points from paper. Raises NotNow for a table that is not there, NotAScore."""

    def write(board: TableState) -> str:
        _no_ruling(board)
        at_tables.type_result(board.game, points, by=by, at=at)
        return _("typed from paper")

    return _change(party, round_number, table, write, by=by, at=at)


def reopen_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> Changed:
    """Let phones enter hands again; what was typed, ruled or cut counts no more. A party that was over goes on."""

    def write(board: TableState) -> str:
        _no_ruling(board)
        at_tables.reopen_result(board.game, by=by, at=at)
        if Party.objects.filter(pk=party.pk, state=Party.State.FINISHED).update(
            state=Party.State.PLAYING, finished_at=None
        ):
            log(party, _("Party taken up again"), by=by, at=at)
        return _("opened again")

    return _change(party, round_number, table, write, by=by, at=at)


def lock_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> Changed:
    """Let phones only look at a result."""

    def write(board: TableState) -> str:
        at_tables.lock_results([board.game], by=by, at=at)
        return _("closed")

    return _change(party, round_number, table, write, by=by, at=at)


def end_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> Changed:
    """End a game where it stands. Raises NothingPlayed."""

    def write(board: TableState) -> str:
        at_tables.end_here(board.game, at=at, by_user=by.pk)
        return _("ended here")

    return _change(party, round_number, table, write, by=by, at=at)


def declare_draw(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> Changed:
    """Let a table count as drawn, whatever was played."""

    def write(board: TableState) -> str:
        board.table.void, board.table.walkover_to = True, None
        board.table.save(update_fields=["void", "walkover_to"])
        at_tables.abandon_games([board.game], by=by, at=at)
        return _("counts as drawn")

    return _change(party, round_number, table, write, by=by, at=at)


def award_walkover(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> Changed:
    """Let a side win by default."""

    def write(board: TableState) -> str:
        board.table.void, board.table.walkover_to = False, side
        board.table.save(update_fields=["void", "walkover_to"])
        at_tables.abandon_games([board.game], by=by, at=at)
        return _("won by default")

    return _change(party, round_number, table, write, by=by, at=at)


def adjust_table(
    party: Party,
    round_number: int,
    table: int,
    uid: UUID,
    points: Sequence[int],
    reason: str,
    *,
    by: User,
    at: datetime,
) -> Changed:
    """Give or take points of a table, with a reason. Raises NotAnAdjustment, UidUsed."""

    def write(board: TableState) -> str:
        adjusting.adjust_points(board.game, uid, points, reason, by=by, at=at)
        return _("points adjusted: {reason}").format(reason=reason)

    return _change(party, round_number, table, write, by=by, at=at)


def take_back_adjustment(
    party: Party, round_number: int, table: int, adjustment: int, *, by: User, at: datetime
) -> Changed:
    """Let an adjustment count no more. Raises PageIsOld."""

    def write(board: TableState) -> str:
        adjusting.undo_adjustment(board.game, adjustment, by=by, at=at)
        return _("adjustment taken back")

    return _change(party, round_number, table, write, by=by, at=at)


def record_cut(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> Changed:
    """Say which side of a drawn table moves as the winner, by a cut of the cards. Raises NotNow for any other."""

    def write(board: TableState) -> str:
        if not board.is_in or board.winner is not None:
            raise StalePartyState
        board.table.moving_winner = side
        board.table.save(update_fields=["moving_winner"])
        return _("cut for: {people} move as the winners").format(people=party_text.people(board, side))

    return _change(party, round_number, table, write, by=by, at=at)


def _change(
    party: Party,
    round_number: int,
    table: int,
    write: Callable[[TableState], str],
    *,
    by: User,
    at: datetime,
) -> Changed:
    with party_change(party) as night:
        # A seating in draft rests on this result: it is made again by whoever asks for it next.
        drafting.drop(night)
        stage = night.stage(round_number)
        board = stage.board(table) if stage else None
        if board is None or board.game is None:
            raise StalePartyState
        before, stood, was_in = table_standings(night), party_text.result(board), board.is_in
        what = write(board)
        after_night = load(night.party)
        after = after_night.stage(round_number).board(table)
        moved = moves(before, table_standings(after_night))
        log(
            night.party,
            _("Round {round}, table {table}: {what}").format(round=round_number, table=table, what=what),
            by=by,
            at=at,
            before=stood,
            after=party_text.result(after),
        )
        said = party_text.result(after)
        return Changed(said, stood if was_in and stood != said else "", moved, _seated_since(night, round_number))


def _seated_since(night: PartyState, round_number: int) -> bool:
    return any(stage.round.number > round_number for stage in night.announced)


def _no_ruling(board: TableState) -> None:
    board.table.void, board.table.walkover_to, board.table.moving_winner = False, None, None
    board.table.save(update_fields=["void", "walkover_to", "moving_winner"])
