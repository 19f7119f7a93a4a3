"""Roll-ups over facts, for pages that show many players or games. Always recomputed, never incremented: from facts, and
those of players over all time from their years.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import date
from itertools import product
from typing import Any

from django.db.models import Count, F, Max, Min, QuerySet, Sum

from whistclub.club.models import Club
from whistclub.engine.facts import COUNTERS
from whistclub.stats.models import ClubDay, Evening, GameFact, PlayerGame, PlayerRollup, PlayerStanding, Season
from whistclub.stats.scopes import ALL, SEASON, Period, period_of_year, rules_scopes, setting_scopes
from whistclub.stats.update import rules_rollups
from whistclub.web import bulk_write

PLAYER_ROLLUP = ("club", "player", "period", "setting", "rules", *COUNTERS)
EVENING = ("club", "player", "day", "games", "won", "drawn", "hands", "points", "points_against", "difference")
CLUB_DAY = ("club", "day", "games", "hands", "players")
STANDING = ("club", "player", "games", "mu", "sigma", "best_mu", "streak", "best_streak", "first_day", "last_day")


def refresh(
    club: Club,
    players: Collection[int],
    days: Collection[date],
    rules: Collection[str],
    forms: Collection[str],
    settings: Collection[bool],
) -> None:
    """Recompute all roll-ups of these players, evenings, rule sets, formats and settings, except standings."""
    wanted_rules = {scope for form in forms for rule in rules for scope in rules_scopes(form, rule)}
    wanted_settings = {scope for setting in settings for scope in setting_scopes(party=setting)}
    player_rollups(club, players, periods_of(club, days), settings=wanted_settings, rules=wanted_rules)
    all_time(club, players, settings=wanted_settings, rules=wanted_rules)
    evenings(club, players, days)
    club_days(club, days)
    rules_rollups.refresh(club, rules, days)


def periods_of(club: Club, days: Collection[date]) -> list[Period]:
    """The years and seasons that contain any of these evenings."""
    seasons = [Period.of_season(season) for season in Season.objects.filter(club=club)]
    years = [period_of_year(year) for year in sorted({day.year for day in days})]
    return [*years, *(season for season in seasons if any(season.holds(day) for day in days))]


def player_rollups(
    club: Club,
    players: Collection[int],
    periods: Iterable[Period],
    *,
    settings: Collection[str] | None = None,
    rules: Collection[str] | None = None,
) -> None:
    """Recompute the roll-ups of these players in these periods; of some settings and rules only, if given."""
    for period in periods:
        stale = PlayerRollup.objects.filter(club=club, period=period.key, player__in=players)
        if settings is not None and rules is not None:
            stale = stale.filter(setting__in=settings, rules__in=rules)
        stale.delete()
        sums: dict[tuple[int, str, str], list[int]] = {}
        for player, party, form, rule, *counts in _grouped(players, period):
            scopes = product(setting_scopes(party=party), rules_scopes(form, rule))
            for setting, scope in scopes:
                if (settings is None or setting in settings) and (rules is None or scope in rules):
                    key = (player, setting, scope)
                    sums[key] = [a + b for a, b in zip(sums[key], counts, strict=True)] if key in sums else counts
        # Sorted by scope, so that the rows of one page are stored together.
        by_scope = sorted(sums.items(), key=lambda item: item[0][1:])
        rows = ((club.pk, key[0], period.key, *key[1:], *counts) for key, counts in by_scope)
        bulk_write.insert(PlayerRollup, PLAYER_ROLLUP, rows)


def all_time(club: Club, players: Collection[int], *, settings: Collection[str], rules: Collection[str]) -> None:
    """Recompute the roll-ups of these players, settings and rules over all time: they add up those of the years."""
    wanted = PlayerRollup.objects.filter(club=club, player__in=players, setting__in=settings, rules__in=rules)
    wanted.filter(period=ALL.key).delete()
    years = wanted.exclude(period__startswith=SEASON)
    keys = ("setting", "rules", "player")
    added = {f"sum_{name}": Sum(name) for name in COUNTERS}
    sums = years.values(*keys).annotate(**added).order_by(*keys).values_list(*keys, *added)
    rows = [(club.pk, player, ALL.key, setting, scope, *counts) for setting, scope, player, *counts in sums]
    bulk_write.insert(PlayerRollup, PLAYER_ROLLUP, rows)


def _grouped(players: Collection[int], period: Period) -> Iterator[tuple[Any, ...]]:
    parts: QuerySet[PlayerGame] = period.narrow(PlayerGame.objects.filter(player__in=players))
    keys = ("player", "party", "form", "rules")
    added = {f"sum_{name}": Sum(name) for name in COUNTERS}
    yield from parts.values(*keys).annotate(**added).order_by().values_list(*keys, *added).iterator()


def evenings(club: Club, players: Collection[int], days: Collection[date]) -> None:
    """Recompute the results of these players on these evenings."""
    Evening.objects.filter(player__in=players, day__in=days).delete()
    parts = PlayerGame.objects.filter(player__in=players, day__in=days)
    summed = ("games", "won", "drawn", "hands", "points", "points_against")
    added = {f"sum_{name}": Sum(name) for name in summed}
    difference = {"difference": Sum(F("points") - F("points_against"))}
    rows = parts.values("player", "day").annotate(**added, **difference).order_by()
    bulk_write.insert(
        Evening,
        EVENING,
        ((club.pk, *row) for row in rows.values_list("player", "day", *added, "difference").iterator()),
    )


def club_days(club: Club, days: Collection[date]) -> None:
    """Recompute the club's totals of these evenings."""
    ClubDay.objects.filter(club=club, day__in=days).delete()
    facts = GameFact.objects.filter(club=club, day__in=days)
    parts = PlayerGame.objects.filter(club=club, day__in=days)
    people = dict(parts.values("day").annotate(people=Count("player", distinct=True)).values_list("day", "people"))
    added = facts.values("day").annotate(games=Count("pk"), sum_hands=Sum("hands"))
    rows = [(club.pk, *row, people[row[0]]) for row in added.values_list("day", "games", "sum_hands")]
    bulk_write.insert(ClubDay, CLUB_DAY, rows)


def standings(club: Club, players: Collection[int]) -> None:
    """Recompute the rating, streaks, first and last evening of these players."""
    PlayerStanding.objects.filter(player__in=players).delete()
    parts = PlayerGame.objects.filter(player__in=players)
    summed = parts.values("player").annotate(games=Count("pk"), first=Min("day"), last=Max("day")).order_by()
    found: dict[int, list[Any]] = {
        player: [club.pk, player, games, None, None, None, 0, 0, first, last]
        for player, games, first, last in summed.values_list("player", "games", "first", "last")
    }
    # Without their days: converting those takes longer than all the rest.
    in_order = parts.order_by("player", "started_at", "game").values_list("player", "won", "mu", "sigma")
    for player, won, mu, sigma in in_order.iterator():
        row = found[player]
        if mu is not None:
            row[3:6] = [mu, sigma, mu if row[5] is None else max(row[5], mu)]
        row[6] = row[6] + 1 if won else 0
        row[7] = max(row[7], row[6])
    bulk_write.insert(PlayerStanding, STANDING, found.values())
