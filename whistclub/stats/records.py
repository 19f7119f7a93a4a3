"""Club records and their holders."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import Choice
from whistclub.stats.models import ClubDay, Evening, GameFact, PlayerStanding
from whistclub.stats.queries import (
    RATED_AFTER,
    PlayedGame,
    games_shown,
    in_rankings,
    played_game,
    players_in,
    rating_note,
    seats_of,
    with_enough_games,
)
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.results.days import day_href
from whistclub.stats.rule_statistics.page import rule_sets
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import format_date

# Rows read to see how many tie for first place.
LOOKED_AT = 31


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: the highest value of the column `of`; `least` is the lowest value that counts."""

    key: str
    of: str
    title: str | Promise
    unit: str | Promise
    least: int = 1


BEST_HAND = Kind("best_hand", "best_hand", gettext_lazy("Highest-scoring hand"), gettext_lazy("Points"))
MARGIN = Kind("margin", "margin", gettext_lazy("Biggest win"), gettext_lazy("Points ahead"))
LONG_GAME = Kind("long_game", "hands", gettext_lazy("Longest game"), gettext_lazy("Hands"))
OF_GAMES = (BEST_HAND, MARGIN, LONG_GAME)

MINUTES = Kind("long_evening", "minutes", gettext_lazy("Longest evening"), gettext_lazy("Time"))
DAY_HANDS = Kind("hands_evening", "hands", gettext_lazy("Longest evening (hands)"), gettext_lazy("Hands"))
OF_DAYS = (MINUTES, DAY_HANDS)

EVENING_GAMES = Kind("games_evening", "games", gettext_lazy("Most games in one evening"), gettext_lazy("Games"))
EVENING_BEST = Kind(
    "best_evening", "difference", gettext_lazy("Best evening"), gettext_lazy("Points ahead of opponents")
)
OF_EVENINGS = (EVENING_GAMES, EVENING_BEST)

STREAK = Kind("streak", "best_streak", gettext_lazy("Most games won in a row"), gettext_lazy("Games"), least=2)
MOST_GAMES = Kind("games", "games", gettext_lazy("Most games"), gettext_lazy("Games"))
BEST_RATING = Kind("rating", "best_mu", gettext_lazy("Highest rating ever"), gettext_lazy("Rating"))
OF_PLAYERS = (STREAK, MOST_GAMES, BEST_RATING)

Row = TypeVar("Row")


@dataclass(slots=True)
class TopRows(Generic[Row]):
    """The first `rows`; `equal` is how many tie for first place, at most LOOKED_AT."""

    rows: list[Row]
    equal: int


@dataclass(slots=True)
class RecordRows:
    """The top rows by kind; kinds without a holder are missing."""

    games: dict[Kind, TopRows[GameFact]] = field(default_factory=dict)
    days: dict[Kind, TopRows[ClubDay]] = field(default_factory=dict)
    evenings: dict[Kind, TopRows[Evening]] = field(default_factory=dict)
    standings: dict[Kind, TopRows[PlayerStanding]] = field(default_factory=dict)


def of_games(viewer: Viewer, rules: str, at_most: int) -> RecordRows:
    """Records of a single game, for one rule set or all of them. One query per kind."""
    rows = games_shown(viewer)
    if rules:
        rows = rows.filter(rules=rules)
    return RecordRows(games=_found(OF_GAMES, rows, ["started_at", "game"], at_most))


def dated(viewer: Viewer, at_most: int) -> RecordRows:
    """Records that were set on one evening. One query per kind."""
    rows = of_games(viewer, "", at_most)
    rows.days = _found(OF_DAYS, ClubDay.objects.filter(club=viewer.club), ["day"], at_most)
    rows.evenings = _found(
        OF_EVENINGS, in_rankings(viewer, Evening.objects.filter(club=viewer.club)), ["day", "player"], at_most
    )
    return rows


