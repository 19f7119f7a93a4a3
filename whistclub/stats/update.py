"""Writes the facts of games, and rates games in order of play: this one and all later ones."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from django.db import connection
from django.db.models import OuterRef, Q, QuerySet, Subquery

from whistclub.club.models import Club, Player
from whistclub.engine.facts import COUNTERS, Counts
from whistclub.engine.options import TableFormat
from whistclub.engine.rating import Rating, finishing_ranks, newcomer, rating, win_probabilities
from whistclub.engine.rating import rate as rate_sides
from whistclub.stats.models import GameFact, PlayerGame

# Games that one transaction rates: others write in between.
RATED_AT_ONCE = 250
UPDATE = "UPDATE stats_playergame SET mu = %s, sigma = %s, expected = %s WHERE id = %s"
OF_GAME = (
    *("club_id", "game", "code", "started_at", "day", "party_code", "round_number", "table_number", "form", "rules"),
    *("hands", "totals", "winner", "margin", "best_hand", "best_side", "best_hand_number", "comeback"),
)
OF_SEAT = (
    *("club_id", "started_at", "game", "day", "form", "rules"),
    *("player_id", "seat", "side", "left_opponent_id", "partner_id", "right_opponent_id", "mu", "sigma", "expected"),
    *COUNTERS,
)
# Names of columns alone are put into these.
INSERT_GAME = f"INSERT INTO stats_gamefact ({', '.join(OF_GAME)}) VALUES ({', '.join(['%s'] * len(OF_GAME))})"  # noqa: S608
INSERT_SEAT = f"""INSERT INTO stats_playergame (fact_id, {", ".join(OF_SEAT)})
VALUES ((SELECT id FROM stats_gamefact WHERE game = %s), {", ".join(["%s"] * len(OF_SEAT))})"""  # noqa: S608


# When a game began, and its key: the order of play.
Place: TypeAlias = tuple[datetime, int]


class Finished(NamedTuple):
    """A finished game that counts: its facts, which are not stored yet, and the players with their counters by seat."""

    fact: GameFact
    players: tuple[int, ...]
    counts: tuple[Counts, ...]


def replace_facts(club: Club, games: Collection[int], finished: Sequence[Finished]) -> Place | None:
    """Write the facts of the `finished` games and delete those of the other `games`.

    Returns the earliest place that changed, if any: from there on ratings are wrong until `rate` has written them.
    Called inside a transaction that has locked the club: nobody else writes its facts.
    """
    old = list(GameFact.objects.filter(game__in=games).values_list("pk", "started_at", "game"))
    changed: list[Place] = [(started_at, game) for _pk, started_at, game in old]
    changed += [(each.fact.started_at, each.fact.game) for each in finished]
    if old:
        facts = [pk for pk, _started_at, _game in old]
        _delete(PlayerGame.objects.filter(fact__in=facts))
        _delete(GameFact.objects.filter(pk__in=facts))
    _insert(finished)
    return min(changed, default=None)


def rebuild(club: Club, batches: Iterable[Iterable[Finished]]) -> None:
    """Delete all facts of a club's games and write these, in order of play, rated. Called as `replace_facts`."""
    _delete(PlayerGame.objects.filter(club=club))
    _delete(GameFact.objects.filter(club=club))
    ratings: dict[int, Rating] = {}
    for finished in batches:
        _insert(finished, ratings)


def _delete(rows: QuerySet[Any]) -> None:
    """Without a search for what refers to them: nothing does, once the rows of players are gone."""
    rows._raw_delete(rows.db)


def _insert(finished: Iterable[Finished], ratings: dict[int, Rating] | None = None) -> None:
    """Add facts of games that have none yet. They are rated where there are `ratings` of the players before them."""
    of_games, of_seats = [], []
    for fact, players, counts in finished:
        started_at = connection.ops.adapt_datetimefield_value(fact.started_at)
        day = connection.ops.adapt_datefield_value(fact.day)
        totals = connection.ops.adapt_json_value(fact.totals, None)
        adapted = {**vars(fact), "started_at": started_at, "day": day, "totals": totals}
        of_games.append([adapted[name] for name in OF_GAME])
        side_of = TableFormat(fact.form).side_of
        seats = [(player, side_of(seat)) for seat, player in enumerate(players)]
        rated = [(newcomer().mu, newcomer().sigma, 0.5)] * len(seats)  # until `rate` writes theirs
        if ratings is not None:
            rated = _rate_game(seats, finishing_ranks(fact.winner, fact.totals), ratings)
        of_game = (fact.game, fact.club_id, started_at, fact.game, day, fact.form, fact.rules)
        of_seats += [
            (*of_game, player, seat, side, *_around(players, seat), *rated[seat], *counts[seat])
            for seat, (player, side) in enumerate(seats)
        ]
    if of_games:
        with connection.cursor() as cursor:  # five times as fast as bulk_create
            cursor.executemany(INSERT_GAME, of_games)
            cursor.executemany(INSERT_SEAT, of_seats)


