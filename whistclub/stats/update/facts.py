"""Writes the facts of games, and rates them and all later games."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from whistclub.club.actions import lock_club
from whistclub.club.models import Club
from whistclub.stats.inputs import FinishedGame, evening_of
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.update.ratings import rate_from

AT_ONCE = 400


def lock_facts(club: Club) -> Club:
    """Wait until nobody else writes this club's facts, and keep others waiting until the transaction ends; the club,
    which may have moved to another time zone meanwhile.
    """
    return lock_club(club.pk)


def replace_facts(club: Club, games: Collection[int], finished: Sequence[FinishedGame]) -> None:
    """Write the facts of the `finished` games and delete those of the other `games`; rate all from the earliest on.

    Called inside a transaction that has called `lock_facts`.
    """
    old = list(GameFact.objects.filter(game__in=games))
    changed: list[tuple[datetime, int]] = [(each.started_at, each.game) for each in old]
    changed += [(each.started_at, each.game) for each in finished]
    PlayerGame.objects.filter(fact__in=old).delete()
    GameFact.objects.filter(pk__in=[each.pk for each in old]).delete()
    _insert(club, finished)
    if changed:
        rate_from(club, *min(changed))


def rebuild(club: Club, batches: Iterable[Iterable[FinishedGame]]) -> None:
    """Delete all facts of a club's games and write these. Called as `replace_facts`."""
    for model in (PlayerGame, GameFact):
        rows = model.objects.filter(club=club)
        rows._raw_delete(rows.db)  # nothing refers to them
    for finished in batches:
        _insert(club, finished)
    rate_from(club)


def _insert(club: Club, finished: Iterable[FinishedGame]) -> None:
    """Add facts of games that have none yet; they are not rated."""
    games = list(finished)
    facts = GameFact.objects.bulk_create([_fact(club, game) for game in games], batch_size=AT_ONCE)
    parts = [part for fact, game in zip(facts, games, strict=True) for part in _parts(fact, game)]
    PlayerGame.objects.bulk_create(parts, batch_size=AT_ONCE)


def _fact(club: Club, game: FinishedGame) -> GameFact:
    best = game.facts.best_hands
    side = best.index(max(best))
    return GameFact(
        club=club,
        game=game.game,
        code=game.code,
        started_at=game.started_at,
        day=evening_of(game.started_at, club),
        party_code=game.party_code,
        round_number=game.round_number,
        table_number=game.table_number,
        form=game.form.value,
        rules=game.rules,
        hands=game.facts.hands,
        totals=list(game.totals),
        winner=game.winner,
        margin=game.margin,
        best_hand=best[side],
        best_side=side,
        best_hand_number=game.facts.best_numbers[side],
        comeback=game.facts.comeback,
    )


def _parts(fact: GameFact, game: FinishedGame) -> list[PlayerGame]:
    """A row for each seat."""
    rows = []
    for seat, (player, counts) in enumerate(zip(game.players, game.facts.seats, strict=True)):
        left, partner, right = _around(game.players, seat)
        rows.append(
            PlayerGame(
                fact=fact,
                club_id=fact.club_id,
                player_id=player,
                seat=seat,
                side=game.form.side_of(seat),
                started_at=fact.started_at,
                game=fact.game,
                day=fact.day,
                party=bool(fact.party_code),
                form=fact.form,
                rules=fact.rules,
                partner_id=partner,
                left_opponent_id=left,
                right_opponent_id=right,
                **counts._asdict(),
            )
        )
    return rows


def _around(players: Sequence[int], seat: int) -> tuple[int | None, int | None, int | None]:
    """The opponent to the left, the partner and the opponent to the right."""
    seats = len(players)
    left = players[(seat + 1) % seats]
    right = players[seat - 1] if seats > 2 else None
    partner = players[(seat + 2) % seats] if seats == 4 else None
    return left, partner, right
