"""Which results of tables were replaced, and what a correction changed."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import time_format

from whistclub.engine.standings import Move
from whistclub.party.models import Party
from whistclub.play.models import Game, GameEvent
from whistclub.web.formatting import format_score

MOST_MOVES = 6


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


def _replaced(typed: Sequence[GameEvent], game: Game) -> tuple[GameEvent, GameEvent | None]:
    """Which event typed the result from paper that a game has, and which one the result that it replaced, if any.

    Later ones may have been undone, and so may those between the two.
    """
    at = max(index for index, event in enumerate(typed) if event.data["after"] == game.paper_result)
    before = typed[at].data["before"]
    old = [event for event in typed[:at] if event.data["after"] == before != game.paper_result]
    return typed[at], old[-1] if old else None
