"""Seasons, removed seasons and changes, for the organiser’s page of statistics."""

from dataclasses import dataclass
from datetime import datetime

from whistclub.club.models import Club, ClubChange
from whistclub.club.settings.queries import change_text
from whistclub.stats.models import Season, StatisticsChange
from whistclub.stats.photos.queries import WithoutEvening, without_evening
from whistclub.stats.seasons import text as season_text
from whistclub.stats.seasons.scoring import settings_from_json

Kind = StatisticsChange.Kind


@dataclass(frozen=True, slots=True)
class Removed:
    """A removed season; `number` is the key to bring it back with."""

    number: int
    name: str
    text: str


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
    photos: list[WithoutEvening]


def managed(club: Club) -> Managed:
    """Four queries."""
    seasons = list(Season.objects.filter(club=club))
    changes = list(StatisticsChange.objects.filter(club=club).select_related("by_user"))
    there = {season.pk for season in seasons}
    removed = {change.season: change for change in changes if change.kind == Kind.REMOVED and change.season is not None}
    gone = [(number, settings_from_json(change.before)) for number, change in removed.items() if number not in there]
    found = [Change(each.at, str(each.by_user), season_text.changed(each)) for each in changes]
    # Earlier versions wrote who may see statistics into both logs, at the same moment.
    known = {change.at for change in changes if change.season is None}
    shown = club.changes.filter(kind=ClubChange.Kind.SHOWN).select_related("by_user")
    found += [Change(each.at, str(each.by_user), change_text(each)) for each in shown if each.at not in known]
    return Managed(
        seasons,
        [Removed(number, plan.name, season_text.settings_text(plan)) for number, plan in reversed(gone)],
        sorted(found, key=lambda change: change.at)[::-1],
        without_evening(club) if club.has_photos else [],
    )
