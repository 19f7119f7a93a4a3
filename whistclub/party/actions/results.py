"""Results of tables: entered from paper, ended, locked, ruled, adjusted; the cut after a draw; made up to rehearse."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.engine.game import start, step
from whistclub.engine.options import RuleOptions
from whistclub.engine.scoring import hands_can_bring
from whistclub.engine.standings import Move, moves
from whistclub.party.actions.seating import redo_draft
from whistclub.party.actions.timer import require_round_in_play
from whistclub.party.changes import change
from whistclub.party.log import result_text, result_values
from whistclub.party.models import Party, Round
from whistclub.party.results import party_standings
from whistclub.party.rounds import TableState, points_key
from whistclub.party.state import PartyState, StalePartyState, load
from whistclub.play import games, party_games
from whistclub.play.models import Game
from whistclub.play.simulation import random_hand
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_score, number_of

# Eight hands take about half an hour. A round without minutes is not expected to take more than an hour.
MINUTES_PER_HAND, FEWEST_HANDS, HANDS_WITHOUT_MINUTES = 4, 8, 16
# In a rehearsal, where only the bell ends a game, it rings after this number of made-up hands.
HANDS_TO_BELL = 8


class ResultKnown(Refused):
    """The table has a result already: the same one, or another than the organiser saw when they typed theirs."""

    def __init__(self, state: PartyState, table_state: TableState, *, is_same: bool) -> None:
        super().__init__("result_known", "This table has a result already.")
        self.state, self.table_state, self.is_same = state, table_state, is_same


@dataclass(slots=True)
class ResultChange:
    """A change of a table's result, and what it did. `result_before` is empty where there was none or it is the same.

    `has_later_rounds`: rounds that rest on the result have been seated already; only then there are `moves` of ranks.
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
    stars: Sequence[int] | None = None,
    replaces: str | None = None,
    is_sure: bool = True,
    by: User,
    at: datetime,
) -> ResultChange:
    """Enter a table's points from paper, and its stars; without stars it keeps those that a pad saved.

    `replaces` is the result on the page, as `TableState.result_key`; None: do not compare. Raises "not_a_score",
    ResultKnown if the table has the same result, or one that is not on the page, and "result_unlikely" unless the
    organiser `is_sure`.
    """
    with _table_change(party, round_number, table, "result_typed", by=by, at=at) as changed:
        stored = changed.table_state.result_key
        is_same = stored == points_key(points, changed.game.stars if stars is None else stars)
        if replaces is not None and stored and (is_same or stored != replaces):
            raise ResultKnown(changed.party_state, changed.table_state, is_same=is_same)
        # Here already: what no game can end with is refused, before `doubt` asks whether it is right.
        party_games.require_points(changed.game.frozen_rules, points)
        doubts = doubt(changed.party_state.party, changed.game.frozen_rules, points)
        if changed.game.state == Game.State.RUNNING and (hands := changed.game.hands_scored):  # another table’s slip?
            doubts += f" Its phone has {format_score(changed.game.totals)} after {number_of(hands, 'hand', 'hands')}."
        if doubts and not is_sure:
            raise Refused("result_unlikely", doubts)
        _clear_ruling(changed.table_state)
        party_games.type_result(changed.game, points, stars, by=by, at=at)
    return changed


def reopen_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """Let phones enter hands again. Drops what was entered from paper, ruled or cut; reopens a finished party."""
    with _table_change(party, round_number, table, "result_unlocked", by=by, at=at) as changed:
        _clear_ruling(changed.table_state)
        party_games.reopen_result(changed.game, by=by, at=at)
        state = changed.party_state
        if state.party.state == Party.State.FINISHED:
            state.data["reopens"] = True
            reopen(state)
    return changed


def lock_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    with _table_change(party, round_number, table, "result_locked", by=by, at=at) as changed:
        party_games.lock_results([changed.game], by=by, at=at)
    return changed


