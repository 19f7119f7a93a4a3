"""Reads many finished games at once and says what statistics are to know of them."""

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from django.db import DatabaseError
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from whistclub.club.models import Club
from whistclub.engine.entries import Adjustment, Entry
from whistclub.engine.facts import FactsCalculator
from whistclub.engine.game import Step, start
from whistclub.play import replay
from whistclub.play.models import REDEAL, AdjustmentRecord, EntryRecord, Game, Seat
from whistclub.stats.inputs import FinishedGame, rules_key

AT_ONCE = 1000

# What it is of, what is stored, what it should be.
Difference: TypeAlias = tuple[str, Any, Any]

# What is read of a game to replay it and to compare its result. JSON comes as texts: most have been seen before, and
# need no reading.
COLUMNS = (
    "id", "code", "preset", "rules_name", "first_dealer", "state", "started_at", "winner", "reason", "hands_scored",
    "dealer", "entries", "conceded_by", "party_code", "round_number", "table_number",
    "excluded_from_statistics", "excluded_with_party", "last_position", "last_hand", "ended_early", "binned_at",
)  # fmt: skip
JSON_COLUMNS = ("options", "totals", "stars", "paper_result", "paper_stars")

FIRST = itemgetter(0)

T = TypeVar("T")
# Is told of a game that cannot be read, and why.
ReportUnreadable: TypeAlias = Callable[[Game, Exception], None]


class Details(NamedTuple):
    """What is stored of games beside their own rows, as plain values by game: players, entries and adjustments."""

    seats: Mapping[int, Sequence[int]]
    entries: Mapping[int, Sequence[tuple[Any, ...]]]
    adjustments: Mapping[int, Sequence[tuple[Any, ...]]]

    def entries_of(self, game: int) -> list[Entry]:
        """The entries of a game, its adjustments after the entry they belong to."""
        found: list[tuple[int, Entry]] = [
            (position, _entry(*row)) for _game, position, *row in self.entries.get(game, ())
        ]
        found += [(after, Adjustment(tuple(points))) for _game, after, points in self.adjustments.get(game, ())]
        # An adjustment stays behind the entry of its position, as the order of equal ones is kept.
        return [entry for _position, entry in sorted(found, key=itemgetter(0))]

    def last_hand(self, game: Game) -> int | None:
        """The number of the hand at the last position that counts."""
        if game.last_position is None:
            return None
        hands = [position for _game, position, contract, *_more in self.entries.get(game.pk, ()) if contract != REDEAL]
        return 1 + len([position for position in hands if position < game.last_position])


class StoredGames(NamedTuple):
    """Games with their details, all as plain values, so that another process can be given them."""

    games: Sequence[tuple[Any, ...]]
    details: Details


class Reader:
    """Makes of games what statistics need; what repeats is worked out once."""

    def __init__(self) -> None:
        self._calculators: dict[tuple[Any, ...], FactsCalculator] = {}

    def finished(self, games: Sequence[Game], details: Details | None = None) -> list[FinishedGame]:
        """What statistics need of these games, in their order: of those that count.

        Without `details` they are read.
        """
        included = [game for game in games if game.counts_in_statistics]
        played = [game.pk for game in included if game.paper_result is None]
        details = details or details_of([game.pk for game in included], played)
        found = []
        for game in included:
            # A result typed from paper stands alone: its hands need not even be readable.
            entries = details.entries_of(game.pk) if game.paper_result is None else ()
            found.append(self._finished_game(game, details.seats[game.pk], *self._replayed(game, entries)))
        return found

    def checked(
        self, games: Sequence[Game], details: Details | None = None
    ) -> Iterator[tuple[Game, list[Difference], FinishedGame | None]]:
        """Each game with the stored values that are not what its entries say, and with what statistics need of it.

        Without `details` they are read.
        """
        keys = [game.pk for game in games]
        details, expected = details or details_of(keys, keys), Game()
        for game in games:
            calculator, steps = self._replayed(game, details.entries_of(game.pk))
            differences, finished = list(_differences(game, steps, expected)), None
            last_hand = details.last_hand(game)
            if game.last_hand != last_hand:
                differences.append(("last_hand", game.last_hand, last_hand))
            if game.counts_in_statistics:
                finished = self._finished_game(game, details.seats.get(game.pk, ()), calculator, steps)
            yield game, differences, finished

    def _replayed(self, game: Game, entries: Sequence[Entry]) -> tuple[FactsCalculator, list[Step]]:
        calculator = self._calculator(game)
        return calculator, calculator.steps(game.first_dealer, entries)

    def _finished_game(
        self, game: Game, players: Sequence[int], calculator: FactsCalculator, steps: Sequence[Step]
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
            form=calculator.form,
            rules=rules_key(game.preset, game.rules_name),
            totals=tuple(game.totals),
            winner=game.winner,
            players=tuple(players),
            facts=calculator.facts_of_steps(counted, game.totals, game.stars, game.winner),
        )

    def _calculator(self, game: Game) -> FactsCalculator:
        key = (tuple(game.options.items()), game.last_hand)
        calculator = self._calculators.get(key)
        if calculator is None:
            calculator = self._calculators[key] = FactsCalculator(game.rules)
        return calculator


