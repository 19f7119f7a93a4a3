"""Who is on a club's roster, and what they are called there.

Whoever changes a name locks the club's row first, so that no two people of a club ever get the same one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import IntegrityError
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player, PlayerChange
from whistclub.club.queries import known_names
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction

Kind = PlayerChange.Kind


class NameTaken(ActionRefused):
    """Two players of one club would share a name; `why` says whose it is where that is not plain."""

    def __init__(self, name: str, why: str = "") -> None:
        sentence = _("{name} is on the roster already. Add something that tells the two apart, like an initial.")
        super().__init__("name_taken", why or sentence.format(name=name))


def add_player(club: Club, name: str) -> Player:
    """Put a new player on the roster. Raises NameTaken."""
    with _naming(club, name):
        _refuse_taken(club, name)
        return Player.objects.create(club=club, name=name)


def rename_player(player: Player, name: str, *, by: User, at: datetime) -> None:
    """Call a player by another name, in old games too: it is the same person. Raises NameTaken."""
    with _naming(player.club, name):
        player.refresh_from_db()
        _refuse_taken(player.club, name, but=player)
        _call(player, name, Kind.RENAMED, by=by, at=at)


def hide_player(player: Player, *, by: User, at: datetime) -> None:
    """Keep a player off the pages of statistics. Said twice it is the same."""
    _hide(player, True, Kind.HIDDEN, by=by, at=at)


def show_player(player: Player, *, by: User, at: datetime) -> None:
    """Put a hidden player on the pages of statistics again. Said twice it is the same."""
    _hide(player, False, Kind.SHOWN, by=by, at=at)


def make_anonymous(player: Player, *, by: User, at: datetime) -> None:
    """Give a player a made-up name on every page; organisers still know the real one. Said twice it is the same."""
    with _naming(player.club, player.name):
        player.refresh_from_db()
        if not player.is_anonymous:
            player.real_name = player.name
            _call(player, _free_name(player.club), Kind.MADE_ANONYMOUS, by=by, at=at)


def name_again(player: Player, *, by: User, at: datetime) -> None:
    """Call an anonymous player by the real name. Does nothing to anybody else."""
    with _naming(player.club, player.real_name):
        player.refresh_from_db()
        if player.is_anonymous:
            name, player.real_name = player.real_name, ""
            _call(player, name, Kind.NAMED_AGAIN, by=by, at=at)


def players_named(club: Club, names: list[str]) -> list[Player]:
    """The club's players of these names, in this order; unknown names join the roster.

    Called inside the transaction of what they are needed for. Letters' case and spaces around a name do not matter.
    Whoever turned out to be another player is that one; an anonymous player is also meant by the real name.
    """
    known = known_names(club)
    for name in names:
        if name.casefold() not in known:
            known[name.casefold()] = Player.objects.create(club=club, name=name)
    return [known[name.casefold()] for name in names]


@contextmanager
def _naming(club: Club, name: str) -> Iterator[None]:
    """Nobody else of the club gets a name meanwhile. Raises NameTaken where the database knows better."""
    try:
        with write_transaction():
            Club.objects.select_for_update().get(pk=club.pk)
            yield
    except IntegrityError as error:
        raise NameTaken(name) from error


def _refuse_taken(club: Club, name: str, *, but: Player | None = None) -> None:
    """Raises NameTaken for any name that means somebody: `but` may keep his in other letters."""
    folded = name.casefold()
    means = known_names(club).get(folded)
    if means is None or (but is not None and folded == but.name.casefold()):
        return
    if folded == means.folded:
        raise NameTaken(name)
    if means.is_anonymous and folded == means.real_name.casefold():
        raise NameTaken(
            name,
            _("{name} is the name of {made_up}, who was made anonymous. Choose another one.").format(
                name=name, made_up=means.name
            ),
        )
    raise NameTaken(
        name,
        _("{name} is another name of {player}. Choose a new one, or say first that they are two persons.").format(
            name=name, player=means.name
        ),
    )


def _free_name(club: Club) -> str:
    """The first made-up name that nobody of the club has."""
    known = known_names(club)
    numbered = (_("Anonymous {n}").format(n=number) for number in range(1, len(known) + 2))
    return next(name for name in numbered if name.casefold() not in known)


def _call(player: Player, name: str, kind: Kind, *, by: User, at: datetime) -> None:
    before, player.name = player.name, name
    if name != before:
        player.save(update_fields=["name", "folded", "real_name"])
        PlayerChange.objects.create(player=player, kind=kind, before=before, after=name, at=at, by_user=by)


def _hide(player: Player, hidden: bool, kind: Kind, *, by: User, at: datetime) -> None:
    with write_transaction():
        if Player.objects.filter(pk=player.pk).exclude(hidden=hidden).update(hidden=hidden):
            PlayerChange.objects.create(player=player, kind=kind, at=at, by_user=by)
    player.hidden = hidden
