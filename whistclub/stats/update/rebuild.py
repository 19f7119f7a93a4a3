"""All statistics of a club anew, from what is told of all its games."""

from collections.abc import Callable, Iterable, Sequence

from whistclub.club.models import Club
from whistclub.engine.rating import Rating
from whistclub.stats.inputs import FinishedGame
from whistclub.stats.models import Evening, GameFact, PlayerGame, PlayerRollup, PlayerStanding
from whistclub.stats.update import facts, rollups, rules_rollups
from whistclub.stats.update import ratings as rating_updates

PLAYERS_AT_ONCE = 200


def rebuild(club: Club, batches: Iterable[Sequence[FinishedGame]], *, tell: Callable[[str, int], None]) -> None:
    """Forget the facts of games of a club and write them anew. Batches come in order of play.

    `tell` hears what is being done, and how many games or players of it are done since it was last called.
    """
    for model in (PlayerRollup, Evening, PlayerStanding, PlayerGame):
        model.objects.filter(club=club).delete()
    # No part is left that the ordinary way would look for, a game at a time.
    GameFact.objects.filter(club=club)._raw_delete(GameFact.objects.db)
    ratings: dict[int, Rating] = {}
    for batch in batches:
        facts.insert(club, batch)
        rating_updates.rate_pending(club, limit=len(batch), known=ratings)
        tell("games", len(batch))
    add_up(club, tell=tell)


def finish_rating(club: Club) -> None:
    """Rate all games that still wait for it after an old one was put right."""
    facts.lock_facts(club)
    players: set[int] = set()
    while some := rating_updates.rate_pending(club):
        players |= some
    rollups.standings(club, players)


def add_up(club: Club, *, tell: Callable[[str, int], None]) -> None:
    """Recompute all sums of a club from its facts."""
    players = sorted(set(PlayerGame.objects.filter(club=club).values_list("player", flat=True)))
    days = set(GameFact.objects.filter(club=club).values_list("day", flat=True).distinct())
    periods = rollups.periods_of(club, days)
    for start in range(0, len(players), PLAYERS_AT_ONCE):
        some = players[start : start + PLAYERS_AT_ONCE]
        rollups.tallies(club, some, periods)
        rollups.evenings(club, some)
        rollups.standings(club, some)
        tell("players", len(some))
    rollups.club_days(club)
    rules_rollups.rebuild(club)
