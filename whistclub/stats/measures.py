"""The statistics of players: one record each, from which every page takes its numbers and its words.

A new one is a `Measure` here, named in the lists at the end. A denominator is one counter; counters are the fields of
`Counts` in engine/facts.py. If hands should be listed behind the number, the counter needs a `HandCounter` too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import NormalDist

from whistclub.stats.reports import Cell, decimals, format_range, number, share
from whistclub.web.formatting import format_number, number_of

# Queries that add counters up call the sums sum_….
SUM = "sum_"

Counters = Mapping[str, float]


# From fewer games or hands nothing can be said: no rank, no likely range, not who is better.
ENOUGH = 5
# 95 %, two-sided.
Z = NormalDist().inv_cdf(0.975)

Interval = tuple[float, float]


def wilson_interval(part: float, whole: int) -> Interval | None:
    """Wilson's score interval of a proportion, as parts of 1; None if `whole` is 0."""
    if whole <= 0:
        return None
    seen, weight = part / whole, Z * Z / whole
    middle = (seen + weight / 2) / (1 + weight)
    spread = Z * sqrt(seen * (1 - seen) / whole + weight / (4 * whole)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def likely_range(part: float, whole: int) -> str:
    """The interval in words; empty where it is too wide to say anything."""
    found = wilson_interval(part, whole)
    return f"{format_range(100 * found[0], 100 * found[1])}%" if found and whole >= ENOUGH else ""


class Kind(StrEnum):
    """What a statistic is: a part of a whole, an average, a sum, or the rating."""

    SHARE = "share"
    MEAN = "mean"
    TOTAL = "total"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class HandCounter:
    """A counter of hands and the page that lists them.

    `description` says which hands they are; {name} is the player. `noun` is what one and what many of them are called.
    """

    counter: str
    label: str
    description: str
    noun: tuple[str, str]


_HANDS = ("hand", "hands")
_GRANDS = ("grand", "grands")
_LOW_HANDS = ("low hand", "low hands")
_SOLOS = ("solo", "solos")
_WIDOWS = ("widow", "widows")

HAND_COUNTERS: dict[str, HandCounter] = {
    each.counter: each
    for each in (
        HandCounter("hands", "All hands", "Every scored hand that {name} played.", _HANDS),
        HandCounter("hands_won", "Hands won", "Hands in which {name}’s side got more points than any other.", _HANDS),
        HandCounter("grands", "Grand bids", "Hands that {name} granded.", _GRANDS),
        HandCounter("grands_made", "Grands made", "Hands that {name} granded and made.", _GRANDS),
        HandCounter("partner_grands", "Partner’s grands", "Hands that {name}’s partner granded.", _GRANDS),
        HandCounter("partner_made", "Partner’s grands made", "Hands that {name}’s partner granded and made.", _GRANDS),
        HandCounter("defended", "Grands defended", "Hands that an opponent of {name} granded.", _GRANDS),
        HandCounter(
            "defended_set", "Grands set", "Hands that an opponent of {name} granded and did not make.", _GRANDS
        ),
        HandCounter("lows", "Low hands", "Hands in which nobody granded.", _LOW_HANDS),
        HandCounter(
            "lows_won",
            "Low hands won",
            "Hands in which nobody granded and {name}’s side took fewer tricks.",
            _LOW_HANDS,
        ),
        HandCounter("solos", "Solos", "Solos that {name} bid.", _SOLOS),
        HandCounter("solos_made", "Solos made", "Solos that {name} bid and made.", _SOLOS),
        HandCounter("takes", "Widows taken", "Hands in which {name} was first to take the widow.", _WIDOWS),
        HandCounter(
            "takes_made",
            "Widows taken, nothing lost",
            "Hands in which {name} was first to take the widow and lost no points.",
            _WIDOWS,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Measure:
    """One statistic, computed from the counters of engine.facts.

    `numerator` is added up and, for a share or a mean, divided by `denominator`; half of the counter
    `halves` is added to the numerator.
    `in_points`: it is of points, so it is taken within one rule set (`Filters.of_one_rule_set`).
    """

    key: str
    label: str
    kind: Kind
    numerator: str = ""
    denominator: str = ""
    halves: str = ""
    help: str = ""
    in_points: bool = False

    @property
    def counters(self) -> set[str]:
        """The counters that `value` needs."""
        return {self.numerator, self.denominator, self.halves} - {""}

    @property
    def file_label(self) -> str:
        """The label where a spreadsheet gets the bare number."""
        return f"{self.label} %" if self.kind is Kind.SHARE else self.label

    @property
    def hand_counter(self) -> HandCounter | None:
        """The hands to show behind the number; None where it counts games or points."""
        return HAND_COUNTERS.get(self.denominator if self.kind is Kind.MEAN else self.numerator)

    def part(self, counters: Counters) -> float:
        """The numerator."""
        return counters[self.numerator] + (counters[self.halves] / 2 if self.halves else 0)

    def value(self, counters: Counters) -> float | None:
        """A share is a part of 1. None where there is nothing to divide by."""
        if self.kind is Kind.TOTAL:
            return self.part(counters)
        whole = counters[self.denominator]
        return self.part(counters) / whole if whole else None

    def cell(self, counters: Counters) -> Cell:
        if self.kind is Kind.SHARE:
            return share(self.part(counters), counters[self.denominator])
        return number(self.value(counters), 0 if self.kind is Kind.TOTAL else 1)

    def interval(self, counters: Counters) -> Interval | None:
        """The 95 % likely range of a true share; None for the others."""
        if self.kind is Kind.SHARE:
            return wilson_interval(self.part(counters), int(counters[self.denominator]))
        return None

    def interval_cell(self, counters: Counters) -> Cell:
        is_share = self.kind is Kind.SHARE
        return Cell(likely_range(self.part(counters), int(counters[self.denominator])) if is_share else "")

    def sample_text(self, counters: Counters) -> str:
        """What the value is based on: “3 of 7” for a share, “7 grands” for a mean."""
        count = int(counters[self.denominator])
        if self.kind is Kind.SHARE:
            part = self.part(counters)
            return f"{format_number(part, decimals(part))} of {format_number(count)}"
        return self.amount(count)

    def amount(self, count: int) -> str:
        """So many of what the value is based on, as “7 grands”."""
        source = HAND_COUNTERS.get(self.denominator)
        return number_of(count, *(source.noun if source else ("game", "games")))


_NET = "Own points minus opponents’."

RATING = Measure("rating", "Rating", Kind.RATING, help="Playing strength, allowing for partners and opponents.")
WON = Measure("won", "Games won", Kind.SHARE, "won", "games", halves="drawn", help="A drawn game is half a win.")
POINTS = Measure("points", "Points per game", Kind.MEAN, "points", "games", in_points=True)
HANDS_WON = Measure("hands_won", "Hands won", Kind.SHARE, "hands_won", "hands", help="More points than any other side.")
GRANDING = Measure("granding", "Grand bids", Kind.SHARE, "grands", "hands")
MADE = Measure("made", "Grands made", Kind.SHARE, "grands_made", "grands")
GRAND_TRICKS = Measure("grand_tricks", "Tricks per grand", Kind.MEAN, "grand_tricks", "grands")
GRAND_POINTS = Measure(
    "grand_points", "Net points per grand", Kind.MEAN, "grand_points", "grands", help=_NET, in_points=True
)
PARTNER_MADE = Measure("partner_made", "Partner’s grands made", Kind.SHARE, "partner_made", "partner_grands")
DEFENDED = Measure("defended", "Grands set", Kind.SHARE, "defended_set", "defended")
DEFENDED_POINTS = Measure(
    "defended_points",
    "Net points per defended grand",
    Kind.MEAN,
    "defended_points",
    "defended",
    help=_NET,
    in_points=True,
)
LOWS = Measure("lows", "Low hands won", Kind.SHARE, "lows_won", "lows")
LOW_POINTS = Measure(
    "low_points", "Net points per low hand", Kind.MEAN, "low_points", "lows", help=_NET, in_points=True
)
SOLOS = Measure("solos", "Solos made", Kind.SHARE, "solos_made", "solos")
TAKES = Measure("takes", "Widow taken, nothing lost", Kind.SHARE, "takes_made", "takes")
TAKE_TRICKS = Measure("take_tricks", "Tricks with the widow", Kind.MEAN, "take_tricks", "takes")
GAMES = Measure("games", "Games played", Kind.TOTAL, "games")
ALL_POINTS = Measure("all_points", "Total points", Kind.TOTAL, "points", in_points=True)
ALL_MADE = Measure("all_made", "Total grands made", Kind.TOTAL, "grands_made")
STARS = Measure("stars", "Stars", Kind.TOTAL, "stars")


# The figures of a player's page: only SHARE and MEAN, as each line says of how many it is.
OF_A_PLAYER = (
    WON,
    POINTS,
    HANDS_WON,
    GRANDING,
    MADE,
    GRAND_TRICKS,
    GRAND_POINTS,
    PARTNER_MADE,
    DEFENDED,
    DEFENDED_POINTS,
    LOWS,
    LOW_POINTS,
    SOLOS,
    TAKES,
    TAKE_TRICKS,
)
# What a list of players may be sorted by.
OF_PLAYERS = (RATING, WON, POINTS, MADE, GRAND_POINTS, DEFENDED, LOWS, ALL_POINTS, ALL_MADE, STARS, SOLOS, GAMES)
BY_KEY = {measure.key: measure for measure in OF_PLAYERS}
# What two sides are compared by; partners share all but their own bids.
HEAD_TO_HEAD = (POINTS, HANDS_WON, MADE, GRAND_TRICKS, DEFENDED, LOWS, SOLOS)
AS_PARTNERS = (MADE, GRAND_TRICKS, SOLOS)
