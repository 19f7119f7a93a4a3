"""How every page, message and file writes numbers, scores, money, dates and names."""

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
    """1,234 or −2 or 0.2; a dash for None."""
    return NO_VALUE if value is None else f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", MINUS)


def format_signed(value: float, digits: int = 0) -> str:
    """+3, −2 or 0."""
    text = format_number(value, digits)
    return f"+{text}" if round(value, digits) > 0 else text


def format_fraction(value: Fraction | int) -> str:
    """3½, −⅓ or 4."""
    whole = int(value)
    if value == whole:
        return format_number(whole)
    sign = FRACTION_SIGNS.get(abs(Fraction(value) - whole))
    if sign:
        return f"{MINUS if value < 0 else ''}{abs(whole) or ''}{sign}"
    return format_number(float(value), 2)


def format_score(totals: Iterable[int]) -> str:
    """The points of two sides or three: 16–6, −2 – 7, or 3, −2, 5."""
    points = [format_number(total) for total in totals]
    if len(points) > 2:
        return ", ".join(points)
    # A dash next to a minus sign cannot be read.
    return (" – " if any(MINUS in each for each in points) else "–").join(points)


def format_money(cents: int, currency: str = "") -> str:
    """−$0.45; without a currency sign 15 cents or 1.50."""
    sign, cents = (MINUS, -cents) if cents < 0 else ("", cents)
    if currency or cents >= 100:
        return f"{sign}{currency}{cents // 100}.{cents % 100:02}"
    return f"{sign}{cents} {plural(cents, 'cent', 'cents')}"


def format_date(day: date) -> str:
    """21 Nov 2026."""
    return date_format(day, "DATE_FORMAT")


def format_weekday(day: date) -> str:
    """Saturday 21 November: where the day of the week matters."""
    return date_format(day, "MONTH_DAY_FORMAT")


def format_time(at: time | datetime) -> str:
    """19:30."""
    return time_format(at, "TIME_FORMAT")


def isolated(name: str) -> str:
    """A name; one that reads from right to left leaves the numbers after it as they are: "+7", not "7+"."""
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
    """A name without words that are too long for a line of large text."""
    return isolated(" ".join(clipped(word, LONGEST_WORD) for word in name.split()))


def clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def short_names(names: Sequence[str]) -> list[str]:
    """First names for a narrow column, of at most 12 letters; longer where two people would have the same.

    A number after a name is kept whole, since it is all that tells two former players apart.
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
        with_end = first if len(first) <= SHORT_NAME else f"{first[: SHORT_NAME - 4]}…\u2060{first[-3:]}"
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
    """Some tables in the middle of a sentence: tables 2, 5."""
    return f"{plural(len(numbers), 'table', 'tables')} {', '.join(map(str, numbers))}"


def plural(number: float, one: str, many: str) -> str:
    return one if number == 1 else many


def number_of(things: float, one: str, many: str) -> str:
    """1 hand, or 1,234 hands."""
    return f"{format_number(things)} {plural(things, one, many)}"
