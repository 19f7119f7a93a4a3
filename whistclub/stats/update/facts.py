"""Facts of games: written anew from what play tells, together with all that follows from them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Q

from whistclub.club.models import Club
from whistclub.stats import bulk_write
from whistclub.stats.bulk_write import FACT, PART, fact_row, part_rows
from whistclub.stats.inputs import FinishedGame
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.update import ratings as rating_updates
from whistclub.stats.update import rollups


@dataclass(slots=True)
class Touched:
    """What a change of facts may have changed with it."""

    players: set[int] = field(default_factory=set)
    days: set[date] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    forms: set[str] = field(default_factory=set)
    settings: set[bool] = field(default_factory=set)
    first: tuple[datetime, int, date] | None = None


def replace_facts(club: Club, games: Collection[int], told: Iterable[FinishedGame]) -> None:
    """Let the facts of these games be those told, and of the others none; everything that follows is made to agree.

    Called inside a transaction that holds the club's facts to itself (see `hold`).
    """
    touched = Touched()
    before = list(GameFact.objects.filter(game__in=games).values_list("pk", flat=True))
    _touch(touched, before)
    PlayerGame.objects.filter(fact__in=before).delete()
    GameFact.objects.filter(pk__in=before).delete()
    _touch(touched, insert(club, list(told)).values())
    if touched.first is None:
        return
    _unrate_from(club, touched.first)
    rated_anew = rating_updates.rate_pending(club)
    rollups.refresh(club, touched.players, touched.days, touched.rules, touched.forms, touched.settings)
    rollups.standings(club, touched.players | rated_anew)


def lock_facts(club: Club) -> None:
    """Wait for whoever else writes this club's facts, until the transaction ends."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def insert(club: Club, told: Collection[FinishedGame]) -> dict[int, int]:
    """Add facts of games that have none yet; the keys of their rows by game."""
    bulk_write.insert(GameFact, FACT, (fact_row(club, each) for each in told))
    keys = dict(GameFact.objects.filter(game__in=[each.game for each in told]).values_list("game", "pk"))
    bulk_write.insert(PlayerGame, PART, (row for each in told for row in part_rows(club, each, keys[each.game])))
    return keys


def _touch(touched: Touched, facts: Collection[int]) -> None:
    rows = PlayerGame.objects.filter(fact__in=facts).values_list(
        "player", "day", "rules", "form", "party", "started_at", "game"
    )
    for player, day, rules, form, party, started_at, game in rows:
        touched.players.add(player)
        touched.days.add(day)
        touched.rules.add(rules)
        touched.forms.add(form)
        touched.settings.add(party)
        moment = (started_at, game, day)
        touched.first = min(touched.first or moment, moment)


def _unrate_from(club: Club, first: tuple[datetime, int, date]) -> None:
    """Ratings follow the order of play: what came after a game that changed is rated again."""
    started_at, game, day = first
    later = Q(started_at__gt=started_at) | Q(started_at=started_at, game__gte=game)
    # The evening says nothing new, but of evenings there is an index.
    stale = GameFact.objects.filter(later, club=club, day__gte=day, rated=True)
    if stale.update(rated=False):
        parts = PlayerGame.objects.filter(later, club=club, day__gte=day, mu__isnull=False)
        parts.update(mu=None, sigma=None, expected=None)
