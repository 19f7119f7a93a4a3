"""The tables of a round as the desk shows them: how far each is; in a draft who sits where and why."""

import math
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.formats import time_format

from whistclub.club.queries import PlayerNames
from whistclub.engine.movement.catalogue import DEFAULT_MOVEMENT, MOVEMENTS, recommended
from whistclub.engine.movement.protocol import SEATS
from whistclub.engine.movement.wishes import is_kept
from whistclub.party import movements
from whistclub.party.actions.timer import Timer, TimerState, timer_of
from whistclub.party.models import Party, Round, SeatAssignment
from whistclub.party.rounds import RoundState, TableState
from whistclub.party.state import PartyState
from whistclub.play.models import EntryRecord, Game
from whistclub.web.formatting import join_list, join_side, number_of, plural, table_text, tables_text

# A hand takes about four minutes; a table without a new hand for this long may need help.
QUIET = timedelta(minutes=12)
# A game nobody has ended for this long is forgotten rather than played.
FORGOTTEN = timedelta(days=1)

SEATED = {
    Round.SeatingMethod.DRAW: "Seated at random.",
    Round.SeatingMethod.RANKING: "Seated by results so far.",
    Round.SeatingMethod.ARRIVAL: "Seated in order of arrival.",
    Round.SeatingMethod.MOVEMENT: "",
}


class Tile(NamedTuple):
    """A table on the desk. `progress`: draft, waiting, playing, quiet, in, cut (a tie to be decided) or ruled.

    `rank` is its rank in words where that matters.
    """

    table: TableState
    progress: str
    text: str
    rank: str


def round_context(state: PartyState, found: RoundState, at: datetime) -> dict[str, Any]:
    """What templates show of a round: one query."""
    timer, needs_cut = timer_of(state, at), [each.number for each in _tied(state, found)]
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
    cut = _tied(state, found)

    def tile(table: TableState, game: Game) -> Tile:
        since = at - last_hands.get(game.pk, found.announced_at)
        progress, text = ("cut", "tie: who moves as the winner?") if table in cut else _progress(table, game, since)
        return Tile(table, progress, text, state.rank_text(found, table))

    return [tile(each, each.game) for each in found.tables if each.game]


def _tied(state: PartyState, found: RoundState) -> list[TableState]:
    """Where a pair must be named that moves as the winner: nobody moves after an earlier round, or after the end."""
    still_moves = found is state.current and state.party.state != Party.State.FINISHED
    return found.needs_cut(state.movement) if still_moves else []


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


def offer(state: PartyState) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The recommended movement and that of the party, then the others; nothing while there is no choice to make.

    The recommended one is chosen, unless another was chosen for this party or the ones before, and works.
    """
    people, party = len(state.present), state.party
    if state.announced or people < SEATS or party.state == Party.State.FINISHED:
        return [], []
    rounds, own = party.planned_rounds, party.movement
    best, why = recommended(people, rounds, pairs=state.movement.fixed_pairs)
    chosen = best if own == DEFAULT_MOVEMENT or movements.why_not(own, people, rounds) else own
    choices = [
        {
            "key": key,
            "name": name,
            "when": when,
            "is_chosen": key == chosen,
            "why_not": movements.why_not(key, people, rounds),
            "advice": movements.ADVICE[why] if key == best else "",
            "leaves": _leaves(key, people, rounds),
        }
        for key, (name, when) in movements.MOVEMENTS.items()
    ]
    first = sorted((each for each in choices if each["key"] in (best, own)), key=lambda each: not each["advice"])
    return first, [each for each in choices if each not in first]


def _leaves(key: str, people: int, rounds: int | None) -> str:
    """What a movement that works leaves undone: rounds that it would need, somebody without a partner."""
    movement = MOVEMENTS[key]
    if movement.problem(people, rounds):
        return ""
    complete = movement.complete_after(people)
    sentences = []
    if complete and rounds and rounds < complete:
        sentences.append(f"Not complete: {rounds} of {complete} rounds.")
    if movement.fixed_pairs and people % 2:
        sentences.append("One person has no partner.")
    return " ".join(sentences)


def draft_context(state: PartyState, draft: RoundState) -> dict[str, Any]:
    """What templates show of a draft: how people come to their seats, and what no longer fits. Two queries."""
    return {
        "draft": draft,
        "tiles": [Tile(each, "draft", "", state.rank_text(draft, each)) for each in draft.tables],
        "seats": seats_by_entrant(state, draft),
        "method": SEATED[Round.SeatingMethod(draft.round.seating_method)],
        "by_hand": [each.entrant.player.name for each in draft.assignments if each.placed_by_organiser],
        "left": [entrant.player.name for entrant in state.left_in_draft],
        "is_outdated": draft.round.made_for != state.made_for,
        "unkept": _unkept_wishes(state, draft),
        "elsewhere": _elsewhere(state, draft),
        "parted": _parted(state, draft),
    }


def seats_by_entrant(state: PartyState, found: RoundState) -> dict[int, tuple[str, str]]:
    """By the key of each entrant of a round, in a few letters how they came to their seat, and why in a sentence."""
    earlier = [each for each in state.rounds if each.number < found.number]
    before, names, players = earlier[-1:], state.names_by_number, PlayerNames(state.party.club_id)
    return {
        each.entrant_id: (_sign(state, each, *before), movements.reasons_text(each, names, players))
        for each in found.assignments
    }


def _sign(state: PartyState, seat: SeatAssignment, before: RoundState | None = None) -> str:
    """In the first round only what was done by hand has a sign."""
    if not before and not seat.placed_by_organiser:
        return ""
    earlier = before.assignment_of(seat.entrant_id) if before else None
    return movements.sign(seat, earlier, state.movement, state.rank_of)


def _parted(state: PartyState, draft: RoundState) -> str:
    """That the movement, as it was changed since, does not keep couples together; empty if none are here."""
    couples = [join_side(entrant.player.name for entrant in each) for each in state.partnerships]
    if state.movement.fixed_pairs or draft.number > 1 or not couples:
        return ""
    return parted_text(sorted(couples, key=str.casefold))


def _elsewhere(state: PartyState, draft: RoundState) -> list[str]:
    """Who plays at another table too, a sentence for each table."""
    places, found = seated_elsewhere(state.party), dict[str, list[str]]()
    for each in draft.assignments:
        if each.table is not None and (place := places.get(each.entrant.player_id)):
            found.setdefault(place, []).append(each.entrant.player.name)
    return [f"{join_list(names)} {plural(len(names), 'has', 'have')} been {place}" for place, names in found.items()]


def _unkept_wishes(state: PartyState, draft: RoundState) -> list[str]:
    tables = [table_state.seated.chairs for table_state in draft.tables]
    found = [wish for wish in state.wishes if not is_kept(wish, tables)]
    return [movements.wish_text(wish, state.names_by_number) for wish in found]


def parted_text(couples: Iterable[str] = ()) -> str:
    """That the movement does not keep people who came as partners together."""
    if names := ", ".join(couples):
        return f"Partners change in this party, so these do not stay partners: {names}."
    return "Partners change in this party, so couples do not stay partners."
