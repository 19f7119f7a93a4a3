"""Actions on the players of a club: they are added, renamed, hidden.

Every change of a name locks the club's row first, so that no two players of a club ever get the same one.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import IntegrityError
from django.db.models import F

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player, PlayerChange
from whistclub.club.names import clean_name
from whistclub.club.queries import has_played, known_names
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

Kind = PlayerChange.Kind
KINDS = {
    "hidden": (Kind.SHOWN, Kind.HIDDEN),
    "guest": (Kind.REGULAR, Kind.GUEST),
    "retired": (Kind.RETURNED, Kind.RETIRED),
}


def name_taken(name: str, *, is_retired: bool = False) -> Refused:
    what = "Add an initial to tell them apart."
    if is_retired:
        what = "They are retired: bring them back on their page, or add an initial."
    return Refused("name_taken", f"There is already a player called {name}. {what}")


def add_player(club: Club, name: str) -> Player:
    """Put a new player on the roster. Raises "name_taken", UnusableName."""
    name = clean_name(name)
    with _naming(club, name):
        _refuse_taken(club, name)
        return Player.objects.create(club=club, name=name)


def change_player(player: Player, *, by: User, at: datetime, **changes: Any) -> None:
    """Change the name, in past games too, or whether the player is `hidden`, a `guest` or `retired`: see `Player`.

    What is so already changes nothing. Raises "name_taken", UnusableName.
    """
    if "name" in changes:
        changes["name"] = clean_name(changes["name"])
    with _naming(player.club, changes.get("name", player.name)):
        player.refresh_from_db()
        before = {column: getattr(player, column) for column in changes}
        changes = {column: value for column, value in changes.items() if value != before[column]}
        if "name" in changes:
            _refuse_taken(player.club, changes["name"], but=player)
        for column, value in changes.items():
            setattr(player, column, value)
        player.save(update_fields=[*changes, "folded"])
        if {"name", "hidden"} & changes.keys():
            raise_revision(player.club_id)
        PlayerChange.objects.bulk_create(
            PlayerChange(player=player, kind=Kind.RENAMED, before=before["name"], after=value, at=at, by_user=by)
            if column == "name"
            else PlayerChange(player=player, kind=KINDS[column][value], at=at, by_user=by)
            for column, value in changes.items()
        )


def delete_player(player: Player) -> None:
    """Take a player off the roster who was added by mistake. Raises "has_played"."""
    with write_transaction():
        lock_club(player.club_id)
        if has_played(player) or player.also_known_as.exists():
            what = "has played, or been at a party, or another player was merged into them"
            raise Refused("has_played", f"{player.name} {what}. Retire them instead.")
        PlayerChange.objects.filter(into=player).delete()
        player.delete()


def bring_back(players: Iterable[Player], *, by: User, at: datetime) -> None:
    """Let those of the players who had retired be offered again."""
    with write_transaction():
        found = list(Player.objects.filter(pk__in=[player.pk for player in players if player.retired], retired=True))
        Player.objects.filter(pk__in=[player.pk for player in found]).update(retired=False)
        PlayerChange.objects.bulk_create(
            PlayerChange(player=player, kind=Kind.RETURNED, at=at, by_user=by) for player in found
        )


def add_players(club: Club, names: list[str]) -> int:
    """Put those of the names on the roster that the club does not know; how many. Raises UnusableName."""
    with write_transaction():
        lock_club(club.pk)
        before = club.players.count()
        players_named(club, names)
        return club.players.count() - before


def players_named(club: Club, names: list[str]) -> list[Player]:
    """The club's players of these names, in this order; unknown names join the roster.

    Called inside the transaction that needs them. Upper and lower case do not matter. The name of a merged player means
    the one they turned out to be. Raises UnusableName.
    """
    known = known_names(club)
    names = [clean_name(name) for name in names]
    new: dict[str, str] = {}
    for name in names:
        if name.casefold() not in known:
            new.setdefault(name.casefold(), name)
    joined = Player.objects.bulk_create(Player(club=club, name=name) for name in new.values())
    known |= dict(zip(new, joined, strict=True))
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
    """Lock the names of the club. Raises "name_taken" where the database finds a name twice."""
    try:
        with write_transaction():
            lock_club(club.pk)
            yield
    except IntegrityError as error:
        raise name_taken(name) from error


def _refuse_taken(club: Club, name: str, *, but: Player | None = None) -> None:
    """Raises "name_taken" for a name that means another player; `but` may change the case of their own."""
    folded = name.casefold()
    means = known_names(club).get(folded)
    if means is None or (but is not None and folded == but.folded):
        return
    if folded == means.folded:
        raise name_taken(means.name, is_retired=means.retired)
    sentence = f"{name} is another name of {means.name}. Choose another name, or first undo the merge."
    raise Refused("name_taken", sentence)
