"""How the program writes numbers, scores, money, dates and names: every page, message and file uses these functions.

Templates write dates with `date:"DATE_FORMAT"` and times with `date:"TIME_FORMAT"`; the formats are in `web/formats`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from fractions import Fraction

from django.utils.formats import date_format, time_format

MINUS = "−"
NO_VALUE = "–"
FRACTION_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
# Fits a column of a score sheet, and a third of a phone.
LONGEST_WORD = 16
SHORT_NAME = 12


def format_number(value: float | None, digits: int = 0) -> str:
    """A number with thousands separators, a real minus sign and `digits` decimals; a dash for None.

    >>> format_number(1234), format_number(-2), format_number(0.25, 1), format_number(None)
    ('1,234', '−2', '0.2', '–')
    """
    if value is None:
        return NO_VALUE
    return f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", MINUS)


def format_signed(value: float, digits: int = 0) -> str:
    """A number with its sign; zero has none.

    >>> format_signed(3), format_signed(-2), format_signed(0)
    ('+3', '−2', '0')
    """
    text = format_number(value, digits)
    return f"+{text}" if round(value, digits) > 0 else text


def format_fraction(value: Fraction | int) -> str:
    """A number that may have a half, third or quarter.

    >>> format_fraction(Fraction(7, 2)), format_fraction(Fraction(-1, 3)), format_fraction(4)
    ('3½', '−⅓', '4')
    """
    whole = int(value)
    if value == whole:
        return format_number(whole)
    sign = FRACTION_SIGNS.get(abs(Fraction(value) - whole))
    if sign:
        return f"{MINUS if value < 0 else ''}{abs(whole) or ''}{sign}"
    return format_number(float(value), 2)


def format_percent(part: float, whole: float) -> str:
    """A share in whole per cent; a dash where there is nothing to take it from.

    >>> format_percent(2, 3), format_percent(0, 0)
    ('67%', '–')
    """
    return f"{round(100 * part / whole)}%" if whole else NO_VALUE


def format_range(low: float, high: float, digits: int = 0) -> str:
    """From one number to another.

    >>> format_range(663, 1189), format_range(-1.24, 4, 1)
    ('663–1,189', '−1.2 to 4.0')
    """
    shape = "{low} to {high}" if round(low, digits) < 0 else "{low}–{high}"  # as format_score
    return shape.format(low=format_number(low, digits), high=format_number(high, digits))


def format_score(totals: Iterable[int]) -> str:
    """The points of two sides, or of three.

    >>> format_score((16, 6)), format_score((-2, 7)), format_score((3, -2, 5))
    ('16–6', '−2 – 7', '3, −2, 5')
    """
    points = [format_number(total) for total in totals]
    if len(points) > 2:
        return ", ".join(points)
    # A dash next to a minus sign cannot be read.
    return (" – " if any(MINUS in each for each in points) else "–").join(points)


def format_money(cents: int, currency: str = "") -> str:
    """An amount of money; without a currency sign in cents, and from a hundred on as a decimal number.

    >>> format_money(15, "$"), format_money(150), format_money(-45, "$")
    ('$0.15', '1.50', '−$0.45')
    """
    sign, cents = (MINUS, -cents) if cents < 0 else ("", cents)
    if currency or cents >= 100:
        return f"{sign}{currency}{cents // 100}.{cents % 100:02}"
    return sign + plural(cents, "{n} cent", "{n} cents").format(n=cents)


def format_date(day: date) -> str:
    """21 Nov 2026."""
    return date_format(day, "DATE_FORMAT")


def format_weekday(day: date) -> str:
    """Saturday 21 November: where the day of the week matters."""
    return date_format(day, "MONTH_DAY_FORMAT")


def format_evening(day: date) -> str:
    """Sat 21 Nov 2026: in lists of evenings and games, where one looks for “last Saturday”."""
    # Translators: day of the week, day, month and year, as letters of Django’s filter “date”.
    return date_format(day, "D j M Y")


def format_time(at: time | datetime) -> str:
    """19:30."""
    return time_format(at, "TIME_FORMAT")


def join_side(names: Iterable[str]) -> str:
    """The people of one side: Ann & Clara."""
    return " & ".join(names)


def join_list(names: Sequence[str]) -> str:
    """People, or things, in a list: Ann, Bob and Clara."""
    if len(names) < 2:
        return "".join(names)
    return "{names} and {last}".format(names=", ".join(names[:-1]), last=names[-1])


def clip_long_words(name: str) -> str:
    """A name without words that are too long for a line of large text.

    >>> clip_long_words("Ann Wolfeschlegelsteinhausen")
    'Ann Wolfeschlegelst…'
    """
    return " ".join(word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD - 1]}…" for word in name.split())


def short_names(names: Sequence[str]) -> list[str]:
    """First names for a narrow column, with an initial where two people share one; at most 12 letters each.

    A number after a name is kept whole, since it is all that tells two former players apart.

    >>> short_names(["Ann Lee", "Ann Moe", "Bob", "Zed, Jr."])
    ['Ann L', 'Ann M', 'Bob', 'Zed']
    >>> short_names(["Player 11", "Player 12"])
    ['Player 11', 'Player 12']
    """
    firsts = [name.split()[0].rstrip(",") if name else "" for name in names]
    twice = Counter(first.casefold() for first in firsts)
    short = []
    for name, first in zip(names, firsts, strict=True):
        parts = name.split()
        last = parts[-1] if twice[first.casefold()] > 1 and len(parts) > 1 else ""
        initial = f" {last if last.isdigit() else last[0]}" if last else ""
        room = SHORT_NAME - len(initial)
        short.append((first if len(first) <= room else f"{first[: room - 1]}…") + initial)
    return short


def milliseconds(at: datetime) -> int:
    """A moment as scripts count: in milliseconds since 1970."""
    return round(at.timestamp() * 1000)


def table_text(number: int) -> str:
    """A table in the middle of a sentence."""
    return f"table {number}"


def tables_text(numbers: Sequence[int]) -> str:
    """Some tables in the middle of a sentence.

    >>> tables_text([2, 5]), tables_text([7])
    ('tables 2, 5', 'table 7')
    """
    return plural(len(numbers), "table {numbers}", "tables {numbers}").format(numbers=", ".join(map(str, numbers)))


def plural(number: float, one: str, many: str) -> str:
    return one if number == 1 else many
