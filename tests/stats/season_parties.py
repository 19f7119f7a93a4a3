"""Parties on given days with given or made-up results, and a season counted from their games in plain Python."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from functools import partial
from random import Random

from tests.party.builders import friday, next_round, typed
from tests.stats.recount_club import shared_ranks, written
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.models import Party
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.manage import save_season
from whistclub.stats.models import Season

PEOPLE = tuple(f"P{number}" for number in range(1, 13))
EVERYONE = PEOPLE[:8]
AT = datetime(2026, 9, 1, 12, 0, tzinfo=UTC)
SPRING = {
    "name": "Spring",
    "first_day": date(2026, 1, 1),
    "last_day": date(2026, 3, 31),
    "scoring": "points",
    "best_parties": None,
}


def evening_at(day: date) -> datetime:
    """Six o'clock in Chicago, or seven."""
    return datetime(day.year, day.month, day.day, 0, 0, tzinfo=UTC) + timedelta(days=1)


def party_on(
    day: date, by: User, *scores: tuple[int, int], names: tuple[str, ...] = EVERYONE, name: str = "Friday"
) -> Party:
    """A finished party of one round, its tables' results as given. P1 and P2 sit at the first table, P3 and P4 against
    them, and so on.
    """
    made = friday(by, *names, name=name)
    next_round(made, by, at=evening_at(day))
    typed(made, by, *scores, at=evening_at(day))
    party_lifecycle.finish(made, by=by, at=evening_at(day) + timedelta(hours=2))
    bring_up_to_date()
    return made


def made_up(by: User, *, seed: int, days: int = 6) -> None:
    """Parties of eight out of twelve, two rounds each, on days far from each other; draws and ties are among them."""
    chance = Random(seed)
    for number in range(days):
        at = evening_at(date(2026, 1, 5) + timedelta(days=13 * number))
        made = friday(by, *chance.sample(PEOPLE, 8))
        for round_number in range(2):
            next_round(made, by, seed=seed + round_number, at=at + timedelta(hours=round_number))
            # A table that ends level would be cut for before anybody moves on.
            pick = partial(chance.choices, range(4)) if round_number else partial(chance.sample, range(4))
            typed(made, by, *(tuple(pick(k=2)) for _table in range(2)), at=at)
        party_lifecycle.finish(made, by=by, at=at + timedelta(hours=3))


def season(club: Club, by: User, **changes: object) -> Season:
    """Spring, or what is said otherwise."""
    made = Season(club=club, **SPRING | changes)
    save_season(made, by=by, at=AT)
    return made


def recount(season: Season) -> dict[str, tuple[str, float, int]]:
    """Rank, total and number of parties by name, from the games alone."""
    brought = defaultdict(list)
    for party in Party.objects.filter(club=season.club, state=Party.State.FINISHED):
        games = Game.objects.filter(party_code=party.code)
        day = (min(game.started_at for game in games) - timedelta(hours=10)).date()
        if season.first_day <= day <= season.last_day:
            for name, worth in _worth(_scores(games), season.scoring).items():
                brought[name].append(worth)
    best = season.best_parties or 1000
    totals = {name: sum(sorted(values)[-best:]) for name, values in brought.items()}
    ranks = written(shared_ranks(list(totals.values())))
    return {name: (rank, total, len(brought[name])) for rank, (name, total) in zip(ranks, totals.items(), strict=True)}


def _scores(games: list[Game]) -> dict[str, tuple[float, int, int]]:
    """Wins, points and difference of everybody in a party without sit-outs."""
    scores = defaultdict(lambda: (0, 0, 0))
    for game in games:
        for seat in game.seats.select_related("player"):
            own, other = game.totals[seat.position % 2], game.totals[1 - seat.position % 2]
            wins, points, difference = scores[seat.player.name]
            won = 1 if own > other else 0.5 if own == other else 0
            scores[seat.player.name] = (wins + won, points + own, difference + own - other)
    return scores


def _worth(scores: dict[str, tuple[float, int, int]], counts: str) -> dict[str, float]:
    if counts == "points":
        return {name: score[1] for name, score in scores.items()}
    if counts == "wins":
        return {name: score[0] for name, score in scores.items()}
    beaten = {name: sum(other < score for other in scores.values()) for name, score in scores.items()}
    level = {name: sum(other == score for other in scores.values()) - 1 for name, score in scores.items()}
    return {name: 1 + beaten[name] + level[name] / 2 for name in scores}
