"""Keep statistics in step with finished games; exclude games from them and include them again."""

from collections.abc import Iterable
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.play.actions import locking
from whistclub.play.models import Game, GameEvent
from whistclub.play.stats_feed import Reader
from whistclub.stats.update import facts
from whistclub.web.transactions import write_transaction


def sync_statistics(games: Iterable[int]) -> None:
    """Recompute the statistics of these games; remove those that are excluded, unfinished or deleted.

    Called at the end of the transaction that changes them.
    """
    keys = sorted(set(games))
    found = list(Game.objects.filter(pk__in=keys).order_by("started_at", "pk"))
    for club in Club.objects.filter(games__in=keys).distinct():
        facts.lock_facts(club)
        mine = [game for game in found if game.club_id == club.pk]
        facts.replace_facts(club, [game.pk for game in mine], Reader().finished(mine))


def exclude_game(game: Game, *, by: User, at: datetime) -> None:
    """Exclude a game from statistics. Does nothing to one that is excluded."""
    _set_excluded(game, GameEvent.Kind.EXCLUDED, to=True, by=by, at=at)


def include_game(game: Game, *, by: User, at: datetime) -> None:
    """Let an excluded game count again."""
    _set_excluded(game, GameEvent.Kind.INCLUDED, to=False, by=by, at=at)


def set_excluded_with_party(party_code: str, *, excluded: bool) -> None:
    """Exclude all games of a party from statistics, or include them again."""
    games = Game.objects.filter(party_code=party_code)
    games.update(excluded_with_party=excluded)
    sync_statistics(games.values_list("pk", flat=True))


def _set_excluded(game: Game, kind: GameEvent.Kind, *, to: bool, by: User, at: datetime) -> None:
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        if fresh.excluded_from_statistics == to:
            return
        fresh.excluded_from_statistics = to
        fresh.revision += 1
        fresh.save(update_fields=["excluded_from_statistics", "revision"])
        locking.log_event(fresh, kind, at=at, by_user=by.pk)
        sync_statistics([fresh.pk])
