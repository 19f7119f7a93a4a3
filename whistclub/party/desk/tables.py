"""The tables of a round as the desk shows them: how far each is, what the round waits for; who plays elsewhere."""

import math
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.formats import time_format

from whistclub.party.actions.timer import Timer, TimerState, timer_of
from whistclub.party.models import Party, Round
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.state import PartyState
from whistclub.play.models import EntryRecord, Game
from whistclub.web.formatting import number_of, plural, table_text, tables_text

# A hand takes about four minutes; a table without a new hand for this long may need help.
QUIET = timedelta(minutes=12)
# A game nobody has ended for this long is forgotten rather than played.
FORGOTTEN = timedelta(days=1)


class Tile(NamedTuple):
    """A table on the desk. `progress`: draft, waiting, playing, quiet, in, cut (a tie to be decided) or ruled.

    `rank` is its rank in words where that matters.
    """

    table: TableState
    progress: str
    text: str
    rank: str


def round_page(state: PartyState, found: RoundState, at: datetime) -> dict[str, Any]:
    """What templates show of a round: one query."""
    timer, needs_cut = timer_of(state, at), [each.number for each in found.needs_cut(state.movement)]
    missing = [each.number for each in found.missing]
    tops = state.party.round_end == Party.RoundEnd.TOP and found is state.current and missing
    return {
        "round": found,
        "tiles": tiles(state, found, at),
        "has_stars": bool(state.party.rules.solos),
        "timer": timer,
        "is_current": found is state.current,
        "is_last": found.number >= (state.party.planned_rounds or math.inf),
        "is_complete": not missing and not needs_cut,
        "waits_for": _waits_for(timer, missing, needs_cut),
        "end_waits_for": _waits_for(timer, missing, ()),
        "waits_for_bell": tops and found.by_rank[0].is_in and timer.state is not TimerState.RUNG,
    }


def tiles(state: PartyState, found: RoundState, at: datetime) -> list[Tile]:
    entered = EntryRecord.objects.filter(game__in=[game.pk for game in found.games]).values("game")
    last_hands: dict[int, datetime] = dict(entered.annotate(last=Max("recorded_at")).values_list("game", "last"))
    cut = found.needs_cut(state.movement)

    def tile(table: TableState, game: Game) -> Tile:
        since = at - last_hands.get(game.pk, found.announced_at)
        progress, text = ("cut", "tie: who moves as the winner?") if table in cut else _progress(table, game, since)
        return Tile(table, progress, text, state.rank_text(found, table))

    return [tile(each, each.game) for each in found.tables if each.game]


def _progress(table: TableState, game: Game, since_last_hand: timedelta) -> tuple[str, str]:
    if table.ruling:
        return "ruled", table.ruling
    hands = number_of(game.hands_scored, "hand", "hands")
    if table.is_in:
        return "in", "result in (paper)" if game.paper_result is not None else f"result in, {hands}"
    if game.state == Game.State.STOPPED:
        return "quiet", "abandoned"
    if since_last_hand > QUIET:
        minutes = int(since_last_hand.total_seconds() // 60)
        length = f"{minutes} min" if minutes < 60 else "over 1 h"
        return "quiet", f"{hands}, last {length} ago" if game.hands_scored else f"not started after {length}"
    return ("playing", hands) if game.hands_scored else ("waiting", "not started")


def _waits_for(timer: Timer, missing: list[int], needs_cut: Iterable[int]) -> str:
    """What the next round waits for; the end of a party needs no cut, as nobody moves after it."""
    tied = list(needs_cut)
    sentences = ["The bell has rung."] if timer.state is TimerState.RUNG else []
    if missing:
        sentences.append(f"Waiting for {tables_text(missing)}.")
    if tied:
        sentences.append(f"{plural(len(tied), 'Tie', 'Ties')} at {tables_text(tied)}: who moves as the winner?")
    return " ".join(sentences if missing or tied else [*sentences, "All results are in."])


def head_count(state: PartyState) -> str:
    """How many tables those present make: "27 people · 6 tables · 3 sitting out".

    A line may end before a "·", not after it.
    """
    people = len(state.present)
    fixed = state.movement.fixed_pairs
    single = len(state.single) if fixed else 0
    most = state.party.max_tables
    full = len(state.partnerships) // 2 if fixed else people // 4
    tables = min(full, most) if most else full
    sitting_out = people - single - 4 * tables
    counts = [number_of(people, "person", "people")]
    if single:
        counts.append(f"{single} without a partner")
    if tables:
        counts.append(number_of(tables, "table", "tables"))
        if sitting_out:
            counts.append(f"{sitting_out} sitting out")
    elif people and not single:
        counts.append("too few for a table")
    return " ·\u00a0".join(each.replace(" ", "\u00a0", 1) for each in counts)


def seated_elsewhere(party: Party) -> dict[int, str]:
    """Where players (by key) play now, if at a table of another party or in a game outside of one. One query.

    Nobody for a rehearsal, in which nobody sits.
    """
    if party.is_rehearsal:
        return {}
    games = Game.objects.filter(
        Q(party_table=None) | Q(party_table__round__state=Round.State.RUNNING),
        club=party.club_id,
        state=Game.State.RUNNING,
        started_at__gt=timezone.now() - FORGOTTEN,
        binned_at=None,
    )
    others = games.exclude(party_code=party.code).exclude(party_table__round__party__is_rehearsal=True)
    seats = others.values_list("seats__player", "party_table__round__party__name", "party_table__number", "started_at")
    return {
        player: (f"playing at {table_text(table)} of “{name}”" if name else "playing in another game")
        + f" since {time_format(timezone.localtime(since))}"
        for player, name, table, since in seats
    }
