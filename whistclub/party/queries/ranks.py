"""One person in the standings of a party, with the figures that pages and paper show."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from whistclub.club.models import Player
from whistclub.engine.standings import Criterion, Line
from whistclub.web.formatting import format_fraction

# The figures every page shows; the others appear where they rank.
USUAL = (Criterion.WINS, Criterion.POINTS, Criterion.DIFFERENCE)
FIGURES_OF_A_WINNER = 2


@dataclass(frozen=True, slots=True)
class Column:
    """What a figure is: its label, and a shorter one for a narrow column. Games played are no criterion."""

    criterion: Criterion | None
    label: str
    short: str


class Cell(NamedTuple):
    """A figure with its labels."""

    label: str
    short: str
    value: str


class Row(NamedTuple):
    """What tables of standings say of a person beside the rank, which changes more often."""

    name: str
    wins: str
    games: int
    points: str
    difference: str
    grands: int
    sat_out: int
    more: tuple[str, ...]
    group: str

    @property
    def group_text(self) -> str:
        return group_text(self.group)

    @property
    def name_and_group(self) -> str:
        """For paper: “Ann (A)”, or “Ann” if partners do not come from groups."""
        return f"{self.name} ({self.group})" if self.group else self.name


def group_text(group: str) -> str:
    """Beside a name: “group A”, or nothing if partners do not come from groups."""
    return f"group {group}" if group else ""


@dataclass(frozen=True)
class Rank:
    """One person in the standings; `columns` are the figures in the order in which they rank, then the games played.

    `group` is A or B where partners come from both, `division` the final or the consolation, once the movement has
    made them; else they are empty.
    """

    line: Line
    name: str
    player: Player
    columns: tuple[Column, ...]
    group: str
    division: str

    @property
    def number(self) -> int:
        """The person's number in the party."""
        return self.line.person

    @property
    def rank(self) -> str:
        """The rank, with an equals sign where it is shared."""
        return f"{self.line.rank}=" if self.line.shared else str(self.line.rank)

    def row(self, more: Iterable[Criterion] = ()) -> Row:
        """The figures that every table shows, and `more`."""
        line, figures = self.line, [self.figure(each) for each in (*USUAL, *more)]
        wins, points, difference, *others = figures
        return Row(
            self.name,
            wins,
            line.games,
            points,
            difference,
            line.grands,
            line.sat_out,
            tuple(others),
            self.group,
        )

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All figures of `columns`."""
        return tuple(
            Cell(each.label, each.short, self.figure(each.criterion) if each.criterion else str(self.line.games))
            for each in self.columns
        )

    @property
    def sit_out_note(self) -> str:
        """Instead of figures, for a person who has only sat out so far."""
        if self.line.games or not self.line.sat_out:
            return ""
        return f"sat out: counts {format_fraction(self.line.wins)}"

    @property
    def figures(self) -> str:
        """The figures that rank, in words: "4 won · 62 points"."""
        return " · ".join(f"{cell.value} {cell.label}" for cell in self.cells[:FIGURES_OF_A_WINNER])

    def figure(self, criterion: Criterion) -> str:
        value = self.line.value(criterion)
        text = format_fraction(value)
        return f"+{text}" if criterion is Criterion.DIFFERENCE and value > 0 else text


def column_labels(criterion: Criterion) -> tuple[str, str]:
    """The label beside a figure, and the one above a narrow column."""
    return {
        Criterion.WINS: ("won", "won"),
        Criterion.WINS_AND_STARS: ("games and stars", "won+★"),
        Criterion.POINTS: ("points", "points"),
        Criterion.DIFFERENCE: ("difference", "diff."),
        Criterion.GRANDS: ("grands", "grands"),
        Criterion.HANDS: ("hands won", "hands"),
        Criterion.TOP: ("at the top", "top"),
    }[criterion]
