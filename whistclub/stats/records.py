"""Club records and their holders."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import QuerySet

from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import Choice
from whistclub.stats.hand_shares import hands_tables, rule_sets
from whistclub.stats.models import Evening, GameFact, PlayerStanding
from whistclub.stats.queries import (
    RATED_AFTER,
    PlayedGame,
    game_facts,
    in_rankings,
    played_game,
    players_in,
    rating_note,
    seats_of,
    with_enough_games,
)
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.results.days import day_href
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import format_date

# Holders named; what more people share for first place is no record.
AT_MOST = 5


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: the highest value of the column `of`; `least` is the lowest value that counts."""

    key: str
    of: str
    title: str
    unit: str
    least: int = 1


BEST_HAND = Kind("best_hand", "best_hand", "Highest-scoring hand", "Points")
MARGIN = Kind("margin", "margin", "Biggest win", "Points ahead")
LONG_GAME = Kind("long_game", "hands", "Longest game", "Hands")
OF_GAMES = (BEST_HAND, MARGIN, LONG_GAME)

EVENING_BEST = Kind("best_evening", "difference", "Best evening", "Points ahead of opponents")

STREAK = Kind("streak", "best_streak", "Most games won in a row", "Games", least=2)
MOST_GAMES = Kind("games", "games", "Most games", "Games")
BEST_RATING = Kind("rating", "best_mu", "Highest rating ever", "Rating")


@dataclass(slots=True)
class RecordRows:
    """The top rows by kind; kinds without a holder, or with too many, are missing."""

    games: dict[Kind, list[GameFact]] = field(default_factory=dict)
    evenings: dict[Kind, list[Evening]] = field(default_factory=dict)
    standings: dict[Kind, list[PlayerStanding]] = field(default_factory=dict)


def of_games(viewer: Viewer, rules: str, at_most: int) -> RecordRows:
    """Records of a single game, for one rule set or all of them. One query per kind."""
    rows = game_facts(viewer.club)
    if rules:
        rows = rows.filter(rules=rules)
    return RecordRows(games=_found(OF_GAMES, rows, ["started_at", "game"], at_most))


def dated(viewer: Viewer, at_most: int) -> RecordRows:
    """Records that were set on one evening. One query per kind."""
    rows = of_games(viewer, "", at_most)
    evenings = in_rankings(viewer, Evening.objects.filter(club=viewer.club))
    rows.evenings = _found([EVENING_BEST], evenings, ["day", "player"], at_most)
    return rows


def all_of_them(viewer: Viewer, at_most: int) -> RecordRows:
    """All records. One query per kind."""
    rows = dated(viewer, at_most)
    standings = in_rankings(viewer, PlayerStanding.objects.filter(club=viewer.club))
    rows.standings = _found((STREAK, MOST_GAMES), standings, ["player"], at_most)
    rated = with_enough_games(standings, RATED_AFTER).filter(best_mu__isnull=False)
    if best := list(rated.order_by("-best_mu", "player")[:at_most]):
        rows.standings[BEST_RATING] = best
    return rows


def _found(kinds: Iterable[Kind], rows: QuerySet[Any], ties: Sequence[str], at_most: int) -> dict[Kind, list[Any]]:
    found: dict[Kind, list[Any]] = {}
    for kind in kinds:
        most = list(rows.filter(**{f"{kind.of}__gte": kind.least}).order_by(f"-{kind.of}", *ties)[: AT_MOST + 1])
        if most and (len(most) <= AT_MOST or getattr(most[0], kind.of) > getattr(most[-1], kind.of)):
            found[kind] = most[:at_most]
    return found


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
    """The first holder has the record, on ties the earliest."""

    kind: Kind
    holders: list[Holder]

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
        head = ["Who", str(self.kind.unit), "When", "Details"]
        return ReportTable(self.kind.key, str(self.kind.title), head, [holder.cells for holder in self.holders])


