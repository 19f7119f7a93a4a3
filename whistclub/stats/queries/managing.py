"""What organisers see of their club's statistics as such."""

from dataclasses import dataclass
from datetime import datetime

from whistclub.club.models import Club
from whistclub.stats.models import Season, StatisticsChange
from whistclub.stats.seasons import text as words
from whistclub.stats.seasons.scoring import settings_from_json

Kind = StatisticsChange.Kind


@dataclass(frozen=True, slots=True)
class Removed:
    """A season that is no more, as it was; `number` is what it is brought back by."""

    number: int
    name: str
    told: str


@dataclass(frozen=True, slots=True)
class Change:
    at: datetime
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class Managed:
    seasons: list[Season]
    removed: list[Removed]
    changes: list[Change]


def managed(club: Club) -> Managed:
    """Two queries."""
    seasons = list(Season.objects.filter(club=club))
    changes = list(StatisticsChange.objects.filter(club=club).select_related("by_user"))
    there = {season.pk for season in seasons}
    removed = {change.season: change for change in changes if change.kind == Kind.REMOVED}
    gone = [(number, settings_from_json(change.before)) for number, change in removed.items() if number not in there]
    return Managed(
        seasons,
        [Removed(number, plan.name, words.settings_text(plan)) for number, plan in reversed(gone)],
        [Change(each.at, str(each.by_user), words.changed(each)) for each in reversed(changes)],
    )
