"""Merge two players who are the same person, and separate them again.

The seats and entries of one player are given to the other row by row, so that every page follows; the list of rows is
kept, to undo it. Locks are taken from the top down, as everywhere: parties, games, the club, players.
"""

from datetime import datetime
from typing import TypeVar

from django.db import IntegrityError
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from whistclub.accounts.models import User
from whistclub.club.actions import lock_club, raise_revision
from whistclub.club.models import Player, PlayerChange
from whistclub.party.models import Entrant, Party
from whistclub.party.results import sync_party_statistics
from whistclub.play import statistics
from whistclub.play.models import Game, Seat
from whistclub.web.errors import Refused
from whistclub.web.formatting import format_date
from whistclub.web.transactions import write_transaction

Row = TypeVar("Row", bound=Model)


def require_never_together(kept: Player, gone: Player) -> None:
    """Two who have been at one party or table are two people."""
    parties = Party.objects.filter(entrants__player=kept).filter(entrants__player=gone)
    if party := parties.order_by("created_at", "pk").first():
        sentence = f"were both at the party “{party.name}”, so they are two different people."
        raise Refused("came_together", f"{kept.name} and {gone.name} {sentence}")
    games = Game.objects.filter(seats__player=kept).filter(seats__player=gone)
    if game := games.order_by("started_at", "pk").first():
        day = format_date(timezone.localtime(game.started_at))
        sentence = f"sat at the same table on {day}, so they are two different people."
        raise Refused("sat_together", f"{kept.name} and {gone.name} {sentence}")


def merge_players(kept: Player, gone: Player, *, by: User, at: datetime) -> None:
    """Give all games and parties of `gone` to `kept`; from now on the name of `gone` means `kept`."""
    if kept.pk == gone.pk:
        raise Refused("same_player", f"{kept.name} is this player already. Choose another player.", 422)
    with write_transaction():
        parties = _held(Party.objects.filter(entrants__player=gone))
        _held(Game.objects.filter(seats__player=gone))
        _lock_players(kept, gone)
        for player in (gone, kept):
            if player.merged_into_id:
                raise Refused("already_merged", f"{player.name} has already been merged into another player.")
        require_never_together(kept, gone)
        seats, entrants = Seat.objects.filter(player=gone), Entrant.objects.filter(player=gone)
        moved = {"seats": _keys(seats), "entrants": _keys(entrants)}
        games = _keys(Game.objects.filter(seats__in=moved["seats"]))
        seats.update(player=kept)
        entrants.update(player=kept)
        _log_change(gone, kept, PlayerChange.Kind.MERGED, moved=moved, by=by, at=at)
        gone.merged_into = kept
        gone.save(update_fields=["merged_into"])
        _update_pages_and_statistics(gone.club_id, games, parties)


def separate_players(gone: Player, *, by: User, at: datetime) -> None:
    """Undo a merge: give `gone` their games back, and the games that their place in a party has had since."""
    with write_transaction():
        gone.refresh_from_db()
        if gone.merged_into is None:
            raise _not_merged(gone)
        kept = gone.merged_into
        merges = gone.changes.filter(kind=PlayerChange.Kind.MERGED).order_by("-pk")
        moved: dict[str, list[int]] = merges.values_list("moved", flat=True)[0]
        parties = _held(Party.objects.filter(entrants__in=moved["entrants"]))
        # The seats that were moved; at these parties all of the entrant's seats.
        to_return = Q(seats__in=moved["seats"], party_code="") | Q(party_code__in=[each.code for each in parties])
        games = [game.pk for game in _held(Game.objects.filter(to_return, seats__player=kept))]
        _lock_players(kept, gone)
        if gone.merged_into_id != kept.pk:
            raise _not_merged(gone)
        if further := kept.merged_into:
            sentence = f"{kept.name} has since been merged into {further.name}. Undo that first."
            raise Refused("merged_further", sentence)
        try:
            Seat.objects.filter(game__in=games, player=kept).update(player=gone)
            Entrant.objects.filter(pk__in=moved["entrants"], player=kept).update(player=gone)
        except IntegrityError as error:
            sentence = f"{gone.name} cannot get a seat back because another player has it now. Nothing was changed."
            raise Refused("cannot_go_back", sentence) from error
        _log_change(gone, kept, PlayerChange.Kind.SEPARATED, moved={}, by=by, at=at)
        gone.merged_into = None
        gone.save(update_fields=["merged_into"])
        _update_pages_and_statistics(gone.club_id, games, parties)


def _not_merged(gone: Player) -> Refused:
    return Refused("not_merged", f"{gone.name} is already a separate player.")


def _keys(rows: QuerySet[Row]) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _held(rows: QuerySet[Row]) -> list[Row]:
    return list(rows.model._default_manager.select_for_update().filter(pk__in=_keys(rows)).order_by("pk"))


def _lock_players(*players: Player) -> None:
    """Locks the club too, so that no player gets a name or a first game meanwhile."""
    lock_club(players[0].club_id)
    _held(Player.objects.filter(pk__in=[player.pk for player in players]))
    for player in players:
        player.refresh_from_db()


def _log_change(
    gone: Player, kept: Player, kind: PlayerChange.Kind, *, moved: dict[str, list[int]], by: User, at: datetime
) -> None:
    PlayerChange.objects.create(
        player=gone, into=kept, kind=kind, moved=moved, before=gone.name, after=kept.name, at=at, by_user=by
    )


def _update_pages_and_statistics(club: int, games: list[int], parties: list[Party]) -> None:
    """Make open pages reload, and bring the statistics up to date."""
    raise_revision(club)
    statistics.note_changes(games)
    for party in parties:
        if party.state == Party.State.FINISHED:
            sync_party_statistics(party)
