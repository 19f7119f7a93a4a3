"""Rebuilds all statistics of a club from its finished games."""

from collections.abc import Callable, Iterable, Sequence

from whistclub.club.models import Club
from whistclub.engine.rating import Rating
from whistclub.stats.inputs import FinishedGame
from whistclub.stats.models import Evening, GameFact, PlayerGame, PlayerRollup, PlayerStanding
from whistclub.stats.update import facts, rollups, rules_rollups
from whistclub.stats.update import ratings as rating_updates

PLAYERS_AT_ONCE = 200

ReportProgress = Callable[[str, int], None]


def rebuild(club: Club, batches: Iterable[Sequence[FinishedGame]], *, report_progress: ReportProgress) -> None:
    """Delete all facts of a club and write those of these games; the batches come in order of play.

    `report_progress` is called with what is being done ("games", "players") and how many more of it are done.
    """
    for model in (PlayerRollup, Evening, PlayerStanding, PlayerGame):
        model.objects.filter(club=club).delete()
    # The player games are gone: an ordinary delete would look for them, a game at a time.
    GameFact.objects.filter(club=club)._raw_delete(GameFact.objects.db)
    ratings: dict[int, Rating] = {}
    for batch in batches:
        facts.insert(club, batch)
        rating_updates.rate_pending(club, limit=len(batch), known=ratings)
        report_progress("games", len(batch))
    add_up(club, report_progress=report_progress)


def finish_rating(club: Club) -> None:
    """Rate all games that still wait for it since an old one was corrected."""
    facts.lock_facts(club)
    players: set[int] = set()
    while some := rating_updates.rate_pending(club):
        players |= some
    rollups.standings(club, players)


def add_up(club: Club, *, report_progress: ReportProgress) -> None:
    """Recompute all roll-ups of a club from its facts."""
    players = sorted(set(PlayerGame.objects.filter(club=club).values_list("player", flat=True)))
    days = set(GameFact.objects.filter(club=club).values_list("day", flat=True).distinct())
    periods = rollups.periods_of(club, days)
    for start in range(0, len(players), PLAYERS_AT_ONCE):
        some = players[start : start + PLAYERS_AT_ONCE]
        rollups.player_rollups(club, some, periods)
        rollups.evenings(club, some)
        rollups.standings(club, some)
        report_progress("players", len(some))
    rollups.club_days(club)
    rules_rollups.rebuild(club)
