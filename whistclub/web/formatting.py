"""How the program writes numbers, scores, money, dates and names: every page, message and file uses these functions.

Templates write dates with `date:"DATE_FORMAT"` and times with `date:"TIME_FORMAT"`; the formats are in `web/formats`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from fractions import Fraction
from unicodedata import bidirectional

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
TITLES = {"mr", "mrs", "ms", "miss", "mx", "dr", "prof", "rev", "fr", "sir", "lady"}


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


def isolated(name: str) -> str:
    """A name that reads from right to left, so that the numbers after it stay as they are: "+7", not "7+".

    >>> isolated("Ann"), isolated("רות") == "\u2068רות\u2069", isolated(isolated("רות")) == isolated("רות")
    ('Ann', True, True)
    """
    is_rtl = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_rtl and not name.startswith("\u2068") else name


def join_side(names: Iterable[str]) -> str:
    """The people of one side: Ann & Clara."""
    return " & ".join(map(isolated, names))


def join_list(names: Sequence[str]) -> str:
    """People, or things, in a list: Ann, Bob and Clara."""
    *first, last = map(isolated, names or [""])
    return f"{', '.join(first)} and {last}" if first else last


def clip_long_words(name: str) -> str:
    """A name without words that are too long for a line of large text.

    >>> clip_long_words("Ann Wolfeschlegelsteinhausen")
    'Ann Wolfeschlegelst…'
    """
    return isolated(" ".join(clipped(word, LONGEST_WORD) for word in name.split()))


def clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def short_names(names: Sequence[str]) -> list[str]:
    """First names for a narrow column, of at most 12 letters; longer where two people would have the same.

    A number after a name is kept whole, since it is all that tells two former players apart.

    >>> short_names(["Ann Lee", "Ann Moe", "Bob", "Zed, Jr."])
    ['Ann L', 'Ann M', 'Bob', 'Zed']
    >>> short_names(["Player 11", "Player 12"])
    ['Player 11', 'Player 12']
    >>> short_names(["Ann Berg", "Ann Bell", "Mr. Larson", "– Bob"])
    ['Ann Berg', 'Ann Bell', 'Mr. Larson', 'Bob']
    >>> short_names(["Wolfeschlegelstein", "Wolfeschlegelstern"])
    ['Wolfesch…ein', 'Wolfesch…ern']
    """
    forms = [_from_short_to_whole(name) for name in names]
    sizes = [0] * len(names)
    while True:
        found = [each[size] for each, size in zip(forms, sizes, strict=True)]
        times = Counter(each.casefold() for each in found)
        longer = [times[each.casefold()] > 1 and size < 3 for each, size in zip(found, sizes, strict=True)]
        if not any(longer):
            return [isolated(each) for each in found]
        sizes = [size + more for size, more in zip(sizes, longer, strict=True)]


def _from_short_to_whole(name: str) -> tuple[str, str, str, str]:
    """The first name, with an initial, with the last name, the whole name. No title or sign stands alone."""
    words = [word for word in name.split() if any(letter.isalnum() for letter in word)] or [name]
    taken = 2 if words[0].casefold().rstrip(".") in TITLES and len(words) > 1 else 1
    first, last = " ".join(words[:taken]).rstrip(","), words[-1] if len(words) > taken else ""
    if not last:
        with_end = first if len(first) <= SHORT_NAME else f"{first[: SHORT_NAME - 4]}…{first[-3:]}"
        return (clipped(first, SHORT_NAME), with_end, with_end, name)
    initial = f" {last if last.isdigit() else last[0]}"
    with_initial = clipped(first, SHORT_NAME - len(initial)) + initial
    return (clipped(first, SHORT_NAME), with_initial, f"{first} {last}", name)


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
