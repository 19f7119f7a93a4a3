"""Actions on the players of a club: they are added, renamed, hidden.

Every change of a name locks the club's row first, so that no two players of a club ever get the same one.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import IntegrityError
from django.db.models import F

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player, PlayerChange
from whistclub.club.names import clean_name
from whistclub.club.queries import known_names
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

Kind = PlayerChange.Kind


class NameTaken(Refused):
    """Two players of one club would share a name; `sentence` replaces the usual one."""

    def __init__(self, name: str, sentence: str = "") -> None:
        usual = "There is already a player called {name}. Add an initial to tell them apart."
        super().__init__("name_taken", sentence or usual.format(name=name))


def add_player(club: Club, name: str) -> Player:
    """Put a new player on the roster. Raises NameTaken, UnusableName."""
    name = clean_name(name)
    with _naming(club, name):
        _refuse_taken(club, name)
        return Player.objects.create(club=club, name=name)


def rename_player(player: Player, name: str, *, by: User, at: datetime) -> None:
    """Rename a player, in past games too: it is the same person. Raises NameTaken, UnusableName."""
    name = clean_name(name)
    with _naming(player.club, name):
        player.refresh_from_db()
        _refuse_taken(player.club, name, but=player)
        _call(player, name, Kind.RENAMED, by=by, at=at)


def hide_player(player: Player, *, by: User, at: datetime) -> None:
    """Hide a player from statistics. Repeating it changes nothing."""
    _hide(player, True, Kind.HIDDEN, by=by, at=at)


def show_player(player: Player, *, by: User, at: datetime) -> None:
    """Show a hidden player in statistics again. Repeating it changes nothing."""
    _hide(player, False, Kind.SHOWN, by=by, at=at)


def retire_player(player: Player, *, by: User, at: datetime) -> None:
    """Let a player be offered for no new games and parties, see `Player`. Repeating it changes nothing."""
    with write_transaction():
        if Player.objects.filter(pk=player.pk, retired=False).update(retired=True):
            PlayerChange.objects.create(player=player, kind=Kind.RETIRED, at=at, by_user=by)


def bring_back(players: Iterable[Player], *, by: User, at: datetime) -> None:
    """Let those of the players who had retired be offered again."""
    with write_transaction():
        found = list(Player.objects.filter(pk__in=[player.pk for player in players if player.retired], retired=True))
        Player.objects.filter(pk__in=[player.pk for player in found]).update(retired=False)
        PlayerChange.objects.bulk_create(
            PlayerChange(player=player, kind=Kind.RETURNED, at=at, by_user=by) for player in found
        )


def bring_player_back(player: Player, *, by: User, at: datetime) -> None:
    """Let a player who had retired be offered again. Repeating it changes nothing."""
    bring_back([player], by=by, at=at)


def set_guest(player: Player, *, guest: bool, by: User, at: datetime) -> None:
    """Mark a player as a guest, or as a player like the others. Repeating it changes nothing.

    Guests are in no ranking, see `Player`; games they have played follow the mark of now.
    """
    with write_transaction():
        if Player.objects.filter(pk=player.pk, guest=not guest).update(guest=guest):
            kind = Kind.GUEST if guest else Kind.REGULAR
            PlayerChange.objects.create(player=player, kind=kind, at=at, by_user=by)


def players_named(club: Club, names: list[str]) -> list[Player]:
    """The club's players of these names, in this order; unknown names join the roster.

    Called inside the transaction that needs them. Upper and lower case do not matter. The name of a merged player means
    the one they turned out to be. Raises UnusableName.
    """
    known = known_names(club)
    names = [clean_name(name) for name in names]
    for name in names:
        if name.casefold() not in known:
            known[name.casefold()] = Player.objects.create(club=club, name=name)
    return [known[name.casefold()] for name in names]


def raise_revision(club: int) -> None:
    """Let open pages of a club's games and parties show its names and settings again.

    It locks the club's row: call it before anything of a player is locked.
    """
    Club.objects.filter(pk=club).update(revision=F("revision") + 1)


def lock_club(club: int) -> Club:
    """Wait until no other action has locked this club, and let others wait until the transaction ends; the club.

    Nobody waits who adds a hand or anything else that belongs to the club: its key stays free.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club)


@contextmanager
def _naming(club: Club, name: str) -> Iterator[None]:
    """Lock the names of the club. Raises NameTaken where the database finds a name twice."""
    try:
        with write_transaction():
            lock_club(club.pk)
            yield
    except IntegrityError as error:
        raise NameTaken(name) from error


def _refuse_taken(club: Club, name: str, *, but: Player | None = None) -> None:
    """Raises NameTaken for a name that means another player; `but` may change the case of their own."""
    folded = name.casefold()
    means = known_names(club).get(folded)
    if means is None or (but is not None and folded == but.folded):
        return
    if folded == means.folded:
        raise NameTaken(means.name)
    raise NameTaken(
        name,
        f"{name} is another name of {means.name}. Choose another name, or first undo the merge.",
    )


def _call(player: Player, name: str, kind: Kind, *, by: User, at: datetime) -> None:
    before, player.name = player.name, name
    if name != before:
        player.save(update_fields=["name", "folded"])
        raise_revision(player.club_id)
        PlayerChange.objects.create(player=player, kind=kind, before=before, after=name, at=at, by_user=by)


def _hide(player: Player, hidden: bool, kind: Kind, *, by: User, at: datetime) -> None:
    with write_transaction():
        raise_revision(player.club_id)
        if Player.objects.filter(pk=player.pk).exclude(hidden=hidden).update(hidden=hidden):
            PlayerChange.objects.create(player=player, kind=kind, at=at, by_user=by)
    player.hidden = hidden