def all_of_them(viewer: Viewer, at_most: int) -> RecordRows:
    """All records. One query per kind."""
    rows = dated(viewer, at_most)
    standings = in_rankings(viewer, PlayerStanding.objects.filter(club=viewer.club))
    rows.standings = _found((STREAK, MOST_GAMES), standings, ["player"], at_most)
    rated = with_enough_games(standings, RATED_AFTER).filter(best_mu__isnull=False)
    best = list(rated.order_by("-best_mu", "player")[:LOOKED_AT])
    if best:
        rows.standings[BEST_RATING] = _cut(BEST_RATING, best, at_most)
    return rows


def _found(kinds: Iterable[Kind], rows: QuerySet[Any], ties: Sequence[str], at_most: int) -> dict[Kind, TopRows[Any]]:
    found: dict[Kind, TopRows[Any]] = {}
    for kind in kinds:
        most = list(rows.filter(**{f"{kind.of}__gte": kind.least}).order_by(f"-{kind.of}", *ties)[:LOOKED_AT])
        if most:
            found[kind] = _cut(kind, most, at_most)
    return found


def _cut(kind: Kind, rows: list[Row], at_most: int) -> TopRows[Row]:
    first = getattr(rows[0], kind.of)
    return TopRows(rows[:at_most], sum(getattr(row, kind.of) == first for row in rows))


