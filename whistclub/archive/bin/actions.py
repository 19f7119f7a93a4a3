"""Put something into the bin, restore it, delete it for good.

Statistics are marked as with any other change, so their next reader finds them without it, or with it again. Locks are
taken from the top down, as everywhere: parties, games, the club, players.
"""

import logging
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import F, ProtectedError, Q, QuerySet

from whistclub.accounts.models import User
from whistclub.archive.bin import queries
from whistclub.archive.bin.queries import Thing
from whistclub.club.actions import NameTaken, lock_club, raise_revision
from whistclub.club.models import Player, PlayerChange
from whistclub.club.queries import has_played, known_names
from whistclub.party.actions.transaction import log, party_change, sync_party_statistics
from whistclub.party.models import Party, SeatAssignment, Table
from whistclub.play import statistics
from whistclub.play.changing import log_event, require_standalone_game
from whistclub.play.models import Game, GameEvent
from whistclub.play.party_games import delete_games
from whistclub.rules.actions import SetNameTaken
from whistclub.rules.models import RuleSet
from whistclub.web.errors import Refused
from whistclub.web.transactions import write_transaction

_log = logging.getLogger(__name__)


class HasPlayed(Refused):
    """A player who has played is a part of other people's past."""

    def __init__(self, name: str) -> None:
        text = (
            "{name} has played or been at a party, so they cannot go to the bin. If they have left, retire them. If "
            "this is a duplicate, merge it under “Duplicate player?”."
        )
        super().__init__("has_played", text.format(name=name))


class HasOtherNames(Refused):
    """Others were merged into the player."""

    def __init__(self, name: str) -> None:
        text = "Another player was merged into {name}. Separate them first, under “Duplicate player?”."
        super().__init__("has_other_names", text.format(name=name))


