"""What players are measured by: each measure once, for pages of one player and of all."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F, FloatField
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from whistclub.stats import confidence
from whistclub.stats.confidence import Interval
from whistclub.stats.reports import Cell, number, share

SUM = "sum_"


class Kind(StrEnum):
    SHARE = "share"
    MEAN = "mean"
    TOTAL = "total"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class Measure:
    """`of` says of what `top` is a share or a mean; `squares` is the count that adds up its squares, where one does.

    `hands` names the kind of hands that are behind it. `help` is one sentence for people.
    """

    key: str
    title: str | Promise
    kind: Kind
    top: str = ""
    of: str = ""
    squares: str = ""
    hands: str = ""
    help: str | Promise = ""

    def value(self, counts: Mapping[str, float]) -> float | None:
        """The measure of some counts: a share as part of one; None where there is nothing to measure."""
        if self.kind is Kind.TOTAL:
            return counts[self.top]
        whole = counts[self.of]
        return _top(self, counts) / whole if whole else None

    def cell(self, counts: Mapping[str, float], href: str = "") -> Cell:
        if self.kind is Kind.SHARE:
            return share(_top(self, counts), counts[self.of], href=href)
        return number(self.value(counts), 0 if self.kind is Kind.TOTAL else 1, href=href)

    def likely(self, counts: Mapping[str, float]) -> Interval | None:
        """Between what the true value lies, nineteen times in twenty; None where nobody can say."""
        if self.kind is Kind.SHARE:
            return confidence.wilson_interval(_top(self, counts), int(counts[self.of]))
        if self.kind is Kind.MEAN and self.squares:
            return confidence.t_interval(counts[self.top], counts[self.squares], int(counts[self.of]))
        return None

    def likely_cell(self, counts: Mapping[str, float]) -> Cell:
        found = self.likely(counts)
        if found is None:
            return Cell("")
        if self.kind is Kind.SHARE:
            return Cell(f"{round(100 * found[0])}–{round(100 * found[1])} %")
        low, high = (number(each, 1).text for each in found)
        return Cell(f"{low} … {high}")

    def expression(self) -> Combinable:
        """What to order players by, in a query that has the sums of their counts as sum_…"""
        if self.kind is Kind.TOTAL:
            return F(SUM + self.top)
        top: Combinable = F(SUM + self.top)
        if self.key == "won":
            top = top + Cast(F(f"{SUM}drawn"), FloatField()) / 2
        # As floats: PostgreSQL reckons slowly with its own exact numbers.
        return Cast(top, FloatField()) / F(SUM + self.of)


def _top(measure: Measure, counts: Mapping[str, float]) -> float:
    # A drawn game is half a win.
    return counts["won"] + counts["drawn"] / 2 if measure.key == "won" else counts[measure.top]


GAIN = _("Points of the own side less those of the other.")

RATING = Measure(
    "rating", _("Rating"), Kind.RATING, help=_("How well somebody plays, judged by results, partners and opponents.")
)
WON = Measure("won", _("Games won"), Kind.SHARE, "won", "games", help=_("A drawn game is half a win."))
POINTS = Measure("points", _("Points a game"), Kind.MEAN, "points", "games", "points_sq")
HANDS_WON = Measure(
    "hands_won",
    _("Hands won"),
    Kind.SHARE,
    "hands_won",
    "hands",
    hands="hands_won",
    help=_("More points than any other side."),
)
GRANDING = Measure("granding", _("Hands granded"), Kind.SHARE, "grands", "hands", hands="grands")
MADE = Measure("made", _("Grands made"), Kind.SHARE, "grands_made", "grands", hands="grands_made")
GRAND_TRICKS = Measure(
    "grand_tricks", _("Tricks in a grand"), Kind.MEAN, "grand_tricks", "grands", "grand_tricks_sq", hands="grands"
)
GRAND_POINTS = Measure(
    "grand_points",
    _("Gain per grand"),
    Kind.MEAN,
    "grand_points",
    "grands",
    "grand_points_sq",
    hands="grands",
    help=GAIN,
)
PARTNER_MADE = Measure(
    "partner_made", _("Partner's grands made"), Kind.SHARE, "partner_made", "partner_grands", hands="partner_grands"
)
DEFENDED = Measure("defended", _("Grands set"), Kind.SHARE, "defended_set", "defended", hands="defended_set")
DEFENDED_POINTS = Measure(
    "defended_points", _("Gain per grand defended"), Kind.MEAN, "defended_points", "defended", hands="defended"
)
LOWS = Measure("lows", _("Low hands won"), Kind.SHARE, "lows_won", "lows", hands="lows_won")
LOW_POINTS = Measure("low_points", _("Gain per low hand"), Kind.MEAN, "low_points", "lows", hands="lows")
SOLOS = Measure("solos", _("Solos made"), Kind.SHARE, "solos_made", "solos", hands="solos_made")
TAKES = Measure("takes", _("Widow taken without loss"), Kind.SHARE, "takes_made", "takes", hands="takes_made")
TAKE_TRICKS = Measure("take_tricks", _("Tricks with the widow"), Kind.MEAN, "take_tricks", "takes", hands="takes")
GAMES = Measure("games", _("Games played"), Kind.TOTAL, "games")
ALL_POINTS = Measure("all_points", _("Points in all"), Kind.TOTAL, "points")
ALL_MADE = Measure("all_made", _("Grands made in all"), Kind.TOTAL, "grands_made", hands="grands_made")
STARS = Measure("stars", _("Stars"), Kind.TOTAL, "stars")

# In the order in which a player's page tells them.
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
# What a table of players may be ordered by.
OF_PLAYERS = (RATING, WON, POINTS, MADE, GRAND_POINTS, DEFENDED, LOWS, ALL_POINTS, ALL_MADE, STARS, SOLOS, GAMES)
BY_KEY = {measure.key: measure for measure in OF_PLAYERS}
