"""A notebook of past games, read line by line into games; what is wrong with a line stays with that line."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from whistclub.archive import sheet
from whistclub.archive.notebook.columns import MOST_SEATS, SIDES, Columns, columns_of
from whistclub.archive.notebook.dates import AmbiguousDate, DateReader, UnreadableDate, apart, order_shown_by, read_time
from whistclub.archive.notebook.hand_list import LONGEST_QUOTE, UnreadableHands, read_hands
from whistclub.archive.sheet import Line
from whistclub.club.names import UnusableName, clean_name
from whistclub.club.typed_names import read_names
from whistclub.engine.entries import Entry
from whistclub.engine.game import EntryStatus, play_game
from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.engine.scoring import total_limits
from whistclub.play.party_games import MOST_POINTS
from whistclub.play.queries import POINTS_TOO_HIGH, POINTS_TOO_LOW
from whistclub.rules.summary import RulesSummary
from whistclub.stats.inputs import EVENING_BEGINS
from whistclub.web.formatting import format_score

# Where a notebook says nothing of the time: the games of an evening follow each other from then on.
USUAL_TIME = time(19, 0)
_NUMBER = re.compile(r"([+−–-]?)(\d{1,6})(?:[.,]0*)?")
_RESULT = re.compile(r"\s*(.+?)\s*(?::|\s[-–]\s|(?<=\d)[-–]|;)\s*(.+?)\s*")


class BadLine(ValueError):
    """What is wrong with a line, as a sentence."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as a line of a notebook tells it.

    `names` are those typed, by seat; `totals` the points of the sides, as typed or as the `entries` make them.
    """

    line: int
    text: str
    started_at: datetime
    day: date
    names: tuple[str, ...]
    rules: RulesSummary
    first_dealer: int
    totals: tuple[int, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A line that cannot be used; `text` is as it was typed."""

    line: int
    text: str
    fault: str


@dataclass(frozen=True, slots=True)
class Notebook:
    """Everything that was read. `asks_order`: some dates may be read in two ways. `heading` is the first line."""

    games: Sequence[PastGame]
    wrong: Sequence[WrongLine]
    unused: Sequence[str]
    heading: str
    asks_order: bool


class _Reader:
    """Reads the lines of one notebook."""

    def __init__(
        self,
        columns: Columns,
        dates: DateReader,
        rules: Mapping[str, RulesSummary],
        usual: RulesSummary,
        zone: ZoneInfo,
    ) -> None:
        self._columns, self._dates, self._rules, self._usual, self._zone = columns, dates, rules, usual, zone
        self._games_of_day: Counter[date] = Counter()
        self.asks_order = False

    def game(self, line: Line) -> PastGame:
        """Raises BadLine."""
        if line.fault:
            raise BadLine(line.fault)
        cells = self._columns.of(line.cells)
        day, at = self._moment(cells)
        names = _names(cells)
        rules = self._rules_of(cells.get("rules", ""))
        names = _seated(names, rules)
        dealer = _dealer(cells.get("dealer", ""), names)
        totals, entries = _result(cells, names, rules.rules, rules.title, dealer)
        number = self._games_of_day[day]
        self._games_of_day[day] += 1
        started = _started(day, at, number, self._zone)
        return PastGame(line.number, line.text, started, day, names, rules, dealer, totals, entries)

    def _moment(self, cells: Mapping[str, str]) -> tuple[date, time | None]:
        text, with_it = apart(cells["date"])
        if not text:
            raise BadLine("The date is missing.")
        try:
            return self._dates.read(text), read_time(cells.get("time", "") or with_it)
        except AmbiguousDate as ambiguous:
            self.asks_order = True
            sentence = "“{date}” could be two different dates. Choose which number is the day."
            raise BadLine(sentence.format(date=text[:LONGEST_QUOTE])) from ambiguous
        except UnreadableDate as unreadable:
            raise BadLine(str(unreadable)) from unreadable

    def _rules_of(self, text: str) -> RulesSummary:
        if not text:
            return self._usual
        found = self._rules.get(" ".join(text.casefold().split()))
        if found is None:
            raise BadLine(f"The club has no rules called “{text[:LONGEST_QUOTE]}”.")
        return found


def read_notebook(
    text: str,
    *,
    rules: Mapping[str, RulesSummary],
    usual: RulesSummary,
    zone: ZoneInfo,
    dates: DateReader,
) -> Notebook:
    """Read a notebook. `rules` are those of the club by case-folded name, `usual` those of lines that name none.

    Raises UnreadableSheet.
    """
    lines = sheet.lines_of(text)
    if not lines:
        raise sheet.UnreadableSheet("There is nothing in this list. Type or paste it, or choose a file.")
    if lines[0].fault:
        raise sheet.UnreadableSheet(lines[0].fault)
    columns = columns_of(lines[0].cells)
    if dates.order is None:
        place = columns.places["date"]
        typed = (apart(line.cells[place])[0] for line in lines[1:] if place < len(line.cells))
        dates = replace(dates, order=order_shown_by(typed))
    reader = _Reader(columns, dates, rules, usual, zone)
    games: list[PastGame] = []
    wrong: list[WrongLine] = []
    for line in lines[1:]:
        try:
            games.append(reader.game(line))
        except BadLine as bad:
            wrong.append(WrongLine(line.number, line.text, str(bad)))
    return Notebook(games, wrong, columns.unused, lines[0].text, reader.asks_order)