def _players(games: Sequence[int]) -> QuerySet[Any, Any]:
    return Seat.objects.filter(game__in=games).order_by("game", "position").values_list("game", "player")


def _entries(games: Sequence[int]) -> QuerySet[Any, Any]:
    entries = EntryRecord.objects.filter(game__in=games, current=True)
    # As texts: most hands have been seen before, and need no reading.
    texts = Cast("tricks", TextField()), Cast("notes", TextField())
    return entries.order_by("game", "position").values_list("game", "position", "contract", "declarer", *texts)


def _adjustments(games: Sequence[int]) -> QuerySet[Any, Any]:
    adjustments = AdjustmentRecord.objects.filter(game__in=games, undone_at=None)
    return adjustments.order_by("game", "after", "pk").values_list("game", "after", "points")


def details_of(games: Sequence[int], played: Sequence[int]) -> Details:
    """The players of these games, and what was entered in those that were `played`. Three queries."""
    players = {game: [player for _game, player in rows] for game, rows in groupby(_players(games), key=FIRST)}
    return Details(players, _by_game(_entries(played)), _by_game(_adjustments(played)))


def all_entries_of(games: Sequence[int]) -> dict[int, list[Entry]]:
    """The entries of each game that stand, a redeal for each that was taken out, and its adjustments that stand.

    Each adjustment follows the entry it belongs to. A game without any of these is left out. Two queries.
    """
    details = Details({}, _by_game(_entries(games)), _by_game(_adjustments(games)))
    return {game: details.entries_of(game) for game in {**details.entries, **details.adjustments}}


def entries_of(games: Sequence[int]) -> dict[int, list[Entry]]:
    """The hands and redeals of each game, in order; no adjustments. One query."""
    details = Details({}, _by_game(_entries(games)), {})
    return {game: details.entries_of(game) for game in details.entries}


def _by_game(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    """Rows whose first value is their game, and which are in order of games."""
    return {game: list(found) for game, found in groupby(rows, key=FIRST)}


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
    right = Game.State.FINISHED if state.over else Game.State.RUNNING
    if game.state not in (right, Game.State.STOPPED):
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


def batches(found: QuerySet[Any, T]) -> Iterator[list[T]]:
    """Games, or values of games, in parts that fit into memory."""
    each = found.iterator(chunk_size=AT_ONCE)
    while batch := list(islice(each, AT_ONCE)):
        yield batch


def stored_games(games: QuerySet[Game]) -> Generator[StoredGames, None, None]:
    """The games with their details, in batches."""
    texts = {f"{name}_text": Cast(name, TextField()) for name in JSON_COLUMNS}
    for batch in batches(games.values_list(*COLUMNS, *texts.values())):
        keys = [values[0] for values in batch]
        yield StoredGames(batch, details_of(keys, keys))


def made(values: Sequence[Any]) -> Game:
    """A game as `stored_games` has it, with nothing but these columns."""
    texts = values[len(COLUMNS) :]
    read = [None if text is None else _json(text) for text in texts]
    given = dict(zip((*COLUMNS, *JSON_COLUMNS), (*values[: len(COLUMNS)], *read), strict=True))
    # Django takes them in the order of the model's fields.
    return Game.from_db(
        None, given, [given[each.attname] for each in Game._meta.concrete_fields if each.attname in given]
    )


_json = lru_cache(maxsize=5000)(json.loads)


def readable(read: Callable[[Sequence[Game]], Iterable[T]], games: Sequence[Game], report: ReportUnreadable) -> list[T]:
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
