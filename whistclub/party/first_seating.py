"""The order in which a first seating takes people: by lot, as they came, or by what they have played in the club."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Count, F, Q

from whistclub.engine.movement.protocol import ReasonCode, Seating, SeatReason
from whistclub.engine.movement.rng import drawn
from whistclub.party.models import Round
from whistclub.party.state import PartyState
from whistclub.play.models import Game, Seat


def first_order(night: PartyState, how: str, seed: int) -> list[int]:
    """The numbers of those present, in the order that `how` (and for a draw the seed) gives."""
    numbers = [entrant.number for entrant in night.present]
    if how == Round.How.DRAW:
        return list(drawn(numbers, seed))
    if how == Round.How.RANKING:
        return best_first(night)
    return numbers


def as_ordered(seating: Seating, how: str, order: Sequence[int]) -> Seating:
    """A first seating that was not drawn by lot says what order it follows instead."""
    instead = {Round.How.RANKING: ReasonCode.RANKED, Round.How.ARRIVAL: ReasonCode.ARRIVED}.get(Round.How(how))
    if instead is None:
        return seating
    ranks = {person: rank for rank, person in enumerate(order, start=1)}
    reasons = {
        person: tuple(
            SeatReason(instead, count=ranks[person]) if reason.code is ReasonCode.DRAWN else reason for reason in given
        )
        for person, given in seating.reasons.items()
    }
    return replace(seating, reasons=reasons)


def best_first(night: PartyState) -> list[int]:
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
