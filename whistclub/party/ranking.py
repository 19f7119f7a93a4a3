"""How strong people are by what they have played in the club: for a first seating by ranking."""

from django.db.models import Count, F, Q

from whistclub.party.night import Night
from whistclub.play.models import Game, Seat


def best_first(night: Night) -> list[int]:
    """The numbers of those present, best first: share of games won, pulled towards a half where games are few."""
    played = (
        Seat.objects.filter(
            player__in=[entrant.player_id for entrant in night.present],
            game__state=Game.State.FINISHED,
            game__winner__isnull=False,
        )
        .exclude(game__party_table__round__party__rehearses__isnull=False)
        .values("player")
        .annotate(games=Count("pk"), won=Count("pk", filter=Q(game__winner=F("position") % 2)))
    )
    shares = {row["player"]: (row["won"] + 2) / (row["games"] + 4) for row in played}
    ranked = sorted(night.present, key=lambda entrant: (-shares.get(entrant.player_id, 0.5), entrant.number))
    return [entrant.number for entrant in ranked]
