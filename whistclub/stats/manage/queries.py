"""Seasons, removed seasons and changes, for the organiser’s page of statistics."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from whistclub.club.models import Club, ClubChange, Player
from whistclub.club.queries import names_by_key, offered
from whistclub.club.settings.queries import change_text
from whistclub.stats.models import Season, StatisticsChange
from whistclub.stats.seasons import text as season_text
from whistclub.stats.seasons.groups import Group, equal_groups, next_groups
from whistclub.stats.seasons.scoring import LETTERS, settings_from_json, settings_of
from whistclub.stats.seasons.tables import tables_of

EQUAL_GROUPS = ("2", "3", "4")
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


def managed(club: Club) -> Managed:
    """Four queries."""
    seasons = list(Season.objects.filter(club=club))
    changes = list(StatisticsChange.objects.filter(club=club).select_related("by_user"))
    there = {season.pk for season in seasons}
    removed = {change.season: change for change in changes if change.kind == Kind.REMOVED and change.season is not None}
    gone = [(number, settings_from_json(change.before)) for number, change in removed.items() if number not in there]
    names = names_by_key(club.pk)
    found = [Change(each.at, str(each.by_user), season_text.changed(each, names)) for each in changes]
    # Earlier versions wrote who may see statistics into both logs, at the same moment.
    known = {change.at for change in changes if change.season is None}
    shown = club.changes.filter(kind=ClubChange.Kind.SHOWN).select_related("by_user")
    found += [Change(each.at, str(each.by_user), change_text(each)) for each in shown if each.at not in known]
    return Managed(
        seasons,
        [Removed(number, plan.name, season_text.settings_text(plan)) for number, plan in reversed(gone)],
        sorted(found, key=lambda change: change.at)[::-1],
    )


@dataclass(frozen=True, slots=True)
class Grouping:
    """What the page of a season’s groups shows. Its form begins with `initial`, which may be a proposal.

    `mark` is one of the groups as they are saved. `people` are names by player key, in the order of the groups;
    `standing` is how each ended in `previous`, the season before.
    """

    mark: str
    proposed: bool
    people: dict[int, str]
    initial: dict[str, object]
    previous: Season | None
    standing: dict[int, str]


def grouping(season: Season, propose: str) -> Grouping:
    """The groups of a season, or those that `propose` asks for: "previous", as the season before it ended; "2" to "4"
    groups of the same size, by the table of the season before, or its own if nobody is in that. At most 6 queries.

    A season without groups begins with those of the season before. Listed are all who are in a group or came to either
    season; at the very start everyone who is offered for a game.
    """
    previous = Season.objects.filter(club=season.club, last_day__lt=season.first_day).order_by("last_day", "pk").last()
    own, *earlier = (table.groups for table in tables_of(season.club, [season, previous] if previous else [season]))
    has_ended = earlier and any(group.everyone for group in earlier[0])
    before = earlier[0] if has_ended else own
    saved = settings_of(season)
    order = [group.everyone for group in own] if saved.groups else []
    moving = saved.moving if saved.groups else 1
    if propose in EQUAL_GROUPS:
        order = equal_groups([line for group in before for line in group.lines], int(propose))
    elif previous and previous.groups and (propose == "previous" or not saved.groups):
        order, moving = next_groups(before), previous.moving
    chosen = {player: letter for letter, group in zip(LETTERS, order, strict=False) for player in group}
    listed = list(dict.fromkeys([*chosen, *(player for group in (*before, *own) for player in group.everyone)]))
    names = dict((Player.objects.filter(pk__in=listed) if listed else _regulars(season)).values_list("pk", "name"))
    people = {key: names[key] for key in listed or names}
    return Grouping(
        mark=saved.mark_of_groups,
        proposed=bool(propose or not saved.groups) and bool(chosen),
        people=people,
        initial={"moving": moving} | {f"player_{key}": letter for key, letter in chosen.items()},
        previous=previous,
        standing=_standing(before) if has_ended else {},
    )


def _regulars(season: Season) -> QuerySet[Player]:
    return offered(season.club).filter(guest=False).order_by("name")


def _standing(groups: Sequence[Group]) -> dict[int, str]:
    """How each player ended: group, rank, and where they go."""
    found = {}
    for group in groups:
        signs = dict.fromkeys(group.up, "▲") | dict.fromkeys(group.down, "▼") | dict.fromkeys(group.undecided, "=")
        ranks = {line.player: str(line.rank) for line in group.lines}
        for player in group.everyone:
            found[player] = " ".join(filter(None, [group.letter, ranks.get(player, "–"), signs.get(player, "")]))
    return found
