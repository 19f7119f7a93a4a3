"""A party as a watchful guest writes it down, and the standings that follow."""

from collections.abc import Iterable
from dataclasses import dataclass, field

Sides = list[list[str]]


@dataclass
class Played:
    """One game as it went, by the people who sat there at its end."""

    sides: Sides
    points: list[int]

    def side_of(self, name: str) -> int:
        return next(at for at, side in enumerate(self.sides) if name in side)


@dataclass
class Napkin:
    """What a watchful guest writes down on a napkin: who sat where, who sat out, what was scored.

    `people` are all who came, in the order of arrival.
    """

    people: list[str]
    rounds: list[dict[int, Played]] = field(default_factory=list)
    sit_outs_by_round: list[list[str]] = field(default_factory=list)

    def new_round(self, tables: dict[int, Sides], sit_outs: list[str]) -> None:
        self.rounds.append({number: Played([[*one] for one in sides], [0, 0]) for number, sides in tables.items()})
        self.sit_outs_by_round.append([*sit_outs])
        seated = [name for sides in tables.values() for side in sides for name in side]
        self._came(seated + sit_outs)

    @property
    def now(self) -> dict[int, Played]:
        return self.rounds[-1]

    @property
    def sit_outs(self) -> list[str]:
        return self.sit_outs_by_round[-1]

    def table_of(self, name: str) -> int | None:
        return next((number for number, game in self.now.items() if any(name in side for side in game.sides)), None)

    def put(self, names: dict[str, str]) -> None:
        """Let others sit where some sat."""
        for game in self.now.values():
            game.sides = [[names.get(each, each) for each in side] for side in game.sides]
        self._came(names.values())

    def _came(self, names: Iterable[str]) -> None:
        self.people += [name for name in names if name not in self.people]

    @property
    def seats(self) -> dict[int, Sides]:
        return {number: game.sides for number, game in self.now.items()}

    def lines(self) -> list[tuple[str, ...]]:
        """Rank, name, won, games, points, difference, sat out; equals as they came. A sit-out is half a win."""
        counted = sorted(
            (self._counted(name) for name in self.people), key=lambda line: [-value for value in line[1:4]]
        )
        ranks = [1 + sum(other[1:4] > line[1:4] for other in counted) for line in counted]
        rows = []
        for rank, (name, halves, points, difference, games, rested) in zip(ranks, counted, strict=True):
            shown = f"{rank}=" if ranks.count(rank) > 1 else str(rank)
            rows.append((shown, name, in_halves(halves), str(games), str(points), signed(difference), str(rested)))
        return rows

    def lines_for_everyone(self) -> list[list[str]]:
        """Rank, name, won, points, difference, games."""
        return [
            [rank, name, won, points, difference, games]
            for rank, name, won, games, points, difference, _rested in self.lines()
        ]

    def _counted(self, name: str) -> tuple:
        halves = points = difference = games = rested = 0
        for tables, sit_outs in zip(self.rounds, self.sit_outs_by_round, strict=True):
            mine = [
                (game.points[at], game.points[1 - at])
                for game in tables.values()
                for at, side in enumerate(game.sides)
                if name in side
            ]
            for own, other in mine:
                halves += 2 if own > other else 0
                points, difference, games = points + own, difference + own - other, games + 1
            if not mine and name in sit_outs:
                rested, halves = rested + 1, halves + 1
        return name, halves, points, difference, games, rested


def table_in(tables: dict[int, Sides], name: str) -> int:
    return next(number for number, sides in tables.items() if any(name in side for side in sides))


def in_halves(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")
