"""Compares the stored statistics of a club with those computed again: a line for each row that differs."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import Model, Q, QuerySet

from whistclub.club.models import Club, Player
from whistclub.stats.fact_rows import FACT, RATED_PART
from whistclub.stats.models import (
    ClubDay,
    Evening,
    GameFact,
    PartyFact,
    PartyRank,
    PlayerGame,
    PlayerRollup,
    PlayerStanding,
    RulesRollup,
)
from whistclub.stats.update.recomputed import GamesPiece, Piece, Row

# What each table is called in a disagreement, and the columns that identify a row to people.
ROW_KEYS: dict[type[Model], tuple[str, tuple[str, ...]]] = {
    GameFact: ("game", ("code",)),
    PlayerGame: ("player in game", ("fact__code", "seat")),
    PlayerRollup: ("totals of", ("player__name", "period", "setting", "rules")),
    Evening: ("evening of", ("player__name", "day")),
    ClubDay: ("club evening", ("day",)),
    RulesRollup: ("rules", ("rules", "form", "span", "first")),
    PlayerStanding: ("standing of", ("player__name",)),
    PartyFact: ("party", ("code",)),
    PartyRank: ("rank in party", ("party__code", "player__name")),
}
# The columns by which pieces divide each table.
DIVISIONS: dict[type[Model], tuple[str, ...]] = {
    PlayerRollup: ("period", "setting", "rules"),
    Evening: ("day__year",),
    ClubDay: ("day__year",),
    RulesRollup: ("first__year",),
    PlayerStanding: (),
    PartyFact: ("code",),
    PartyRank: ("party__code",),
}
# What a game gets when it is rated, and what its players get by that.
RATING = {"rated", "mu", "sigma", "expected"}
RATING_NOW = {"mu", "sigma", "best_mu"}
RATED, SEAT = FACT.index("rated"), RATED_PART.index("seat")
STARTED_AT, GAME, CODE = (FACT.index(name) for name in ("started_at", "game", "code"))

NOTHING: frozenset[str] = frozenset()


class Comparison:
    """Compares piece by piece, in the order of the recomputation; then `rest` names what should not be there.

    That the last games wait for their rating is no disagreement.
    """

    def __init__(self, club: Club) -> None:
        self._club = club
        self._seen: dict[type[Model], set[tuple[Any, ...]]] = {model: set() for model in DIVISIONS}
        # Games are compared when it is known where the next ones begin, so that a row whose time is wrong is found.
        self._games = GamesPiece([], [])
        rated = GameFact.objects.filter(club=club, rated=True).order_by("-started_at", "-game")
        self._last_rated = rated.values_list("started_at", "game").first()
        self._waiting: set[int] = set()

    def lines(self, piece: Piece | GamesPiece) -> Iterator[str]:
        """Where the stored rows of a piece differ."""
        if isinstance(piece, GamesPiece):
            yield from self._games_until(piece)
            self._games = piece
            return
        if piece.model is PlayerStanding:
            # It comes last: which players wait for a rating is known when all games were compared.
            yield from self._games_until(None)
        self._seen[piece.model].add(tuple(piece.where.values()))
        name, keys = ROW_KEYS[piece.model]
        # What a row holds, and what identifies it, in the words of the database.
        read = ["party__code" if field == "party" else field for field in piece.fields]
        places = [piece.fields.index(key.partition("__")[0]) for key in keys]
        stored = {_key(row, places): row for row in self._rows(piece.model).filter(**piece.where).values_list(*read)}
        for row in piece.rows:
            key = _key(row, places)
            before = stored.pop(key, None)
            if before != tuple(row):
                waits = piece.model is PlayerStanding and key[0] in self._waiting
                ignored = RATING_NOW if waits else NOTHING
                yield from _line(piece.model, self._key_text(keys, key), piece.fields, before, row, ignored)
        for key in stored:
            yield _extra(name, self._key_text(keys, key))

    def rest(self) -> Iterator[str]:
        """The rows of pieces that the recomputation does not know."""
        for model, columns in DIVISIONS.items():
            name, keys = ROW_KEYS[model]
            found = self._rows(model).order_by().values_list(*columns).distinct() if columns else []
            for division in [each for each in found if each not in self._seen[model]]:
                rows = self._rows(model).filter(**dict(zip(columns, division, strict=True)))
                for key in rows.values_list(*keys):
                    yield _extra(name, " ".join(str(part) for part in key if part != ""))

    def _games_until(self, following: GamesPiece | None) -> Iterator[str]:
        """The rows of the games that wait to be compared, with all others before the following games."""
        rows = GameFact.objects.filter(club=self._club)
        if self._games.facts:
            at, first = _place(self._games)
            is_later = Q(started_at__gt=at) | Q(started_at=at, game__gte=first)
            rows = rows.filter(is_later, started_at__gte=at)
        if following is not None:
            at, first = _place(following)
            is_earlier = Q(started_at__lt=at) | Q(started_at=at, game__lt=first)
            rows = rows.filter(is_earlier, started_at__lte=at)
        facts = {row[CODE]: (key, row) for key, *row in rows.values_list("pk", *FACT)}
        seats: dict[int, dict[int, Row]] = {key: {} for key, _row in facts.values()}
        players = PlayerGame.objects.filter(fact__in=list(seats)).order_by("fact", "seat")
        for key, *values in players.values_list("fact", *RATED_PART[1:]):
            seats[key][values[SEAT - 1]] = values
        for row, parts in zip(self._games.facts, self._games.parts, strict=True):
            key, before = facts.pop(row[CODE], (0, None))
            ignored = RATING if before is not None and self._waits(before) else NOTHING
            if before != row:
                yield from _line(GameFact, row[CODE], FACT, before, row, ignored)
            yield from self._parts(row[CODE], seats.get(key, {}), parts, ignored)
        for code, (key, _row) in facts.items():
            yield _extra("game", code)
            yield from self._parts(code, seats[key], [], NOTHING)

    def _parts(
        self, code: str, stored: dict[int, Row], parts: Sequence[Row], ignored: Collection[str]
    ) -> Iterator[str]:
        """The players of one game."""
        fields = RATED_PART[1:]
        for _game, *row in parts:
            before = stored.pop(row[SEAT - 1], None)
            if ignored:
                self._waiting.add(row[fields.index("player")])
            if before != row:
                yield from _line(PlayerGame, f"{code} {row[SEAT - 1]}", fields, before, row, ignored)
        for seat in stored:
            yield _extra(ROW_KEYS[PlayerGame][0], f"{code} {seat}")

    def _waits(self, fact: Row) -> bool:
        """Whether a game is one of the last, which may wait for their rating."""
        return not fact[RATED] and (self._last_rated is None or (fact[STARTED_AT], fact[GAME]) > self._last_rated)

    def _rows(self, model: type[Model]) -> QuerySet[Any]:
        return model._default_manager.filter(**{"party__club" if model is PartyRank else "club": self._club})

    def _key_text(self, keys: Sequence[str], key: Sequence[Any]) -> str:
        parts = (
            Player.objects.values_list("name", flat=True).get(pk=part) if name == "player__name" else part
            for name, part in zip(keys, key, strict=True)
        )
        return " ".join(str(part) for part in parts if part != "")


def _place(games: GamesPiece) -> tuple[Any, Any]:
    """Where these games begin in the order of play."""
    return games.facts[0][STARTED_AT], games.facts[0][GAME]


def _key(row: Row, places: Sequence[int]) -> tuple[Any, ...]:
    return tuple([row[place] for place in places])


def _line(
    model: type[Model],
    key: str,
    fields: Sequence[str],
    stored: Row | None,
    computed: Row,
    ignored: Collection[str],
) -> Iterator[str]:
    """At most one."""
    name = ROW_KEYS[model][0]
    if stored is None:
        yield f"{name} {key}: is missing"
        return
    differences = [
        f"{_column(model, field)} is {_in_order(before)}, should be {_in_order(now)}"
        for field, before, now in zip(fields, stored, computed, strict=True)
        if before != now and field not in ignored
    ]
    if differences:
        yield f"{name} {key}: {'; '.join(differences)}"


def _extra(name: str, key: str) -> str:
    return f"{name} {key}: should not be there"


def _in_order(value: Any) -> Any:
    """A value as it is shown: PostgreSQL stores the names of JSON in an order of its own."""
    return dict(sorted(value.items())) if isinstance(value, dict) else value


def _column(model: type[Model], field: str) -> str:
    found: Any = model._meta.get_field(field)
    return str(found.attname)
