"""The positions of an evening: each person's place in the standings after each round, as numbers and as a chart."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass

from whistclub.party.results import RoundParts, round_parts, table_standings
from whistclub.party.state import PartyState

FEWEST_ROUNDS = 2
TOP = 10
# A page has room for the names of so many; of more people it names the best ten.
ALL_NAMED = 16
COLOURS = 5
MARK_HEIGHT = 24


@dataclass(frozen=True, slots=True)
class Course:
    """One person over the rounds: place in the list and rank after each, None where they were not in it yet."""

    number: int
    name: str
    places: tuple[int | None, ...]
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a chart, in its own units. Places below the `last` row are drawn in a row under it.

    All are named if they are at most `all_named`, else the best ten.
    """

    width: int
    label_width: int
    row: int
    last: int
    letters: int
    all_named: int


PAGE = Shape(width=360, label_width=150, row=21, last=40, letters=15, all_named=ALL_NAMED)
PROJECTOR = Shape(width=1220, label_width=420, row=46, last=TOP, letters=16, all_named=TOP)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """`path` is an SVG path; `label` is empty for those who are not named. `number` is that of the person.

    `dash` is the number of the pattern, another one for each line of the same colour.
    """

    number: int
    path: str
    label: str
    label_y: int
    colour: int
    dash: int


@dataclass(frozen=True, slots=True)
class RoundMark:
    number: int
    x: float


@dataclass(frozen=True, slots=True)
class PositionChart:
    """`courses` are all people, the best first. Those who are not named are faint."""

    courses: list[Course]
    rounds: list[RoundMark]
    shape: Shape

    @property
    def width(self) -> int:
        return self.shape.width

    @property
    def height(self) -> int:
        rows = min(len(self.courses), self.shape.last + 1)
        return self.shape.row * (rows + 1) + MARK_HEIGHT

    @property
    def label_x(self) -> int:
        return self.shape.width - self.shape.label_width

    @property
    def grid_end(self) -> int:
        """Where the lines of the rounds end, above their numbers."""
        return self.height - MARK_HEIGHT

    @property
    def lines(self) -> list[ChartLine]:
        """Those drawn for everyone, the most important last and so on top."""
        drawn = enumerate(self.courses[: self.shape.last], start=1)
        named = len(self.courses) if len(self.courses) <= self.shape.all_named else TOP
        return [self._line(place, course, is_named=place <= named) for place, course in reversed(list(drawn))]

    def own_line(self, number: int | None) -> ChartLine | None:
        """The line of one person, always named, to be drawn above the others."""
        found = (each for each in enumerate(self.courses, start=1) if each[1].number == number)
        return next((self._line(place, course, is_named=True) for place, course in found), None)

    def _line(self, place: int, course: Course, *, is_named: bool) -> ChartLine:
        letters = self.shape.letters
        name = course.name if len(course.name) <= letters else f"{course.name[: letters - 1]}…"
        label = f"{course.ranks[-1]} {name}" if is_named else ""
        dash, colour = divmod(place - 1, COLOURS)
        return ChartLine(course.number, self._path(course.places), label, self._y(place), colour, dash)

    def _y(self, place: int) -> int:
        return self.shape.row * min(place, self.shape.last + 1)

    def _path(self, places: Sequence[int | None]) -> str:
        """A line from the round in which the person came; of a person who has just come, a dot."""
        known = zip(self.rounds, places, strict=True)
        points = [f"{mark.x},{self._y(place)}" for mark, place in known if place is not None]
        return f"M{' L'.join(points)}" if len(points) > 1 else f"M{points[0]} h0"


def courses(state: PartyState, parts: Iterable[RoundParts] | None = None) -> list[Course]:
    """Everyone's way through the rounds whose results are all in, the best first.

    `parts` are those of its announced rounds, if known.
    """
    parts = map(round_parts, state.announced) if parts is None else parts
    done = [(each, part) for each, part in zip(state.announced, parts, strict=True) if not each.missing]
    names = state.names_by_number
    found: list[dict[int, tuple[int, str]]] = []
    for count in range(1, len(done) + 1):
        until = copy(state)
        until.rounds = [each for each, _part in done[:count]]
        ranked = table_standings(until, [part for _round, part in done[:count]])
        lines = [line for line in ranked if line.games or line.sat_out]
        found.append(
            {
                line.person: (place, f"{line.rank}=" if line.shared else str(line.rank))
                for place, line in enumerate(lines, start=1)
            }
        )
    return [
        Course(
            person,
            names[person],
            tuple(each[person][0] if person in each else None for each in found),
            tuple(each[person][1] if person in each else "" for each in found),
        )
        for person in (found[-1] if found else ())
    ]


def position_chart(everyone: list[Course], shape: Shape = PAGE) -> PositionChart | None:
    """The chart of these courses, from two rounds on."""
    rounds = len(everyone[0].places) if everyone else 0
    if rounds < FEWEST_ROUNDS:
        return None
    wide = shape.width - shape.label_width - 2 * shape.row
    marks = [RoundMark(index + 1, round(shape.row + wide * index / (rounds - 1), 1)) for index in range(rounds)]
    return PositionChart(everyone, marks, shape)
