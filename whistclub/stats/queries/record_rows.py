"""The rows that hold a club's records: of each kind the first few of an index, however many there are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.db.models import F, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from whistclub.stats.models import ClubDay, Evening, GameFact, PlayerStanding
from whistclub.stats.queries.played import facts
from whistclub.stats.viewer import Viewer

# A rating of fewer games says little.
RATED_AFTER = 5
# So many are looked at to know how many are equal to the first.
LOOKED_AT = 31


@dataclass(frozen=True, slots=True)
class Kind:
    """A record: the column `of` that is most, and what its numbers are called."""

    key: str
    of: str
    title: str | Promise
    unit: str | Promise
    least: int = 1


BEST_HAND = Kind("best_hand", "best_hand", _("Highest hand"), _("Points"))
MARGIN = Kind("margin", "margin", _("Biggest win"), _("Points ahead"))
LONG_GAME = Kind("long_game", "hands", _("Longest game"), _("Hands"))
OF_GAMES = (BEST_HAND, MARGIN, LONG_GAME)

MINUTES = Kind("long_evening", "minutes", _("Longest evening"), _("Time"))
DAY_HANDS = Kind("hands_evening", "hands", _("Most hands in an evening"), _("Hands"))
OF_DAYS = (MINUTES, DAY_HANDS)

EVENING_GAMES = Kind("games_evening", "games", _("Most games of one player in an evening"), _("Games"))
EVENING_BEST = Kind("best_evening", "difference", _("Best evening of a player"), _("Points more than the others"))
OF_EVENINGS = (EVENING_GAMES, EVENING_BEST)

STREAK = Kind("streak", "best_streak", _("Most games won in a row"), _("Games"), least=2)
MOST_GAMES = Kind("games", "games", _("Most games"), _("Games"))
BEST_RATING = Kind("rating", "best_mu", _("Highest rating ever"), _("Rating"))
OF_PLAYERS = (STREAK, MOST_GAMES, BEST_RATING)

Row = TypeVar("Row")


@dataclass(slots=True)
class Found(Generic[Row]):
    """The first `rows`; `equal` is how many have as much as the first one, up to LOOKED_AT."""

    rows: list[Row]
    equal: int


@dataclass(slots=True)
class Rows:
    """What was found, by kind: only kinds that somebody holds."""

    games: dict[Kind, Found[GameFact]] = field(default_factory=dict)
    days: dict[Kind, Found[ClubDay]] = field(default_factory=dict)
    evenings: dict[Kind, Found[Evening]] = field(default_factory=dict)
    standings: dict[Kind, Found[PlayerStanding]] = field(default_factory=dict)


def of_games(visit: Viewer, rules: str, at_most: int) -> Rows:
    """Those that one game can hold; of one rule set, or of all. A query for each."""
    rows = facts().filter(club=visit.club)
    if rules:
        rows = rows.filter(rules=rules)
    return Rows(games=_found(OF_GAMES, rows, ["started_at", "game"], at_most))


def dated(visit: Viewer, at_most: int) -> Rows:
    """Those that were set on one evening. A query for each."""
    rows = of_games(visit, "", at_most)
    rows.days = _found(OF_DAYS, ClubDay.objects.filter(club=visit.club), ["day"], at_most)
    rows.evenings = _found(OF_EVENINGS, seen(visit, Evening.objects), ["day", "player"], at_most)
    return rows


def all_of_them(visit: Viewer, at_most: int) -> Rows:
    """A query for each."""
    rows = dated(visit, at_most)
    standings = seen(visit, PlayerStanding.objects)
    rows.standings = _found((STREAK, MOST_GAMES), standings, ["player"], at_most)
    rated = played(standings, RATED_AFTER).filter(best_mu__isnull=False)
    best = list(rated.order_by("-best_mu", "player")[:LOOKED_AT])
    if best:
        rows.standings[BEST_RATING] = _cut(BEST_RATING, best, at_most)
    return rows


def _found(kinds: Iterable[Kind], rows: QuerySet, ties: Sequence[str], at_most: int) -> dict[Kind, Found]:
    found = {}
    for kind in kinds:
        most = list(rows.filter(**{f"{kind.of}__gte": kind.least}).order_by(f"-{kind.of}", *ties)[:LOOKED_AT])
        if most:
            found[kind] = _cut(kind, most, at_most)
    return found


def _cut(kind: Kind, rows: list[Row], at_most: int) -> Found[Row]:
    first = getattr(rows[0], kind.of)
    return Found(rows[:at_most], sum(getattr(row, kind.of) == first for row in rows))


def rated_said() -> str:
    """From when on a rating is listed."""
    return gettext("A rating counts from {n} games on.").format(n=RATED_AFTER)


def played(standings: QuerySet[PlayerStanding], least: int) -> QuerySet[PlayerStanding]:
    """Those of players with so many games."""
    # A sum, which no index knows: or SQLite would sort all of them by the rating that its index has in order.
    return standings.annotate(played=F("games") + 0).filter(played__gte=least)


def seen(visit: Viewer, rows: Any) -> QuerySet:
    """Rows of players whom this visitor may see."""
    mine = rows.filter(club=visit.club)
    return mine if visit.is_organiser else mine.filter(player__hidden=False)
