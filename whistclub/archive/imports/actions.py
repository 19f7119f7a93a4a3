"""Bring in players from a list; undo an import."""

from collections.abc import Sequence
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.archive.models import Import, ImportedPlayer
from whistclub.club.actions import lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.club.queries import known_names
from whistclub.play.models import Game, GameEvent
from whistclub.stats.update import facts
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_date
from whistclub.web.rows import in_parts
from whistclub.web.transactions import write_transaction


class NothingToImport(Refused):
    """Everything in a list is there already, or cannot be used."""

    status = 422

    def __init__(self) -> None:
        super().__init__("nothing_to_import", "Nothing in this list can be added. The preview says why.")


class BuiltOn(Refused):
    """A game of the import was changed since, or another one follows it."""

    def __init__(self, game: Game) -> None:
        shape = "A game of {day} was changed after the import. Those changes would be lost, so nothing was undone."
        super().__init__("built_on", shape.format(day=format_date(game.started_at.date())))


def import_players(club: Club, names: Sequence[str], *, source: str, by: User, at: datetime) -> Import:
    """Add new players; names that somebody added meanwhile are left alone. Raises NothingToImport, UnusableName."""
    with write_transaction():
        lock_club(club.pk)
        known = known_names(club)
        new = [name for name in names if name.casefold() not in known]
        if not new:
            raise NothingToImport
        done = Import.objects.create(
            club=club, kind=Import.Kind.PLAYERS, source=source, players=len(new), by_user=by, at=at
        )
        note_players(done, players_named(club, new))
    return done


def note_players(done: Import, players: Sequence[Player]) -> None:
    """Note which players were new in an import, for its undo."""
    ImportedPlayer.objects.bulk_create(
        ImportedPlayer(club_id=done.club_id, came_with=done, player=player) for player in players
    )


def undo_import(done: Import, *, by: User, at: datetime) -> list[str]:
    """Remove what an import brought in; returns the names of players who stay, because something names them by now.

    Repeating it changes nothing. Raises BuiltOn.
    """
    with write_transaction():
        fresh = Import.objects.select_for_update(of=("self",)).get(pk=done.pk)
        if fresh.undone_at is not None:
            return []
        _delete_games(fresh)
        fresh.undone_at, fresh.undone_by = at, by
        fresh.save(update_fields=["undone_at", "undone_by"])
        # After the facts of the games, which are locked with the club.
        players = Player.objects.filter(imported__came_with=fresh).order_by("name")
        unused = players.filter(seats=None, entries=None, changes=None, also_known_as=None, merged_into=None)
        unused_keys = list(unused.values_list("pk", flat=True))
        stay = list(players.exclude(pk__in=unused_keys).values_list("name", flat=True))
        Player.objects.filter(pk__in=unused_keys).delete()
    return stay


def _delete_games(done: Import) -> None:
    """Delete the games of an import with their statistics. Raises BuiltOn."""
    games = Game.objects.filter(imported__came_with=done)
    keys = list(games.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
    since = GameEvent.objects.filter(game__imported__came_with=done).exclude(kind=GameEvent.Kind.IMPORTED)
    if changed := games.filter(events__in=since).first() or games.filter(next_game__isnull=False).first():
        raise BuiltOn(changed)
    club = Club.objects.get(pk=done.club_id)
    facts.lock_facts(club)
    if keys:
        facts.replace_facts(club, keys, [])
    for part in in_parts(keys):
        Game.objects.filter(pk__in=part).delete()
