"""What a database has that pages can be asked of, each with its numbers, by which the other's like is found."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from whistclub.engine.options import Form
from whistclub.stats.models import ClubDay, Evening, GameFact, PlayerGame, RulesTally, Season, Standing

FEWEST, MOST = 8, 40
LOOKED_AT = 600
LONGEST_SPAN = 40

# A thing as addresses name it, and numbers of it; the first of them must be equal.
Found = list[tuple[list[Any], list[int]]]


def players() -> Found:
    """Games; evenings, scopes of tallies, partners, opponents."""
    return [
        ([player], [len(rows), _count(rows, 0), _count(rows, 1, 2), _count(rows, 3), _count(rows, 4, 5)])
        for player, rows in _parts("day", "party", "rules", "partner", "left", "right").items()
    ]


def hands() -> Found:
    """Games in which somebody granded; hands granded."""
    found = ((player, [row[0] for row in rows if row[0]]) for player, rows in _parts("grands").items())
    return [([player], [len(grands), sum(grands)]) for player, grands in found if grands]


def days() -> Found:
    """Games; players, hands, parties."""
    parties = Counter(GameFact.objects.exclude(party_code="").values_list("day", "party_code").distinct())
    of_day = Counter(day for day, _code in parties)
    rows = ClubDay.objects.values_list("day", "games", "players", "hands")
    return [([day.isoformat()], [*numbers, of_day[day]]) for day, *numbers in rows]


def spans() -> Found:
    """Evenings in a row: games; players, evenings."""
    people = defaultdict(set)
    for day, player in Evening.objects.values_list("day", "player").iterator():
        people[day].add(player)
    played = list(ClubDay.objects.order_by("day").values_list("day", "games"))
    found: Found = []
    for start, (first, _games) in enumerate(played):
        games, together = 0, set()
        for number, (last, more) in enumerate(played[start : start + LONGEST_SPAN], start=1):
            games += more
            together |= people[last]
            if games > MOST:
                break
            if games >= FEWEST:
                found.append(([first.isoformat(), last.isoformat()], [games, len(together), number]))
    return found


def rivals() -> Found:
    """Two people: games with or against each other; those as partners, games of either."""
    known = _parts("partner", "left", "right")
    found: Found = []
    for player, rows in known.items():
        partners = Counter(row[0] for row in rows)
        for other, times in Counter(key for row in rows for key in row if key in known).items():
            found.append(([player, other], [times, partners[other], len(rows), len(known[other])]))
    return found


def pairs() -> Found:
    """Two against two: games; games of each of the first two."""
    known = _parts("form", "partner", "left", "right")
    found: Found = []
    for player, rows in known.items():
        met = Counter((row[1], *sorted(row[2:])) for row in rows if row[0] == Form.PAIRS4)
        for (partner, left, right), times in met.items():
            if partner in known:
                found.append(([player, partner, left, right], [times, len(rows), len(known[partner])]))
    return found


def busiest() -> list[int]:
    """The four with the most games."""
    return list(Standing.objects.order_by("-games", "player").values_list("player", flat=True)[:4])


def rules() -> list[str]:
    """The rule sets, the most played first."""
    ever = RulesTally.objects.filter(span=RulesTally.Span.EVER).order_by("-games", "rules")
    return list(dict.fromkeys(ever.values_list("rules", flat=True)))


def years() -> list[int]:
    """The years with games, the last first."""
    found = RulesTally.objects.filter(span=RulesTally.Span.YEAR).values_list("first", flat=True)
    return sorted({first.year for first in found}, reverse=True)


def seasons() -> list[int]:
    """Those added, the longest first."""
    return list(Season.objects.order_by("first_day").values_list("pk", flat=True))


def _parts(*names: str) -> dict[int, list[tuple]]:
    """These columns of all games of players who have neither few nor many."""
    standings = Standing.objects.filter(games__range=(FEWEST, MOST), player__hidden=False).order_by("player")
    keys = list(standings.values_list("player", flat=True)[:LOOKED_AT])
    found: dict[int, list[tuple]] = {key: [] for key in keys}
    for player, *row in PlayerGame.objects.filter(player__in=keys).order_by().values_list("player", *names):
        found[player].append(tuple(row))
    return found


def _count(rows: Iterable[tuple], *places: int) -> int:
    """How many different values there are in a column; of the first two of several as one, of neighbours each."""
    if places == (4, 5):
        return len({row[place] for row in rows for place in places} - {None})
    return len({tuple(row[place] for place in places) for row in rows} - {(None,)})


SURVEYS: dict[str, Callable[[], list[Any]]] = {
    each.__name__: each for each in (players, hands, days, spans, rivals, pairs, busiest, rules, years, seasons)
}
