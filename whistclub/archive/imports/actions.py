"""Bring in players from a list."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.archive.models import Import, ImportedPlayer
from whistclub.club.actions import lock_club, players_named
from whistclub.club.models import Club, Player
from whistclub.club.queries import known_names
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction


class NothingToImport(ActionRefused):
    """Everything in a list is there already, or cannot be used."""

    status = 422

    def __init__(self) -> None:
        super().__init__("nothing_to_import", _("Nothing in this list can be added. The preview says why."))


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