AT_MOST = 5


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, its value, when it was set, and details; `day` if it was set on one evening."""

    who: Cell
    value: Cell
    when: Cell
    more: str
    day: date | None = None

    @property
    def cells(self) -> list[Cell]:
        return [self.who, self.value, self.when, Cell(self.more)]


@dataclass(frozen=True, slots=True)
class Record:
    """The first holder has the record, on ties the earliest; `is_shared` if too many tie to name them."""

    kind: Kind
    holders: list[Holder]
    is_shared: bool = False

    @property
    def first(self) -> Holder:
        return self.holders[0]

    @property
    def others(self) -> list[Holder]:
        return self.holders[1:]

    @property
    def has_when(self) -> bool:
        return bool(self.first.when.text)

    @property
    def table(self) -> ReportTable:
        head = [_("Who"), str(self.kind.unit), _("When"), _("Details")]
        return ReportTable(self.kind.key, str(self.kind.title), head, [holder.cells for holder in self.holders])


@dataclass(frozen=True, slots=True)
class RecordsPage:
    records: list[Record]
    choices: list[Choice]
    rules: str

    @property
    def title(self) -> str:
        return _("Records")

    @property
    def summary(self) -> str:
        if not self.records:
            return _("No records yet.")
        first = self.records[0]
        text = _("{record}: {number}, {who}.") if first.is_shared else _("{record}: {number}, by {who}.")
        return text.format(record=first.kind.title, number=first.first.value.text, who=first.first.who.text)

    @property
    def rating_note(self) -> str:
        return rating_note()

    @property
    def tables(self) -> list[ReportTable]:
        return [record.table for record in self.records]


def records_page(viewer: Viewer, rules: str | None) -> RecordsPage:
    """13 queries; 6 for one rule set, which has only records of games."""
    sets = rule_sets(viewer.club)
    chosen = sets.known(rules)
    rows = of_games(viewer, chosen, AT_MOST) if chosen else all_of_them(viewer, AT_MOST)
    return RecordsPage(list(_records(viewer, rows)), sets.choices, chosen)


def newest_records(viewer: Viewer, at_most: int) -> list[Record]:
    """The latest records, newest first. 9 queries."""
    found = list(_records(viewer, dated(viewer, 1)))
    return sorted(found, key=lambda record: record.first.day or date.min, reverse=True)[:at_most]


def _records(viewer: Viewer, rows: RecordRows) -> Iterator[Record]:
    games = {game.pk: game for found in rows.games.values() for game in found.rows}
    seats = seats_of(list(games.values()))
    held: list[TopRows[Evening] | TopRows[PlayerStanding]] = [*rows.evenings.values(), *rows.standings.values()]
    people = [row.player_id for found in held for row in found.rows]
    names = Names(viewer, [*players_in(seats), *people])
    for kind, found in rows.games.items():
        yield _record(kind, found, [_of_game(viewer, kind, played_game(game, seats, names)) for game in found.rows])
    for kind, days in rows.days.items():
        yield _record(kind, days, [_of_day(viewer, kind, day) for day in days.rows])
    for kind, evenings in rows.evenings.items():
        yield _record(kind, evenings, [_of_evening(viewer, kind, evening, names) for evening in evenings.rows])
    for kind, standings in rows.standings.items():
        yield _record(kind, standings, [_of_player(kind, standing, names) for standing in standings.rows])


def _record(kind: Kind, found: TopRows[Any], holders: list[Holder]) -> Record:
    """With more than AT_MOST ties only their number is shown."""
    if found.equal <= AT_MOST:
        return Record(kind, holders)
    first = holders[0]
    most = LOOKED_AT - 1
    if kind in OF_PLAYERS:
        times = _("more than {n} players") if found.equal > most else _("{n} players")
    else:
        times = _("reached more than {n} times") if found.equal > most else _("reached {n} times")
    who = Cell(times.format(n=min(found.equal, most)))
    when = first.who if kind in OF_DAYS else first.when
    text = _("first on") if when.text else ""
    return Record(kind, [Holder(who, first.value, when, text, first.day)], is_shared=True)


def _of_game(viewer: Viewer, kind: Kind, played: PlayedGame) -> Holder:
    fact, when = played.fact, played.fact.day
    if kind is BEST_HAND:
        who = played.sides[fact.best_side].people
        more = _("hand {number}, {rules}").format(number=fact.best_hand_number, rules=played.rules)
    elif kind is MARGIN:
        who = played.won_by
        more = _("{score} against {people}, {rules}").format(
            score=played.score_of_winner, people=played.beaten, rules=played.rules
        )
    else:
        who, more = played.everyone, f"{played.score}, {played.rules}"
    value = number(getattr(fact, kind.of))
    return Holder(Cell(who, href=played.href), value, day_cell(when, href=day_href(viewer.club, when)), more, when)


def _of_day(viewer: Viewer, kind: Kind, day: ClubDay) -> Holder:
    games = ngettext("{number} game", "{number} games", day.games).format(number=day.games)
    players = ngettext("{number} player", "{number} players", day.players).format(number=day.players)
    value = number(day.hands) if kind is DAY_HANDS else _hours(day.minutes)
    who = day_cell(day.day, href=day_href(viewer.club, day.day))
    return Holder(who, value, Cell(""), f"{games}, {players}", day.day)


def _hours(minutes: int) -> Cell:
    return Cell(_("{hours} h {minutes:02} min").format(hours=minutes // 60, minutes=minutes % 60), minutes)


def _of_evening(viewer: Viewer, kind: Kind, evening: Evening, names: Names) -> Holder:
    value = number(evening.difference, sign=True) if kind is EVENING_BEST else number(evening.games)
    more = _("{won} of {games} won").format(won=evening.won, games=evening.games)
    when = day_cell(evening.day, href=day_href(viewer.club, evening.day))
    return Holder(names.cell(evening.player_id), value, when, more, evening.day)


def _of_player(kind: Kind, standing: PlayerStanding, names: Names) -> Holder:
    value = number(getattr(standing, kind.of))
    if kind is BEST_RATING:
        value = number(displayed_rating(standing.best_mu or 0))
        more = _("now {rating}").format(rating=number(displayed_rating(standing.mu or 0)).text)
    elif kind is MOST_GAMES:
        more = _("since {day}").format(day=format_date(standing.first_day))
    else:
        more = _("and still winning") if standing.streak == standing.best_streak else ""
    return Holder(names.cell(standing.player_id), value, Cell(""), more)