def _around(players: Sequence[int], seat: int) -> tuple[int | None, int | None, int | None]:
    """The opponent to the left, the partner and the opponent to the right."""
    seats = len(players)
    left = players[(seat + 1) % seats]
    right = players[seat - 1] if seats > 2 else None
    partner = players[(seat + 2) % seats] if seats == 4 else None
    return left, partner, right


def rate(club: Club, first: Place, end: Place | None = None) -> Place | None:
    """Rate at most RATED_AT_ONCE games: this one and later ones, before `end` if there is one.

    Returns the place to go on from, None at the end: call it again from there, even if others have rated games
    meanwhile. Called as `replace_facts`.
    """
    later = GameFact.objects.filter(_from(first), club=club).order_by("started_at", "game")
    following = later.values_list("started_at", "game")[RATED_AT_ONCE : RATED_AT_ONCE + 1].first()
    is_last = following is None or (end is not None and end <= following)
    _rate_between(club, first, end if is_last else following)
    return None if is_last else following


def _rate_between(club: Club, first: Place, end: Place | None) -> None:
    """Rate this game and all later ones, up to that at the end; ratings follow the order of play."""
    # The moment implies the day; there is an index on days.
    played = PlayerGame.objects.filter(_from(first), club=club, day__gte=first[0].date() - timedelta(days=2))
    if end:
        played = played.exclude(_from(end)).filter(day__lte=end[0].date() + timedelta(days=2))
    columns = ("game", "pk", "player", "side", "fact__winner", "fact__totals")
    rows = list(played.order_by("started_at", "game", "seat").values_list(*columns))
    ratings = _before(first, {row[2] for row in rows})
    changes: list[tuple[float, float, float, int]] = []
    for _game, found in groupby(rows, key=itemgetter(0)):
        seats = list(found)
        ranks = finishing_ranks(*seats[0][4:])
        values = _rate_game([(player, side) for _game, _pk, player, side, *_result in seats], ranks, ratings)
        changes += [(*value, row[1]) for value, row in zip(values, seats, strict=True)]
    if changes:
        with connection.cursor() as cursor:  # a hundred times as fast as bulk_update
            cursor.executemany(UPDATE, changes)


def _from(place: Place) -> Q:
    started_at, game = place
    return Q(started_at__gt=started_at) | Q(started_at=started_at, game__gte=game)


def _rate_game(
    seats: Sequence[tuple[int, int]], ranks: Sequence[int], ratings: dict[int, Rating]
) -> list[tuple[float, float, float]]:
    """Rate one game. Returns the new mu, the new sigma and the chance to win before it, for each seat.

    `seats` are players with their sides, `ranks` those of the sides; `ratings` are updated.
    """
    sides: list[list[Rating]] = [[] for _rank in ranks]
    for player, number in seats:
        if player not in ratings:
            ratings[player] = newcomer()
        sides[number].append(ratings[player])
    chances = win_probabilities(sides)
    rate_sides(sides, ranks)
    return [(ratings[player].mu, ratings[player].sigma, chances[number]) for player, number in seats]


def _before(place: Place, players: Collection[int]) -> dict[int, Rating]:
    """The ratings of players before a game. One query."""
    last = PlayerGame.objects.filter(~_from(place), player=OuterRef("pk")).order_by("-started_at", "-game")
    found = Player.objects.filter(pk__in=players)
    found = found.annotate(mu=Subquery(last.values("mu")[:1]), sigma=Subquery(last.values("sigma")[:1]))
    return {key: rating(mu, sigma) for key, mu, sigma in found.values_list("pk", "mu", "sigma") if mu is not None}
