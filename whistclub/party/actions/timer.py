"""The timer of a round: one moment at which the bell rings, the same for every screen and phone."""

from datetime import datetime, timedelta

from whistclub.accounts.models import User
from whistclub.engine.standings import TOP_TABLE
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round, Table
from whistclub.party.state import PartyState, RoundState, TableState
from whistclub.play.actions import party_games
from whistclub.play.models import Game, GameEvent


def start(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Set the bell to this number of minutes from now. Raises StalePartyState without a round in play."""
    with party_change(party) as state, undoable(party, state):
        _set(state, require_round_in_play(state), at + timedelta(minutes=minutes), None)
        log(state.party, "timer_started", by=by, at=at, minutes=minutes)


def start_with_round(state: PartyState, round_state: RoundState, *, by: User, at: datetime) -> None:
    """Inside a change: start the timer of a round just announced, if the bell ends it and the party wants it so."""
    party = state.party
    if party.starts_timer and party.minutes and party.round_end == Party.RoundEnd.BELL:
        _set(state, round_state, at + timedelta(minutes=party.minutes), None)
        log(party, "timer_started", by=by, at=at, minutes=party.minutes)


def pause(party: Party, *, by: User, at: datetime) -> None:
    """Pause the timer. Raises StalePartyState unless it is running."""
    with party_change(party) as state:
        round_state = require_round_in_play(state)
        timed = round_state.round
        if timed.bell_at is None or timed.bell_has_rung(at):
            raise StalePartyState
        _set(state, round_state, None, int((timed.bell_at - at).total_seconds()))
        log(state.party, "timer_paused", by=by, at=at)


def resume(party: Party, *, by: User, at: datetime) -> None:
    """Resume a paused timer. Raises StalePartyState unless it is paused."""
    with party_change(party) as state:
        round_state = require_round_in_play(state)
        timed = round_state.round
        if timed.seconds_left is None:
            raise StalePartyState
        _set(state, round_state, at + timedelta(seconds=timed.seconds_left), None)
        log(state.party, "timer_resumed", by=by, at=at)


def add_minutes(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Add minutes to the timer (or take some off, if negative); after the bell they count from now.

    Raises StalePartyState unless the timer is running, paused or has rung.
    """
    with party_change(party) as state, undoable(party, state):
        round_state = require_round_in_play(state)
        timed = round_state.round
        if timed.seconds_left is not None:
            _set(state, round_state, None, max(0, timed.seconds_left + 60 * minutes))
        elif timed.bell_at is not None:
            rings_at = max(timed.bell_at, at) + timedelta(minutes=minutes)
            _set(state, round_state, max(rings_at, at), None)
        else:
            raise StalePartyState
        log(state.party, "minutes_added" if minutes > 0 else "minutes_removed", by=by, at=at, minutes=abs(minutes))


def ring(party: Party, *, by: User, at: datetime) -> None:
    """Ring the bell now: the hands being played are the last. Raises StalePartyState without a round in play."""
    with party_change(party) as state, undoable(party, state):
        _set(state, require_round_in_play(state), at, None)
        log(state.party, "bell_rung", by=by, at=at)


def undo_bell(party: Party, *, by: User, at: datetime) -> None:
    """Stop the timer after the result of the top table rang the bell by mistake; its next result rings again.

    Games that only this bell ended go on. Raises StalePartyState if something else rang it, or the table has a result.
    """
    with party_change(party) as state:
        round_state = require_round_in_play(state)
        if not round_state.is_bell_mistaken(at):
            raise StalePartyState
        _set(state, round_state, None, None)
        _continue_games(round_state, by=by, at=at)
        log(state.party, "bell_undone", by=by, at=at)


def hear_top_table(*, key: int, at: datetime, **_signal: object) -> None:
    """Ring the bell if this game was at the top table, and the rounds of its party end with that table.

    A game that was opened again rings when it finishes again, if the timer was started meanwhile. Does nothing if the
    result has been undone meanwhile.
    """
    # Few parties end their rounds so, and this is asked whenever a game ends.
    table = Table.objects.filter(
        game=key, round__party__round_end=Party.RoundEnd.TOP, round__state=Round.State.RUNNING
    ).first()
    if table is None or (table.rank or table.number) != TOP_TABLE:
        return
    with party_change(table.round.party) as state:
        finished = state.current.table(table.number) if state.current else None
        if state.current and finished and finished.table.pk == table.pk:
            state.current.round.rung_by_top_table = False
            ring_for_top_table(state, finished, at=at)


def ring_for_top_table(state: PartyState, finished: TableState, *, at: datetime) -> None:
    """Inside a change: ring the bell if this is the top table of the round being played, and ends it.

    Does nothing if the table has no result, or the bell has rung.
    """
    round_state = state.current
    if (
        round_state is None
        or state.party.round_end != Party.RoundEnd.TOP
        or (finished.rank, finished.table.round_id) != (TOP_TABLE, round_state.round.pk)
    ):
        return
    is_played = round_state.round.state == Round.State.RUNNING
    timed = round_state.round
    if is_played and finished.is_in and not timed.rung_by_top_table and not timed.bell_has_rung(at):
        timed.rung_by_top_table = True  # minutes added later do not let it ring again
        _set(state, round_state, at, None)
        log(state.party, "top_table_finished", by=None, at=at)


def stop_unless_rung(state: PartyState, round_state: RoundState, *, at: datetime) -> None:
    """Inside a change: the timer of a round that is being played again does not run on."""
    if not round_state.round.bell_has_rung(at):
        _set(state, round_state, None, None)


def require_round_in_play(state: PartyState) -> RoundState:
    """The round being played. Raises StalePartyState."""
    round_state = state.current
    if (
        round_state is None
        or round_state.round.state != Round.State.RUNNING
        or state.party.state != Party.State.PLAYING
    ):
        raise StalePartyState
    return round_state


def _set(state: PartyState, round_state: RoundState, bell_at: datetime | None, seconds_left: int | None) -> None:
    timed = round_state.round
    timed.bell_at, timed.seconds_left = bell_at, seconds_left
    # While it has no result, what rings is this timer.
    timed.rung_by_top_table = timed.rung_by_top_table and round_state.by_rank[0].is_in
    timed.save(update_fields=["bell_at", "seconds_left", "rung_by_top_table"])
    if state.party.has_bell:
        party_games.set_bell((game.pk for game in round_state.games), bell_at)


def _continue_games(round_state: RoundState, *, by: User, at: datetime) -> None:
    """Inside a change: let the games go on that only the bell has ended, and not their rules or an organiser."""
    # Read again: a phone may have ended one since the snapshot was taken.
    found = Game.objects.filter(
        pk__in=[game.pk for game in round_state.games],
        state=Game.State.FINISHED,
        last_hand__isnull=False,
        locked=False,
    )
    by_bell = [game.pk for game in found if not (game.ended_early and _is_ended_by_organiser(game))]
    party_games.restore({key: {"last_hand": None, "ended_early": False} for key in by_bell}, {}, by=by, at=at)


def _is_ended_by_organiser(game: Game) -> bool:
    """Whether an organiser, and not a phone at the table after the bell, ended this game early."""
    ends = game.events.filter(kind=GameEvent.Kind.ENDED_EARLY).values_list("by_user", flat=True)
    return ends.last() is not None
