"""The positions of an evening: each person's place in the standings after each round, as numbers and as a chart."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

from whistclub.party.results import table_standings
from whistclub.party.state import PartyState

FEWEST_ROUNDS = 2
TOP = 10
COLOURS = 5
MARK_HEIGHT = 24


@dataclass(frozen=True, slots=True)
class Course:
    """One person over the rounds: place in the list and rank after each, None where they were not in it yet."""

    number: int
    name: str
    places: list[int | None]
    ranks: list[str]


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a chart, in its own units. Places below the `last` row are drawn in a row under it."""

    width: int
    label_width: int
    row: int
    last: int
    letters: int


PAGE = Shape(width=360, label_width=150, row=21, last=40, letters=15)
PROJECTOR = Shape(width=1220, label_width=420, row=46, last=TOP, letters=16)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """`path` is an SVG path; `label` is empty for those who are not named."""

    path: str
    label: str
    label_y: int
    is_own: bool
    colour: int


@dataclass(frozen=True, slots=True)
class RoundMark:
    number: int
    x: float


@dataclass(frozen=True, slots=True)
class PositionChart:
    """`courses` are all people, the best first; `lines` those drawn, the most important last and so on top."""

    rounds: list[RoundMark]
    courses: list[Course]
    lines: list[ChartLine]
    width: int
    height: int
    label_x: int

    @property
    def grid_end(self) -> int:
        """Where the lines of the rounds end, above their numbers."""
        return self.height - MARK_HEIGHT


def courses(state: PartyState) -> list[Course]:
    """Everyone's way through the rounds whose results are all in, the best first."""
    done = [each for each in state.announced if not each.missing]
    names, found = state.names_by_number, list[dict[int, tuple[int, str]]]()
    for count in range(1, len(done) + 1):
        until = copy(state)
        until.rounds = done[:count]
        lines = [line for line in table_standings(until) if line.games or line.sat_out]
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
            [each[person][0] if person in each else None for each in found],
            [each[person][1] if person in each else "" for each in found],
        )
        for person in (found[-1] if found else ())
    ]


def position_chart(state: PartyState, *, me: int | None = None, shape: Shape = PAGE) -> PositionChart | None:
    """The chart, from two rounds on: the best ten and oneself (by number) named, the others faint, if there is room."""
    everyone = courses(state)
    rounds = len(everyone[0].places) if everyone else 0
    if rounds < FEWEST_ROUNDS:
        return None
    label_x = shape.width - shape.label_width
    marks = [RoundMark(index + 1, round(shape.row + (label_x - 2 * shape.row) * index / (rounds - 1), 1))
             for index in range(rounds)]  # fmt: skip
    drawn = [(place, course) for place, course in enumerate(everyone, start=1)
             if place <= shape.last or course.number == me]  # fmt: skip
    rows = min(len(everyone), shape.last + 1)

    def y(place: int) -> int:
        return shape.row * min(place, shape.last + 1)

    def line(place: int, course: Course) -> ChartLine:
        is_own = course.number == me
        name = course.name if len(course.name) <= shape.letters else f"{course.name[: shape.letters - 1]}…"
        label = f"{course.ranks[-1]} {name}" if place <= TOP or is_own else ""
        return ChartLine(_path(marks, course.places, y), label, y(place), is_own, place % COLOURS)

    lines = [line(place, course) for place, course in reversed(drawn)]
    lines.sort(key=lambda each: (each.is_own, bool(each.label)))
    return PositionChart(marks, everyone, lines, shape.width, shape.row * (rows + 1) + MARK_HEIGHT, label_x)


def _path(marks: Sequence[RoundMark], places: Sequence[int | None], y: Callable[[int], int]) -> str:
    """A line from the round in which the person came; of a person who has just come, a dot."""
    points = [f"{mark.x},{y(place)}" for mark, place in zip(marks, places, strict=True) if place is not None]
    return f"M{' L'.join(points)}" if len(points) > 1 else f"M{points[0]} h0"
