"""Derived data of a club: rebuilt from its games and parties, and so compared with what is stored."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Model

from whistclub.club.actions import lock_club
from whistclub.club.models import Club
from whistclub.party import results as party_results
from whistclub.party.models import Party
from whistclub.play import statistics
from whistclub.play.models import Game
from whistclub.stats import update
from whistclub.stats.models import GameFact, PartyFact, PartyRank, PlayerGame
from whistclub.web.fields import stored_fields
from whistclub.web.transactions import write_transaction

# Each table, what it is called in a disagreement, the way to its club, and the columns that identify a row to people.
TABLES: tuple[tuple[type[Model], str, str, tuple[str, ...]], ...] = (
    (GameFact, "game", "club", ("code",)),
    (PlayerGame, "player in game", "fact__club", ("fact__code", "seat")),
    (PartyFact, "party", "club", ("code",)),
    (PartyRank, "rank in party", "party__club", ("party__code", "player__name")),
)
MADE_ANEW = ("fact_id", "party_id")  # by a rebuild
Rows = dict[tuple[Any, ...], dict[str, Any]]


@write_transaction()
def rebuild(club: Club) -> None:
    """Games that cannot be read are logged and left out; those that change meanwhile are marked, and stay so."""
    club = lock_club(club.pk)  # nobody else writes its facts until the transaction ends
    marked, reader = statistics.marked_games(club), statistics.Reader(club)
    leave, batches = partial(statistics.leave_marked, marked), statistics.batches(statistics.included_games(club))
    update.rebuild(club, (statistics.readable(reader.finished, games, leave) for games in batches))
    PartyFact.objects.filter(club=club).delete()
    for party in Party.objects.filter(club=club):
        party_results.sync_party_statistics(party)
    statistics.clear_marks(marked)


def disagreements(club: Club) -> list[str]:
    """A line for each stored value that differs from the recomputed one, and each game that cannot be read.

    First statistics learn of games that are still marked. Then all is rebuilt, compared, and put back as it was before;
    meanwhile nobody else can write.
    """
    with write_transaction():
        statistics.bring_up_to_date()
        stored = _rows(club)
        lines = _wrong_games(club)
        rebuild(club)
        lines += _different_rows(stored, _rows(club))
        transaction.set_rollback(True)
    return lines


def _wrong_games(club: Club) -> list[str]:
    """Where the results that are stored with a game are not what its hands give, and games that cannot be read."""
    lines: list[str] = []

    def cannot_be_read(game: Game, error: Exception) -> None:
        lines.append(f"game {game.code}: cannot be read: {error!r}")

    for games in statistics.batches(Game.objects.filter(club=club).order_by("started_at", "pk")):
        for game, differences in statistics.readable(statistics.compared, games, cannot_be_read):
            lines += [f"game {game.code}: {name} is {stored}, should be {now}" for name, stored, now in differences]
    return lines


def _rows(club: Club) -> Rows:
    """What is stored for a club, by what identifies a row to people."""
    found: Rows = {}
    for model, name, way, keys in TABLES:
        columns = [each for each in stored_fields(model) if each not in MADE_ANEW]
        rows = model._default_manager.filter(**{way: club}).order_by("pk").values(*dict.fromkeys((*keys, *columns)))
        for row in rows.iterator():
            found[name, *(row[key] for key in keys)] = {column: row[column] for column in columns}
    return found


def _different_rows(stored: Rows, computed: Rows) -> Iterator[str]:
    for key in dict.fromkeys((*computed, *stored)):
        row = " ".join(str(part) for part in key if part != "")
        was, now = stored.get(key), computed.get(key)
        if was is None or now is None:
            yield f"{row}: {'is missing' if was is None else 'should not be there'}"
        elif was != now:
            names = [each for each in was if was[each] != now[each]]
            yield f"{row}: " + "; ".join(f"{each} is {was[each]}, should be {now[each]}" for each in names)