def end_table(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    """End a game early and count its score. Raises "nothing_played"."""
    with _table_change(party, round_number, table, "game_ended", by=by, at=at) as changed:
        party_games.end_table(changed.game, by=by, at=at)
    return changed


def declare_draw(party: Party, round_number: int, table: int, *, by: User, at: datetime) -> ResultChange:
    with _table_change(party, round_number, table, "draw_declared", by=by, at=at) as changed:
        rule_table(changed.party_state, changed.table_state, None)
    return changed


def award_walkover(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> ResultChange:
    with _table_change(party, round_number, table, "walkover_awarded", by=by, at=at) as changed:
        rule_table(changed.party_state, changed.table_state, side)
    return changed


def rule_table(state: PartyState, table_state: TableState, winner: int | None) -> None:
    """Inside a change: let a side of a table win by default, or (None) count the table as a draw."""
    assert table_state.game is not None
    table_state.table.ruled_draw, table_state.table.walkover_to = winner is None, winner
    table_state.table.save(update_fields=["ruled_draw", "walkover_to"])
    party_games.abandon_games([table_state.game], by=state.by, at=state.at)


def reopen(state: PartyState) -> None:
    """Inside a change: play on after the end."""
    state.party.state, state.party.finished_at = Party.State.PLAYING, None
    state.party.save(update_fields=["state", "finished_at"])
    Round.objects.filter(pk=state.announced[-1].round.pk).update(state=Round.State.RUNNING)
    party_games.let_phones_write(state.party.code, at=state.at)


def adjust_table(
    party: Party, round_number: int, table: int, points: Sequence[int], reason: str, *, by: User, at: datetime
) -> ResultChange:
    """Give or deduct points at a table, with a reason. Raises "not_an_adjustment"."""
    stored_reason = refer(party.club_id, reason)
    with _table_change(party, round_number, table, "points_adjusted", by=by, at=at, reason=stored_reason) as changed:
        games.adjust_points(changed.game, points, reason, by=by, at=at)
    return changed


def undo_adjustment(
    party: Party, round_number: int, table: int, adjustment: int, *, by: User, at: datetime
) -> ResultChange:
    """Undo an adjustment, however old it is. Raises "page_is_old"."""
    with _table_change(party, round_number, table, "adjustment_undone", by=by, at=at) as changed:
        games.undo_adjustment(changed.game, adjustment, by=by, at=at)
    return changed


def record_cut(party: Party, round_number: int, table: int, side: int, *, by: User, at: datetime) -> ResultChange:
    """Record which side of a drawn table won the cut and moves as the winner."""
    with _table_change(party, round_number, table, "cut_recorded", by=by, at=at) as changed:
        if not changed.table_state.is_in or changed.table_state.winner is not None:
            raise StalePartyState
        changed.table_state.table.moving_winner = side
        changed.table_state.table.save(update_fields=["moving_winner"])
    return changed


def fill_round(party: Party, *, seed: int, by: User, at: datetime) -> None:
    """Make up the missing results of the round being played, in a rehearsal: an evening set up to be tried."""
    if not party.is_rehearsal:
        raise Refused("not_a_rehearsal", "This is not a rehearsal: only rehearsals can have made-up results.")
    rng = Random(seed)  # noqa: S311 - made-up results, not a secret
    with change(party, "results_made_up", by=by, at=at) as state:
        round_state = require_round_in_play(state)
        for game in Game.objects.filter(party_table__in=[each.table for each in round_state.missing]).order_by("pk"):
            rules = game.frozen_rules
            played = start(rules, game.first_dealer)
            while not (played.over or (state.party.has_bell and played.hands_scored >= HANDS_TO_BELL)):
                played = step(played, random_hand(rng, rules), rules)
            party_games.type_result(game, list(played.totals), by=by, at=at)
        filled = load(state.party)
        for table_state in filled.announced[-1].needs_cut(filled.movement):
            table_state.table.moving_winner = rng.randrange(2)
            table_state.table.save(update_fields=["moving_winner"])
        state.data["round"] = round_state.round.number


@contextmanager
def _table_change(
    party: Party, round_number: int, table: int, kind: str, *, by: User, at: datetime, **data: Any
) -> Iterator[ResultChange]:
    """Change and log a result; what it did is known after the block. Then the draft rests on it: see `redo_draft`."""
    data |= {"round": round_number, "table": table}
    with change(party, kind, by=by, at=at, even_finished=True, at_table=(round_number, table), **data) as state:
        round_state = state.round(round_number)
        table_state = round_state.table(table) if round_state else None
        if table_state is None or state.game is None:
            raise StalePartyState
        # Its whole row: the state has only a part of each game (`OF_GAMES`), which cannot be changed and stored.
        table_state.game = state.game
        later = round_state is not state.current
        ranks = party_standings(state) if later else ()
        was_in = table_state.is_in
        state.data["before"] = result_values(table_state)
        text_before = result_text(table_state) if was_in else ""
        changed = ResultChange(state, table_state, table_state.game, has_later_rounds=later)
        yield changed
        table_state.read_again()
        state.data["after"], changed.result = result_values(table_state), result_text(table_state)
        changed.result_before = text_before if text_before != changed.result else ""
        changed.moves = moves(ranks, party_standings(state)) if later else ()
        redo_draft(state)


def _clear_ruling(table_state: TableState) -> None:
    table = table_state.table
    if not table.ruled_draw and table.walkover_to is None and table.moving_winner is None:
        return
    table.ruled_draw, table.walkover_to, table.moving_winner = False, None, None
    table.save(update_fields=["ruled_draw", "walkover_to", "moving_winner"])


def doubt(party: Party, rules: RuleOptions, points: Sequence[int]) -> str:
    """What is wrong with the points of a game by `rules`, said before they are saved; empty for a likely result.

    A game that the bell ends has no number of hands: the minutes of the round stand in for it.
    """
    score = format_score(points)
    if rules.target is not None and min(points) >= rules.target:
        return f"{score} is not possible: only one side can reach {rules.target}."
    if (hands := rules.hand_limit) is not None:  # what only the bell ends has none
        sentence = f"{score} is not possible in {number_of(hands, 'hand', 'hands')} under these rules."
    elif party.has_bell:
        hands = max(FEWEST_HANDS, party.minutes // MINUTES_PER_HAND) if party.minutes else HANDS_WITHOUT_MINUTES
        sentence = f"{score} is very unlikely before the bell."
    else:
        return ""
    return "" if hands_can_bring(points, hands, rules) else sentence
