"""Everything that statistics hold of a club, computed from its finished games in one pass.

Memory does not grow with the number of games: rows are handed on as soon as their games, evening, season or year are
over. What is kept grows with players, rule sets and the evenings of a year.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import product
from operator import add
from typing import Any

from django.db import models

from whistclub.club.models import Club
from whistclub.engine.rating import Rating, finishing_ranks
from whistclub.stats.fact_rows import fact_row, part_rows
from whistclub.stats.inputs import FinishedGame, evening_of
from whistclub.stats.models import (
    ClubDay,
    Evening,
    PlayerRollup,
    PlayerStanding,
    RulesRollup,
    Season,
)
from whistclub.stats.scopes import ALL, Period, period_of_year, rules_scopes, setting_scopes
from whistclub.stats.update import ratings as rating_updates
from whistclub.stats.update import rules_rollups
from whistclub.stats.update.rollups import CLUB_DAY, EVENING, PLAYER_ROLLUP, STANDING

Span = RulesRollup.Span
# Games come in order of play, but clock changes may put one into the evening before that of the last one.
LATE = timedelta(days=1)

# The values of a row, in the order of its fields.
Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """All rows of a table in which the columns of `where` have these values; `fields` names the values of a row."""

    model: type[models.Model]
    fields: Sequence[str]
    rows: Sequence[Row]
    where: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GamesPiece:
    """The rows of FACT of games in order of play and, for each game, those of RATED_PART.

    The first value of a row of RATED_PART is the game's key.
    """

    facts: list[list[Any]]
    parts: list[list[list[Any]]]


@dataclass(slots=True)
class _Year:
    """The rows of the evenings of a year that are over, and the rule counters of each."""

    players: list[Row] = field(default_factory=list)
    club: list[Row] = field(default_factory=list)
    rules: list[rules_rollups.Part] = field(default_factory=list)


@dataclass(slots=True)
class _Evening:
    """The sums of one evening: of players (as EVENING from games on), of the club, of rule sets."""

    games: int = 0
    hands: int = 0
    players: dict[int, list[int]] = field(default_factory=dict)
    # By rule set and table format: games and rule counters.
    rules: dict[tuple[str, str], tuple[int, Counter[str]]] = field(default_factory=dict)


# Player, in a party or not, table format, rule set.
ScopeKey = tuple[int, bool, str, str]
Sums = dict[ScopeKey, Sequence[int]]


class Recomputation:
    """Games go in, in order of play; what is finished comes out."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._seasons = [Period.of_season(season) for season in Season.objects.filter(club=club)]
        self._ratings: dict[int, Rating] = {}
        self._standings: dict[int, list[Any]] = {}
        self._evenings: dict[date, _Evening] = {}
        self._span: tuple[Period, ...] = ()
        self._of_span: Sums = {}
        self._of_period: dict[Period, Sums] = {}
        self._years: dict[int, _Year] = {}
        self._rules_ever: list[rules_rollups.Part] = []

    def pieces(self, batches: Iterable[Sequence[FinishedGame]]) -> Iterator[Piece | GamesPiece]:
        """Everything; the batches come in order of play."""
        for batch in batches:
            yield from self.add(batch)
        yield from self.rest()

    def add(self, batch: Sequence[FinishedGame]) -> Iterator[Piece | GamesPiece]:
        """The rows of the next games in order of play, and before them all that is over when they begin."""
        rows = GamesPiece([], [])
        for game in batch:
            day = evening_of(game.started_at, self._club)
            if day not in self._evenings:
                yield from self._over_before(day)
            self._add(game, day, rows)
        yield rows

    def rest(self) -> Iterator[Piece]:
        """What remains after the last game."""
        yield from self._over_before(None)
        yield Piece(PlayerStanding, STANDING, list(self._standings.values()), {})

    def _add(self, game: FinishedGame, day: date, rows: GamesPiece) -> None:
        seats = [(player, game.form.side_of(seat)) for seat, player in enumerate(game.players)]
        values = rating_updates.rate(seats, finishing_ranks(game.winner, game.totals), self._ratings)
        rows.facts.append(fact_row(self._club, game, day, rated=True))
        rows.parts.append(part_rows(self._club, game, day, game.game, values))
        self._add_to_evening(game, day)
        self._turn_to(day)
        scope = (bool(game.party_code), game.form.value, game.rules)
        for player, counts, (mu, sigma, _chance) in zip(game.players, game.facts.seats, values, strict=True):
            key = (player, *scope)
            sums = self._of_span.get(key)
            self._of_span[key] = counts if sums is None else list(map(add, sums, counts))
            self._add_to_standing(player, bool(counts.won), day, mu, sigma)

    def _add_to_evening(self, game: FinishedGame, day: date) -> None:
        evening = self._evenings.setdefault(day, _Evening())
        evening.games += 1
        evening.hands += game.facts.hands
        played, counters = evening.rules.setdefault((game.rules, game.form.value), (0, Counter()))
        counters.update(game.facts.rule_counters)
        evening.rules[game.rules, game.form.value] = (played + 1, counters)
        for player, each in zip(game.players, game.facts.seats, strict=True):
            values = [each.games, each.won, each.drawn, each.hands, each.points, each.points_against]
            values.append(each.points - each.points_against)
            sums = evening.players.get(player)
            evening.players[player] = values if sums is None else list(map(add, sums, values))

    def _add_to_standing(self, player: int, won: bool, day: date, mu: float, sigma: float) -> None:
        row = self._standings.get(player)
        if row is None:
            row = self._standings[player] = [self._club.pk, player, 0, mu, sigma, mu, 0, 0, day, day]
        row[2] += 1
        row[3:6] = [mu, sigma, max(row[5], mu)]
        row[6] = row[6] + 1 if won else 0
        row[7] = max(row[7], row[6])
        row[9] = max(row[9], day)

    def _turn_to(self, day: date) -> None:
        """Sums of players go to the periods of this evening from now on."""
        span = (ALL, period_of_year(day.year), *(season for season in self._seasons if season.holds(day)))
        if span != self._span:
            self._add_to_periods()
            self._span = span

    def _add_to_periods(self) -> None:
        for period in self._span:
            of_period = self._of_period.setdefault(period, {})
            for key, counts in self._of_span.items():
                sums = of_period.get(key)
                of_period[key] = counts if sums is None else list(map(add, sums, counts))
        self._span, self._of_span = (), {}

    def _over_before(self, day: date | None) -> Iterator[Piece]:
        """What is over by this evening; everything for None."""
        over = None if day is None else day - LATE
        for each in sorted(each for each in self._evenings if over is None or each < over):
            self._add_to_year(each, self._evenings.pop(each))
        for year in sorted(year for year in self._years if over is None or year < over.year):
            yield from self._year(year, self._years.pop(year))
        if over is None:
            self._add_to_periods()
            yield Piece(
                RulesRollup,
                rules_rollups.FIELDS,
                rules_rollups.rows(self._club, Span.EVER, rules_rollups.added(self._rules_ever, Span.EVER)),
                {"first__year": rules_rollups.EVER.year},
            )
        closed = [each for each in self._of_period if over is None or (each.last is not None and each.last < over)]
        for period in closed:
            if period not in self._span:
                yield from self._players(period, self._of_period.pop(period))

    def _add_to_year(self, day: date, evening: _Evening) -> None:
        year = self._years.setdefault(day.year, _Year())
        year.players += ((self._club.pk, player, day, *values) for player, values in evening.players.items())
        year.club.append((self._club.pk, day, evening.games, evening.hands, len(evening.players)))
        year.rules += ((*key, day, games, dict(found)) for key, (games, found) in evening.rules.items())

    def _year(self, number: int, year: _Year) -> Iterator[Piece]:
        yield Piece(Evening, EVENING, year.players, {"day__year": number})
        yield Piece(ClubDay, CLUB_DAY, year.club, {"day__year": number})
        months = rules_rollups.added(year.rules, Span.MONTH)
        whole = rules_rollups.added(months, Span.YEAR)
        self._rules_ever += whole
        spans = ((Span.DAY, year.rules), (Span.MONTH, months), (Span.YEAR, whole))
        rows = [row for span, parts in spans for row in rules_rollups.rows(self._club, span, parts)]
        yield Piece(RulesRollup, rules_rollups.FIELDS, rows, {"first__year": number})

    def _players(self, period: Period, found: Sums) -> Iterator[Piece]:
        """One piece for each setting and rules, so that the rows of one page are stored together."""
        sums: dict[tuple[str, str], dict[int, Sequence[int]]] = {}
        for (player, party, form, rules), counts in found.items():
            for scope in product(setting_scopes(party=party), rules_scopes(form, rules)):
                players = sums.setdefault(scope, {})
                before = players.get(player)
                players[player] = counts if before is None else list(map(add, before, counts))
        for (setting, rules), players in sorted(sums.items(), key=lambda item: item[0]):
            rows = [(self._club.pk, key, period.key, setting, rules, *counts) for key, counts in players.items()]
            where = {"period": period.key, "setting": setting, "rules": rules}
            yield Piece(PlayerRollup, PLAYER_ROLLUP, rows, where)
