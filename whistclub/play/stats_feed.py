"""Reads many finished games at once and says what statistics are to know of them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from django.db import DatabaseError
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from whistclub.club.models import Club
from whistclub.engine.entries import Adjustment, Entry
from whistclub.engine.facts import FactsCalculator
from whistclub.engine.game import Step, start
from whistclub.play import replay
from whistclub.play.models import AdjustmentRecord as AdjustmentRow
from whistclub.play.models import EntryRecord as HandRow
from whistclub.play.models import Game, Seat
from whistclub.stats.inputs import FinishedGame, rules_key
from whistclub.web.prepared import AnyOf, Prepared

AT_ONCE = 1000

# What it is of, what is stored, what it should be.
Difference: TypeAlias = tuple[str, Any, Any]

T = TypeVar("T")
# Is told of a game that cannot be read, and why.
ReportUnreadable: TypeAlias = Callable[[Game, Exception], None]


class Reader:
    """Reads games in a fixed number of queries for each batch; what repeats is worked out once."""

    def __init__(self) -> None:
        self._calculators: dict[tuple[Any, ...], FactsCalculator] = {}

    def finished(self, games: Sequence[Game]) -> list[FinishedGame]:
        """What statistics need of these games, in their order: of those that count."""
        included = [game for game in games if game.counts_in_statistics]
        seats = self._seats(included)
        books = self.books([game.pk for game in included if game.paper_result is None])
        return [self._finished_game(game, seats[game.pk], *self._replayed(game, books)) for game in included]

    def checked(self, games: Sequence[Game]) -> Iterator[tuple[Game, list[Difference], FinishedGame | None]]:
        """Each game with the stored values that are not what its entries say, and with what statistics need of it."""
        seats = self._seats(games)
        books, expected = self.books([game.pk for game in games]), Game()
        for game in games:
            calculator, steps = self._replayed(game, books)
            differences, finished = list(_differences(game, steps, expected)), None
            if game.counts_in_statistics:
                finished = self._finished_game(game, seats.get(game.pk, ()), calculator, steps)
            yield game, differences, finished

    def _seats(self, games: Sequence[Game]) -> dict[int, tuple[int, ...]]:
        """The players of each game. One query."""
        rows = Seat.objects.filter(game__in=[game.pk for game in games]).order_by("game", "position")
        grouped = groupby(rows.values_list("game", "player"), key=itemgetter(0))
        return {game: tuple(player for _game, player in found) for game, found in grouped}

    def _replayed(self, game: Game, books: Mapping[int, Sequence[Entry]]) -> tuple[FactsCalculator, list[Step]]:
        calculator = self._calculator(game)
        return calculator, calculator.steps(game.first_dealer, books.get(game.pk, ()))

    def _finished_game(
        self, game: Game, players: tuple[int, ...], calculator: FactsCalculator, steps: Sequence[Step]
    ) -> FinishedGame:
        # A result typed from paper stands alone.
        counted = steps if game.paper_result is None else ()
        return FinishedGame(
            game=game.pk,
            code=game.code,
            started_at=game.started_at,
            party_code=game.party_code,
            round_number=game.round_number,
            table_number=game.table_number,
            table_name=game.table_name,
            form=calculator.form,
            rules=rules_key(game.preset, game.rules_name),
            totals=tuple(game.totals),
            winner=game.winner,
            players=players,
            facts=calculator.facts_of_steps(counted, game.totals, game.stars, game.winner),
        )

    def _calculator(self, game: Game) -> FactsCalculator:
        key = (tuple(game.options.items()), game.last_hand)
        calculator = self._calculators.get(key)
        if calculator is None:
            calculator = self._calculators[key] = FactsCalculator(game.rules)
        return calculator

    def books(self, games: Sequence[int]) -> dict[int, list[Entry]]:
        """The entries of each game, its adjustments after the entry they belong to."""
        books = entries_of(games)
        given = AdjustmentRow.objects.filter(game__in=games, undone_at=None).order_by("game", "-after", "-pk")
        for game, adjustments in groupby(given.values_list("game", "after", "points"), key=itemgetter(0)):
            book = books.setdefault(game, [])
            hands = len(book)
            for _game, after, points in adjustments:
                # From the last to the first, so that the places of those to come do not move.
                book.insert(min(after, hands), Adjustment(tuple(points)))
        return books


_entries = Prepared(
    lambda games: (
        HandRow.objects.filter(game__in=AnyOf(games), current=True, tricks__isnull=False)
        .order_by("game", "position")
        # As texts: most hands have been seen before, and need no reading.
        .values_list("game", "contract", "declarer", Cast("tricks", TextField()), Cast("notes", TextField()))
    )
)


def entries_of(games: Sequence[int]) -> dict[int, list[Entry]]:
    """The hands and redeals of each game, in order; no adjustments. One query."""
    found: dict[int, list[Entry]] = {}
    for game, *columns in _entries(list(games)):
        found.setdefault(game, []).append(_entry(*columns))
    return found


@lru_cache(maxsize=5000)
def _entry(contract: str, declarer: int | None, tricks: str, notes: str) -> Entry:
    return replay.value(contract, declarer, json.loads(tricks), json.loads(notes))


def _differences(game: Game, steps: Sequence[Step], expected: Game) -> Iterator[Difference]:
    """`expected` takes what is computed: one serves many games, as Django needs longer to make it."""
    state = steps[-1].after if steps else start(game.rules, game.first_dealer)
    state = replay.overruled(game, state)
    expected.apply_result(state, entries=sum(not isinstance(step.entry, Adjustment) for step in steps))
    for name in ("totals", "stars", "winner", "reason", "hands_scored", "dealer", "entries"):
        stored, computed = getattr(game, name), getattr(expected, name)
        if stored != computed:
            yield name, stored, computed
    right = Game.State.FINISHED if state.over else Game.State.IN_PROGRESS
    if game.state not in (right, Game.State.PAUSED):
        yield "state", game.state, right.value


def included_games(club: Club) -> QuerySet[Game]:
    """The games of a club that statistics are to know of, in order of play."""
    found = Game.objects.filter(
        club=club,
        state=Game.State.FINISHED,
        excluded_from_statistics=False,
        excluded_with_party=False,
        binned_at=None,
    )
    return found.order_by("started_at", "pk")


def batches(games: QuerySet[Game]) -> Iterator[list[Game]]:
    """The games in parts that fit into memory."""
    found = games.iterator(chunk_size=AT_ONCE)
    while batch := list(islice(found, AT_ONCE)):
        yield batch


def finished_games(club: Club, report: ReportUnreadable) -> Iterator[list[FinishedGame]]:
    """Everything that counts in a club, in order of play, in batches."""
    reader = Reader()
    return (readable(reader.finished, batch, report) for batch in batches(included_games(club)))


def readable(read: Callable[[Sequence[Game]], Iterable[T]], games: Sequence[Game], report: ReportUnreadable) -> list[T]:
    """What `read` makes of these games; one that cannot be read is reported and left out."""
    try:
        return list(read(games))
    except DatabaseError:
        raise
    except Exception as error:
        if len(games) == 1:
            report(games[0], error)
            return []
        return [each for game in games for each in readable(read, [game], report)]
