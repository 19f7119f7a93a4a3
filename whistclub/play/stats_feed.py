"""Reads many finished games at once and says what statistics are to know of them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from django.db import DatabaseError
from django.db.models import QuerySet

from whistclub.club.models import Club
from whistclub.engine.entries import Adjustment, Entry
from whistclub.engine.facts import FactsCalculator
from whistclub.engine.game import Step, start
from whistclub.engine.hand import Hand
from whistclub.play import replay
from whistclub.play.models import AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.stats.inputs import FinishedGame, rules_key

AT_ONCE = 1000

# What it is of, what is stored, what it should be.
Difference: TypeAlias = tuple[str, Any, Any]
T = TypeVar("T")


class Reader:
    """Makes of games what statistics need; what games by the same rules share is worked out once."""

    def __init__(self) -> None:
        self._calculators: dict[tuple[Any, ...], FactsCalculator] = {}

    def finished(self, games: Sequence[Game]) -> list[FinishedGame]:
        """What statistics need of these games, in their order: of those that count. Three queries."""
        included = [game for game in games if game.counts_in_statistics]
        # A result typed from paper stands alone: its hands need not even be readable.
        entries = all_entries_of([game.pk for game in included if game.paper_result is None])
        players: dict[int, list[int]] = defaultdict(list)
        seats = Seat.objects.filter(game__in=[game.pk for game in included]).order_by("position")
        for key, player in seats.values_list("game", "player"):
            players[key].append(player)
        return [self._finished(game, players[game.pk], entries.get(game.pk, ())) for game in included]

    def checked(self, games: Sequence[Game]) -> Iterator[tuple[Game, list[Difference]]]:
        """Each game with the stored values that are not what its entries say."""
        rows = rows_of([game.pk for game in games])
        for game in games:
            found = rows.get(game.pk, [])
            steps = self._calculator(game).steps(game.first_dealer, [entry for _position, entry in found])
            yield game, [*_differences(game, steps), *_wrong_last_hand(game, found)]

    def _finished(self, game: Game, players: Sequence[int], entries: Sequence[Entry]) -> FinishedGame:
        calculator = self._calculator(game)
        return FinishedGame(
            game=game.pk,
            code=game.code,
            started_at=game.started_at,
            party_code=game.party_code,
            round_number=game.round_number,
            table_number=game.table_number,
            form=calculator.form,
            rules=rules_key(game.preset, game.rules_name),
            totals=tuple(game.totals),
            winner=game.winner,
            players=tuple(players),
            facts=calculator.facts(game.first_dealer, entries, game.totals, game.stars, game.winner),
        )

    def _calculator(self, game: Game) -> FactsCalculator:
        key = (tuple(game.options.items()), game.last_hand)
        if key not in self._calculators:
            self._calculators[key] = FactsCalculator(game.rules)
        return self._calculators[key]


def rows_of(games: Sequence[int]) -> Mapping[int, list[tuple[int, Entry]]]:
    """The entries of each game that stand, with their positions, and its adjustments that stand. Two queries.

    Each adjustment follows the entry it belongs to. A game without any of these is left out.
    """
    found = _hands_of(games)
    adjustments = AdjustmentRecord.objects.filter(game__in=games, undone_at=None).order_by("pk")
    for game, after, points in adjustments.values_list("game", "after", "points"):
        found[game].append((after, Adjustment(tuple(points))))
    # The order of equal ones is kept.
    return {game: sorted(rows, key=itemgetter(0)) for game, rows in found.items()}


def all_entries_of(games: Sequence[int]) -> dict[int, list[Entry]]:
    """As `rows_of`, without positions."""
    return {game: [entry for _position, entry in rows] for game, rows in rows_of(games).items()}


def entries_of(games: Sequence[int]) -> dict[int, list[Entry]]:
    """The hands and redeals of each game, in order; no adjustments. One query."""
    return {game: [entry for _position, entry in rows] for game, rows in _hands_of(games).items()}


def _hands_of(games: Sequence[int]) -> dict[int, list[tuple[int, Entry]]]:
    found: dict[int, list[tuple[int, Entry]]] = defaultdict(list)
    entries = EntryRecord.objects.filter(game__in=games, current=True).order_by("position")
    for game, position, *row in entries.values_list("game", "position", "contract", "declarer", "tricks", "notes"):
        found[game].append((position, replay.value(*row)))
    return found


def _differences(game: Game, steps: Sequence[Step]) -> Iterator[Difference]:
    state = replay.overruled(game, steps[-1].after if steps else start(game.rules, game.first_dealer))
    expected = Game()
    expected.apply_result(state, entries=sum(not isinstance(step.entry, Adjustment) for step in steps))
    for name in ("totals", "stars", "winner", "reason", "hands_scored", "dealer", "entries"):
        stored, computed = getattr(game, name), getattr(expected, name)
        if stored != computed:
            yield name, stored, computed
    right = Game.State.FINISHED if state.over else Game.State.RUNNING
    if game.state not in (right, Game.State.STOPPED):
        yield "state", game.state, right.value


def _wrong_last_hand(game: Game, rows: Iterable[tuple[int, Entry]]) -> Iterator[Difference]:
    """The number of the hand at the last position that counts."""
    last = None
    if game.last_position is not None:
        last = 1 + sum(isinstance(entry, Hand) and position < game.last_position for position, entry in rows)
    if game.last_hand != last:
        yield "last_hand", game.last_hand, last


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


def batches(found: QuerySet[Any, T]) -> Iterator[list[T]]:
    """Games, or values of games, in parts that fit into memory."""
    each = found.iterator(chunk_size=AT_ONCE)
    while batch := list(islice(each, AT_ONCE)):
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
