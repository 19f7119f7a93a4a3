"""What statistics know of games: marked by what changes them, read, and taken in after the commit.

An action marks the games that it changes. After its commit, facts and ratings are written in transactions of their
own: people hold a game first, then the facts of its club, so nobody waits for the other in turn, and no fault of
statistics refuses a hand. They are short, so that hands are saved in between. What a crash leaves marked is taken in at
the next start.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet

from whistclub.club.actions import lock_club
from whistclub.club.models import Club
from whistclub.engine.facts import FactsCalculator
from whistclub.engine.hand import Entry
from whistclub.play import replay
from whistclub.play.models import Game, PartyNow, Seat
from whistclub.stats import update
from whistclub.stats.evening import evening_of
from whistclub.stats.models import GameFact, rules_key
from whistclub.stats.update import Finished, Place
from whistclub.web.transactions import write_transaction

# Games taken in by one transaction: others write in between. SQLite takes no statement with too many keys either.
AT_ONCE = 100
READ_AT_ONCE = 200  # SQLite reads no more than 1,000 players in one statement, and these games may have 800
# What a game keeps of its entries.
FOLDED = ("totals", "stars", "winner", "reason", "hands_scored", "dealer", "last_hand")
# What it is of, what is stored, what it should be.
Difference: TypeAlias = tuple[str, Any, Any]
T = TypeVar("T")


log = logging.getLogger(__name__)


def note_changes(games: Iterable[int]) -> None:
    """Mark these games, and let statistics learn of them after the commit. Needs a transaction."""
    keys = sorted(games)
    for batch in in_batches(keys):
        Game.objects.filter(pk__in=batch).update(awaits_statistics=True, revision=F("revision") + 1)
    learn_after_commit(keys)


def learn_after_commit(games: Iterable[int]) -> None:
    """Let statistics learn of these games, which are marked, once they are stored."""
    keys = list(games)
    transaction.on_commit(lambda: take_in(keys), robust=True)


def follow_time_zone(*, club: Club, **_signal: object) -> None:
    """Called when the time zone of this club has changed: statistics note games that are on another evening now."""
    known = GameFact.objects.filter(club=club).values_list("game", "day", "started_at")
    note_changes(game for game, day, started_at in known.iterator() if day != evening_of(started_at, club))


def bring_up_to_date() -> None:
    take_in(Game.objects.filter(awaits_statistics=True).order_by("started_at", "pk").values_list("pk", flat=True))


def take_in(games: Iterable[int]) -> None:
    """Write the facts of these games again, remove those of excluded or unfinished ones, and rate what follows.

    A game that cannot be read is logged, and stays marked.
    """
    for club, batch, rate_from, rate_until in _in_order(games):
        revisions: dict[int, int] | None = None
        while revisions is None or rate_from:
            with write_transaction():
                # Nobody else writes its facts until the transaction ends; it may have moved to another time zone.
                locked = lock_club(club)
                if revisions is None:
                    revisions, rate_from = _write_facts(locked, batch, rate_from)
                rate_from = update.rate(locked, rate_from, rate_until) if rate_from else None
                if not rate_from:
                    clear_marks(revisions)


def _write_facts(club: Club, games: Collection[int], place: Place | None) -> tuple[dict[int, int], Place | None]:
    """The revisions of the games that were taken in, and where ratings are to begin: here, or at an earlier place."""
    # Only now: before, somebody else could have taken in a later change.
    found = list(Game.objects.filter(pk__in=games).order_by("started_at", "pk"))
    revisions = {game.pk: game.revision for game in found}
    finished = readable(Reader(club).finished, found, partial(leave_marked, revisions))
    changed = update.replace_facts(club, list(revisions), finished)
    return revisions, min(filter(None, (place, changed)), default=None)


def _in_order(games: Iterable[int]) -> Iterator[tuple[int, list[int], Place | None, Place | None]]:
    """The games of each club in batches, in order of play: club, games, the place at which the batch before stopped
    rating (None for the first), and where this one stops (None for the last)."""
    places = [
        row
        for batch in in_batches(games)
        for row in Game.objects.filter(pk__in=batch).values_list("club", "started_at", "pk")
    ]
    for club, rows in groupby(sorted(places), key=itemgetter(0)):
        batched = list(in_batches((started_at, pk) for _club, started_at, pk in rows))
        ends = [None, *(batch[0] for batch in batched[1:]), None]
        for batch, (first, end) in zip(batched, pairwise(ends), strict=True):
            yield club, [pk for _started_at, pk in batch], first, end


def leave_marked(revisions: dict[int, int], game: Game, error: Exception) -> None:
    """Take a game that statistics cannot take in out of `revisions`, so that `clear_marks` leaves it marked."""
    revisions.pop(game.pk, None)
    log.error("Statistics cannot take in game %s.", game.code, exc_info=error)


def marked_games(club: Club) -> dict[int, int]:
    return dict(Game.objects.filter(club=club, awaits_statistics=True).values_list("pk", "revision"))


def clear_marks(revisions: Mapping[int, int]) -> None:
    """Note that statistics know these games as they were at these revisions; those that have changed stay marked.

    A game that somebody is changing just now is not waited for, and stays marked too: it is taken in after that.
    """
    marked = Game.objects.filter(pk__in=revisions, awaits_statistics=True)
    found = marked.select_for_update(skip_locked=True, no_key=True).values_list("pk", "revision")
    known = [key for key, revision in found if revisions[key] == revision]
    Game.objects.filter(pk__in=known).update(awaits_statistics=False)


class Reader:
    """Makes of a club's games what statistics need; what games by the same rules share is worked out once."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._calculators: dict[tuple[Any, ...], FactsCalculator] = {}

    def finished(self, games: Sequence[Game]) -> list[Finished]:
        """What statistics need of these games, in their order: of those that count. Four queries, or six."""
        included = [game for game in with_parties(games) if game.counts_in_statistics]
        players: dict[int, list[int]] = defaultdict(list)
        seats = Seat.objects.filter(game__in=included).order_by("position")
        for key, player in seats.values_list("game", "player"):
            players[key].append(player)
        # A result typed from paper stands alone: its hands need not even be readable.
        entries = replay.entries_of([game for game in included if game.paper_result is None])
        return [self._finished(game, players[game.pk], entries.get(game.pk, ())) for game in included]

    def _finished(self, game: Game, players: Sequence[int], entries: Sequence[Entry]) -> Finished:
        key = (tuple(game.options.items()), game.last_hand)
        if key not in self._calculators:
            self._calculators[key] = FactsCalculator(game.rules)
        calculator = self._calculators[key]
        facts = calculator.facts(game.first_dealer, entries, game.totals, game.stars, game.winner)
        side = facts.best_hands.index(max(facts.best_hands))
        fact = GameFact(
            club_id=self._club.pk,
            game=game.pk,
            code=game.code,
            started_at=game.started_at,
            day=evening_of(game.started_at, self._club),
            party_code=game.party_code,
            round_number=game.round_number,
            table_number=game.table_number,
            form=calculator.form.value,
            rules=rules_key(game.preset, game.rules_name),
            hands=facts.hands,
            totals=game.totals,
            winner=game.winner,
            margin=_margin(game.totals, game.winner),
            best_hand=facts.best_hands[side],
            best_side=side,
            best_hand_number=facts.best_numbers[side],
            comeback=facts.comeback,
        )
        return Finished(fact, tuple(players), facts.seats)


