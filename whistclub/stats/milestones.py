"""What players reached on an evening: their 100th game, their first grand, their 50th evening."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import Count, QuerySet, Sum

from whistclub.stats.measures import SUM
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import in_rankings
from whistclub.stats.viewer import Viewer, game_address
from whistclub.web.formatting import format_number

ROUND = (10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000)
EVENINGS = "evenings"


class Kind(NamedTuple):
    """A counter whose round numbers are milestones, from `least` on; its first one too if there is a sentence for it.

    In the sentences {n} is the number and {names} who reached it.
    """

    counter: str
    least: int
    sentence: str
    first: str = ""

    def passed(self, before: int, now: int) -> list[int]:
        """The milestones from one number to another."""
        first = [1] if self.first and before < 1 <= now else []
        return [*first, *(mark for mark in ROUND if mark >= self.least and before < mark <= now)]


# All round numbers end in “th”.
KINDS = (
    Kind(EVENINGS, 10, "It was the {n}th evening for {names}.", "{names} played here for the first time."),
    Kind("games", 10, "{names} played their {n}th game."),
    Kind("won", 50, "{names} won their {n}th game.", "{names} won a game for the first time."),
    Kind("grands_made", 50, "{names} made their {n}th grand.", "{names} made a grand for the first time."),
)
COUNTED = ("games", "won", "grands_made")


class Milestone(NamedTuple):
    """What a player reached, and in which game."""

    player: int
    kind: Kind
    number: int
    day: date
    code: str

    def sentence(self, names: str) -> str:
        """Of one or more players."""
        text = self.kind.first if self.is_first else self.kind.sentence
        return text.format(n=format_number(self.number), names=names)

    @property
    def is_first(self) -> bool:
        return self.number == 1

    @property
    def href(self) -> str:
        return game_address(self.code, self.day)


def milestones_on(viewer: Viewer, day: date, players: Iterable[int]) -> list[Milestone]:
    """What these players reached on an evening, in order of play, as far as rankings name them. Two queries.

    Of players who came for the first time, no other first is listed.
    """
    mine = in_rankings(viewer, PlayerGame.objects.filter(player__in=set(players)))
    sums = {SUM + name: Sum(name) for name in COUNTED}
    earlier = mine.filter(day__lt=day).values("player").annotate(evenings=Count("day", distinct=True), **sums)
    before = {
        row["player"]: {EVENINGS: row[EVENINGS], **{name: row[SUM + name] for name in COUNTED}} for row in earlier
    }
    found = list(_reached(mine.filter(day=day), before))
    return [each for each in found if each.player in before or not each.is_first or each.kind.counter == EVENINGS]


def _reached(rows: QuerySet[PlayerGame], before: Mapping[int, Mapping[str, int]]) -> Iterator[Milestone]:
    """The milestones of these games, in order of play, for players who had these counters before them."""
    counts: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys([EVENINGS, *COUNTED], 0))
    counts.update({player: dict(known) for player, known in before.items()})
    last: dict[int, date] = {}
    read = rows.order_by("started_at", "game", "seat").values_list("player", "day", "fact__code", *COUNTED)
    for player, day, code, *added in read:
        now = counts[player]
        new = dict(zip(COUNTED, added, strict=True)) | {EVENINGS: int(last.get(player) != day)}
        last[player] = day
        for kind in KINDS:
            known = now[kind.counter]
            now[kind.counter] = known + new[kind.counter]
            for number in kind.passed(known, now[kind.counter]):
                yield Milestone(player, kind, number, day, code)
