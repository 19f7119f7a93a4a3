"""Keep statistics in step with finished games; exclude games from them and include them again.

An action marks the games that it changes. After its commit, facts and ratings are written in a transaction of their
own: people lock a game first, then the facts of its club, so nobody waits for the other in turn, and no fault of
statistics refuses a hand. What a crash leaves marked is taken in at the next start.
"""

import logging
from collections.abc import Iterable, Mapping
from functools import partial

from django.db import transaction
from django.db.models import F

from whistclub.club.models import Club
from whistclub.play.models import Game
from whistclub.play.stats_feed import Reader, readable
from whistclub.stats.inputs import evening_of
from whistclub.stats.models import GameFact
from whistclub.stats.update import facts
from whistclub.web.rows import in_parts
from whistclub.web.transactions import write_transaction

# Games taken in by one transaction: others write in between.
AT_ONCE = 200

log = logging.getLogger(__name__)


def note_changes(games: Iterable[int]) -> None:
    """Mark these games, and let statistics learn of them after the commit. Needs a transaction."""
    keys = sorted(games)
    for part in in_parts(keys):
        Game.objects.filter(pk__in=part).update(awaits_statistics=True, revision=F("revision") + 1)
    learn_after_commit(keys)


def learn_after_commit(games: Iterable[int]) -> None:
    """Let statistics learn of these games, which are marked, once they are stored."""
    keys = list(games)

    def learn() -> None:
        _take_in(keys)

    transaction.on_commit(learn, robust=True)


def follow_time_zone(*, club: Club, **_signal: object) -> None:
    """Called when the time zone of this club has changed: statistics note games that are on another evening now."""
    known = GameFact.objects.filter(club=club).values_list("game", "day", "started_at")
    note_changes(game for game, day, started_at in known.iterator() if day != evening_of(started_at, club))


def bring_up_to_date() -> None:
    """Take in all games that are still marked."""
    _take_in(Game.objects.filter(awaits_statistics=True).order_by("started_at", "pk").values_list("pk", flat=True))


def _take_in(games: Iterable[int]) -> None:
    for part in in_parts(list(games), AT_ONCE):
        with write_transaction():
            sync_statistics(part)


def sync_statistics(games: Iterable[int]) -> None:
    """Write the facts of these games again; remove those of excluded or unfinished ones. Needs a transaction.

    A game that cannot be read is logged, and stays marked.
    """
    keys = sorted(set(games))
    for each in Club.objects.filter(games__in=keys).distinct().order_by("pk"):
        club = facts.lock_facts(each)
        # Only now: before, somebody else could have taken in a later change.
        found = list(Game.objects.filter(pk__in=keys, club=club).order_by("started_at", "pk"))
        read = {game.pk: game.revision for game in found}
        facts.replace_facts(club, list(read), readable(Reader().finished, found, partial(leave_marked, read)))
        clear_marks(read)


def leave_marked(marked: dict[int, int], game: Game, error: Exception) -> None:
    """A game that statistics cannot take in stays marked; `marked` has those to clear."""
    marked.pop(game.pk, None)
    log.error("Statistics cannot take in game %s.", game.code, exc_info=error)


def marked_games(club: Club) -> dict[int, int]:
    """The games whose last change statistics do not know yet, with their revisions."""
    return dict(Game.objects.filter(club=club, awaits_statistics=True).values_list("pk", "revision"))


def clear_marks(read: Mapping[int, int]) -> None:
    """Note that statistics know these games as they were at these revisions; those that have changed stay marked.

    A game that somebody is changing just now is not waited for, and stays marked too: it is taken in after that.
    """
    marked = Game.objects.filter(pk__in=read, awaits_statistics=True)
    found = marked.select_for_update(skip_locked=True, no_key=True).values_list("pk", "revision")
    known = [key for key, revision in found if read[key] == revision]
    Game.objects.filter(pk__in=known).update(awaits_statistics=False)


def set_excluded_with_party(party_code: str, *, excluded: bool) -> None:
    """Exclude all games of a party from statistics, or include them again."""
    games = Game.objects.filter(party_code=party_code)
    games.update(excluded_with_party=excluded)
    note_changes(games.values_list("pk", flat=True))