def _margin(totals: Sequence[int], winner: int | None) -> int:
    """The winner's lead over the next side; 0 for a draw and if the leading side conceded."""
    if winner is None:
        return 0
    return max(0, totals[winner] - max(total for side, total in enumerate(totals) if side != winner))


def compared(games: Sequence[Game]) -> Iterator[tuple[Game, list[Difference]]]:
    """Each game with the stored values that are not what its entries say."""
    for game, sheet in replay.read_many(games):
        stored = {name: getattr(game, name) for name in FOLDED}
        state = replay.fold(game, sheet)
        game.cache_state(state)
        found = [(name, old, getattr(game, name)) for name, old in stored.items() if old != getattr(game, name)]
        right = Game.State.FINISHED if state.over else Game.State.RUNNING
        if game.state not in (right, Game.State.STOPPED):
            found.append(("state", game.state, right.value))
        yield game, found


def included_games(club: Club) -> QuerySet[Game]:
    found = Game.objects.filter(
        club=club,
        state=Game.State.FINISHED,
        excluded_from_statistics=False,
        binned_at=None,
    )
    excluded = PartyNow.objects.filter(excluded=True).values("pk")
    return found.exclude(party_code__in=excluded).order_by("started_at", "pk")


def with_parties(games: Sequence[Game]) -> Sequence[Game]:
    """Games that know what is true at all tables of their parties. At most one query."""
    codes = {game.party_code for game in games if game.party_code}
    found = PartyNow.objects.in_bulk(codes) if codes else {}
    for game in games:
        game.party_now = found.get(game.party_code) or PartyNow()
    return games


def batches(found: QuerySet[Any, T]) -> Iterator[list[T]]:
    """Games, or values of games, in batches that fit into memory."""
    return in_batches(found.iterator(chunk_size=READ_AT_ONCE), READ_AT_ONCE)


def in_batches(found: Iterable[T], most: int = AT_ONCE) -> Iterator[list[T]]:
    each = iter(found)
    while batch := list(islice(each, most)):
        yield batch


def readable(
    read: Callable[[Sequence[Game]], Iterable[T]], games: Sequence[Game], report: Callable[[Game, Exception], None]
) -> list[T]:
    """What `read` makes of these games; one that cannot be read is reported and left out."""
    try:
        return list(read(games))
    except (DatabaseError, MemoryError):
        raise
    except Exception as error:
        if len(games) == 1:
            report(games[0], error)
            return []
        return [each for game in games for each in readable(read, [game], report)]
