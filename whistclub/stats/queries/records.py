"""What was most in a club, and who holds it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import Choice
from whistclub.stats.models import ClubDay, Evening, PlayerStanding
from whistclub.stats.names import Names
from whistclub.stats.queries import record_rows as kinds
from whistclub.stats.queries.days import day_href
from whistclub.stats.queries.played import Played, as_played, seated, sitting
from whistclub.stats.queries.record_rows import Found, Kind, Rows
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.rule_statistics.rule_sets import rule_sets
from whistclub.stats.viewer import Viewer

AT_MOST = 5


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds it, what it is, when it was, and what else is to be said; `day` where it was set on one evening."""

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
    """The first holds the record: of those that are equal, the first to get there; nobody does where they are many."""

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
        head = [_("Who"), str(self.kind.unit), _("When"), _("Besides")]
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
            return _("No record yet.")
        first = self.records[0]
        said = _("{record}: {number}, {who}.") if first.is_shared else _("{record}: {number}, by {who}.")
        return said.format(record=first.kind.title, number=first.first.value.text, who=first.first.who.text)

    @property
    def rated_said(self) -> str:
        return kinds.rated_said()

    @property
    def tables(self) -> list[ReportTable]:
        return [record.table for record in self.records]


def records_page(visit: Viewer, rules: str | None) -> RecordsPage:
    """Thirteen queries; six where rules were chosen, which only the records of games have."""
    sets = rule_sets(visit.club)
    chosen = sets.known(rules)
    rows = kinds.of_games(visit, chosen, AT_MOST) if chosen else kinds.all_of_them(visit, AT_MOST)
    return RecordsPage(list(_records(visit, rows)), sets.choices, chosen)


def newest_records(visit: Viewer, at_most: int) -> list[Record]:
    """The records that were set last, the newest first. Nine queries."""
    found = list(_records(visit, kinds.dated(visit, 1)))
    return sorted(found, key=lambda record: record.first.day or date.min, reverse=True)[:at_most]


def _records(visit: Viewer, rows: Rows) -> Iterator[Record]:
    games = {game.pk: game for found in rows.games.values() for game in found.rows}
    seats = seated(list(games.values()))
    held = [*rows.evenings.values(), *rows.standings.values()]
    people = [row.player_id for found in held for row in found.rows]
    names = Names(visit, [*sitting(seats), *people])
    for kind, found in rows.games.items():
        yield _record(kind, found, [_of_game(visit, kind, as_played(game, seats, names)) for game in found.rows])
    for kind, days in rows.days.items():
        yield _record(kind, days, [_of_day(visit, kind, day) for day in days.rows])
    for kind, evenings in rows.evenings.items():
        yield _record(kind, evenings, [_of_evening(visit, kind, evening, names) for evening in evenings.rows])
    for kind, standings in rows.standings.items():
        yield _record(kind, standings, [_of_player(kind, standing, names) for standing in standings.rows])


def _record(kind: Kind, found: Found, holders: list[Holder]) -> Record:
    """More than a few equal ones: how many they are, for who of them stands first is no merit."""
    if found.equal <= AT_MOST:
        return Record(kind, holders)
    first = holders[0]
    most = kinds.LOOKED_AT - 1
    if kind in kinds.OF_PLAYERS:
        times = _("more than {n} players") if found.equal > most else _("{n} players")
    else:
        times = _("more than {n} times") if found.equal > most else _("{n} times")
    who = Cell(times.format(n=min(found.equal, most)))
    when = first.who if kind in kinds.OF_DAYS else first.when
    said = _("for the first time") if when.text else ""
    return Record(kind, [Holder(who, first.value, when, said, first.day)], is_shared=True)


def _of_game(visit: Viewer, kind: Kind, played: Played) -> Holder:
    fact, when = played.fact, played.fact.day
    if kind is kinds.BEST_HAND:
        who = played.sides[fact.best_side].people
        more = _("hand {number}, {rules}").format(number=fact.best_hand_number, rules=played.rules)
    elif kind is kinds.MARGIN:
        who = played.won_by
        more = _("{score} against {people}, {rules}").format(
            score=played.score_of_winner, people=played.beaten, rules=played.rules
        )
    else:
        who, more = played.everybody, f"{played.score}, {played.rules}"
    value = number(getattr(fact, kind.of))
    return Holder(Cell(who, href=played.href), value, day_cell(when, href=day_href(visit.club, when)), more, when)


def _of_day(visit: Viewer, kind: Kind, day: ClubDay) -> Holder:
    games = ngettext("{number} game", "{number} games", day.games).format(number=day.games)
    players = ngettext("{number} player", "{number} players", day.players).format(number=day.players)
    value = number(day.hands) if kind is kinds.DAY_HANDS else _hours(day.minutes)
    who = day_cell(day.day, href=day_href(visit.club, day.day))
    return Holder(who, value, Cell(""), f"{games}, {players}", day.day)


def _hours(minutes: int) -> Cell:
    return Cell(_("{hours} h {minutes:02}").format(hours=minutes // 60, minutes=minutes % 60), minutes)


def _of_evening(visit: Viewer, kind: Kind, evening: Evening, names: Names) -> Holder:
    value = number(evening.difference, sign=True) if kind is kinds.EVENING_BEST else number(evening.games)
    more = _("{won} of {games} won").format(won=evening.won, games=evening.games)
    when = day_cell(evening.day, href=day_href(visit.club, evening.day))
    return Holder(names.cell(evening.player_id), value, when, more, evening.day)


def _of_player(kind: Kind, standing: PlayerStanding, names: Names) -> Holder:
    value = number(getattr(standing, kind.of))
    if kind is kinds.BEST_RATING:
        value = number(displayed_rating(standing.best_mu or 0))
        more = _("now {rating}").format(rating=number(displayed_rating(standing.mu or 0)).text)
    elif kind is kinds.MOST_GAMES:
        more = _("since {day}").format(day=date_format(standing.first_day, "j M Y"))
    else:
        more = _("and still winning") if standing.streak == standing.best_streak else ""
    return Holder(names.cell(standing.player_id), value, Cell(""), more)
