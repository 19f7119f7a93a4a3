"""Dates and times as people and spreadsheets write them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum

from whistclub.stats.inputs import FIRST_YEAR

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LETTERS_OF_MONTH = 3
CENTURY = 100
LAST_MONTH = 12
LONGEST = 40
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})")
_WORDS = re.compile(r"\d+|[^\W\d_]+")
_ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th)\b", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,2})[:.h](\d{2})(?::\d{2})?\s*([ap]\.?m\.?)?", re.IGNORECASE)
_DATE_AND_TIME = re.compile(r"(.*\d)(?:T|\s+)(\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?)", re.IGNORECASE)


class DayOrder(StrEnum):
    """Which number comes first in a date like 3/4/1987."""

    DAY_FIRST = "day"
    MONTH_FIRST = "month"


ORDERS = {
    DayOrder.DAY_FIRST: "The day: 3/4/1987 is 3 April",
    DayOrder.MONTH_FIRST: "The month: 3/4/1987 is 4 March",
}


class UnreadableDate(ValueError):
    """The sentence says what is wrong, and what to write."""


class AmbiguousDate(ValueError):
    """The day may be the month, and the month the day."""


@dataclass(frozen=True, slots=True)
class DateReader:
    """Reads dates up to `today`; `order` is that of numbers with slashes or hyphens, None where nobody knows it."""

    today: date
    order: DayOrder | None

    def read(self, text: str) -> date:
        """Raises UnreadableDate, AmbiguousDate."""
        found = self._read(" ".join(text.split())[:LONGEST])
        if found > self.today:
            raise UnreadableDate(f"“{text[:LONGEST]}” is in the future.")
        return found

    def _read(self, text: str) -> date:
        if match := _YEAR_FIRST.fullmatch(text):
            year, month, day = map(int, match.groups())
            return self._made(text, year, month, day)
        if match := _NUMBERS.fullmatch(text):
            one, other, year = int(match[1]), int(match[3]), self._year(match[4])
            if match[2] == ".":
                return self._made(text, year, other, one)
            if one != other and max(one, other) <= LAST_MONTH and self.order is None:
                raise AmbiguousDate
            month_first = other > LAST_MONTH or (one <= LAST_MONTH and self.order is DayOrder.MONTH_FIRST)
            return self._made(text, year, *((one, other) if month_first else (other, one)))
        return self._in_words(text)

    def _in_words(self, text: str) -> date:
        """14 Feb 2024, Feb 14 2024, Wednesday, 14th February 2024."""
        words = [word.casefold() for word in _WORDS.findall(_ORDINAL.sub("", text))]
        numbers = [word for word in words if word.isdecimal()]
        months = [number for word in words if not word.isdecimal() for number in _month(word)]
        others = [word for word in words if not word.isdecimal() and not _month(word) and not _is_day(word)]
        if len(numbers) != 2 or len(months) != 1 or others:
            raise UnreadableDate(_not_a_date(text))
        day, year = numbers
        if len(day) > 2 or len(year) not in (2, 4):
            raise UnreadableDate(_not_a_date(text))
        return self._made(text, self._year(year), months[0], int(day))

    def _year(self, digits: str) -> int:
        """Two digits are the latest such year that has begun."""
        if len(digits) > 2:
            return int(digits)
        return self.today.year - (self.today.year - int(digits)) % CENTURY

    def _made(self, text: str, year: int, month: int, day: int) -> date:
        try:
            found = date(year, month, day)
        except ValueError as error:
            raise UnreadableDate(f"“{text}” does not exist.") from error
        if found.year < FIRST_YEAR:
            raise UnreadableDate(f"“{text}”: the year is too early.")
        return found


def order_shown_by(texts: Iterable[str]) -> DayOrder | None:
    """Which number comes first, if the dates themselves show it: one is above 12, and no other says the reverse."""
    firsts = set()
    for text in texts:
        match = _NUMBERS.fullmatch(" ".join(text.split()))
        if match and match[2] != ".":
            if int(match[1]) > LAST_MONTH:
                firsts.add(DayOrder.DAY_FIRST)
            elif int(match[3]) > LAST_MONTH:
                firsts.add(DayOrder.MONTH_FIRST)
    return firsts.pop() if len(firsts) == 1 else None


def apart(text: str) -> tuple[str, str]:
    """A date and a time in one cell: 2024-02-14 19:30. The time is "" if there is none."""
    match = _DATE_AND_TIME.fullmatch(" ".join(text.split())[:LONGEST])
    return (match[1], match[2]) if match else (text, "")


def read_time(text: str) -> time | None:
    """19:30, 19.30 or 7:30 pm; None for an empty text. Raises UnreadableDate."""
    if not text:
        return None
    match = _TIME.fullmatch(text.strip())
    hour, minute = (int(match[1]), int(match[2])) if match else (24, 0)
    if match and match[3]:
        hour = hour % 12 + (12 if match[3][0] in "pP" else 0) if 1 <= hour <= 12 else 24
    try:
        return time(hour, minute)
    except ValueError as error:
        raise UnreadableDate(f"“{text[:LONGEST]}” is not a time. Write it as 19:30.") from error


def _month(word: str) -> list[int]:
    if len(word) < LETTERS_OF_MONTH:
        return []
    word = "sep" if word == "sept" else word
    return [number for number, month in enumerate(MONTHS, start=1) if month.startswith(word)]


def _is_day(word: str) -> bool:
    return len(word) >= LETTERS_OF_MONTH and any(day.startswith(word) for day in DAYS)


def _not_a_date(text: str) -> str:
    return f"“{text}” is not a date. Write it as 2024-02-14 or 14 Feb 2024."