class StillNeeded(Refused):
    """The player sits in a game, or was at a party, that is in the bin too."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "still_needed",
            f"{name} is in a game or party that is in the bin. Delete that first.",
        )


class NotThere(Refused):
    """Another organiser was faster: it is restored, deleted or in the bin already."""

    status = 410

    def __init__(self) -> None:
        super().__init__("not_there", "Someone else has already restored or deleted this.")


def put(thing: Thing, *, by: User, at: datetime) -> None:
    """Move something to the bin; what is there stays as it is.

    Raises HasPlayed, HasOtherNames for such a player, BelongsToParty for a game of a party.
    """
    match thing:
        case Player():
            _put_player(thing, by=by, at=at)
        case Game():
            _put_game(thing, by=by, at=at)
        case Party():
            _put_party(thing, by=by, at=at)
        case RuleSet():
            with write_transaction():
                lock_club(thing.club_id)
                RuleSet.objects.filter(pk=thing.pk, binned_at=None).update(binned_at=at, binned_by=by)


def restore(thing: Thing, *, by: User, at: datetime) -> None:
    """Take something out of the bin: it is as it was, in statistics too.

    Raises NameTaken, SetNameTaken if another player or rule set has got the name, NotThere.
    """
    match thing:
        case Player():
            with write_transaction():
                lock_club(thing.club_id)
                _restore_players(Player.objects.filter(pk=thing.pk), by=by, at=at)
        case Game():
            with write_transaction():
                game = _locked(Game.objects.filter(pk=thing.pk))
                _restore_games([game.pk], by=by, at=at)
                log_event(game, GameEvent.Kind.RESTORED, at=at, by=by)
        case Party():
            with write_transaction():
                party = _locked(Party.objects.filter(pk=thing.pk))
                parties = Party.objects.filter(Q(pk=party.pk) | Q(rehearses=party))
                codes = list(parties.values_list("code", flat=True))
                parties.update(binned_at=None, binned_by=None, revision=F("revision") + 1)
                _restore_games(_keys(Game.objects.filter(party_code__in=codes)), by=by, at=at)
                lock_club(party.club_id)
                _restore_players(Player.objects.filter(entries__party__in=parties), by=by, at=at, may_be_none=True)
                log(party, "party_restored", by=by, at=at)
                sync_party_statistics(party)
        case RuleSet():
            with write_transaction():
                lock_club(thing.club_id)
                rules = _locked(RuleSet.objects.filter(pk=thing.pk))
                if RuleSet.objects.filter(club=rules.club_id, binned_at=None, folded=rules.folded).exists():
                    raise SetNameTaken(rules.name)
                RuleSet.objects.filter(pk=rules.pk).update(binned_at=None, binned_by=None)
    _log.info("User %s restored the %s with the key %s.", by.pk, queries.kind_of(thing), thing.pk)


def delete(thing: Thing) -> None:
    """Delete something for good that is in the bin. Raises NotThere, and StillNeeded for a player."""
    with write_transaction():
        _locked(type(thing)._default_manager.filter(pk=thing.pk))
        match thing:
            case Player():
                PlayerChange.objects.filter(into=thing).delete()
                try:
                    Player.objects.filter(pk=thing.pk).delete()
                except ProtectedError as error:
                    raise StillNeeded(thing.name) from error
            case Game():
                _delete_games([thing.pk])
            case Party():
                for party in Party.objects.filter(Q(pk=thing.pk) | Q(rehearses=thing.pk)):
                    Table.objects.filter(round__party=party).update(game=None)
                    _delete_games(_keys(Game.objects.filter(party_code=party.code)))
                    SeatAssignment.objects.filter(round__party=party).delete()
                Party.objects.filter(pk=thing.pk).delete()
            case RuleSet():
                RuleSet.objects.filter(pk=thing.pk).delete()
    _log.info("Deleted from the bin: the %s with the key %s.", queries.kind_of(thing), thing.pk)


def empty(at: datetime) -> int:
    """Delete what has been in the bin of any club for 30 days. Returns how many things that were."""
    deleted = 0
    for thing in queries.old(at):
        try:
            delete(thing)
        except Refused as refusal:
            # Of a player, until a party that was moved to the bin later is deleted.
            _log.info("Not deleted from the bin: %s", refusal.code)
        else:
            deleted += 1
    return deleted


def _put_player(player: Player, *, by: User, at: datetime) -> None:
    with write_transaction():
        lock_club(player.club_id)
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        if fresh.binned_at is not None:
            return
        if has_played(fresh):
            raise HasPlayed(fresh.name)
        if fresh.merged_into_id or fresh.also_known_as.exists():
            raise HasOtherNames(fresh.name)
        Player.objects.filter(pk=fresh.pk).update(binned_at=at, binned_by=by)
        PlayerChange.objects.create(player=fresh, kind=PlayerChange.Kind.BINNED, at=at, by_user=by)


def _put_game(game: Game, *, by: User, at: datetime) -> None:
    with write_transaction():
        fresh = Game.objects.select_for_update().get(pk=game.pk)
        require_standalone_game(fresh)
        if fresh.binned_at is None:
            log_event(fresh, GameEvent.Kind.BINNED, at=at, by=by)
            _mark_games(Game.objects.filter(pk=fresh.pk), by, at)


def _put_party(party: Party, *, by: User, at: datetime) -> None:
    """Its games and rehearsals go with it."""
    with party_change(party) as state:
        log(state.party, "party_binned", by=by, at=at)
        parties = Party.objects.filter(Q(pk=party.pk) | Q(rehearses=party))
        parties.update(binned_at=at, binned_by=by, revision=F("revision") + 1)
        _mark_games(Game.objects.filter(party_code__in=parties.values("code")), by, at)


def _mark_games(games: QuerySet[Game], by: User | None, at: datetime | None) -> None:
    games.update(binned_at=at, binned_by=by, awaits_statistics=True, revision=F("revision") + 1)


def _restore_games(games: Collection[int], *, by: User, at: datetime) -> None:
    """Their players come out of the bin with them."""
    found = Game.objects.filter(pk__in=games)
    _mark_games(found, None, None)
    for club in set(found.values_list("club", flat=True)):
        lock_club(club)
        _restore_players(Player.objects.filter(seats__game__in=games), by=by, at=at, may_be_none=True)


def _restore_players(players: QuerySet[Player], *, by: User, at: datetime, may_be_none: bool = False) -> None:
    found = list(players.filter(binned_at__isnull=False).distinct())
    if not (found or may_be_none):
        raise NotThere
    for player in found:
        if player.folded in known_names(player.club):
            text = "{name} cannot be restored, because another player now has that name. Rename that player first."
            raise NameTaken(player.name, text.format(name=player.name))
        Player.objects.filter(pk=player.pk).update(binned_at=None, binned_by=None)
        PlayerChange.objects.create(player=player, kind=PlayerChange.Kind.RESTORED, at=at, by_user=by)
        raise_revision(player.club_id)


def _delete_games(games: Collection[int]) -> None:
    # Statistics do not count them; but they may not have learned of it yet.
    statistics.sync_statistics(Game.objects.filter(pk__in=games, awaits_statistics=True).values_list("pk", flat=True))
    Game.objects.filter(follows__in=games).update(follows=None)
    delete_games(games)


def _locked(things: QuerySet[Any]) -> Any:
    """The one row, locked. Raises NotThere unless it is in the bin."""
    row = things.select_for_update().filter(binned_at__isnull=False).first()
    if row is None:
        raise NotThere
    return row


def _keys(games: QuerySet[Game]) -> list[int]:
    return list(games.order_by("pk").values_list("pk", flat=True))