@dataclass(frozen=True, slots=True)
class RecordsPage:
    records: list[Record]
    choices: list[Choice]
    rules: str
    hands: list[ReportTable]

    @property
    def title(self) -> str:
        return "Records"

    @property
    def summary(self) -> str:
        if not self.records:
            return "No records yet."
        first = self.records[0]
        text = "{record}: {number}, by {who}."
        return text.format(record=first.kind.title, number=first.first.value.text, who=first.first.who.text)

    @property
    def rules_title(self) -> str:
        return next((each.title for each in self.choices if each.value == self.rules), "All rules")

    @property
    def rating_note(self) -> str:
        return rating_note()

    @property
    def tables(self) -> list[ReportTable]:
        return [*(record.table for record in self.records), *self.hands]


def records_page(viewer: Viewer, rules: str | None) -> RecordsPage:
    """11 queries; 7 for one rule set, which has only records of games."""
    sets = rule_sets(viewer.club)
    chosen = sets.known(rules)
    rows = of_games(viewer, chosen, AT_MOST) if chosen else all_of_them(viewer, AT_MOST)
    return RecordsPage(list(_records(viewer, rows)), sets.choices, chosen, hands_tables(viewer.club, chosen))


def newest_records(viewer: Viewer, at_most: int) -> list[Record]:
    """The latest records, newest first. 6 queries."""
    found = list(_records(viewer, dated(viewer, 1)))
    return sorted(found, key=lambda record: record.first.day or date.min, reverse=True)[:at_most]


def _records(viewer: Viewer, rows: RecordRows) -> Iterator[Record]:
    games = {game.pk: game for found in rows.games.values() for game in found}
    seats = seats_of(list(games.values()))
    held: list[Evening | PlayerStanding] = [row for found in rows.evenings.values() for row in found]
    held += [row for found in rows.standings.values() for row in found]
    names = Names(viewer, [*players_in(seats), *(row.player_id for row in held)])
    for kind, found in rows.games.items():
        yield Record(kind, [_of_game(viewer, kind, played_game(game, seats, names)) for game in found])
    for kind, evenings in rows.evenings.items():
        yield Record(kind, [_of_evening(viewer, evening, names) for evening in evenings])
    for kind, standings in rows.standings.items():
        yield Record(kind, [_of_player(kind, standing, names) for standing in standings])


def _of_game(viewer: Viewer, kind: Kind, played: PlayedGame) -> Holder:
    fact, when = played.fact, played.fact.day
    if kind is BEST_HAND:
        who = played.sides[fact.best_side].people
        more = f"hand {fact.best_hand_number}, {played.rules}"
    elif kind is MARGIN:
        who = played.won_by
        more = f"{played.score_of_winner} against {played.beaten}, {played.rules}"
    else:
        who, more = played.everyone, f"{played.score}, {played.rules}"
    value = number(getattr(fact, kind.of))
    return Holder(Cell(who, href=played.href), value, day_cell(when, href=day_href(viewer.club, when)), more, when)


def _of_evening(viewer: Viewer, evening: Evening, names: Names) -> Holder:
    value = number(evening.difference, sign=True)
    more = f"{evening.won} of {evening.games} won"
    when = day_cell(evening.day, href=day_href(viewer.club, evening.day))
    return Holder(names.cell(evening.player_id), value, when, more, evening.day)


def _of_player(kind: Kind, standing: PlayerStanding, names: Names) -> Holder:
    value = number(getattr(standing, kind.of))
    if kind is BEST_RATING:
        value = number(displayed_rating(standing.best_mu or 0))
        more = f"now {number(displayed_rating(standing.mu or 0)).text}"
    elif kind is MOST_GAMES:
        more = f"since {format_date(standing.first_day)}"
    else:
        more = "and still winning" if standing.streak == standing.best_streak else ""
    return Holder(names.cell(standing.player_id), value, Cell(""), more)
