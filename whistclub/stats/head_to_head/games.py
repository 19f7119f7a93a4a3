"""The games between two sides, each a person or a pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from whistclub.engine.options import TableFormat
from whistclub.stats.filters import Filters
from whistclub.stats.head_to_head.chooser import Sides
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import COLUMNS, PlayerGameRow, narrowed, part


@dataclass(frozen=True, slots=True)
class SharedGame:
    """One game: `parts` by player; `one` and `other` are the parts of the first player of each side."""

    one: PlayerGameRow
    other: PlayerGameRow
    parts: dict[int, PlayerGameRow]
    as_partners: bool

    @property
    def ahead(self) -> int:
        """1 if the first side won, −1 if the other did."""
        return self.one.won - self.other.won


def games_between(sides: Sides, filters: Filters) -> list[SharedGame]:
    """All games of the two sides, in order of play; for two single players also those as partners. One query."""
    (one, *partner), others = sides
    neighbours = [Q(left_opponent=each) | Q(right_opponent=each) for each in others]
    anchors = PlayerGame.objects.filter(player=one, **({"partner": partner[0]} if partner else {}))
    if partner or len(others) > 1:
        # There are no pairs in three-handed games.
        anchors = reduce(
            lambda rows, wanted: rows.filter(wanted), neighbours, anchors.filter(form=TableFormat.FOUR_IN_PAIRS)
        )
    else:
        anchors = anchors.filter(reduce(or_, neighbours, Q(partner=others[0])))
    everyone = [*sides[0], *others]
    rows = PlayerGame.objects.filter(player__in=everyone, fact__in=narrowed(anchors, filters).values("fact"))
    games: dict[int, dict[int, PlayerGameRow]] = {}
    for game, player, *row in rows.order_by("started_at", "game").values_list("game", "player", *COLUMNS):
        games.setdefault(game, {})[player] = part(row)
    return [_met(parts, one, others[0]) for parts in games.values()]


def _met(parts: dict[int, PlayerGameRow], one: int, other: int) -> SharedGame:
    return SharedGame(parts[one], parts[other], parts, as_partners=parts[one].partner == other)


def split(games: Sequence[SharedGame]) -> tuple[list[SharedGame], list[SharedGame]]:
    """The games against each other, and those as partners."""
    return [game for game in games if not game.as_partners], [game for game in games if game.as_partners]
