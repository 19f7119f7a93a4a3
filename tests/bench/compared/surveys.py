"""What a database has that pages can be asked of."""

from collections.abc import Callable
from typing import Any

from django.db.models import F
from django.db.models.functions import Abs

from tests.bench.compared.additions import CODE, NAME
from whistclub.club.models import Player
from whistclub.stats.models import ClubDay, PlayerStanding, RulesRollup, Season

# Of the evenings added, these hold the games of pages that add up games of days of one's own.
EVENINGS = 4


def people() -> list[int]:
    """Those added, in order: partners are 0 and 2, 1 and 3."""
    return list(Player.objects.filter(name__startswith=NAME).order_by("pk").values_list("pk", flat=True))


def evenings() -> list[str]:
    """The first and the last of the last few evenings, all of them added."""
    days = list(ClubDay.objects.order_by("-day").values_list("day", flat=True)[:EVENINGS])
    return [days[-1].isoformat(), days[0].isoformat()]


def seasons() -> list[int]:
    """Those added, the longest first."""
    return list(Season.objects.filter(name__startswith=CODE).order_by("first_day").values_list("pk", flat=True))


def busiest() -> list[int]:
    """The four with the most games."""
    return list(PlayerStanding.objects.order_by("-games", "player").values_list("player", flat=True)[:4])


def average_player(games: int = 1000) -> list[int]:
    """A player of the club's own with about so many games, and how many they are; the fewer the better."""
    own = PlayerStanding.objects.exclude(player__name__startswith=NAME).filter(player__hidden=False)
    return list(own.order_by(Abs(F("games") - games), "player").values_list("player", "games")[0])


def rules() -> list[str]:
    """The rule sets, the most played first."""
    ever = RulesRollup.objects.filter(span=RulesRollup.Span.EVER).order_by("-games", "rules")
    return list(dict.fromkeys(ever.values_list("rules", flat=True)))


def years() -> list[int]:
    """The years with games, the last first."""
    found = RulesRollup.objects.filter(span=RulesRollup.Span.YEAR).values_list("first", flat=True)
    return sorted({first.year for first in found}, reverse=True)


SURVEYS: dict[str, Callable[..., list[Any]]] = {
    each.__name__: each for each in (people, evenings, seasons, busiest, average_player, rules, years)
}
