"""Reads many finished games at once and says what statistics are to know of them."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby, islice
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from whistclub.club.models import Club
from whistclub.engine.entries import Adjustment, Entry
from whistclub.engine.facts import FactsCalculator
from whistclub.play import replay
from whistclub.play.models import AdjustmentRecord as AdjustmentRow
from whistclub.play.models import EntryRecord as HandRow
from whistclub.play.models import Game, Seat
from whistclub.stats.inputs import FinishedGame, rules_key

# A game that ends later than this was put right later, and nobody knows when it was over.
LONGEST = timedelta(hours=12)
AT_ONCE = 1000


class Reader:
    """Reads games in a fixed number of queries for each batch; what repeats is worked out once."""

    def __init__(self) -> None:
        self._calculators: dict[tuple[Any, ...], FactsCalculator] = {}
        self._entries: dict[tuple[Any, ...], Entry] = {}

    def finished(self, games: Sequence[Game]) -> list[FinishedGame]:
        """What is to be told of these games, in their order: of those that count."""
        included = [game for game in games if game.counts_in_statistics]
        keys = [game.pk for game in included]
        seats: dict[int, list[int]] = {}
        for game, player in (
            Seat.objects.filter(game__in=keys).order_by("game", "position").values_list("game", "player")
        ):
            seats.setdefault(game, []).append(player)
        books = self.books([game.pk for game in included if game.paper_result is None])
        return [self._finished_game(game, tuple(seats[game.pk]), books.get(game.pk, [])) for game in included]

    def wrong(self, games: Sequence[Game]) -> Iterator[tuple[Game, str, Any, Any]]:
        """Where games do not keep what their books say: the game, what, what is kept, what the book says."""
        books = self.books([game.pk for game in games])
        for game in games:
            entries = books.get(game.pk, [])
            result = replay.folded(game, entries)
            hands = sum(not isinstance(entry, Adjustment) for entry in entries)
            expected = Game(options=game.options)
            expected.apply_result(result, entries=hands)
            for name in ("totals", "stars", "winner", "reason", "hands_scored", "dealer", "entries"):
                if getattr(game, name) != getattr(expected, name):
                    yield game, name, getattr(game, name), getattr(expected, name)
            state = Game.State.FINISHED if result.over else Game.State.IN_PROGRESS
            if game.state not in (state, Game.State.PAUSED):
                yield game, "state", game.state, state.value

    def _finished_game(self, game: Game, players: tuple[int, ...], entries: list[Entry]) -> FinishedGame:
        calculator = self._calculator(game)
        return FinishedGame(
            game=game.pk,
            code=game.code,
            started_at=game.started_at,
            ended_at=_ended_at(game),
            party_code=game.party_code,
            round_number=game.round_number,
            table_number=game.table_number,
            table_name=game.table_name,
            form=calculator.form,
            rules=rules_key(game.preset, game.rules_name),
            totals=tuple(game.totals),
            winner=game.winner,
            players=players,
            facts=calculator.facts(game.first_dealer, entries, game.totals, game.stars, game.winner),
        )

    def _calculator(self, game: Game) -> FactsCalculator:
        key = (tuple(game.options.items()), game.last_hand)
        calculator = self._calculators.get(key)
        if calculator is None:
            calculator = self._calculators[key] = FactsCalculator(game.rules)
        return calculator

    def books(self, games: Sequence[int]) -> dict[int, list[Entry]]:
        """The entries of each game, its adjustments after the entry they belong to."""
        rows = HandRow.objects.filter(game__in=games, current=True, tricks__isnull=False).order_by("game", "position")
        books: dict[int, list[Entry]] = {}
        # As texts: most hands have been seen before, and need no reading.
        texts = (Cast("tricks", TextField()), Cast("notes", TextField()))
        for game, *columns in rows.values_list("game", "contract", "declarer", *texts).iterator(chunk_size=5000):
            books.setdefault(game, []).append(self._entry(tuple(columns)))
        given = AdjustmentRow.objects.filter(game__in=games, undone_at=None).order_by("game", "-after", "-pk")
        for game, adjustments in groupby(given.values_list("game", "after", "points"), key=lambda row: row[0]):
            book = books.setdefault(game, [])
            hands = len(book)
            for _game, after, points in adjustments:
                # From the last to the first, so that the places of those to come do not move.
                book.insert(min(after, hands), Adjustment(tuple(points)))
        return books

    def _entry(self, columns: tuple[str, int | None, str, str]) -> Entry:
        entry = self._entries.get(columns)
        if entry is None:
            contract, declarer, tricks, notes = columns
            entry = self._entries[columns] = replay.value(contract, declarer, json.loads(tricks), json.loads(notes))
        return entry


def _ended_at(game: Game) -> datetime | None:
    if game.finished_at is None or game.paper_result is not None:
        return None
    # A clock that was set back says nothing either.
    return game.finished_at if timedelta() <= game.finished_at - game.started_at <= LONGEST else None


def included_games(club: Club) -> QuerySet[Game]:
    """The games of a club that statistics are to know of, in order of play."""
    found = Game.objects.filter(
        club=club, state=Game.State.FINISHED, excluded_from_statistics=False, excluded_with_party=False
    )
    return found.order_by("started_at", "pk")


def batches(games: QuerySet[Game]) -> Iterator[list[Game]]:
    """The games in parts that fit into memory."""
    found = games.iterator(chunk_size=AT_ONCE)
    while batch := list(islice(found, AT_ONCE)):
        yield batch


def finished_games(club: Club) -> Iterator[list[FinishedGame]]:
    """Everything that counts in a club, in order of play, in batches."""
    reader = Reader()
    return (reader.finished(batch) for batch in batches(included_games(club)))
