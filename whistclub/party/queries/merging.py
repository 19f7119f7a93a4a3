"""What two players have played, before they are found to be one person."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Player
from whistclub.party.models import Entrant, Party
from whistclub.play.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A player, with how many games and parties he sat in; rehearsals count for neither."""

    player: Player
    games: int
    parties: int

    @property
    def said(self) -> str:
        return _said(self.games, self.parties)


@dataclass(frozen=True, slots=True)
class Both:
    one: Played
    other: Played

    @property
    def said(self) -> str:
        """What is one's in the end."""
        return _said(self.one.games + self.other.games, self.one.parties + self.other.parties)

    @property
    def played_more(self) -> Player:
        return self.other.player if self.other.games > self.one.games else self.one.player


def both(one: Player, other: Player) -> Both:
    return Both(played(one), played(other))


def game_of_both(one: Player, other: Player) -> Game | None:
    """The first game in which both sat; None if there is none."""
    return Game.objects.filter(seats__player=one).filter(seats__player=other).order_by("started_at", "pk").first()


def party_of_both(one: Player, other: Player) -> Party | None:
    """The first party in which both were; None if there is none."""
    found = Party.objects.filter(entrants__player=one).filter(entrants__player=other)
    return found.order_by("created_at", "pk").first()


def played(player: Player) -> Played:
    rehearsed = Party.objects.filter(club=player.club_id, rehearses__isnull=False)
    return Played(
        player,
        Seat.objects.filter(player=player).exclude(game__party_code__in=rehearsed.values("code")).count(),
        Entrant.objects.filter(player=player, party__rehearses=None).count(),
    )


def _said(games: int, parties: int) -> str:
    said = [ngettext("{n} game", "{n} games", games).format(n=games)]
    if parties:
        said.append(ngettext("{n} party", "{n} parties", parties).format(n=parties))
    return _(", ").join(said)
