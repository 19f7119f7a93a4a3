"""What is typical for a club: the counts of all its players together."""

from typing import Any

from django.db.models import QuerySet, Sum

from whistclub.club.models import Club
from whistclub.engine.facts import COUNTERS
from whistclub.stats.filters import Filters
from whistclub.stats.measures import SUM
from whistclub.stats.models import PlayerGame, PlayerRollup
from whistclub.stats.queries.parts import narrowed


def of_club(club: Club, filters: Filters) -> dict[str, int]:
    """The counts of everybody in what was chosen, added up. One query."""
    found = counted(club, filters).aggregate(**{SUM + name: Sum(name) for name in COUNTERS})
    return {name: found[SUM + name] or 0 for name in COUNTERS}


def counted(club: Club, filters: Filters) -> QuerySet[Any]:
    """Rows that hold counts by player: tallies where they are kept, else the games themselves."""
    if filters.has_custom_dates:
        return narrowed(PlayerGame.objects.filter(club=club), filters)
    scope = {"period": filters.period.key, "setting": filters.setting, "rules": filters.rules}
    return PlayerRollup.objects.filter(club=club, **scope)
