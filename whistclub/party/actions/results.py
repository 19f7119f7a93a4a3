"""Results of tables: entered from paper, ended, locked, unlocked, ruled, adjusted; the cut after a draw."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.engine.standings import Move, moves
from whistclub.party import text as party_text
from whistclub.party.actions.refusals import NotSavedYet, ResultKnown, ResultUnlikely, StalePartyState
from whistclub.party.actions.steps import after_locking, undoable, undoable_at
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party
from whistclub.party.queries.loading import load, load_for_result
from whistclub.party.results import table_standings
from whistclub.party.state import PartyState, TableState, points_key
from whistclub.party.unlikely import doubt
from whistclub.play import games, party_games
from whistclub.play.models import Game

# Adjustments are undone by their own button; all else is one step.
_NO_STEPS = ("points_adjusted", "adjustment_undone")
# Many are typed in a short time: their steps look at no other table.
_OF_ONE_TABLE = ("result_typed",)


@dataclass(slots=True)
class ResultChange:
    """A change of a table's result, and what it did.

    `game` is the game as it is stored. `result` and `result_before` are sentences (the latter empty where there was
    none or it is the same). `has_later_rounds`: rounds that rest on the result have been seated already; only then
    `moves` are the changes of rank.
    """

    party_state: PartyState
    table_state: TableState
    game: Game
    result: str = ""
    result_before: str = ""
    moves: tuple[Move, ...] = ()
    has_later_rounds: bool = False


def type_result(
    party: Party,
    round_number: int,
    table: int,
    points: Sequence[int],
    *,
    replaces: str | None = None,
    is_sure: bool = True,
    only_asks: bool = False,
    by: User,
    at: datetime,
) -> ResultChange:
    """Enter a table's points from paper.

    `replaces` is the result on the page, as `TableState.result_key`, if known. Raises StalePartyState if there is no
    such table, "not_a_score", ResultKnown if the table has the same result, or one that is not on the page, and
    ResultUnlikely unless the organiser `is_sure`. If the page `only_asks` what is true now, NotSavedYet for what could
    be saved.
    """
    with _table_change(party, round_number, table, "result_typed", by=by, at=at) as change:
        known = change.table_state.result_key
        is_same = known == points_key(points)
        if replaces is not None and known and (is_same or known != replaces):
            raise ResultKnown(change.party_state, is_same=is_same)
        _clear_ruling(change.table_state)
        change.game = party_games.type_result(change.game, points, by=by, at=at)
        if problem := not is_sure and doubt(change.party_state.party, change.game.frozen_rules, points):
            raise ResultUnlikely(problem)
        if only_asks:
            raise NotSavedYet(party_text.typed_text(change.table_state, points), round_number)
    return change


def reopen_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """Let phones enter hands again. Drops what was entered from paper, ruled or cut; reopens a finished party."""
    with _table_change(party, round_number, table, "result_unlocked", by=by, at=at) as change:
        _clear_ruling(change.table_state)
        change.game = party_games.reopen_result(change.game, by=by, at=at)
        if Party.objects.filter(pk=party.pk, state=Party.State.FINISHED).update(
            state=Party.State.PLAYING, finished_at=None
        ):
            log(party, "party_reopened", by=by, at=at)
    return change


def lock_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """Lock a result: phones can only read it."""
    with _table_change(party, round_number, table, "result_locked", by=by, at=at) as change:
        party_games.lock_results([change.game], by=by, at=at)
    return change


def end_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """End a game early and count its score. Raises "nothing_played"."""
    with _table_change(party, round_number, table, "game_ended", by=by, at=at) as change:
        change.game = party_games.end_table(change.game, by=by, at=at)
    return change


def declare_draw(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """Count a table as a draw, whatever was played."""
    with _table_change(party, round_number, table, "draw_declared", by=by, at=at, reads=load) as change:
        rule_table(change.party_state, change.table_state, None, by=by, at=at)
    return change


def award_walkover(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> ResultChange:
    """Let a side win by default."""
    with _table_change(party, round_number, table, "walkover_awarded", by=by, at=at, reads=load) as change:
        rule_table(change.party_state, change.table_state, side, by=by, at=at)
    return change


def rule_table(state: PartyState, table_state: TableState, winner: int | None, *, by: User, at: datetime) -> None:
    """Inside a change: let a side of a table win by default, or (None) count the table as a draw."""
    assert table_state.game is not None
    table_state.table.ruled_draw, table_state.table.walkover_to = winner is None, winner
    table_state.table.save(update_fields=["ruled_draw", "walkover_to"])
    party_games.abandon_games([table_state.game], by=by, at=at)


def adjust_table(
    party: Party,
    round_number: int,
    table: int,
    points: Sequence[int],
    reason: str,
    *,
    by: User,
    at: datetime,
) -> ResultChange:
    """Give or deduct points at a table, with a reason. Raises "not_an_adjustment"."""
    stored_reason = refer(party.club_id, reason)
    with _table_change(party, round_number, table, "points_adjusted", by=by, at=at, reason=stored_reason) as change:
        games.adjust_points(change.game, points, reason, by=by, at=at)
        change.game = Game.objects.get(pk=change.game.pk)
    return change


def undo_adjustment(
    party: Party, round_number: int, table: int, adjustment: int, *, by: User, at: datetime
) -> ResultChange:
    """Undo an adjustment. Raises "page_is_old"."""
    with _table_change(party, round_number, table, "adjustment_undone", by=by, at=at) as change:
        games.undo_adjustment(change.game, adjustment, by=by, at=at)
        change.game = Game.objects.get(pk=change.game.pk)
    return change


def record_cut(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> ResultChange:
    """Record which side of a drawn table won the cut and moves as the winner. Raises StalePartyState if not drawn."""
    with _table_change(party, round_number, table, "cut_recorded", by=by, at=at) as change:
        if not change.table_state.is_in or change.table_state.winner is not None:
            raise StalePartyState
        change.table_state.table.moving_winner = side
        change.table_state.table.save(update_fields=["moving_winner"])
    return change


@contextmanager
def _table_change(
    party: Party,
    round_number: int,
    table: int,
    kind: str,
    *,
    by: User,
    at: datetime,
    reads: Callable[[Party], PartyState] | None = None,
    **data: object,
) -> Iterator[ResultChange]:
    """Change and log a result; what it did is known when the block has ended. Raises StalePartyState.

    `reads` takes the snapshot; by default the one of `load_for_result`.
    """
    reads = reads or partial(load_for_result, round_number=round_number, number=table)
    if kind not in (*_NO_STEPS, *_OF_ONE_TABLE):
        reads = partial(after_locking, reads, round_number)
    with party_change(party, reads=reads) as state, ExitStack() as step:
        table_state = _table(state, round_number, table)
        if table_state.game is None:
            raise StalePartyState
        step.enter_context(_step(party, state, kind, table_state, round_number))
        later = any(each.round.number > round_number for each in state.announced)
        ranks, was_in = table_standings(state) if later else (), table_state.is_in
        before = party_text.result_values(table_state)
        text_before = party_text.result_text(table_state) if was_in else ""
        change = ResultChange(state, table_state, table_state.game, has_later_rounds=later)
        yield change
        table_state.take(change.game, with_hands=later)
        after, change.result = party_text.result_values(table_state), party_text.result_text(table_state)
        log(state.party, kind, by=by, at=at, round=round_number, table=table, before=before, after=after, **data)
        change.result_before = text_before if text_before != change.result else ""
        change.moves = moves(ranks, table_standings(state)) if later else ()


def _step(
    party: Party, state: PartyState, kind: str, table_state: TableState, round_number: int
) -> AbstractContextManager[None]:
    if kind in _NO_STEPS:
        return nullcontext()
    if kind in _OF_ONE_TABLE:
        return undoable_at(party, state, table_state.table, since_round=round_number)
    return undoable(party, state, since_round=round_number)


def _table(state: PartyState, round_number: int, table: int) -> TableState:
    """Raises StalePartyState."""
    round_state = state.round(round_number)
    table_state = round_state.table(table) if round_state else None
    if table_state is None:
        raise StalePartyState
    return table_state


def _clear_ruling(table_state: TableState) -> None:
    table = table_state.table
    if (table.ruled_draw, table.walkover_to, table.moving_winner) != (False, None, None):
        table.ruled_draw, table.walkover_to, table.moving_winner = False, None, None
        table.save(update_fields=["ruled_draw", "walkover_to", "moving_winner"])
