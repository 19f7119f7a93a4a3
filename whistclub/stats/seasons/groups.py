"""Groups of a season: who plays in which, and who goes up or down at its end. Values only."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from whistclub.stats.seasons.scoring import LETTERS, Line, ranked


@dataclass(frozen=True, slots=True)
class Group:
    """`lines` are those of its players who came to a party, ranked among themselves; `absent` are the others.

    At the end `up` go to the group above and `down` to the one below. `undecided` are equal in everything where only
    some of them can go: an organiser chooses.
    """

    letter: str
    lines: list[Line]
    absent: list[int]
    up: frozenset[int] = frozenset()
    down: frozenset[int] = frozenset()
    undecided: frozenset[int] = frozenset()

    @property
    def everyone(self) -> list[int]:
        """Its players, best first, those who did not come last."""
        return [line.player for line in self.lines] + self.absent


def split(everyone: Sequence[Line], members: Sequence[Sequence[int]], moving: int) -> list[Group]:
    """A season's lines by group, the top one first; one group without a letter if the season has none."""
    if not members:
        return [Group("", list(everyone), [])]
    place = {player: number for number, group in enumerate(members) for player in group}
    last = len(members) - 1
    groups = []
    for number, group in enumerate(members):
        lines = ranked(line for line in everyone if place.get(line.player, last) == number)
        came = {line.player for line in lines}
        absent = [player for player in group if player not in came]
        up, tied_above = _edge(lines, (), 0 if number == 0 else moving)
        down, tied_below = _edge(lines, absent, 0 if number == last else moving, lowest=True)
        groups.append(Group(LETTERS[number], lines, absent, up, down - up, (tied_above | tied_below) - up - down))
    return groups


def next_groups(groups: Sequence[Group]) -> list[list[int]]:
    """The groups of the next season, after these have gone up and down; best first in each."""
    found: list[list[int]] = []
    for number, group in enumerate(groups):
        stay = [player for player in group.everyone if player not in group.up | group.down]
        above = groups[number - 1] if number else None
        below = groups[number + 1] if number + 1 < len(groups) else None
        from_above = [player for player in above.everyone if player in above.down] if above else []
        from_below = [player for player in below.everyone if player in below.up] if below else []
        found.append(from_above + stay + from_below)
    return found


def equal_groups(lines: Sequence[Line], count: int) -> list[list[int]]:
    """The players of a season’s table in so many groups of the same size by rank, the upper ones larger by one."""
    order = [line.player for line in lines]
    size, more = divmod(len(order), count)
    ends = [number * size + min(number, more) for number in range(count + 1)]
    return [order[start:end] for start, end in pairwise(ends)]


def _edge(
    lines: Sequence[Line], absent: Sequence[int], count: int, *, lowest: bool = False
) -> tuple[frozenset[int], frozenset[int]]:
    """The first `count` players of a group, or the last ones, and those who are equal where only some of them go. Those
    who never came are the last, and never among the first.

    Of equal totals more games won decide, then more parties. Nobody goes while nobody has come.
    """
    if not lines or not count:
        return frozenset(), frozenset()
    worth = {line.player: (line.total, line.wins, len(line.brought)) for line in lines}
    worth |= dict.fromkeys(absent, (float("-inf"), 0.0, 0))
    order = sorted(worth, key=lambda player: worth[player], reverse=not lowest)
    if len(order) <= count:
        return frozenset(order), frozenset()
    edge = worth[order[count]]
    tied = frozenset(player for player in order if worth[player] == edge)
    going = frozenset(order[:count])
    return (going - tied, tied) if tied & going else (going, frozenset())
