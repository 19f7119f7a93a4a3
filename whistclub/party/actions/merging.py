"""Two players who turn out to be one person, and back.

What belongs to one is given to the other row by row, so that every page follows; which rows is kept, to undo it. Locks
go from above down, as everywhere: parties, games, the club, players.
"""

from datetime import datetime

from django.db import IntegrityError
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.club.models import Club, Player, PlayerChange
from whistclub.party.actions import statistics as party_statistics
from whistclub.party.models import Entrant, Party
from whistclub.party.queries.merging import game_of_both, party_of_both
from whistclub.play.actions import statistics
from whistclub.play.models import Game, Seat
from whistclub.web.errors import ActionRefused
from whistclub.web.transactions import write_transaction


class SamePlayer(ActionRefused):
    """There are no two to be one."""

    status = 422

    def __init__(self, name: str) -> None:
        super().__init__("same_player", _("{name} is one person already. Choose somebody else.").format(name=name))


class AlreadyMerged(ActionRefused):
    """Somebody else has said so meanwhile."""

    def __init__(self, gone: Player) -> None:
        super().__init__(
            "already_merged",
            _("{name} has been found to be the same person as somebody else already.").format(name=gone.name),
        )


class SatTogether(ActionRefused):
    """Nobody sits on two chairs of one table."""

    def __init__(self, kept: Player, gone: Player, game: Game) -> None:
        day = date_format(timezone.localtime(game.started_at), "DATE_FORMAT")
        super().__init__(
            "sat_together",
            _("{one} and {other} sat at one table on {day}: they are two persons.").format(
                one=kept.name, other=gone.name, day=day
            ),
        )


class CameTogether(ActionRefused):
    """Nobody is at a party twice."""

    def __init__(self, kept: Player, gone: Player, party: Party) -> None:
        super().__init__(
            "came_together",
            _("{one} and {other} were both at the party “{party}”: they are two persons.").format(
                one=kept.name, other=gone.name, party=party.name
            ),
        )


class NotMerged(ActionRefused):
    """Somebody else has undone it meanwhile."""

    def __init__(self, gone: Player) -> None:
        super().__init__("not_merged", _("{name} is a person of his own already.").format(name=gone.name))


class MergedFurther(ActionRefused):
    """What was merged last is undone first."""

    def __init__(self, kept: Player, further: Player) -> None:
        super().__init__(
            "merged_further",
            _("{kept} has been found to be the same person as {further} since. Undo that first.").format(
                kept=kept.name, further=further.name
            ),
        )


class CannotGoBack(ActionRefused):
    """Two of them would sit at one table."""

    def __init__(self, gone: Player) -> None:
        super().__init__(
            "cannot_go_back",
            _("Something of {name} cannot be given back: the place is taken. Nothing was changed.").format(
                name=gone.name
            ),
        )


def refuse_together(kept: Player, gone: Player) -> None:
    """Raises CameTogether, SatTogether: those who were seen together are two."""
    if party := party_of_both(kept, gone):
        raise CameTogether(kept, gone, party)
    if game := game_of_both(kept, gone):
        raise SatTogether(kept, gone, game)


def merge_players(kept: Player, gone: Player, *, by: User, at: datetime) -> None:
    """Give all games and parties of `gone` to `kept`; whoever says the name of `gone` means `kept` from now on.

    Raises SamePlayer, AlreadyMerged, CameTogether, SatTogether.
    """
    if kept.pk == gone.pk:
        raise SamePlayer(kept.name)
    with write_transaction():
        parties = _locked(Party.objects.filter(entrants__player=gone))
        _locked(Game.objects.filter(seats__player=gone))
        _lock_players(kept, gone)
        if kept.merged_into_id or gone.merged_into_id:
            raise AlreadyMerged(gone if gone.merged_into_id else kept)
        refuse_together(kept, gone)
        seats, entrants = Seat.objects.filter(player=gone), Entrant.objects.filter(player=gone)
        moved = {"seats": _keys(seats), "entrants": _keys(entrants)}
        games = _keys(Game.objects.filter(seats__in=moved["seats"]))
        seats.update(player=kept)
        entrants.update(player=kept)
        _say(gone, kept, PlayerChange.Kind.MERGED, moved=moved, by=by, at=at)
        gone.merged_into = kept
        gone.save(update_fields=["merged_into"])
        _follow(games, parties)


def separate_players(gone: Player, *, by: User, at: datetime) -> None:
    """Two persons after all: give `gone` back what was his, with what his place in a party has brought since.

    Raises NotMerged, MergedFurther for who was merged again since, CannotGoBack.
    """
    with write_transaction():
        gone.refresh_from_db()
        if gone.merged_into is None:
            raise NotMerged(gone)
        kept = gone.merged_into
        moved = _moved(gone)
        parties = _locked(Party.objects.filter(entrants__in=moved["entrants"]))
        games = [game.pk for game in _locked(Game.objects.filter(_his(moved, parties), seats__player=kept))]
        _lock_players(kept, gone)
        if gone.merged_into_id != kept.pk:
            raise NotMerged(gone)
        if kept.merged_into is not None:
            raise MergedFurther(kept, kept.merged_into)
        _give_back(kept, gone, moved, games)
        _say(gone, kept, PlayerChange.Kind.SEPARATED, moved={}, by=by, at=at)
        gone.merged_into = None
        gone.save(update_fields=["merged_into"])
        _follow(games, parties)


def _his(moved: dict[str, list[int]], parties: list[Party]) -> Q:
    """The games in which a seat goes back. Parties make new rows when they seat people: all of the entrant's there."""
    return Q(seats__in=moved["seats"], party_code="") | Q(party_code__in=[party.code for party in parties])


def _give_back(kept: Player, gone: Player, moved: dict[str, list[int]], games: list[int]) -> None:
    """Raises CannotGoBack."""
    try:
        Seat.objects.filter(game__in=games, player=kept).update(player=gone)
        Entrant.objects.filter(pk__in=moved["entrants"], player=kept).update(player=gone)
    except IntegrityError as error:
        raise CannotGoBack(gone) from error


def _moved(gone: Player) -> dict[str, list[int]]:
    return gone.changes.filter(kind=PlayerChange.Kind.MERGED).order_by("-pk").values_list("moved", flat=True)[0]


def _keys(rows: QuerySet) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _locked(rows: QuerySet) -> list:
    return list(rows.model.objects.select_for_update().filter(pk__in=_keys(rows)).order_by("pk"))


def _lock_players(*players: Player) -> None:
    """The club too: nobody of it gets a name, or a first game, meanwhile."""
    Club.objects.select_for_update().get(pk=players[0].club_id)
    _locked(Player.objects.filter(pk__in=[player.pk for player in players]))
    for player in players:
        player.refresh_from_db()


def _say(
    gone: Player, kept: Player, kind: PlayerChange.Kind, *, moved: dict[str, list[int]], by: User, at: datetime
) -> None:
    PlayerChange.objects.create(
        player=gone, into=kept, kind=kind, moved=moved, before=gone.name, after=kept.name, at=at, by_user=by
    )


def _follow(games: list[int], parties: list[Party]) -> None:
    """Let pages that are open, and the statistics, say who it was."""
    raised = {"revision": F("revision") + 1}
    Game.objects.filter(pk__in=games, state=Game.State.RUNNING).update(**raised)
    keys = [party.pk for party in parties]
    Party.objects.filter(pk__in=keys).exclude(state=Party.State.FINISHED).update(**raised)
    statistics.sync_statistics(games)
    for party in parties:
        if party.state == Party.State.FINISHED:
            party_statistics.sync_party_statistics(party)
