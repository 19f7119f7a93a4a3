"""Replaces the facts of games and updates everything computed from them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Q

from whistclub.club.actions import lock_club
from whistclub.club.models import Club
from whistclub.stats.fact_rows import FACT, PART, fact_row, part_rows
from whistclub.stats.inputs import FinishedGame, evening_of
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.update import ratings as rating_updates
from whistclub.stats.update import rollups
from whistclub.web import bulk_write


@dataclass(slots=True)
class Affected:
    """What a change of facts affects; `first` is the earliest game (when, its number, evening)."""

    players: set[int] = field(default_factory=set)
    days: set[date] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    forms: set[str] = field(default_factory=set)
    settings: set[bool] = field(default_factory=set)
    first: tuple[datetime, int, date] | None = None


def replace_facts(club: Club, games: Collection[int], finished: Iterable[FinishedGame]) -> None:
    """Write the facts of the `finished` games and delete those of the other `games`; update ratings and roll-ups.

    Called inside a transaction that has called `lock_facts`.
    """
    affected = Affected()
    before = list(GameFact.objects.filter(game__in=games).values_list("pk", flat=True))
    _collect(affected, before)
    PlayerGame.objects.filter(fact__in=before).delete()
    GameFact.objects.filter(pk__in=before).delete()
    _collect(affected, insert(club, list(finished)).values())
    if affected.first is None:
        return
    _unrate_from(club, affected.first)
    rerated = rating_updates.rate_pending(club)
    rollups.refresh(club, affected.players, affected.days, affected.rules, affected.forms, affected.settings)
    rollups.standings(club, affected.players | rerated)


def rate_next(club: Club) -> bool:
    """Rate the next games that wait for it, in order of play; False once none does. Called as `replace_facts`."""
    rerated = rating_updates.rate_pending(club)
    rollups.standings(club, rerated)
    return bool(rerated)


def lock_facts(club: Club) -> Club:
    """Wait until nobody else writes this club's facts, and keep others waiting until the transaction ends; the club,
    which may have moved to another time zone meanwhile.
    """
    return lock_club(club.pk)


def insert(club: Club, finished: Collection[FinishedGame]) -> dict[int, int]:
    """Add facts of games that have none yet; returns the keys of their rows by game."""
    days = {each.game: evening_of(each.started_at, club) for each in finished}
    facts = bulk_write.insert(GameFact, FACT, (fact_row(club, each, days[each.game], rated=False) for each in finished))
    keys = {fact.game: fact.pk for fact in facts}
    rows = (row for each in finished for row in part_rows(club, each, days[each.game], keys[each.game]))
    bulk_write.insert(PlayerGame, PART, rows)
    return keys


def _collect(affected: Affected, facts: Collection[int]) -> None:
    rows = PlayerGame.objects.filter(fact__in=facts).values_list(
        "player", "day", "rules", "form", "party", "started_at", "game"
    )
    for player, day, rules, form, party, started_at, game in rows:
        affected.players.add(player)
        affected.days.add(day)
        affected.rules.add(rules)
        affected.forms.add(form)
        affected.settings.add(party)
        moment = (started_at, game, day)
        affected.first = min(affected.first or moment, moment)


def _unrate_from(club: Club, first: tuple[datetime, int, date]) -> None:
    """Ratings follow the order of play: this game and all later ones are to be rated again."""
    started_at, game, day = first
    later = Q(started_at__gt=started_at) | Q(started_at=started_at, game__gte=game)
    # The day is implied by the moment; it is here because there is an index on days.
    stale = GameFact.objects.filter(later, club=club, day__gte=day, rated=True)
    if stale.update(rated=False):
        parts = PlayerGame.objects.filter(later, club=club, day__gte=day, mu__isnull=False)
        parts.update(mu=None, sigma=None, expected=None)
