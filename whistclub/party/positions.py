"""Everyone's place in the standings after each round: a table, and a drawing of the best ten."""

from dataclasses import dataclass

from whistclub.party.results import after_each_round
from whistclub.party.standings import Rank, Standings

FEWEST_ROUNDS = 2
DRAWN = 10
# The drawing, in its own units: room for names at the right, for the numbers of the rounds below.
WIDTH, NAMES, ROW, LETTERS = 400, 160, 24, 15


@dataclass(frozen=True, slots=True)
class Course:
    """The ranks of one person after each round, empty where they were not in it yet.

    `points` are those of an SVG line, `y` is where its name stands; both are empty but for the best ten.
    """

    rank: Rank
    ranks: list[str]
    points: str = ""
    y: int = 0

    @property
    def label(self) -> str:
        name = self.rank.name if len(self.rank.name) <= LETTERS else f"{self.rank.name[: LETTERS - 1]}…"
        return f"{self.ranks[-1]} {name}"


@dataclass(frozen=True, slots=True)
class Positions:
    """`courses` are all people, the best first; `rounds` are their numbers, each with its place from the left."""

    rounds: list[tuple[int, float]]
    courses: list[Course]

    width, label_x = WIDTH, WIDTH - NAMES

    @property
    def drawn(self) -> list[Course]:
        return self.courses[:DRAWN]

    @property
    def height(self) -> int:
        return ROW * (len(self.drawn) + 2)


def positions_of(found: Standings) -> Positions | None:
    """None before the second round is complete. Places below the best ten lie on one line under them."""
    after = after_each_round(found.state)
    if len(after) < FEWEST_ROUNDS:
        return None
    step = (WIDTH - NAMES - 2 * ROW) / (len(after) - 1)
    rounds = [(index + 1, round(ROW + step * index, 1)) for index in range(len(after))]
    places = [{person: place for place, person in enumerate(lines, start=1)} for lines in after]
    people = {each.number: each for each in found.ranks}
    courses = []
    for place, person in enumerate(after[-1], start=1):
        lines = [each.get(person) for each in after]
        ranks = [f"{line.rank}{'=' if line.shared else ''}" if line else "" for line in lines]
        known = [(x, each[person]) for (_number, x), each in zip(rounds, places, strict=True) if person in each]
        points = " ".join(f"{x},{ROW * min(at, DRAWN + 1)}" for x, at in known) if place <= DRAWN else ""
        courses.append(Course(people[person], ranks, points, ROW * place))
    return Positions(rounds, courses)
