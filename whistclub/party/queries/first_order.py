"""The order in which the first round is seated, and the reasons that follow from it."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Count, F, Q

from whistclub.engine.movement.protocol import ReasonCode, Seating, SeatReason
from whistclub.engine.movement.rng import drawn
from whistclub.party.models import Round
from whistclub.party.state import PartyState
from whistclub.play.models import Game, Seat


def first_order(state: PartyState, seating_method: str, seed: int) -> list[int]:
    """The numbers of the people present, in the order of the seating method (and the seed of a random draw)."""
    numbers = [entrant.number for entrant in state.present]
    if seating_method == Round.SeatingMethod.DRAW:
        return list(drawn(numbers, seed))
    if seating_method == Round.SeatingMethod.RANKING:
        return best_first(state)
    return numbers


def with_order_reasons(seating: Seating, seating_method: str, order: Sequence[int]) -> Seating:
    """The first seating with the reasons of its order, where that was not random."""
    instead = {Round.SeatingMethod.RANKING: ReasonCode.RANKED, Round.SeatingMethod.ARRIVAL: ReasonCode.ARRIVED}.get(
        Round.SeatingMethod(seating_method)
    )
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


def best_first(state: PartyState) -> list[int]:
    """The numbers of the people present, best first: share of games won, pulled towards a half for few games."""
    played = (
        Seat.objects.filter(
            player__in=[entrant.player_id for entrant in state.present],
            game__state=Game.State.FINISHED,
            game__binned_at=None,
            game__winner__isnull=False,
        )
        .exclude(game__party_table__round__party__rehearses__isnull=False)
        .values("player")
        .annotate(games=Count("pk"), won=Count("pk", filter=Q(game__winner=F("position") % 2)))
    )
    shares = {row["player"]: (row["won"] + 2) / (row["games"] + 4) for row in played}
    ranked = sorted(state.present, key=lambda entrant: (-shares.get(entrant.player_id, 0.5), entrant.number))
    return [entrant.number for entrant in ranked]
