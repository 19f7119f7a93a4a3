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
class ResultChange:
    """What a change of a table's result did.

    `result` and `result_before` are sentences (the latter empty where there was none or it is the same); `moves` are
    the changes of rank; `has_later_rounds`: rounds that rest on the result have been seated already.
    """

    result: str
    result_before: str
    moves: tuple[Move, ...]
    has_later_rounds: bool


def type_result(
    party: Party, round_number: int, table: int, points: Sequence[int], *, by: User, at: datetime
) -> ResultChange:
    """Take a table's points from paper. Raises NotNow for a table that is not there, NotAScore."""

    def write(table_state: TableState) -> str:
        _no_ruling(table_state)
        at_tables.type_result(table_state.game, points, by=by, at=at)
        return _("typed from paper")

    return _change(party, round_number, table, write, by=by, at=at)


def reopen_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """Let phones enter hands again; what was typed, ruled or cut counts no more. A party that was over goes on."""

    def write(table_state: TableState) -> str:
        _no_ruling(table_state)
        at_tables.reopen_result(table_state.game, by=by, at=at)
        if Party.objects.filter(pk=party.pk, state=Party.State.FINISHED).update(
            state=Party.State.PLAYING, finished_at=None
        ):
            log(party, _("Party taken up again"), by=by, at=at)
        return _("opened again")

    return _change(party, round_number, table, write, by=by, at=at)


def lock_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """Let phones only look at a result."""

    def write(table_state: TableState) -> str:
        at_tables.lock_results([table_state.game], by=by, at=at)
        return _("closed")

    return _change(party, round_number, table, write, by=by, at=at)


def end_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """End a game where it stands. Raises NothingPlayed."""

    def write(table_state: TableState) -> str:
        at_tables.end_here(table_state.game, at=at, by_user=by.pk)
        return _("ended here")

    return _change(party, round_number, table, write, by=by, at=at)


def declare_draw(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """Let a table count as drawn, whatever was played."""

    def write(table_state: TableState) -> str:
        table_state.table.ruled_draw, table_state.table.walkover_to = True, None
        table_state.table.save(update_fields=["ruled_draw", "walkover_to"])
        at_tables.stop_games([table_state.game], by=by, at=at)
        return _("counts as drawn")

    return _change(party, round_number, table, write, by=by, at=at)


def award_walkover(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> ResultChange:
    """Let a side win by default."""

    def write(table_state: TableState) -> str:
        table_state.table.ruled_draw, table_state.table.walkover_to = False, side
        table_state.table.save(update_fields=["ruled_draw", "walkover_to"])
        at_tables.stop_games([table_state.game], by=by, at=at)
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
) -> ResultChange:
    """Give or take points of a table, with a reason. Raises NotAnAdjustment, UidUsed."""

    def write(table_state: TableState) -> str:
        adjusting.adjust_points(table_state.game, uid, points, reason, by=by, at=at)
        return _("points adjusted: {reason}").format(reason=reason)

    return _change(party, round_number, table, write, by=by, at=at)


def undo_adjustment(
    party: Party, round_number: int, table: int, adjustment: int, *, by: User, at: datetime
) -> ResultChange:
    """Let an adjustment count no more. Raises PageIsOld."""

    def write(table_state: TableState) -> str:
        adjusting.take_back(table_state.game, adjustment, by=by, at=at)
        return _("adjustment taken back")

    return _change(party, round_number, table, write, by=by, at=at)


def record_cut(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> ResultChange:
    """Say which side of a drawn table moves as the winner, by a cut of the cards. Raises NotNow for any other."""

    def write(table_state: TableState) -> str:
        if not table_state.is_in or table_state.winner is not None:
            raise StalePartyState
        table_state.table.moving_winner = side
        table_state.table.save(update_fields=["moving_winner"])
        return _("cut for: {people} move as the winners").format(people=party_text.side_names(table_state, side))

    return _change(party, round_number, table, write, by=by, at=at)


def _change(
    party: Party,
    round_number: int,
    table: int,
    write: Callable[[TableState], str],
    *,
    by: User,
    at: datetime,
) -> ResultChange:
    with party_change(party) as state:
        # A seating in draft rests on this result: it is made again by whoever asks for it next.
        drafting.drop(state)
        round_state = state.round(round_number)
        table_state = round_state.table(table) if round_state else None
        if table_state is None or table_state.game is None:
            raise StalePartyState
        before, stood, was_in = table_standings(state), party_text.result_text(table_state), table_state.is_in
        what = write(table_state)
        state_after = load(state.party)
        after = state_after.round(round_number).table(table)
        moved = moves(before, table_standings(state_after))
        log(
            state.party,
            _("Round {round}, table {table}: {what}").format(round=round_number, table=table, what=what),
            by=by,
            at=at,
            before=stood,
            after=party_text.result_text(after),
        )
        said = party_text.result_text(after)
        return ResultChange(said, stood if was_in and stood != said else "", moved, _seated_since(state, round_number))


def _seated_since(state: PartyState, round_number: int) -> bool:
    return any(round_state.round.number > round_number for round_state in state.announced)


def _no_ruling(table_state: TableState) -> None:
    table_state.table.ruled_draw, table_state.table.walkover_to, table_state.table.moving_winner = False, None, None
    table_state.table.save(update_fields=["ruled_draw", "walkover_to", "moving_winner"])
