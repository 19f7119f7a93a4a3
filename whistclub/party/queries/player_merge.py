"""What two players have played, for deciding which of them to keep."""

from dataclasses import dataclass

from whistclub.club.models import Player
from whistclub.party.models import Entrant, Party
from whistclub.play.models import Seat
from whistclub.web.formatting import plural


@dataclass(frozen=True, slots=True)
class Played:
    """A player with their numbers of games and parties; rehearsals do not count."""

    player: Player
    games: int
    parties: int

    @property
    def played_text(self) -> str:
        return _played_text(self.games, self.parties)


@dataclass(frozen=True, slots=True)
class Both:
    one: Played
    other: Played

    @property
    def played_text(self) -> str:
        """What the merged player will have played."""
        return _played_text(self.one.games + self.other.games, self.one.parties + self.other.parties)

    @property
    def played_more(self) -> Player:
        return self.other.player if self.other.games > self.one.games else self.one.player


def both(one: Player, other: Player) -> Both:
    return Both(played(one), played(other))


def played(player: Player) -> Played:
    rehearsed = Party.objects.filter(club=player.club_id, rehearses__isnull=False)
    return Played(
        player,
        Seat.objects.filter(player=player, game__binned_at=None)
        .exclude(game__party_code__in=rehearsed.values("code"))
        .count(),
        Entrant.objects.filter(player=player, party__rehearses=None, party__binned_at=None).count(),
    )


def _played_text(games: int, parties: int) -> str:
    text = plural(games, "{n} game", "{n} games").format(n=games)
    if not parties:
        return text
    return "{games}, {parties}".format(
        games=text, parties=plural(parties, "{n} party", "{n} parties").format(n=parties)
    )