def _names(cells: Mapping[str, str]) -> tuple[str, ...]:
    """The names by seat, clockwise: of players, or of sides with one or two people each. Raises BadLine."""
    players = [cells.get(f"player{seat}", "") for seat in range(1, MOST_SEATS + 1)]
    typed = [name for name in players if name]
    if not typed:
        sides = [list(_people(cells.get(f"side{side}", ""))) for side in range(1, SIDES + 1)]
        sides = [side for side in sides if side]
        if not sides:
            raise BadLine("The names are missing.")
        if len({len(side) for side in sides}) > 1:
            raise BadLine("One side has more people than the other. Write a pair as Ann & Clara.")
        typed = [side[place] for place in range(len(sides[0])) for side in sides]
    try:
        names = tuple(_cleaned(name) for name in typed)
    except UnusableName as refusal:
        raise BadLine(refusal.sentence) from refusal
    folded = Counter(name.casefold() for name in names)
    for name in names:
        if folded[name.casefold()] > 1:
            raise BadLine(f"{name} appears twice.")
    return names


@lru_cache(maxsize=5000)
def _cleaned(name: str) -> str:
    return clean_name(name)


@lru_cache(maxsize=5000)
def _people(text: str) -> tuple[str, ...]:
    return tuple(name for names in read_names(text) for name in names) if text else ()


def _seated(names: tuple[str, ...], rules: RulesSummary) -> tuple[str, ...]:
    if len(names) != rules.seats:
        shape = "This line has {found} names, but {rules} is for {needed} players."
        raise BadLine(shape.format(found=len(names), rules=rules.title, needed=rules.seats))
    return names


def _dealer(text: str, names: Sequence[str]) -> int:
    """The seat of the first dealer; the first one where nobody wrote it."""
    if not text:
        return 0
    folded = [name.casefold() for name in names]
    if text.casefold() not in folded:
        raise BadLine(f"The dealer “{text[:LONGEST_QUOTE]}” is not one of the players.")
    return folded.index(text.casefold())


def _result(
    cells: Mapping[str, str], names: Sequence[str], rules: RuleOptions, title: str, dealer: int
) -> tuple[tuple[int, ...], tuple[Entry, ...]]:
    """The points of the sides and the hands, if there are any. Raises BadLine where the two differ."""
    points = _points(cells, rules.form)
    if not cells.get("hands"):
        if points is None:
            raise BadLine("The result is missing.")
        _refuse_impossible(points, rules, title)
        return points, ()
    try:
        entries = tuple(read_hands(cells["hands"], names, rules))
    except UnreadableHands as unreadable:
        raise BadLine(str(unreadable)) from unreadable
    game = play_game(rules, dealer, entries)
    if any(row.status is EntryStatus.AFTER_END for row in game.rows):
        raise BadLine("Under these rules the game ends before the last of these hands.")
    if game.hands_scored == 0:
        raise BadLine("No hand has any tricks.")
    if points is not None and points != game.totals:
        shape = "The hands add up to {hands}, but the line has {typed}."
        raise BadLine(shape.format(hands=format_score(game.totals), typed=format_score(points)))
    return game.totals, entries


def _points(cells: Mapping[str, str], form: TableFormat) -> tuple[int, ...] | None:
    """The points of the sides as typed; None where there are none."""
    typed = [cells.get(f"points{side}", "") for side in range(1, SIDES + 1)]
    typed = typed[: form.sides] if not any(typed[form.sides :]) else typed
    if result := cells.get("result", ""):
        match = _RESULT.fullmatch(result) if form.sides == 2 else None
        typed = [*match.groups()] if match else re.split(r"\s*[;:/]\s*", result)
    if not any(typed):
        return None
    if len(typed) != form.sides or not all(typed):
        raise BadLine(f"Write the points of all {form.sides} sides.")
    return tuple(_number(each) for each in typed)


def _number(text: str) -> int:
    match = _NUMBER.fullmatch(text.strip().replace(" ", ""))
    if match is None:
        shape = "“{points}” is not a number of points. Write a whole number."
        raise BadLine(shape.format(points=text[:LONGEST_QUOTE]))
    number = int(match[2])
    if number > MOST_POINTS:
        raise BadLine("Points can have at most three digits.")
    return -number if match[1] in ("-", "−", "–") else number


def _refuse_impossible(points: Sequence[int], rules: RuleOptions, title: str) -> None:
    least, most = total_limits(rules)
    named = f"The rules here are {title}."
    if least is not None and min(points) < least:
        raise BadLine(f"{POINTS_TOO_LOW} {named}")
    if most is not None and max(points) > most:
        raise BadLine(f"{POINTS_TOO_HIGH.format(points=max(points), most=most)} {named}")


def _started(day: date, at: time | None, number: int, zone: ZoneInfo) -> datetime:
    """When a game began: at its time, after midnight still on the evening of that date; else in the order of lines."""
    if at is None:
        return datetime.combine(day, USUAL_TIME, zone) + timedelta(seconds=number)
    after_midnight = timedelta(hours=at.hour, minutes=at.minute) < EVENING_BEGINS
    return datetime.combine(day + timedelta(days=after_midnight), at, zone) + timedelta(seconds=min(number, 59))
