"""Seasons of a club, and who may read its statistics: each change says who and when, and can be taken back."""

from dataclasses import asdict
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.stats.models import PlayerGame, PlayerRollup, Season, StatisticsChange
from whistclub.stats.scopes import Period
from whistclub.stats.seasons.scoring import SeasonSettings, settings_from_json, settings_of
from whistclub.stats.update import facts, rollups
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

Kind = StatisticsChange.Kind


class SeasonNameTaken(ActionRefused):
    """Two seasons of a club would share a name."""

    def __init__(self, name: str) -> None:
        sentence = _("There is a season called “{name}” already. Give this one another name.")
        super().__init__("season_name_taken", sentence.format(name=name))


class SeasonUnknown(ActionRefused):
    """No such season was ever removed."""

    status = 404

    def __init__(self) -> None:
        super().__init__("season_unknown", _("There is no such season to bring back."))


def add_season(club: Club, settings: SeasonSettings, *, by: User, at: datetime) -> Season:
    """Begin to keep a table for a span of evenings. Said twice it is one season. Raises SeasonNameTaken."""
    with write_transaction():
        facts.lock_facts(club)
        same = Season.objects.filter(club=club, name=settings.name).first()
        if same is not None and settings_of(same) == settings:
            return same
        return _begin(Season(club=club, **asdict(settings)), Kind.ADDED, by=by, at=at)


def change_season(season: Season, settings: SeasonSettings, *, by: User, at: datetime) -> Season:
    """Let a season say something else; its table follows. Changing nothing writes nothing. Raises SeasonNameTaken."""
    with write_transaction():
        facts.lock_facts(season.club)
        _refuse_taken(season.club, settings.name, but=season.pk)
        season.refresh_from_db()
        before = settings_of(season)
        if before == settings:
            return season
        for name, value in asdict(settings).items():
            setattr(season, name, value)
        season.save()
        if (before.first_day, before.last_day) != (settings.first_day, settings.last_day):
            _tally(season)
        _note(season, Kind.CHANGED, before=before, after=settings, by=by, at=at)
    return season


def remove_season(season: Season, *, by: User, at: datetime) -> None:
    """Keep no table for a season any more; games and parties stay as they are, and it can be brought back."""
    with write_transaction():
        facts.lock_facts(season.club)
        found = Season.objects.filter(pk=season.pk).first()
        if found is None:
            return
        _note(found, Kind.REMOVED, before=settings_of(found), by=by, at=at)
        _forget_tallies(found)
        found.delete()


def bring_back_season(club: Club, number: int, *, by: User, at: datetime) -> Season:
    """Keep a removed season again, at its old address. Said twice it is once. Raises SeasonUnknown, SeasonNameTaken."""
    with write_transaction():
        facts.lock_facts(club)
        there = Season.objects.filter(club=club, pk=number).first()
        if there is not None:
            return there
        removed = StatisticsChange.objects.filter(club=club, season=number, kind=Kind.REMOVED).last()
        if removed is None:
            raise SeasonUnknown
        season = Season(pk=number, club=club, **asdict(settings_from_json(removed.before)))
        return _begin(season, Kind.BROUGHT_BACK, by=by, at=at)


def show_statistics(club: Club, *, to_everybody: bool, by: User, at: datetime) -> None:
    """Let everybody with the address read the statistics, or organisers only. Said twice it is once."""
    with write_transaction():
        if Club.objects.filter(pk=club.pk).exclude(shows_statistics=to_everybody).update(shows_statistics=to_everybody):
            kind = Kind.SHOWN if to_everybody else Kind.CLOSED
            StatisticsChange.objects.create(club=club, kind=kind, at=at, by_user=by)
    club.shows_statistics = to_everybody


def _begin(season: Season, kind: Kind, *, by: User, at: datetime) -> Season:
    _refuse_taken(season.club, season.name)
    season.save(force_insert=True)
    _tally(season)
    _note(season, kind, after=settings_of(season), by=by, at=at)
    return season


def _refuse_taken(club: Club, name: str, *, but: int | None = None) -> None:
    names = Season.objects.filter(club=club).exclude(pk=but).values_list("name", flat=True)
    if name.casefold() in {each.casefold() for each in names}:
        raise SeasonNameTaken(name)


def _tally(season: Season) -> None:
    """Recompute the tallies of everybody who played in the season."""
    _forget_tallies(season)
    period = Period.of_season(season)
    parts = period.narrow(PlayerGame.objects.filter(club=season.club))
    players = list(parts.order_by().values_list("player", flat=True).distinct())
    rollups.player_rollups(season.club, players, [period])


def _forget_tallies(season: Season) -> None:
    PlayerRollup.objects.filter(club=season.club, period=Period.of_season(season).key).delete()


def _note(
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
