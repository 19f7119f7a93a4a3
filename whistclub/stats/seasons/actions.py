"""Changes of seasons and of who may see the statistics; each is logged, and a removed season can be restored."""

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.models import Club, ClubChange
from whistclub.club.settings.actions import change_settings
from whistclub.stats.models import PlayerGame, PlayerRollup, Season, StatisticsChange
from whistclub.stats.scopes import Period
from whistclub.stats.seasons.scoring import Groups, SeasonSettings, settings_from_json, settings_of
from whistclub.stats.update import facts, rollups
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

Kind = StatisticsChange.Kind


class SeasonNameTaken(ActionRefused):
    """Two seasons of a club would share a name."""

    def __init__(self, name: str) -> None:
        sentence = _("There is a season called “{name}” already. Give this one another name.")
        super().__init__("season_name_taken", sentence.format(name=name))


class GroupsChanged(ActionRefused):
    """The groups are others than the page showed."""

    def __init__(self) -> None:
        sentence = _("Someone else changed the groups meanwhile. Save again to replace theirs.")
        super().__init__("groups_changed", sentence)


class SeasonUnknown(ActionRefused):
    """There is no removed season with this key."""

    status = 404

    def __init__(self) -> None:
        super().__init__("season_unknown", _("There is no such season to restore."))


def add_season(club: Club, settings: SeasonSettings, *, by: User, at: datetime) -> Season:
    """Add a season. Adding the same one again changes nothing. Raises SeasonNameTaken."""
    with write_transaction():
        facts.lock_facts(club)
        same = Season.objects.filter(club=club, name=settings.name).first()
        if same is not None and settings_of(same) == settings:
            return same
        return _create(Season(club=club, **asdict(settings)), Kind.ADDED, by=by, at=at)


def change_season(season: Season, settings: SeasonSettings, *, by: User, at: datetime) -> Season:
    """Change a season but not its groups, and recompute its table. Writes nothing if nothing changes.

    Raises SeasonNameTaken.
    """

    def changed(before: SeasonSettings) -> SeasonSettings:
        return replace(settings, groups=before.groups, moving=before.moving)

    return _change(season, changed, by=by, at=at)


def change_groups(
    season: Season, groups: Groups, moving: int, *, seen: str | None = None, by: User, at: datetime
) -> Season:
    """Divide the players of a season into groups, or into none; `moving` go up and down. Writes nothing if nothing
    changes.

    `seen` is the mark of the groups that a page showed, see `SeasonSettings`. Raises GroupsChanged.
    """

    def changed(before: SeasonSettings) -> SeasonSettings:
        if seen is not None and seen != before.mark_of_groups:
            raise GroupsChanged
        return replace(before, groups=groups, moving=moving)

    return _change(season, changed, by=by, at=at)


def _change(season: Season, changed: Callable[[SeasonSettings], SeasonSettings], *, by: User, at: datetime) -> Season:
    with write_transaction():
        facts.lock_facts(season.club)
        season.refresh_from_db()
        before = settings_of(season)
        settings = changed(before)
        _refuse_taken(season.club, settings.name, but=season.pk)
        if before == settings:
            return season
        for name, value in asdict(settings).items():
            setattr(season, name, value)
        season.save()
        if (before.first_day, before.last_day) != (settings.first_day, settings.last_day):
            _update_rollups(season)
        _log(season, Kind.CHANGED, before=before, after=settings, by=by, at=at)
    return season


def remove_season(season: Season, *, by: User, at: datetime) -> None:
    """Remove a season and its table; games and parties stay, and it can be restored."""
    with write_transaction():
        facts.lock_facts(season.club)
        found = Season.objects.filter(pk=season.pk).first()
        if found is None:
            return
        _log(found, Kind.REMOVED, before=settings_of(found), by=by, at=at)
        _delete_rollups(found)
        found.delete()


def bring_back_season(club: Club, number: int, *, by: User, at: datetime) -> Season:
    """Restore a removed season at its old address; twice is once. Raises SeasonUnknown, SeasonNameTaken."""
    with write_transaction():
        facts.lock_facts(club)
        there = Season.objects.filter(club=club, pk=number).first()
        if there is not None:
            return there
        removed = StatisticsChange.objects.filter(club=club, season=number, kind=Kind.REMOVED).last()
        if removed is None:
            raise SeasonUnknown
        season = Season(pk=number, club=club, **asdict(settings_from_json(removed.before)))
        return _create(season, Kind.BROUGHT_BACK, by=by, at=at)


def show_statistics(club: Club, *, to_everyone: bool, by: User, at: datetime) -> None:
    """Make the statistics public, or visible to organisers only; twice is once.

    What the public saw when they were last public, initials or names, it sees again.
    """
    with write_transaction():
        club.refresh_from_db(fields=["shown_to_strangers"])
        if club.shows_statistics != to_everyone:
            public = (Club.Shown.INITIALS, Club.Shown.NAMES)
            last = club.changes.filter(kind=ClubChange.Kind.SHOWN, before__in=public).last()
            shown = last.before if last else Club.Shown.NAMES
            club.shown_to_strangers = shown if to_everyone else Club.Shown.LINKS
            change_settings(club, {"shown_to_strangers": club.shown_to_strangers}, by=by, at=at)


def _create(season: Season, kind: Kind, *, by: User, at: datetime) -> Season:
    _refuse_taken(season.club, season.name)
    season.save(force_insert=True)
    _update_rollups(season)
    _log(season, kind, after=settings_of(season), by=by, at=at)
    return season


def _refuse_taken(club: Club, name: str, *, but: int | None = None) -> None:
    seasons = Season.objects.filter(club=club).values_list("pk", "name")
    if name.casefold() in {each.casefold() for pk, each in seasons if pk != but}:
        raise SeasonNameTaken(name)


def _update_rollups(season: Season) -> None:
    """Recompute the roll-ups of everyone who played in the season."""
    _delete_rollups(season)
    period = Period.of_season(season)
    parts = period.narrow(PlayerGame.objects.filter(club=season.club))
    players = list(parts.order_by().values_list("player", flat=True).distinct())
    rollups.player_rollups(season.club, players, [period])


def _delete_rollups(season: Season) -> None:
    PlayerRollup.objects.filter(club=season.club, period=Period.of_season(season).key).delete()


def _log(
    season: Season,
    kind: Kind,
    *,
    before: SeasonSettings | None = None,
    after: SeasonSettings | None = None,
    by: User,
    at: datetime,
) -> None:
    StatisticsChange.objects.create(
        club=season.club,
        kind=kind,
        season=season.pk,
        before=before.to_json() if before else {},
        after=after.to_json() if after else {},
        at=at,
        by_user=by,
    )
