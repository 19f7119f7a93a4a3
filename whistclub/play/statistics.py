"""Keep statistics in step with finished games; exclude games from them and include them again.

An action only marks the games that it changes: what follows for statistics costs five times as much as typing a result.
It is computed for many games together: a moment later (`ops.upkeep`), or when statistics are read before that.

Who keeps statistics locks the facts of a club and waits for no game: people lock a game first, then facts. So nobody
waits for the other in turn, and no pad waits for statistics. A game that changes while it is read stays marked, which
its revision tells: it rises with every mark.
"""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence

from django.db import OperationalError
from django.db.models import F

from whistclub.club.models import Club
from whistclub.play.models import Game
from whistclub.play.stats_feed import Reader
from whistclub.stats.inputs import evening_of
from whistclub.stats.models import BEGINNING, GameFact
from whistclub.stats.update import facts
from whistclub.web.rows import in_parts
from whistclub.web.transactions import write_transaction

# Hands are recorded between two transactions, so each is short. How long it takes depends more on how much the players
# have ever played than on how many games there are: a backlog, as after an import, takes fewer of them.
AT_ONCE = 20
BACKLOG, AT_ONCE_OF_BACKLOG = 100, 200
# A page is shown with statistics as they are rather than late; what is left is taken in a moment later.
MOST_FOR_READER = 100  # games
SECONDS_FOR_READER = 0.5  # no batch begins later

log = logging.getLogger(__name__)
# Games that cannot be taken in, with their revision: this process tries them again when they have changed.
_failed: set[tuple[int, int]] = set()


def note_changes(games: Iterable[int]) -> None:
    """Let statistics learn of these games before they are read."""
    for part in in_parts(sorted(games)):
        Game.objects.filter(pk__in=part).update(awaits_statistics=True, revision=F("revision") + 1)


def follow_time_zone(*, club: Club, **_signal: object) -> None:
    """Called when the time zone of this club has changed: statistics note games that are on another evening now."""
    known = GameFact.objects.filter(club=club).values_list("game", "day", "started_at")
    note_changes(game for game, day, started_at in known.iterator() if day != evening_of(started_at, club))


def marked_games(club: Club | None = None) -> dict[int, int]:
    """Games of a club, or of all clubs, whose last change statistics do not know yet, with their revisions.

    In order of play: those that are taken in together are in few periods then.
    """
    marked = Game.objects.filter(awaits_statistics=True).order_by("started_at", "pk")
    return dict((marked.filter(club=club) if club else marked).values_list("pk", "revision"))


def awaiting(club: Club | None = None) -> list[tuple[int, int]]:
    """As `marked_games`, without those that could not be taken in."""
    return [each for each in marked_games(club).items() if each not in _failed]


def bring_up_to_date(club: Club | None = None, *, gives_way: bool = False) -> None:
    """Let statistics learn of all changed games of a club, or of all clubs; one indexed query if there is none.

    Games that change meanwhile stay marked. With `gives_way` others write between two transactions.
    """
    waiting = awaiting(club)
    for batch in in_parts(waiting, AT_ONCE if len(waiting) <= BACKLOG else AT_ONCE_OF_BACKLOG):
        began = time.monotonic()
        _take_in(batch)
        if gives_way:
            _pause_since(began)


def rate_waiting() -> None:
    """Rate all games that wait for it, such as those after an old game that came in; others write in between."""
    # The condition on started_at makes SQLite use the index of unrated games.
    waiting = GameFact.objects.filter(rated=False, started_at__gt=BEGINNING).values("club")
    for club in Club.objects.filter(pk__in=waiting):
        is_waiting = True
        while is_waiting:
            began = time.monotonic()
            with write_transaction():
                facts.lock_facts(club)
                is_waiting = facts.rate_next(club)
            if is_waiting:
                _pause_since(began)


def _pause_since(began: float) -> None:
    """Pause for as long as a transaction took: a thread that begins the next one at once leaves no other a gap."""
    time.sleep(time.monotonic() - began)


def hear_reader(*, club: Club, **_signal: object) -> bool:
    """Called when the statistics of this club are about to be read: take in what can be taken in at once.

    Returns whether anything was waiting.
    """
    end = time.monotonic() + SECONDS_FOR_READER
    waiting = awaiting(club)[:MOST_FOR_READER]
    try:
        for batch in in_parts(waiting, AT_ONCE):
            if time.monotonic() > end:
                break
            _take_in(batch)
    except OperationalError as busy:
        log.info("Statistics are shown as they are: %s", busy)
    return bool(waiting)


def _take_in(games: Sequence[tuple[int, int]]) -> None:
    """Let statistics learn of these games; what is wrong with one of them does not hold up the others.

    Raises OperationalError if the database cannot be written.
    """
    try:
        with write_transaction():
            sync_statistics(key for key, _revision in games)
    except OperationalError:
        raise
    except Exception:
        if len(games) > 1:
            for half in in_parts(games, (len(games) + 1) // 2):
                _take_in(half)
            return
        _failed.update(games)
        log.exception("Statistics cannot take in the game with the key %s.", games[0][0])


def sync_statistics(games: Iterable[int]) -> None:
    """Recompute the statistics of these games; remove those that are excluded or unfinished. Needs a transaction."""
    keys = sorted(set(games))
    read: dict[int, int] = {}
    for each in Club.objects.filter(games__in=keys).distinct().order_by("pk"):
        club = facts.lock_facts(each)
        # Only now: before, somebody else could have taken in a later change.
        found = list(Game.objects.filter(pk__in=keys, club=club).order_by("started_at", "pk"))
        facts.replace_facts(club, [game.pk for game in found], Reader().finished(found))
        read |= {game.pk: game.revision for game in found}
    clear_marks(read)


def clear_marks(read: Mapping[int, int]) -> None:
    """Note that statistics know these games as they were at these revisions; those that have changed stay marked.

    A game that somebody is changing just now is not waited for, and stays marked too.
    """
    marked = Game.objects.filter(pk__in=read, awaits_statistics=True)
    found = marked.select_for_update(skip_locked=True, no_key=True).values_list("pk", "revision")
    known = [key for key, revision in found if read[key] == revision]
    Game.objects.filter(pk__in=known).update(awaits_statistics=False)


def set_excluded_with_party(party_code: str, *, excluded: bool) -> None:
    """Exclude all games of a party from statistics, or include them again."""
    games = Game.objects.filter(party_code=party_code)
    games.update(excluded_with_party=excluded, awaits_statistics=True, revision=F("revision") + 1)
