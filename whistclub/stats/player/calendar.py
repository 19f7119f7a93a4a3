"""The days with games, year by year."""

import calendar as weeks_of
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.dates import MONTHS, MONTHS_3, WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.queries import PlayerGameRow
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_date

LEVELS = 4


@dataclass(frozen=True, slots=True)
class Weekday:
    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Day:
    number: int
    games: int
    level: int
    title: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class Month:
    name: str
    short: str
    games: int
    level: int
    text: str
    weeks: list[list[Day | None]]


@dataclass(frozen=True, slots=True)
class Year:
    year: str
    summary: str
    months: list[Month]


@dataclass(frozen=True, slots=True)
class Calendar:
    """As templates/stats/_calendar.html takes it."""

    key: str
    title: str
    weekdays: list[Weekday]
    years: list[Year]


def calendar(viewer: Viewer, parts: Iterable[PlayerGameRow]) -> Calendar:
    """The calendar of these games, newest year first."""
    games = Counter(part.day for part in parts)
    months = Counter(day.replace(day=1) for day in games.elements())
    most_day, most_month = max(games.values(), default=0), max(months.values(), default=0)
    years = [
        Year(
            str(year),
            _summary({day: number for day, number in games.items() if day.year == year}),
            [_month(viewer, date(year, month, 1), games, months, (most_day, most_month)) for month in range(1, 13)],
        )
        for year in sorted({day.year for day in games}, reverse=True)
    ]
    weekdays = [Weekday(str(WEEKDAYS[day])[:1], str(WEEKDAYS[day])) for day in range(7)]
    return Calendar("play", _("Days played"), weekdays, years)


def _month(viewer: Viewer, first: date, games: Counter[date], months: Counter[date], most: tuple[int, int]) -> Month:
    weeks = weeks_of.Calendar().monthdatescalendar(first.year, first.month)
    number = months[first]
    name = str(MONTHS[first.month])
    return Month(
        name=name,
        short=str(MONTHS_3[first.month]).capitalize(),
        games=number,
        level=_level(number, most[1]),
        text=f"{name} {first.year}: {_games(number)}",
        weeks=[
            [_day(viewer, day, games[day], most[0]) if day.month == first.month else None for day in week]
            for week in weeks
        ],
    )


def _day(viewer: Viewer, day: date, games: int, most: int) -> Day:
    if not games:
        return Day(day.day, 0, 0)
    href = reverse("stats:day", args=[viewer.club.slug, day.isoformat()])
    return Day(day.day, games, _level(games, most), f"{format_date(day)}: {_games(games)}", href)


def _level(number: int, most: int) -> int:
    """0 without games, otherwise the quarter of the most: 1 to 4."""
    return -(-number * LEVELS // most) if number else 0


def _games(number: int) -> str:
    return ngettext("{number} game", "{number} games", number).format(number=number)


def _summary(days: dict[date, int]) -> str:
    evenings = ngettext("{number} evening", "{number} evenings", len(days)).format(number=len(days))
    return _("{evenings}, {games}").format(evenings=evenings, games=_games(sum(days.values())))
