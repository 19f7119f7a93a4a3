"""From what was told to rows of facts, and the values they hold."""

from collections.abc import Sequence
from typing import Any

from whistclub.club.models import Club
from whistclub.engine.facts import COUNTED
from whistclub.stats.told import ToldGame, evening_of

FACT = (
    "club",
    "game",
    "code",
    "started_at",
    "ended_at",
    "day",
    "party_code",
    "round_number",
    "table_number",
    "form",
    "rules",
    "hands",
    "totals",
    "winner",
    "margin",
    "best_hand",
    "best_side",
    "best_number",
    "kinds",
    "rated",
)
PART = (
    "fact",
    "club",
    "player",
    "seat",
    "side",
    "started_at",
    "game",
    "day",
    "party",
    "form",
    "rules",
    "partner",
    "left",
    "right",
    "best_hand",
    *COUNTED,
)


def fact_row(club: Club, told: ToldGame) -> list[Any]:
    """The values of FACT, not rated yet."""
    best = told.facts.best_hands
    side = best.index(max(best))
    return [
        club.pk,
        told.game,
        told.code,
        told.started_at,
        told.ended_at,
        evening_of(told.started_at, club),
        told.party_code,
        told.round_number,
        told.table_number,
        told.form.value,
        told.rules,
        told.facts.hands,
        list(told.totals),
        told.winner,
        told.margin,
        best[side],
        side,
        told.facts.best_numbers[side],
        told.facts.kinds,
        False,
    ]


def part_rows(club: Club, told: ToldGame, fact: int) -> list[list[Any]]:
    """The values of PART for each seat; `fact` is the key of the game's row."""
    day = evening_of(told.started_at, club)
    head = [told.started_at, told.game, day, bool(told.party_code), told.form.value, told.rules]
    rows = []
    for seat, (player, counts) in enumerate(zip(told.players, told.facts.seats, strict=True)):
        side = told.form.side_of(seat)
        left, partner, right = _around(told.players, seat)
        numbers = [getattr(counts, name) for name in COUNTED]
        best = told.facts.best_hands[side]
        rows.append([fact, club.pk, player, seat, side, *head, partner, left, right, best, *numbers])
    return rows


def _around(players: Sequence[int], seat: int) -> tuple[int | None, int | None, int | None]:
    """Who sits to the left, across and to the right."""
    seats = len(players)
    left = players[(seat + 1) % seats]
    right = players[seat - 1] if seats > 2 else None
    partner = players[(seat + 2) % seats] if seats == 4 else None
    return left, partner, right
