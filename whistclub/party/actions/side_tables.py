"""Side tables: people who sit out play in threes with a widow, or in twos, until the next round begins.

Their games are games of the club outside the party: no round waits for them, and its standings do not count them.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import NobodyForSideTable
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.timer import require_round_in_play
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, SeatAssignment
from whistclub.party.state import PartyState
from whistclub.play.actions.lifecycle import NewGame, end_now, end_without_result, start_game
from whistclub.play.actions.statistics import leave_out
from whistclub.play.models import Game
from whistclub.web.errors import ActionRefused

PRESETS_BY_PLAYERS = {2: "two_player", 3: "widow"}


def start_side_tables(party: Party, *, by: User, at: datetime) -> None:
    """Start a game at each table that the people who sit out, and play at no side table yet, can fill.

    Raises NobodyForSideTable for fewer than two of them, StalePartyState without a round in play.
    """
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        free = require_round_in_play(state).free_for_side_tables
        if len(free) < min(PRESETS_BY_PLAYERS):
            raise NobodyForSideTable
        tables = shared_out(free)
        for people in tables:
            names = tuple(each.entrant.player.name for each in people)
            new = NewGame(names, PRESETS_BY_PLAYERS[len(people)], 0)
            game = start_game(state.party.club, new, by=by, at=at)
            if state.party.is_rehearsal or not state.party.side_tables_count:
                leave_out(game)
            SeatAssignment.objects.filter(pk__in=[each.pk for each in people]).update(side_game=game)
        keys = [[each.entrant_id for each in people] for people in tables]
        log(state.party, "side_tables_started", by=by, at=at, after=keys)


def shared_out(people: Sequence[SeatAssignment]) -> list[Sequence[SeatAssignment]]:
    """Tables of three, and of two where one would be left over."""
    twos = {0: 0, 1: 2, 2: 1}[len(people) % 3]
    tables = [people[start : start + 2] for start in range(0, 2 * twos, 2)]
    return tables + [people[start : start + 3] for start in range(2 * twos, len(people), 3)]


def end_side_tables(state: PartyState, *, by: User, at: datetime) -> None:
    """Inside a change that ends the round: its side tables end with it."""
    if state.current:
        end_side_tables_of(state.current.assignments, by=by, at=at)


def end_side_tables_of(assignments: Iterable[SeatAssignment], *, by: User, at: datetime) -> None:
    """Inside a change: end the side tables of these people, who get another seat.

    What was played is the result; a game without a hand, or tied where one more is played, is paused.
    """
    keys = with_games_after(each.side_game_id for each in assignments if each.side_game_id)
    in_progress = Game.objects.filter(pk__in=keys, state=Game.State.IN_PROGRESS, binned_at=None)
    for game in in_progress.order_by("pk") if keys else ():
        try:
            end_now(game, by=by, at=at)
        except ActionRefused:
            end_without_result(game, by=by, at=at)


def with_games_after(games: Iterable[int]) -> set[int]:
    """These games and those that the same people have played after them."""
    found: set[int] = set()
    keys = set(games)
    while keys:
        found |= keys
        keys = set(Game.objects.filter(follows__in=keys).values_list("pk", flat=True))
    return found
