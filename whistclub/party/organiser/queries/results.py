"""Where the result of a table came from, for an organiser who types another one, and what a correction changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.text import capfirst

from whistclub.engine.standings import Move
from whistclub.party import text as party_text
from whistclub.party.models import Party
from whistclub.party.state import PartyState, load
from whistclub.play.models import Game, GameEvent
from whistclub.web.formatting import format_score, table_text

MOST_MOVES = 6


@dataclass(frozen=True, slots=True)
class KnownResult:
    """`heading` is "Table 1 has 11–8", `keep` the button that leaves it so, `sentence` the result with names.

    `source` is who entered it; `key` names it in forms.
    """

    table: int
    heading: str
    keep: str
    sentence: str
    source: str
    key: str


def known_result(state: PartyState, number: int, table: int) -> KnownResult | None:
    """The result of a table; None if it has none."""
    round_state = state.round(number)
    table_state = round_state.table(table) if round_state else None
    if table_state is None or table_state.game is None or not table_state.is_in:
        return None
    ruling = table_state.ruling
    result = ruling or format_score(table_state.game.totals)
    if round_state is state.current:
        heading = "{table} was {ruling}" if ruling else "{table} has {result}"
    else:
        heading = "{table} was {ruling} in round {n}" if ruling else "{table} has {result} in round {n}"
    return KnownResult(
        table,
        heading.format(table=capfirst(table_text(table)), ruling=ruling, result=result, n=number),
        party_text.keep_ruling(table_state.table) or f"Keep {result}",
        party_text.result_text(table_state),
        "" if ruling else _source(table_state.game),
        table_state.result_key,
    )


def readings(party: Party, number: int, table: int, points: Sequence[int]) -> list[tuple[int, str]]:
    """What a result means if it is of this round, and if it is of the one being played now: their numbers, and the
    result with the names of then. Empty unless this round is over.
    """
    state = load(party)
    now = state.current.round.number if state.current else 0
    if not 0 < number < now:
        return []
    rounds = [(each, state.round(each)) for each in (number, now)]
    tables = [(each, round_state.table(table)) for each, round_state in rounds if round_state]
    return [(each, party_text.typed_text(table_state, points)) for each, table_state in tables if table_state]


def replaced_results(games: Iterable[Game]) -> dict[int, str]:
    """What to tell everyone at the desk: where an organiser replaced what another one had typed. By game, one query."""
    typed: dict[int, list[GameEvent]] = {}
    by_key = {game.pk: game for game in games if game.paper_result is not None}
    events = GameEvent.objects.filter(game__in=by_key, kind=GameEvent.Kind.PAPER_RESULT)
    for event in events.select_related("by_user"):
        typed.setdefault(event.game_id, []).append(event)
    notes = {}
    for key, found in typed.items():
        new, old = _replaced(found, by_key[key])
        if old and old.by_user_id != new.by_user_id:
            notes[key] = "{name} typed this at {time}; {other} had typed {score}.".format(
                name=new.by_user, time=clock(new.at), other=old.by_user, score=format_score(old.data["after"])
            )
    return notes


def rank_changes(party: Party, moves: Iterable[Move]) -> str:
    """Whose ranks a correction changed: "Ann 3 → 1, Bob 1 → 2"; long lists are cut."""
    names = dict(party.entrants.values_list("number", "player__name"))
    changes = [f"{names[move.person]} {move.old} → {move.new}" for move in moves]
    return ", ".join(changes[:MOST_MOVES]) + (" …" if len(changes) > MOST_MOVES else "")


def clock(at: datetime) -> str:
    """The time of day: "20:14"."""
    return time_format(timezone.localtime(at))


def _source(game: Game) -> str:
    if game.paper_result is None:
        return f"from the phone at {clock(game.finished_at)}" if game.finished_at else ""
    events = game.events.filter(kind=GameEvent.Kind.PAPER_RESULT).select_related("by_user")
    typed, _before = _replaced(list(events), game)
    return f"typed by {typed.by_user} at {clock(typed.at)}"


def _replaced(typed: Sequence[GameEvent], game: Game) -> tuple[GameEvent, GameEvent | None]:
    """Which event typed the result from paper that a game has, and which one the result that it replaced, if any.

    Later ones may have been undone, and so may those between the two.
    """
    at = max(index for index, event in enumerate(typed) if event.data["after"] == game.paper_result)
    before = typed[at].data["before"]
    old = [event for event in typed[:at] if event.data["after"] == before != game.paper_result]
    return typed[at], old[-1] if old else None
